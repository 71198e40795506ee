-- The schema of a migrated database at version 0027. Written by `make schema`: do not edit.

CREATE TABLE alembic_version (
    version_num character varying(32) NOT NULL,
    PRIMARY KEY (version_num)
);

CREATE TABLE api_keys (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    key_hash bytea NOT NULL,
    hint text NOT NULL,
    permissions text,
    networks text DEFAULT ''::text NOT NULL,
    strength smallint NOT NULL,
    expires_at bigint,
    warned_at bigint,
    language text NOT NULL,
    version bigint DEFAULT '1'::bigint NOT NULL,
    last_used_at bigint,
    last_address text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX api_keys_expiry ON api_keys USING btree (expires_at);

CREATE INDEX api_keys_user ON api_keys USING btree (user_id);

CREATE TABLE attempts (
    name text NOT NULL,
    failures bigint NOT NULL,
    forget_at bigint NOT NULL,
    blocked_until bigint NOT NULL,
    signed_in_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (name)
);

CREATE INDEX attempts_expiry ON attempts USING btree (expires_at);

CREATE TABLE audit (
    lane smallint NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    at bigint NOT NULL,
    action text COLLATE "C" NOT NULL,
    actor text COLLATE "C" NOT NULL,
    actor_name text NOT NULL,
    target text COLLATE "C" NOT NULL,
    target_name text NOT NULL,
    address text NOT NULL,
    request_id text NOT NULL,
    details text NOT NULL,
    PRIMARY KEY (lane, seq)
);

CREATE INDEX audit_action ON audit USING btree (action, at, lane, seq);

CREATE INDEX audit_actor ON audit USING btree (actor, at, lane, seq);

CREATE INDEX audit_at ON audit USING btree (at, lane, seq);

CREATE INDEX audit_target ON audit USING btree (target, at, lane, seq);

CREATE TABLE audit_lanes (
    lane smallint NOT NULL,
    first bigint NOT NULL,
    anchor bytea NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    seal bytea NOT NULL,
    PRIMARY KEY (lane)
);

CREATE TABLE avatars (
    user_id bigint NOT NULL,
    id text NOT NULL,
    media_type text NOT NULL,
    size integer NOT NULL,
    created_at bigint NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (user_id),
    UNIQUE (id),
    FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE branding (
    id smallint NOT NULL,
    name text,
    colour text,
    footer_links text,
    updated_at bigint NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE branding_logos (
    variant text COLLATE "C" NOT NULL,
    media_type text NOT NULL,
    body bytea NOT NULL,
    digest text NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (variant)
);

CREATE TABLE devices (
    id bigint DEFAULT nextval('devices_id_seq'::regclass) NOT NULL,
    user_id bigint NOT NULL,
    secret_hash bytea NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    confirmed smallint NOT NULL,
    trusted_until bigint DEFAULT '0'::bigint NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (secret_hash),
    FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX devices_last_use ON devices USING btree (last_used_at);

CREATE INDEX devices_user ON devices USING btree (user_id, last_used_at);

CREATE TABLE events (
    id bigint DEFAULT nextval('events_id_seq'::regclass) NOT NULL,
    seq bigint,
    at bigint NOT NULL,
    lane smallint NOT NULL,
    entry bigint NOT NULL,
    type text NOT NULL,
    revokes text DEFAULT ''::text NOT NULL,
    PRIMARY KEY (id)
);

CREATE INDEX events_revoking ON events USING btree (at) WHERE revokes <> ''::text;

CREATE INDEX events_waiting ON events USING btree (id) WHERE seq IS NULL;

CREATE UNIQUE INDEX events_seq ON events USING btree (seq) WHERE seq IS NOT NULL;

CREATE TABLE factors (
    id bigint DEFAULT nextval('factors_id_seq'::regclass) NOT NULL,
    user_id bigint NOT NULL,
    type text COLLATE "C" NOT NULL,
    name text NOT NULL,
    confirmed smallint NOT NULL,
    sealed text DEFAULT ''::text NOT NULL,
    last_step bigint DEFAULT '0'::bigint NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint,
    PRIMARY KEY (id),
    FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX factors_begun ON factors USING btree (created_at) WHERE confirmed = 0;

CREATE INDEX factors_confirmed ON factors USING btree (type, user_id) WHERE confirmed = 1;

CREATE INDEX factors_user ON factors USING btree (user_id);

CREATE TABLE facts (
    name text COLLATE "C" NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE idempotency_keys (
    actor_id bigint NOT NULL,
    key text COLLATE "C" NOT NULL,
    fingerprint bytea NOT NULL,
    answer text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (actor_id, key)
);

CREATE INDEX idempotency_keys_created ON idempotency_keys USING btree (created_at);

CREATE TABLE imports (
    fingerprint text NOT NULL,
    position bigint NOT NULL,
    created bigint NOT NULL,
    changed bigint NOT NULL,
    unchanged bigint NOT NULL,
    refused bigint NOT NULL,
    report_bytes bigint NOT NULL,
    finished smallint NOT NULL,
    updated_at bigint NOT NULL,
    source text DEFAULT ''::text NOT NULL,
    started_at bigint DEFAULT '0'::bigint NOT NULL,
    PRIMARY KEY (fingerprint)
);

CREATE TABLE invitation_roles (
    invitation_id bigint NOT NULL,
    role_id bigint NOT NULL,
    PRIMARY KEY (invitation_id, role_id),
    FOREIGN KEY (invitation_id) REFERENCES invitations(id) ON DELETE CASCADE,
    FOREIGN KEY (role_id) REFERENCES roles(id) ON DELETE CASCADE
);

CREATE INDEX invitation_roles_role ON invitation_roles USING btree (role_id);

CREATE TABLE invitations (
    id bigint DEFAULT nextval('invitations_id_seq'::regclass) NOT NULL,
    email text,
    email_key text COLLATE "C",
    username text,
    name text,
    inviter_id bigint,
    inviter_name text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    accepted_at bigint,
    user_id bigint,
    PRIMARY KEY (id)
);

CREATE INDEX invitations_email ON invitations USING btree (email_key);

CREATE INDEX invitations_expiry ON invitations USING btree (expires_at);

CREATE TABLE keys (
    kid text NOT NULL,
    purpose text NOT NULL,
    algorithm text NOT NULL,
    sealed text NOT NULL,
    created_at bigint NOT NULL,
    active_at bigint DEFAULT '0'::bigint NOT NULL,
    retire_at bigint,
    PRIMARY KEY (kid)
);

CREATE TABLE list_index (
    upto bigint NOT NULL,
    ready smallint NOT NULL
);

CREATE TABLE mail_texts (
    kind text COLLATE "C" NOT NULL,
    language text COLLATE "C" NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (kind, language)
);

CREATE TABLE one_time_tokens (
    id bigint DEFAULT nextval('one_time_tokens_id_seq'::regclass) NOT NULL,
    purpose text COLLATE "C" NOT NULL,
    user_id bigint,
    subject text COLLATE "C" NOT NULL,
    link_hash bytea,
    flow_hash bytea,
    code_hash bytea,
    tries smallint NOT NULL,
    sealed text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (flow_hash),
    UNIQUE (link_hash),
    FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX one_time_tokens_expiry ON one_time_tokens USING btree (expires_at);

CREATE INDEX one_time_tokens_subject ON one_time_tokens USING btree (subject, purpose);

CREATE INDEX one_time_tokens_user ON one_time_tokens USING btree (user_id, purpose);

CREATE TABLE operation_failures (
    operation_id bigint NOT NULL,
    item bigint NOT NULL,
    name text NOT NULL,
    reason text NOT NULL,
    message text NOT NULL,
    PRIMARY KEY (operation_id, item),
    FOREIGN KEY (operation_id) REFERENCES operations(id) ON DELETE CASCADE
);

CREATE TABLE operations (
    id bigint DEFAULT nextval('operations_id_seq'::regclass) NOT NULL,
    kind text NOT NULL,
    action text NOT NULL,
    parameters text NOT NULL,
    progress text DEFAULT '{}'::text NOT NULL,
    result text DEFAULT '{}'::text NOT NULL,
    state text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    total bigint,
    done bigint DEFAULT '0'::bigint NOT NULL,
    succeeded bigint DEFAULT '0'::bigint NOT NULL,
    failed bigint DEFAULT '0'::bigint NOT NULL,
    creator_id bigint,
    creator_name text NOT NULL,
    session_id bigint,
    key_id bigint,
    address text NOT NULL,
    user_agent text NOT NULL,
    request_id text NOT NULL,
    claim text DEFAULT ''::text NOT NULL,
    claimed_until bigint DEFAULT '0'::bigint NOT NULL,
    created_at bigint NOT NULL,
    started_at bigint,
    finished_at bigint,
    PRIMARY KEY (id)
);

CREATE INDEX operations_creator ON operations USING btree (creator_id, id);

CREATE INDEX operations_finished ON operations USING btree (finished_at) WHERE finished_at IS NOT NULL;

CREATE INDEX operations_open ON operations USING btree (claimed_until, id) WHERE finished_at IS NULL;

CREATE TABLE outbox (
    id bigint DEFAULT nextval('outbox_id_seq'::regclass) NOT NULL,
    topic text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    recipient text NOT NULL,
    user_id bigint,
    sealed text NOT NULL,
    state text COLLATE "C" NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at bigint NOT NULL,
    claim text COLLATE "C" DEFAULT ''::text NOT NULL,
    error text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    finished_at bigint,
    event bigint,
    PRIMARY KEY (id)
);

CREATE INDEX outbox_deliveries ON outbox USING btree (recipient, id) WHERE topic = 'webhook'::text;

CREATE INDEX outbox_due ON outbox USING btree (topic, state, due_at, id)
    WHERE state = ANY (ARRAY['queued'::text, 'held'::text]);

CREATE INDEX outbox_finished ON outbox USING btree (finished_at);

CREATE INDEX outbox_topic ON outbox USING btree (topic, id);

CREATE INDEX outbox_undelivered ON outbox USING btree (recipient, due_at, id) WHERE topic = 'webhook'::text
    AND state = 'queued'::text;

CREATE TABLE passkeys (
    factor_id bigint NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    rp_id text NOT NULL,
    user_verified smallint NOT NULL,
    synced smallint NOT NULL,
    transports text NOT NULL,
    PRIMARY KEY (factor_id),
    UNIQUE (credential_id),
    FOREIGN KEY (factor_id) REFERENCES factors(id) ON DELETE CASCADE
);

CREATE TABLE recovery_codes (
    code_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    PRIMARY KEY (code_hash),
    FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX recovery_codes_user ON recovery_codes USING btree (user_id);

CREATE TABLE roles (
    id bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
    name text NOT NULL,
    name_key text COLLATE "C" NOT NULL,
    description text NOT NULL,
    permissions text NOT NULL,
    built_in smallint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    version bigint NOT NULL,
    search text COLLATE "C" DEFAULT ''::text NOT NULL,
    deleted_at bigint,
    required_strength smallint DEFAULT '0'::smallint NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (name_key)
);

CREATE TABLE service_accounts (
    user_id bigint NOT NULL,
    description text NOT NULL,
    PRIMARY KEY (user_id),
    FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE sessions (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    generation bigint NOT NULL,
    rotated_at bigint NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    address text NOT NULL,
    user_agent text NOT NULL,
    amr text COLLATE "C" DEFAULT 'pwd'::text NOT NULL,
    auth_time bigint DEFAULT '0'::bigint NOT NULL,
    impersonator_session bigint,
    PRIMARY KEY (id),
    FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX sessions_impersonator ON sessions USING btree (impersonator_session)
    WHERE impersonator_session IS NOT NULL;

CREATE INDEX sessions_user ON sessions USING btree (user_id);

CREATE TABLE upload_chunks (
    upload_id bigint NOT NULL,
    number integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (upload_id, number),
    FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE
);

CREATE TABLE uploads (
    id bigint DEFAULT nextval('uploads_id_seq'::regclass) NOT NULL,
    size bigint DEFAULT '0'::bigint NOT NULL,
    user_id bigint,
    operation_id bigint,
    expires_at bigint NOT NULL,
    PRIMARY KEY (id)
);

CREATE INDEX uploads_expiry ON uploads USING btree (expires_at);

CREATE TABLE user_count_deltas (
    id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    role_id bigint NOT NULL,
    status smallint NOT NULL,
    block bigint NOT NULL,
    n bigint NOT NULL,
    PRIMARY KEY (id)
);

CREATE TRIGGER fold AFTER INSERT ON user_count_deltas FOR EACH ROW WHEN ((new.id % 512::bigint) = 0)
    EXECUTE FUNCTION fold_user_counts();

CREATE TABLE user_count_groups (
    role_id bigint NOT NULL,
    status smallint NOT NULL,
    block_group bigint NOT NULL,
    n bigint NOT NULL,
    PRIMARY KEY (role_id, status, block_group)
);

CREATE TABLE user_counts (
    role_id bigint NOT NULL,
    status smallint NOT NULL,
    block bigint NOT NULL,
    n bigint NOT NULL,
    PRIMARY KEY (role_id, status, block)
);

CREATE TRIGGER grouped AFTER INSERT OR UPDATE OF n ON user_counts FOR EACH ROW
    EXECUTE FUNCTION user_counts_grouped();

CREATE TABLE user_roles (
    user_id bigint NOT NULL,
    role_id bigint NOT NULL,
    PRIMARY KEY (user_id, role_id),
    FOREIGN KEY (role_id) REFERENCES roles(id),
    FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX user_roles_role ON user_roles USING btree (role_id, user_id);

CREATE TRIGGER counted AFTER INSERT OR DELETE ON user_roles FOR EACH ROW EXECUTE FUNCTION user_roles_counted();

CREATE CONSTRAINT TRIGGER listed AFTER INSERT OR DELETE ON user_roles DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION user_roles_listed();

CREATE TABLE user_search (
    user_id bigint NOT NULL,
    status smallint NOT NULL,
    roles bigint[] NOT NULL,
    search text COLLATE "C" NOT NULL,
    PRIMARY KEY (user_id, status)
) PARTITION BY LIST (status);

CREATE TABLE user_search_disabled PARTITION OF user_search FOR VALUES IN ('0');

CREATE INDEX user_search_disabled_trigrams ON user_search_disabled USING gin (doorward_trigrams(search),
    roles);

CREATE TABLE user_search_enabled PARTITION OF user_search DEFAULT;

CREATE INDEX user_search_enabled_trigrams ON user_search_enabled USING gin (doorward_trigrams(search), roles);

CREATE TABLE username_skeletons (
    user_id bigint NOT NULL,
    skeleton text COLLATE "C" NOT NULL,
    PRIMARY KEY (user_id, skeleton),
    FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX username_skeletons_skeleton ON username_skeletons USING btree (skeleton, user_id);

CREATE TABLE users (
    id bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
    username text NOT NULL,
    username_key text COLLATE "C" NOT NULL,
    name text NOT NULL,
    name_key text COLLATE "C" NOT NULL,
    email text,
    email_key text COLLATE "C",
    search text COLLATE "C" NOT NULL,
    phone text,
    avatar text,
    status smallint NOT NULL,
    password_hash text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    last_login_at bigint,
    version bigint NOT NULL,
    must_change_password smallint DEFAULT '0'::smallint NOT NULL,
    metadata text DEFAULT '{}'::text NOT NULL,
    email_verified smallint DEFAULT '0'::smallint NOT NULL,
    pending_email text,
    factors smallint DEFAULT '0'::smallint NOT NULL,
    service smallint DEFAULT '0'::smallint NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (email_key),
    UNIQUE (username_key)
);

CREATE INDEX users_by_created ON users USING btree (created_at, id);

CREATE INDEX users_by_email ON users USING btree (email_key NULLS FIRST, id);

CREATE INDEX users_by_login ON users USING btree (last_login_at NULLS FIRST, id);

CREATE INDEX users_by_name ON users USING btree (name_key, id);

CREATE INDEX users_by_status ON users USING btree (status, id);

CREATE INDEX users_by_updated ON users USING btree (updated_at, id);

CREATE TRIGGER avatar AFTER UPDATE OF avatar ON users FOR EACH ROW
    WHEN (old.avatar IS DISTINCT FROM new.avatar) EXECUTE FUNCTION remove_avatar();

CREATE TRIGGER counted AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION users_counted();

CREATE TRIGGER counted_delete BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION users_counted();

CREATE TRIGGER counted_status AFTER UPDATE OF status ON users FOR EACH ROW WHEN (old.status <> new.status)
    EXECUTE FUNCTION users_counted();

CREATE CONSTRAINT TRIGGER listed AFTER INSERT OR UPDATE OF search, status ON users
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION users_listed();

CREATE TABLE webhooks (
    id bigint DEFAULT nextval('webhooks_id_seq'::regclass) NOT NULL,
    url text NOT NULL,
    events text NOT NULL,
    description text NOT NULL,
    sealed text NOT NULL,
    previous_sealed text DEFAULT ''::text NOT NULL,
    previous_until bigint DEFAULT '0'::bigint NOT NULL,
    enabled smallint NOT NULL,
    disabled_reason text DEFAULT ''::text NOT NULL,
    failing_since bigint,
    failures integer DEFAULT 0 NOT NULL,
    due_at bigint DEFAULT '0'::bigint NOT NULL,
    claim text DEFAULT ''::text NOT NULL,
    claimed_until bigint DEFAULT '0'::bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (id)
);

CREATE VIEW user_group_totals AS
 SELECT role_id,
    status,
    block_group,
    n
   FROM user_count_groups
UNION ALL
 SELECT role_id,
    status,
    block / 64 AS block_group,
    n
   FROM user_count_deltas;

CREATE VIEW user_totals AS
 SELECT role_id,
    status,
    block,
    n
   FROM user_counts
UNION ALL
 SELECT role_id,
    status,
    block,
    n
   FROM user_count_deltas;

CREATE OR REPLACE FUNCTION doorward_grams(text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 200
AS $function$
    SELECT c || array_agg(x || y) FILTER (WHERE y IS NOT NULL) || array_agg(x || y || z) FILTER (WHERE z IS NOT NULL)
    FROM (SELECT string_to_array($1, NULL) AS c) AS letters, unnest(c, c[2:], c[3:]) AS t(x, y, z)
    GROUP BY c $function$;

CREATE OR REPLACE FUNCTION doorward_trigrams(text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 200
AS $function$
BEGIN
    RETURN array_to_tsvector(array_remove(string_to_array(regexp_replace($1, '...', '\&' || chr(30), 'g') || chr(30) || regexp_replace(substr($1,
        2), '...', '\&' || chr(30), 'g') || chr(30) || regexp_replace(substr($1,
        3), '...', '\&' || chr(30), 'g'),
        chr(30)), ''));
END $function$;

CREATE OR REPLACE FUNCTION fold_user_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF pg_try_advisory_xact_lock(1685024626)
        THEN WITH gone AS (DELETE FROM user_count_deltas RETURNING role_id, status, block, n)
        INSERT INTO user_counts AS c SELECT role_id, status, block, sum(n) FROM gone GROUP BY 1, 2, 3
        ON CONFLICT (role_id, status, block) DO UPDATE SET n = c.n + excluded.n;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION list_user(who bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF who > (SELECT upto FROM list_index) THEN RETURN;
    END IF;
    PERFORM 1 FROM users WHERE id = who FOR NO KEY UPDATE;
    INSERT INTO user_search AS s SELECT u.id, u.status,
        ARRAY(SELECT role_id FROM user_roles WHERE user_id = who ORDER BY role_id), u.search FROM users u
        WHERE u.id = who ON CONFLICT (user_id, status) DO UPDATE SET roles = excluded.roles,
        search = excluded.search WHERE s.roles <> excluded.roles OR s.search <> excluded.search;
END $function$;

CREATE OR REPLACE FUNCTION remove_avatar()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    DELETE FROM avatars WHERE user_id = new.id;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION user_counts_grouped()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO user_count_groups AS g
        VALUES (new.role_id, new.status, new.block / 64, new.n - coalesce(old.n, 0))
        ON CONFLICT (role_id, status, block_group) DO UPDATE SET n = g.n + excluded.n;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION user_roles_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF coalesce(new.user_id, old.user_id) <= (SELECT upto FROM list_index) THEN
        INSERT INTO user_count_deltas (role_id, status, block, n) SELECT coalesce(new.role_id, old.role_id),
        status, id / 1000, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END FROM users
        WHERE id = coalesce(new.user_id, old.user_id) FOR NO KEY UPDATE;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION user_roles_listed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    PERFORM list_user(coalesce(new.user_id, old.user_id));
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION users_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN IF new.id <= (SELECT upto FROM list_index) THEN
        INSERT INTO user_count_deltas (role_id, status, block, n) VALUES (0, new.status, new.id / 1000, 1);
    END IF;
    RETURN new;
    END IF;
    IF old.id <= (SELECT upto FROM list_index) THEN DELETE FROM user_search WHERE user_id = old.id
        AND status = old.status;
    INSERT INTO user_count_deltas (role_id, status, block, n) SELECT role_id, old.status, old.id / 1000, -1
        FROM (SELECT 0 AS role_id UNION ALL SELECT role_id FROM user_roles WHERE user_id = old.id) AS held;
    IF TG_OP = 'UPDATE' THEN INSERT INTO user_count_deltas (role_id, status, block, n) SELECT role_id,
        new.status, new.id / 1000, 1
        FROM (SELECT 0 AS role_id UNION ALL SELECT role_id FROM user_roles WHERE user_id = old.id) AS held;
    END IF;
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN old ELSE new END;
END $function$;

CREATE OR REPLACE FUNCTION users_listed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    PERFORM list_user(new.id);
    RETURN NULL;
END $function$;
