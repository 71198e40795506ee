"""The settings of the kernel: name, default, parser and description of each.

A feature declares its own as a `section` of such fields; they are named and read in the same way.
"""

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from doorward.settings import values
from doorward.settings.declaration import fields_of, section, setting

T = TypeVar("T")


@section
class Settings:
    """The settings of the kernel and the sections of features, parsed and validated."""

    host: str = setting("127.0.0.1", values.filled, "Address to listen on.")
    port: int = setting(8000, values.whole(1, 65535), "Port to listen on.")
    tls_cert: Path | None = setting(None, values.path, "Certificate chain (PEM), to serve TLS without a proxy.")
    tls_key: Path | None = setting(None, values.path, "Private key (PEM) of that certificate.")
    workers: int = setting(1, values.whole(1, 256), "Number of worker processes.")
    data_dir: Path = setting(
        Path("doorward-data"), values.path, "Folder of the SQLite file and `secret.key`; created with mode 0700."
    )
    database_url: str = setting(
        "",
        values.database_url,
        "`sqlite:///path` or `postgresql://...`; default: `doorward.db` in the data folder.",
        secret=True,
    )
    database_pool: int = setting(
        10,
        values.whole(2, 1000),
        "PostgreSQL connections of each worker for sign-ins, token checks and writes; lists have 3 more for each 10.",
    )
    database_timeout: int = setting(
        5, values.duration(1, 300), "Time limit of a statement, and of waiting for the SQLite write lock."
    )
    search_timeout: int = setting(
        5, values.duration(1, 60), "How long a list or search may run until it is stopped, and may wait for its turn."
    )
    database_wait: int = setting(30, values.duration(0, 3600), "How long the start waits for an unreachable database.")
    database_pgbouncer: bool = setting(
        False,
        values.flag,
        "Set with PgBouncer in transaction mode. Statements are prepared where it keeps them (1.21 and later).",
    )
    database_replica_url: str = setting(
        "", values.replica_url, "Streaming replica of PostgreSQL, for lists, searches and the audit trail.", secret=True
    )
    database_replica_lag: int = setting(
        5, values.duration(1, 3600), "How far behind that replica may be. Beyond it lists are read from the primary."
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
        "The former master secret, while it is being changed: keys sealed under it can still be opened.",
        secret=True,
    )
    admin_username: str = setting(
        "admin", values.filled, "Username of the first administrator, created once in an empty database."
    )
    admin_password: str = setting(
        "",
        values.filled,
        "Password of the first administrator. Without it one is generated, shown once, and to be changed within a day.",
        secret=True,
    )
    issuer: str = setting("doorward", values.filled, "`iss` of access tokens.")
    audience: str = setting("doorward", values.filled, "`aud` of access tokens.")
    token_algorithm: str = setting(
        "ES256", values.one_of("ES256", "EdDSA", "RS256"), "Signature of access tokens: `ES256`, `EdDSA` or `RS256`."
    )
    key_rotation: int = setting(
        90 * 86400, values.duration(0, 3650 * 86400), "Interval of signing key rotation. 0: only on command."
    )
    key_announcement: int = setting(
        3600,
        values.duration(0, 30 * 86400),
        "How long a new key is published before it signs, so that verifiers can fetch it.",
    )
    access_ttl: int = setting(900, values.duration(10, 86400), "Lifetime of an access token.")
    refresh_idle_ttl: int = setting(
        14 * 86400, values.duration(60, 3650 * 86400), "A session ends after this long without a refresh."
    )
    refresh_max_ttl: int = setting(
        90 * 86400, values.duration(60, 3650 * 86400), "A session ends this long after the sign-in at the latest."
    )
    refresh_grace: int = setting(
        30, values.duration(0, 3600), "How long the previous refresh token is still accepted. 0: never."
    )
    refresh_rotation: bool = setting(
        True, values.flag, "Each refresh issues a new refresh token. Turn it off for clients that keep their first one."
    )
    refresh_grace_bound: bool = setting(
        True,
        values.flag,
        "The previous refresh token is accepted only from the network or with the user agent of its successor's"
        " client. Turn it off for applications whose server and browsers refresh the same session.",
    )
    sessions_per_user: int = setting(
        100, values.whole(1, 10_000), "Sessions of one user; a sign-in beyond that ends the least recently used one."
    )
    step_up_ttl: int = setting(
        900,
        values.duration(30, 86400),
        "How long after an authentication its session may make sensitive changes, such as another e-mail address.",
    )
    step_up_permissions: tuple[str, ...] = setting(
        (), values.names, "Permissions, such as `users:delete`, whose use over the API asks for a recent second factor."
    )
    password_min_length: int = setting(8, values.whole(8, 15), "Minimum length of a new password.")
    password_max_length: int = setting(256, values.whole(64, 4096), "Maximum length of a new password.")
    password_memory: int = setting(19456, values.whole(19456, 4194304), "Argon2id memory of one hash, in KiB.")
    password_time: int = setting(2, values.whole(2, 100), "Argon2id passes.")
    password_pool_memory: int = setting(
        512, values.whole(32, 1048576), "Memory limit of concurrent hashes in a worker, in MiB."
    )
    breached_passwords: Path | None = setting(
        None, values.path, "List of breached passwords, by `doorward passwords build`: users must choose others."
    )
    login_by_email: bool = setting(
        True, values.flag, "At a sign-in, `username` may be the e-mail address. A username that matches wins."
    )
    login_failures: int = setting(
        5, values.whole(0, 100), "Failed sign-ins to one account from one network before delays begin. 0: no delays."
    )
    login_pause: int = setting(
        900, values.duration(1, 86400), "Longest of those delays, which double with each failure."
    )
    login_network_failures: int = setting(
        300, values.whole(0, 1_000_000), "Failed sign-ins from one network within 15 minutes. 0: no limit."
    )
    login_account_failures: int = setting(
        100,
        values.whole(0, 100),
        "Consecutive failed sign-ins to one account before it is locked, except for networks with a successful sign-in"
        " to it in the last 30 days. 0: no lock.",
    )
    login_rate: int = setting(
        600,
        values.whole(0, 1_000_000),
        "Sign-ins to one account from one network in a minute, on one worker, successful ones included. 0: no limit.",
    )
    login_network_rate: int = setting(
        10_000,
        values.whole(0, 10_000_000),
        "Sign-ins from one network in 15 minutes, on one worker, successful ones included. 0: no limit.",
    )
    rate_limit: int = setting(
        0, values.whole(0, 1_000_000), "Average requests a second from one network to one worker. 0: no limit."
    )
    rate_burst: int = setting(200, values.whole(1, 1_000_000), "Burst of requests allowed above that average.")
    audit_retention: int = setting(
        365 * 86400, values.duration(0, 36500 * 86400), "How long entries of the audit trail are kept. 0: for ever."
    )
    audit_checkpoint_file: str = setting(
        "",
        values.filled,
        "File that signed checkpoints of the audit trail are appended to, or `stdout`. Keep a copy where the owner of"
        " the database can't write.",
    )
    audit_checkpoint_interval: int = setting(
        3600, values.duration(1, 30 * 86400), "Time between two checkpoints of the audit trail."
    )
    body_limit: int = setting(65536, values.whole(1024, 16777216), "Maximum size of a request body, in bytes.")
    body_timeout: int = setting(10, values.duration(1, 300), "Time limit for receiving a request body.")
    write_timeout: int = setting(
        30,
        values.duration(1, 3600),
        "How long a client may leave a response unread; it must read at least 1 KiB a second on average. What it read"
        " faster counts for later, for up to four times as long.",
    )
    connections: int = setting(
        0, values.whole(0, 65536), "Connections to each worker. 0: as many as the limit on open files allows."
    )
    connections_per_network: int = setting(
        0,
        values.whole(0, 65536),
        "Of those, connections from one network; trusted proxies are exempt. 0: half of them, at most 4096.",
    )
    drain: int = setting(
        2,
        values.duration(0, 300),
        "How long requests are still answered after SIGTERM, while `/readyz` answers 503 and connections are closed.",
    )
    cors_origins: tuple[str, ...] = setting(
        (values.LOOPBACK,),
        values.origins,
        "Origins whose pages may call the API. `loopback` stands for any port of the local machine.",
    )
    avatar_origins: tuple[str, ...] = setting(
        (),
        values.picture_origins,
        "Origins from which the console loads profile pictures. Of others it shows initials: a host that is asked for a"
        " picture learns when an administrator looks.",
    )
    public_url: str = setting(
        "",
        values.web_address,
        "Address under which people reach this service, https://login.example.com: links in mails start with it."
        " Required with a mail server. Default: the address that the service listens on.",
    )
    smtp_url: str = setting(
        "",
        values.smtp_url,
        "Mail server: `smtp://user:password@host:587` (STARTTLS where the server offers it, required with a password)"
        " or `smtps://user:password@host:465`. Without one, mails are held for administrators to pass on.",
        secret=True,
    )
    smtp_timeout: int = setting(
        60, values.duration(1, 600), "Time limit of connecting to the mail server, and again of handing a message over."
    )
    mail_from: str = setting(
        "",
        values.mail_sender,
        "Sender of mails, `Name <address>` or an address. Default: `doorward@` and the host of the public URL.",
    )
    mail_address_limit: int = setting(
        10,
        values.whole(0, 10_000),
        "Mails with a link or a code to one address in an hour; three times as many in a day, and then one an hour."
        " Further ones are not sent. Invitations are counted apart, and refused beyond it. 0: no limit.",
    )
    mail_network_limit: int = setting(
        100, values.whole(0, 1_000_000), "Requests from one network in an hour that ask for a mail. 0: no limit."
    )
    new_device: str = setting(
        "off",
        values.one_of("off", "notify", "verify"),
        "What happens at a sign-in from an unknown device: nothing (`off`), a mail (`notify`), or the sign-in also asks"
        " for a mailed code (`verify`).",
    )
    device_trust_ttl: int = setting(
        2_592_000, values.duration(0, 31_536_000), "How long a trusted device skips the second factor. 0: not at all."
    )
    metrics: bool = setting(True, values.flag, "Serve `/metrics` for Prometheus.")
    metrics_token: str = setting(
        "",
        values.filled,
        "Bearer token required by `/metrics`. Without one, every client that reaches the port can read it.",
        secret=True,
    )
    access_log: bool = setting(True, values.flag, "Write one line for each request to standard output.")
    log_format: str = setting(
        "readable", values.one_of("readable", "json"), "Format of log lines: `readable` or `json`."
    )
    log_level: str = setting(
        "warning", values.one_of("debug", "info", "warning", "error"), "Lowest level of log lines that are written."
    )
    otel: bool = setting(
        False,
        values.flag,
        "Send traces by OpenTelemetry (needs the extra `otel`); its `OTEL_*` variables say where to.",
    )
    trusted_proxies: tuple[values.Network, ...] = setting(
        (), values.networks, "Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed."
    )

    sections: tuple[Any, ...] = ()
    # Where each setting that is not at its default comes from.
    sources: dict[str, str] = dataclasses.field(default_factory=dict)

    def section(self, kind: type[T]) -> T:
        """The settings that a feature declares; its defaults where none were loaded."""
        return next((section for section in self.sections if isinstance(section, kind)), None) or kind()

    def values(self) -> Iterator[tuple[str, dataclasses.Field[Any], Any]]:
        """Name, field and value of every setting."""
        for owner in (self, *self.sections):
            for name, field in fields_of(type(owner)).items():
                yield name, field, getattr(owner, name)

    @property
    def base_url(self) -> str:
        """The address of this service for links, without a slash at the end."""
        scheme = "https" if self.tls_cert else "http"
        everywhere = self.host in ("0.0.0.0", "::")  # noqa: S104
        host = "localhost" if everywhere else f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url or f"{scheme}://{host}:{self.port}"

    @property
    def sqlite_path(self) -> Path | None:
        if not self.database_url:
            return self.data_dir / "doorward.db"
        if self.database_url.startswith("sqlite:///"):
            return Path(self.database_url.removeprefix("sqlite:///"))
        return None
