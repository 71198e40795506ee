-- The schema of a migrated database at version 0027. Written by `make schema`: do not edit.

CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

CREATE TABLE api_keys (
    id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    key_hash BLOB NOT NULL,
    hint TEXT NOT NULL,
    permissions TEXT,
    networks TEXT DEFAULT '' NOT NULL,
    strength SMALLINT NOT NULL,
    expires_at BIGINT,
    warned_at BIGINT,
    language TEXT NOT NULL,
    version BIGINT DEFAULT '1' NOT NULL,
    last_used_at BIGINT,
    last_address TEXT DEFAULT '' NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX api_keys_expiry ON api_keys (expires_at);

CREATE INDEX api_keys_user ON api_keys (user_id);

CREATE TABLE attempts (
    name TEXT NOT NULL,
    failures BIGINT NOT NULL,
    forget_at BIGINT NOT NULL,
    blocked_until BIGINT NOT NULL,
    signed_in_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (name)
) WITHOUT ROWID;

CREATE INDEX attempts_expiry ON attempts (expires_at);

CREATE TABLE attribute_index (upto INTEGER NOT NULL, ready INTEGER NOT NULL);

CREATE TABLE audit (
    lane SMALLINT NOT NULL,
    seq BIGINT NOT NULL,
    hash BLOB NOT NULL,
    at BIGINT NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    target TEXT NOT NULL,
    target_name TEXT NOT NULL,
    address TEXT NOT NULL,
    request_id TEXT NOT NULL,
    details TEXT NOT NULL,
    PRIMARY KEY (lane, seq)
) WITHOUT ROWID;

CREATE INDEX audit_action ON audit (action, at, lane, seq);

CREATE INDEX audit_actor ON audit (actor, at, lane, seq);

CREATE INDEX audit_at ON audit (at, lane, seq);

CREATE INDEX audit_target ON audit (target, at, lane, seq);

CREATE TABLE audit_lanes (
    lane SMALLINT NOT NULL,
    first BIGINT NOT NULL,
    anchor BLOB NOT NULL,
    seq BIGINT NOT NULL,
    hash BLOB NOT NULL,
    seal BLOB NOT NULL,
    PRIMARY KEY (lane)
);

CREATE TABLE avatars (
    user_id INTEGER NOT NULL,
    id TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (user_id),
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE,
    UNIQUE (id)
);

CREATE TABLE branding (
    id SMALLINT NOT NULL,
    name TEXT,
    colour TEXT,
    footer_links TEXT,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE branding_logos (
    variant TEXT NOT NULL,
    media_type TEXT NOT NULL,
    body BLOB NOT NULL,
    digest TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (variant)
);

CREATE TABLE devices (
    id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    secret_hash BLOB NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    confirmed SMALLINT NOT NULL,
    trusted_until BIGINT DEFAULT '0' NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE,
    UNIQUE (secret_hash)
);

CREATE INDEX devices_last_use ON devices (last_used_at);

CREATE INDEX devices_user ON devices (user_id, last_used_at);

CREATE TABLE events (
    seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    at BIGINT NOT NULL,
    lane SMALLINT NOT NULL,
    entry BIGINT NOT NULL,
    type TEXT NOT NULL,
    revokes TEXT DEFAULT '' NOT NULL
);

CREATE INDEX events_revoking ON events (at) WHERE revokes <> '';

CREATE TABLE factors (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    confirmed SMALLINT NOT NULL,
    sealed TEXT DEFAULT '' NOT NULL,
    last_step BIGINT DEFAULT '0' NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX factors_begun ON factors (created_at) WHERE confirmed = 0;

CREATE INDEX factors_confirmed ON factors (type, user_id) WHERE confirmed = 1;

CREATE INDEX factors_user ON factors (user_id);

CREATE TABLE facts (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
) WITHOUT ROWID;

CREATE TABLE idempotency_keys (
    actor_id BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    fingerprint BLOB NOT NULL,
    answer TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (actor_id, "key")
) WITHOUT ROWID;

CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

CREATE TABLE imports (
    fingerprint TEXT NOT NULL,
    position BIGINT NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    unchanged BIGINT NOT NULL,
    refused BIGINT NOT NULL,
    report_bytes BIGINT NOT NULL,
    finished SMALLINT NOT NULL,
    updated_at BIGINT NOT NULL, source TEXT DEFAULT '' NOT NULL, started_at BIGINT DEFAULT '0' NOT NULL,
    PRIMARY KEY (fingerprint)
);

CREATE TABLE invitation_roles (
    invitation_id INTEGER NOT NULL,
    role_id INTEGER NOT NULL,
    PRIMARY KEY (invitation_id, role_id),
    FOREIGN KEY(invitation_id) REFERENCES invitations (id) ON DELETE CASCADE,
    FOREIGN KEY(role_id) REFERENCES roles (id) ON DELETE CASCADE
);

CREATE INDEX invitation_roles_role ON invitation_roles (role_id);

CREATE TABLE invitations (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    email TEXT,
    email_key TEXT,
    username TEXT,
    name TEXT,
    inviter_id INTEGER,
    inviter_name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    accepted_at BIGINT,
    user_id INTEGER
);

CREATE INDEX invitations_email ON invitations (email_key);

CREATE INDEX invitations_expiry ON invitations (expires_at);

CREATE TABLE keys (
    kid TEXT NOT NULL,
    purpose TEXT NOT NULL,
    algorithm TEXT NOT NULL,
    sealed TEXT NOT NULL,
    created_at BIGINT NOT NULL, active_at BIGINT DEFAULT '0' NOT NULL, retire_at BIGINT,
    PRIMARY KEY (kid)
);

CREATE TABLE list_index (upto BIGINT NOT NULL, ready SMALLINT NOT NULL);

CREATE TABLE mail_texts (
    kind TEXT NOT NULL,
    language TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (kind, language)
);

CREATE TABLE one_time_tokens (
    id INTEGER NOT NULL,
    purpose TEXT NOT NULL,
    user_id INTEGER,
    subject TEXT NOT NULL,
    link_hash BLOB,
    flow_hash BLOB,
    code_hash BLOB,
    tries SMALLINT NOT NULL,
    sealed TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE,
    UNIQUE (link_hash),
    UNIQUE (flow_hash)
);

CREATE INDEX one_time_tokens_expiry ON one_time_tokens (expires_at);

CREATE INDEX one_time_tokens_subject ON one_time_tokens (subject, purpose);

CREATE INDEX one_time_tokens_user ON one_time_tokens (user_id, purpose);

CREATE TABLE operation_failures (
    operation_id INTEGER NOT NULL,
    item BIGINT NOT NULL,
    name TEXT NOT NULL,
    reason TEXT NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (operation_id, item),
    FOREIGN KEY(operation_id) REFERENCES operations (id) ON DELETE CASCADE
);

CREATE TABLE operations (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    action TEXT NOT NULL,
    parameters TEXT NOT NULL,
    progress TEXT DEFAULT '{}' NOT NULL,
    result TEXT DEFAULT '{}' NOT NULL,
    state TEXT NOT NULL,
    reason TEXT DEFAULT '' NOT NULL,
    total BIGINT,
    done BIGINT DEFAULT '0' NOT NULL,
    succeeded BIGINT DEFAULT '0' NOT NULL,
    failed BIGINT DEFAULT '0' NOT NULL,
    creator_id BIGINT,
    creator_name TEXT NOT NULL,
    session_id BIGINT,
    key_id BIGINT,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    request_id TEXT NOT NULL,
    claim TEXT DEFAULT '' NOT NULL,
    claimed_until BIGINT DEFAULT '0' NOT NULL,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT
);

CREATE INDEX operations_creator ON operations (creator_id, id);

CREATE INDEX operations_finished ON operations (finished_at) WHERE finished_at IS NOT NULL;

CREATE INDEX operations_open ON operations (claimed_until, id) WHERE finished_at IS NULL;

CREATE TABLE order_index (upto INTEGER NOT NULL, postponed INTEGER NOT NULL);

CREATE TABLE outbox (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    topic TEXT NOT NULL,
    kind TEXT NOT NULL,
    recipient TEXT NOT NULL,
    user_id INTEGER,
    sealed TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER DEFAULT '0' NOT NULL,
    due_at BIGINT NOT NULL,
    claim TEXT DEFAULT '' NOT NULL,
    error TEXT DEFAULT '' NOT NULL,
    created_at BIGINT NOT NULL,
    finished_at BIGINT
, event BIGINT);

CREATE INDEX outbox_deliveries ON outbox (recipient, id) WHERE topic = 'webhook';

CREATE INDEX outbox_due ON outbox (topic, state, due_at, id) WHERE state IN ('queued', 'held');

CREATE INDEX outbox_finished ON outbox (finished_at);

CREATE INDEX outbox_topic ON outbox (topic, id);

CREATE INDEX outbox_undelivered ON outbox (recipient, due_at, id) WHERE topic = 'webhook' AND state = 'queued';

CREATE TABLE passkeys (
    factor_id INTEGER NOT NULL,
    credential_id BLOB NOT NULL,
    public_key BLOB NOT NULL,
    sign_count BIGINT NOT NULL,
    rp_id TEXT NOT NULL,
    user_verified SMALLINT NOT NULL,
    synced SMALLINT NOT NULL,
    transports TEXT NOT NULL,
    PRIMARY KEY (factor_id),
    FOREIGN KEY(factor_id) REFERENCES factors (id) ON DELETE CASCADE,
    UNIQUE (credential_id)
);

CREATE TABLE recovery_codes (
    code_hash BLOB NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (code_hash),
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX recovery_codes_user ON recovery_codes (user_id);

CREATE TABLE roles (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    description TEXT NOT NULL,
    permissions TEXT NOT NULL,
    built_in SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL, search TEXT DEFAULT '' NOT NULL, deleted_at BIGINT,
        required_strength SMALLINT DEFAULT '0' NOT NULL,
    UNIQUE (name_key)
);

CREATE TABLE service_accounts (
    user_id INTEGER NOT NULL,
    description TEXT NOT NULL,
    PRIMARY KEY (user_id),
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE sessions (
    id INTEGER NOT NULL,
    user_id BIGINT NOT NULL,
    generation BIGINT NOT NULL,
    rotated_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL, amr TEXT DEFAULT 'pwd' NOT NULL, auth_time BIGINT DEFAULT '0' NOT NULL,
        impersonator_session BIGINT,
    PRIMARY KEY (id),
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX sessions_impersonator ON sessions (impersonator_session) WHERE impersonator_session IS NOT NULL;

CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE upload_chunks (
    upload_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (upload_id, number),
    FOREIGN KEY(upload_id) REFERENCES uploads (id) ON DELETE CASCADE
);

CREATE TABLE uploads (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    size BIGINT DEFAULT '0' NOT NULL,
    user_id BIGINT,
    operation_id BIGINT,
    expires_at BIGINT NOT NULL
);

CREATE INDEX uploads_expiry ON uploads (expires_at);

CREATE TABLE user_attribute_changes (id INTEGER PRIMARY KEY, created_at INTEGER NOT NULL);

CREATE TABLE user_bitmaps (attribute TEXT NOT NULL, block INTEGER NOT NULL, bits BLOB NOT NULL,
    PRIMARY KEY (attribute, block)) WITHOUT ROWID;

CREATE VIRTUAL TABLE user_grams USING fts5(words,
    tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'", prefix = '1 2', content = '',
    detail = none, columnsize = 0);

CREATE TABLE user_group_totals (role_id INTEGER NOT NULL, status INTEGER NOT NULL,
    block_group INTEGER NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (role_id, status, block_group)) WITHOUT ROWID;

CREATE TABLE user_news (id INTEGER PRIMARY KEY, search TEXT, facets TEXT, name_key TEXT, status INTEGER,
    created_at INTEGER, updated_at INTEGER, last_login_at INTEGER);

CREATE TABLE user_order (field TEXT NOT NULL, value NOT NULL, id INTEGER NOT NULL,
    PRIMARY KEY (field, value, id)) WITHOUT ROWID;

CREATE TABLE user_place_created_at (id INTEGER PRIMARY KEY, value);

CREATE TABLE user_place_email_key (id INTEGER PRIMARY KEY, value);

CREATE TABLE user_place_last_login_at (id INTEGER PRIMARY KEY, value);

CREATE TABLE user_place_name_key (id INTEGER PRIMARY KEY, value);

CREATE TABLE user_place_status (id INTEGER PRIMARY KEY, value);

CREATE TABLE user_place_updated_at (id INTEGER PRIMARY KEY, value);

CREATE TABLE user_place_username_key (id INTEGER PRIMARY KEY, value);

CREATE TABLE user_roles (
    user_id BIGINT NOT NULL,
    role_id BIGINT NOT NULL,
    PRIMARY KEY (user_id, role_id),
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE,
    FOREIGN KEY(role_id) REFERENCES roles (id)
) WITHOUT ROWID;

CREATE INDEX user_roles_role ON user_roles (role_id, user_id);

CREATE TRIGGER user_roles_attributes_delete AFTER DELETE ON user_roles WHEN true
    AND old.user_id <= (SELECT upto FROM attribute_index)
    AND NOT EXISTS (SELECT 1 FROM user_attribute_changes WHERE id = old.user_id)
BEGIN
    INSERT INTO user_attribute_changes SELECT old.user_id,
        (SELECT created_at FROM users WHERE id = old.user_id)
        WHERE (SELECT created_at FROM users WHERE id = old.user_id) IS NOT NULL;
END;

CREATE TRIGGER user_roles_attributes_insert AFTER INSERT ON user_roles WHEN true
    AND new.user_id <= (SELECT upto FROM attribute_index)
    AND NOT EXISTS (SELECT 1 FROM user_attribute_changes WHERE id = new.user_id)
BEGIN
    INSERT INTO user_attribute_changes SELECT new.user_id,
        (SELECT created_at FROM users WHERE id = new.user_id)
        WHERE (SELECT created_at FROM users WHERE id = new.user_id) IS NOT NULL;
END;

CREATE TRIGGER user_roles_delete AFTER DELETE ON user_roles WHEN old.user_id <= (SELECT upto FROM list_index)
BEGIN
    INSERT INTO user_totals SELECT old.role_id, status, id / 1000, -1 FROM users WHERE id = old.user_id
        ON CONFLICT (role_id, status, block) DO UPDATE SET n = n + excluded.n;
END;

CREATE TRIGGER user_roles_delete_news BEFORE DELETE ON user_roles
    WHEN old.user_id <= (SELECT upto FROM list_index)
    AND NOT EXISTS (SELECT 1 FROM user_news WHERE id = old.user_id)
BEGIN
    INSERT INTO user_news SELECT u.id,
        u.search, ' s' || u.status || coalesce((SELECT group_concat(' r' || role_id, '') FROM user_roles
            WHERE user_id = u.id), ''),
        u.name_key, u.status, u.created_at, u.updated_at, u.last_login_at FROM users u
        WHERE u.id = old.user_id;
END;

CREATE TRIGGER user_roles_insert AFTER INSERT ON user_roles WHEN new.user_id <= (SELECT upto FROM list_index)
BEGIN
    INSERT INTO user_totals SELECT new.role_id, status, id / 1000, 1 FROM users WHERE id = new.user_id
        ON CONFLICT (role_id, status, block) DO UPDATE SET n = n + excluded.n;
END;

CREATE TRIGGER user_roles_insert_news BEFORE INSERT ON user_roles
    WHEN new.user_id <= (SELECT upto FROM list_index)
    AND NOT EXISTS (SELECT 1 FROM user_news WHERE id = new.user_id)
BEGIN
    INSERT INTO user_news SELECT u.id,
        u.search, ' s' || u.status || coalesce((SELECT group_concat(' r' || role_id, '') FROM user_roles
            WHERE user_id = u.id), ''),
        u.name_key, u.status, u.created_at, u.updated_at, u.last_login_at FROM users u
        WHERE u.id = new.user_id;
END;

CREATE TABLE user_totals (role_id INTEGER NOT NULL, status INTEGER NOT NULL, block INTEGER NOT NULL,
    n INTEGER NOT NULL, PRIMARY KEY (role_id, status, block)) WITHOUT ROWID;

CREATE TRIGGER user_totals_insert AFTER INSERT ON user_totals
BEGIN
    INSERT INTO user_group_totals VALUES (new.role_id, new.status, new.block / 64, new.n)
        ON CONFLICT (role_id, status, block_group) DO UPDATE SET n = n + excluded.n;
END;

CREATE TRIGGER user_totals_update AFTER UPDATE OF n ON user_totals
BEGIN
    INSERT INTO user_group_totals VALUES (new.role_id, new.status, new.block / 64, new.n - old.n)
        ON CONFLICT (role_id, status, block_group) DO UPDATE SET n = n + excluded.n;
END;

CREATE TABLE username_skeletons (
    user_id INTEGER NOT NULL,
    skeleton TEXT NOT NULL,
    PRIMARY KEY (user_id, skeleton),
    FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE INDEX username_skeletons_skeleton ON username_skeletons (skeleton, user_id);

CREATE TABLE users (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    username TEXT NOT NULL,
    username_key TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    email TEXT,
    email_key TEXT,
    search TEXT NOT NULL,
    phone TEXT,
    avatar TEXT,
    status SMALLINT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    last_login_at BIGINT,
    version BIGINT NOT NULL, must_change_password SMALLINT DEFAULT '0' NOT NULL,
        metadata TEXT DEFAULT '{}' NOT NULL, email_verified SMALLINT DEFAULT '0' NOT NULL, pending_email TEXT,
        factors SMALLINT DEFAULT '0' NOT NULL, service SMALLINT DEFAULT '0' NOT NULL,
    UNIQUE (username_key),
    UNIQUE (email_key)
);

CREATE INDEX users_attributes ON users (must_change_password, email_verified, status, created_at,
    last_login_at);

CREATE INDEX users_phone ON users (phone) WHERE phone IS NOT NULL;

CREATE TRIGGER users_attributes_delete BEFORE DELETE ON users WHEN true
    AND old.id <= (SELECT upto FROM attribute_index)
    AND NOT EXISTS (SELECT 1 FROM user_attribute_changes WHERE id = old.id)
BEGIN
    INSERT INTO user_attribute_changes SELECT old.id, old.created_at WHERE old.created_at IS NOT NULL;
END;

CREATE TRIGGER users_attributes_insert AFTER INSERT ON users WHEN true
    AND new.id <= (SELECT upto FROM attribute_index)
    AND NOT EXISTS (SELECT 1 FROM user_attribute_changes WHERE id = new.id)
BEGIN
    INSERT INTO user_attribute_changes SELECT new.id, (SELECT created_at FROM users WHERE id = new.id)
        WHERE (SELECT created_at FROM users WHERE id = new.id) IS NOT NULL;
END;

CREATE TRIGGER users_attributes_update AFTER UPDATE OF status, must_change_password, email_verified,
    last_login_at ON users
    WHEN (old.status <> new.status OR old.must_change_password <> new.must_change_password
        OR old.email_verified <> new.email_verified
        OR (old.last_login_at IS NULL) <> (new.last_login_at IS NULL))
    AND new.id <= (SELECT upto FROM attribute_index)
    AND NOT EXISTS (SELECT 1 FROM user_attribute_changes WHERE id = new.id)
BEGIN
    INSERT INTO user_attribute_changes SELECT new.id, (SELECT created_at FROM users WHERE id = new.id)
        WHERE (SELECT created_at FROM users WHERE id = new.id) IS NOT NULL;
END;

CREATE TRIGGER users_avatar AFTER UPDATE OF avatar ON users WHEN old.avatar IS NOT new.avatar
BEGIN
    DELETE FROM avatars WHERE user_id = new.id;
END;

CREATE TRIGGER users_change BEFORE UPDATE OF search, name_key, status, created_at, updated_at,
    last_login_at ON users WHEN old.id <= (SELECT upto FROM list_index)
    AND NOT EXISTS (SELECT 1 FROM user_news WHERE id = old.id)
BEGIN
    INSERT INTO user_news
        VALUES (old.id,
            old.search, ' s' || old.status || coalesce((SELECT group_concat(' r' || role_id, '')
                FROM user_roles WHERE user_id = old.id), ''),
            old.name_key, old.status, old.created_at, old.updated_at, old.last_login_at);
END;

CREATE TRIGGER users_delete BEFORE DELETE ON users WHEN old.id <= (SELECT upto FROM list_index)
BEGIN
    INSERT INTO user_totals SELECT role_id, old.status, old.id / 1000, -1 FROM user_roles
        WHERE user_id = old.id ON CONFLICT (role_id, status, block) DO UPDATE SET n = n + excluded.n;
    INSERT INTO user_totals VALUES (0, old.status, old.id / 1000, -1) ON CONFLICT (role_id, status, block)
        DO UPDATE SET n = n + excluded.n;
END;

CREATE TRIGGER users_delete_news BEFORE DELETE ON users WHEN old.id <= (SELECT upto FROM list_index)
    AND NOT EXISTS (SELECT 1 FROM user_news WHERE id = old.id)
BEGIN
    INSERT INTO user_news
        VALUES (old.id,
            old.search, ' s' || old.status || coalesce((SELECT group_concat(' r' || role_id, '')
                FROM user_roles WHERE user_id = old.id), ''),
            old.name_key, old.status, old.created_at, old.updated_at, old.last_login_at);
END;

CREATE TRIGGER users_insert AFTER INSERT ON users WHEN new.id <= (SELECT upto FROM list_index)
BEGIN
    INSERT INTO user_news (id) SELECT new.id WHERE NOT EXISTS (SELECT 1 FROM user_news WHERE id = new.id);
    INSERT INTO user_totals VALUES (0, new.status, new.id / 1000, 1) ON CONFLICT (role_id, status, block)
        DO UPDATE SET n = n + excluded.n;
END;

CREATE TRIGGER users_status AFTER UPDATE OF status ON users WHEN old.status <> new.status
    AND new.id <= (SELECT upto FROM list_index)
BEGIN
    INSERT INTO user_totals SELECT role_id, old.status, id / 1000, -1 FROM user_memberships WHERE id = new.id
        ON CONFLICT (role_id, status, block) DO UPDATE SET n = n + excluded.n;
    INSERT INTO user_totals SELECT role_id, new.status, id / 1000, 1 FROM user_memberships WHERE id = new.id
        ON CONFLICT (role_id, status, block) DO UPDATE SET n = n + excluded.n;
END;

CREATE TABLE webhooks (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    description TEXT NOT NULL,
    sealed TEXT NOT NULL,
    previous_sealed TEXT DEFAULT '' NOT NULL,
    previous_until BIGINT DEFAULT '0' NOT NULL,
    enabled SMALLINT NOT NULL,
    disabled_reason TEXT DEFAULT '' NOT NULL,
    failing_since BIGINT,
    failures INTEGER DEFAULT '0' NOT NULL,
    due_at BIGINT DEFAULT '0' NOT NULL,
    claim TEXT DEFAULT '' NOT NULL,
    claimed_until BIGINT DEFAULT '0' NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE VIEW user_entries (id, search, facets) AS SELECT u.id,
    u.search, ' s' || u.status || coalesce((SELECT group_concat(' r' || role_id, '') FROM user_roles
        WHERE user_id = u.id), '')
    FROM users u;

CREATE VIEW user_memberships (id, role_id, status) AS SELECT id, 0, status FROM users UNION ALL SELECT u.id,
    ur.role_id, u.status FROM users u JOIN user_roles ur ON ur.user_id = u.id;

CREATE VIEW user_positions (field, value, id) AS SELECT 'name_key', u.name_key, u.id FROM users u
    UNION ALL SELECT 'status', u.status, u.id FROM users u UNION ALL SELECT 'created_at', u.created_at, u.id
    FROM users u UNION ALL SELECT 'updated_at', u.updated_at, u.id FROM users u
    UNION ALL SELECT 'last_login_at', coalesce(u.last_login_at, -1), u.id FROM users u;
