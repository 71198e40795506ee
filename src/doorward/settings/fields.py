"""Settings: the only reader of the environment and of the configuration file.

Every setting is one field below. In the environment it is `DOORWARD_` and the name in capitals; in `doorward.toml` it
is the name itself. The environment wins. A name that is not a setting, or a value that can't be used, stops the start.
"""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from doorward.settings import values

PREFIX: Final = "DOORWARD_"


class SettingsError(Exception):
    """A setting that can't be used; the message names it and says how to mend it."""


def setting(default: Any, parse: Callable[[Any], Any], doc: str, *, secret: bool = False) -> Any:
    return dataclasses.field(default=default, metadata={"parse": parse, "doc": doc, "secret": secret})


# Without a text form: a message or a trace that shows them would show secrets.
@dataclasses.dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Settings:
    """All of them, checked."""

    host: str = setting("127.0.0.1", values.filled, "Address to listen on.")
    port: int = setting(8000, values.whole(1, 65535), "Port to listen on.")
    tls_cert: Path | None = setting(
        None, lambda v: Path(values.filled(v)), "Certificate chain (PEM) to serve TLS with, where no proxy does."
    )
    tls_key: Path | None = setting(None, lambda v: Path(values.filled(v)), "Private key (PEM) of that certificate.")
    workers: int = setting(1, values.whole(1, 256), "Processes that serve requests.")
    data_dir: Path = setting(
        Path("doorward-data"),
        lambda v: Path(values.filled(v)),
        "Folder of the SQLite file and `secret.key`; created with mode 0700.",
    )
    database_url: str = setting(
        "",
        values.database_url,
        "`sqlite:///path` or `postgresql://...`; default: `doorward.db` in the data folder.",
        secret=True,
    )
    database_pool: int = setting(10, values.whole(1, 1000), "PostgreSQL connections of each worker.")
    database_timeout: int = setting(
        5, values.duration(1, 300), "Longest time a statement may take, or a writer may wait for its turn."
    )
    database_wait: int = setting(
        30, values.duration(0, 3600), "How long the start waits for a database that can't be reached yet."
    )
    database_pgbouncer: bool = setting(
        False,
        values.flag,
        "Set when PgBouncer in transaction mode stands before PostgreSQL: turns prepared statements off.",
    )
    secret: str = setting(
        "",
        values.secret,
        "Master secret that protects the key ring. Generated into `secret.key` on SQLite; required on PostgreSQL.",
        secret=True,
    )
    previous_secret: str = setting(
        "",
        values.secret,
        "The former master secret, while it is being changed: keys that lie under it can still be opened.",
        secret=True,
    )
    admin_username: str = setting(
        "admin", values.filled, "Username of the first administrator, created once in an empty database."
    )
    admin_password: str = setting(
        "",
        values.filled,
        "Password of the first administrator. Without it one is generated and shown once.",
        secret=True,
    )
    issuer: str = setting("doorward", values.filled, "`iss` of access tokens.")
    audience: str = setting("doorward", values.filled, "`aud` of access tokens.")
    token_algorithm: str = setting(
        "ES256", values.one_of("ES256", "EdDSA", "RS256"), "How access tokens are signed: `ES256`, `EdDSA` or `RS256`."
    )
    key_rotation: int = setting(
        90 * 86400, values.duration(0, 3650 * 86400), "A new signing key is made this often. 0: only on command."
    )
    key_announcement: int = setting(
        3600,
        values.duration(0, 30 * 86400),
        "How long a new key is published before it signs, for verifiers that cache.",
    )
    access_ttl: int = setting(900, values.duration(10, 86400), "Lifetime of an access token.")
    refresh_idle_ttl: int = setting(
        14 * 86400, values.duration(60, 3650 * 86400), "A session ends when it was not refreshed for this long."
    )
    refresh_max_ttl: int = setting(
        90 * 86400, values.duration(60, 3650 * 86400), "A session ends this long after the sign-in, whatever happens."
    )
    refresh_grace: int = setting(
        30, values.duration(0, 3600), "How long the predecessor of a refresh token may be repeated. 0: never."
    )
    refresh_rotation: bool = setting(
        True, values.flag, "Each refresh issues a new refresh token. Turn it off for clients that keep their first one."
    )
    password_min_length: int = setting(8, values.whole(8, 15), "Fewest characters of a new password.")
    password_max_length: int = setting(256, values.whole(64, 4096), "Most characters of a new password.")
    password_memory: int = setting(19456, values.whole(19456, 4194304), "Argon2id memory of one hash, KiB.")
    password_time: int = setting(2, values.whole(2, 100), "Argon2id passes.")
    password_pool_memory: int = setting(
        512, values.whole(32, 1048576), "Most memory that hashing may take at once in a worker, MiB."
    )
    login_failures: int = setting(
        5, values.whole(0, 100), "Failed sign-ins to one account from one network before pauses begin. 0: no pauses."
    )
    login_pause: int = setting(
        900, values.duration(1, 86400), "Longest of those pauses, which double with each failure."
    )
    login_network_failures: int = setting(
        300, values.whole(0, 1_000_000), "Failed sign-ins from one network within 15 minutes. 0: no limit."
    )
    login_account_failures: int = setting(
        100,
        values.whole(0, 100),
        "Failed sign-ins in a row to one account before it is locked, except to networks from which somebody signed in"
        " to it in the last 30 days. 0: no lock.",
    )
    rate_limit: int = setting(
        0,
        values.whole(0, 1_000_000),
        "Requests a second that one network may send to one worker on average. 0: no limit.",
    )
    rate_burst: int = setting(200, values.whole(1, 1_000_000), "Requests that it may send at once before that counts.")
    audit_retention: int = setting(
        365 * 86400, values.duration(0, 36500 * 86400), "How long entries of the audit trail are kept. 0: for ever."
    )
    body_limit: int = setting(65536, values.whole(1024, 16777216), "Largest request body, bytes.")
    body_timeout: int = setting(10, values.duration(1, 300), "Longest time a request body may take to arrive.")
    drain: int = setting(
        2,
        values.duration(0, 300),
        "How long a server that got SIGTERM goes on answering while `/readyz` says 503 and connections are given up.",
    )
    cors_origins: tuple[str, ...] = setting(
        (values.LOOPBACK,),
        values.origins,
        "Origins whose pages may call the API. `loopback` stands for any port of this machine.",
    )
    metrics: bool = setting(True, values.flag, "Serve `/metrics` for Prometheus.")
    metrics_token: str = setting(
        "",
        values.filled,
        "Bearer token that `/metrics` asks for. Without one, everybody who reaches the port may read it.",
        secret=True,
    )
    access_log: bool = setting(True, values.flag, "Write one line for each request to standard output.")
    log_format: str = setting(
        "readable", values.one_of("readable", "json"), "How log lines look: `readable` or `json`."
    )
    log_level: str = setting(
        "warning", values.one_of("debug", "info", "warning", "error"), "The least serious log lines that are written."
    )
    otel: bool = setting(
        False,
        values.flag,
        "Send traces by OpenTelemetry (needs the extra `otel`); its `OTEL_*` variables say where to.",
    )
    trusted_proxies: tuple[values.Network, ...] = setting(
        (), values.networks, "Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed."
    )

    @property
    def sqlite_path(self) -> Path | None:
        if not self.database_url:
            return self.data_dir / "doorward.db"
        if self.database_url.startswith("sqlite:///"):
            return Path(self.database_url.removeprefix("sqlite:///"))
        return None


FIELDS: Final = {field.name: field for field in dataclasses.fields(Settings)}
