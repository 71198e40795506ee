"""The checks of `doorward doctor`. A check yields findings; a finding says how to fix it."""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from doorward.core.audit.checkpoint_file import read_last
from doorward.core.audit.checkpoints import STDOUT
from doorward.crypto import secret_file
from doorward.crypto.passwords.argon2 import Libsodium, fastest
from doorward.database.protocol import Reader
from doorward.domain.sign_in.relying_party import relying_party
from doorward.server.first_password import FILE as FIRST_PASSWORD_FILE
from doorward.settings import PREFIX, Settings
from doorward.settings.values import LOOPBACK

Level = Literal["good", "advice", "problem"]

_GIB: Final = 1 << 30
_HOUR_MS: Final = 3_600_000
_YEAR_MS: Final = 365 * 86_400_000
_CLOCK_LIMIT_MS: Final = 2_000
_HUGE_PAGES: Final = Path("/sys/kernel/mm/transparent_hugepage/enabled")


class Finding(Struct, frozen=True):
    level: Level
    subject: str
    finding: str
    action: str = ""


def files(settings: Settings, config: Path | None) -> Iterator[Finding]:
    """These files hold password hashes and keys: only the service's account may read them."""
    database = settings.sqlite_path
    private = [settings.data_dir, settings.data_dir / secret_file.NAME]
    if database is not None:
        private += [database, *(database.with_name(database.name + suffix) for suffix in ("-wal", "-shm"))]
    if config is not None and settings.secret:
        private.append(config)
    exposed = [path for path in private if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077]
    for path in exposed:
        mode = "700" if path.is_dir() else "600"
        yield Finding("problem", "files", f"{path} can be read by other accounts", f"chmod {mode} {path}")
    if not exposed:
        yield Finding("good", "files", "readable by this account only")


def first_password(settings: Settings) -> Iterator[Finding]:
    """A first start without a terminal leaves the generated password in a file, for the administrator to delete."""
    path = settings.data_dir / FIRST_PASSWORD_FILE
    if path.exists():
        found = f"{path} still holds the generated password of the first administrator"
        yield Finding("advice", "first password", found, f"note it down or change it, then rm {path}")


def secret(settings: Settings) -> Iterator[Finding]:
    if settings.sqlite_path is not None and not settings.secret:
        path = settings.data_dir / secret_file.NAME
        if not path.exists() and settings.sqlite_path.exists():
            found = f"{path} is missing, and the keys in the database need it"
            yield Finding("problem", "secret", found, "restore it from the backup")
            return
        where = f"generated, in {path}" if path.exists() else "not generated yet; the first start does"
        yield Finding("good", "secret", where)
    elif len(settings.secret) < 43 or len(set(settings.secret)) < 20:
        # 32 bytes are 43 characters of base64; a memorable sentence has fewer distinct ones.
        yield Finding(
            "advice",
            "secret",
            "accepted, but it does not look like 256 random bits",
            "generate one before the first user: openssl rand -base64 48",
        )
    else:
        yield Finding("good", "secret", "long and random")


def network(settings: Settings) -> Iterator[Finding]:
    public = settings.host not in ("127.0.0.1", "::1", "localhost")
    if any(network.prefixlen == 0 for network in settings.trusted_proxies):
        yield Finding(
            "problem",
            "proxies",
            "every address is trusted: any client can forge its address",
            f"name your proxies in {PREFIX}TRUSTED_PROXIES",
        )
    elif public and not settings.trusted_proxies:
        yield Finding(
            "advice",
            "proxies",
            f"listens on {settings.host} and trusts no proxy",
            f"name the proxy before it in {PREFIX}TRUSTED_PROXIES, or all clients share its address",
        )
    else:
        yield Finding("good", "proxies", f"{len(settings.trusted_proxies)} trusted")
    yield from _encryption(settings, public)
    yield from _cors(settings, public)


def passkeys(settings: Settings) -> Iterator[Finding]:
    """Browsers offer them at a host name with TLS alone, and those of one host at no other."""
    party = relying_party(settings)
    if party is None:
        yield Finding(
            "advice",
            "passkeys",
            f"not possible at {settings.base_url}: browsers need https and a host name",
            f"set {PREFIX}PUBLIC_URL to the address that people use, such as https://login.example.com",
        )
    elif not settings.public_url:
        yield Finding("good", "passkeys", f"for development, at {party.origin}")
    else:
        yield Finding("good", "passkeys", f"belong to {party.id}; another host in {PREFIX}PUBLIC_URL would lose them")


def _encryption(settings: Settings, public: bool) -> Iterator[Finding]:
    if settings.tls_cert is not None:
        yield Finding("good", "encryption", "serves TLS")
    elif public and not settings.trusted_proxies:
        yield Finding(
            "advice",
            "encryption",
            f"listens on {settings.host} without TLS and trusts no proxy: if clients connect directly, passwords and"
            " tokens can be read in transit, and the console's cookie is not marked Secure",
            f"set {PREFIX}TLS_CERT and {PREFIX}TLS_KEY, or put a proxy that serves TLS before it",
        )
    else:
        yield Finding("good", "encryption", "a proxy before it" if public else "reachable from this machine only")


def _cors(settings: Settings, public: bool) -> Iterator[Finding]:
    plain = [origin for origin in settings.cors_origins if origin.startswith("http://") and "localhost" not in origin]
    if plain:
        yield Finding(
            "problem",
            "cors",
            f"{plain[0]} is not encrypted: tokens can be read in transit",
            f"use its https address in {PREFIX}CORS_ORIGINS",
        )
    if public and LOOPBACK in settings.cors_origins:
        yield Finding(
            "advice",
            "cors",
            "pages of any program on a visitor's own machine may call the API",
            f"in production, set {PREFIX}CORS_ORIGINS to your front end's origin",
        )
    if not plain and not (public and LOOPBACK in settings.cors_origins):
        yield Finding("good", "cors", ", ".join(settings.cors_origins) or "no other origin")


def disk(settings: Settings) -> Iterator[Finding]:
    if settings.sqlite_path is None:
        return
    folder = next(parent for parent in settings.sqlite_path.resolve().parents if parent.exists())
    usage = shutil.disk_usage(folder)
    free = f"{usage.free / _GIB:.1f} GiB free at {folder}"
    if usage.free < _GIB // 4:
        yield Finding("problem", "disk", free, "free disk space: a full disk stops every sign-in")
    elif usage.free < _GIB or usage.free < usage.total // 20:
        yield Finding("advice", "disk", free, "free disk space soon")
    else:
        yield Finding("good", "disk", free)


def checkpoints(settings: Settings, now: int) -> Iterator[Finding]:
    """Without checkpoints elsewhere, the database's owner can cut off the newest entries of the audit trail."""
    target, interval = settings.audit_checkpoint_file, settings.audit_checkpoint_interval
    if not target:
        yield Finding(
            "advice",
            "audit",
            "no checkpoints: the owner of the database could cut off the newest entries unseen",
            f"set {PREFIX}AUDIT_CHECKPOINT_FILE, and keep the file on another machine",
        )
        return
    if target == STDOUT:
        yield Finding("good", "audit", f"a checkpoint on standard output every {interval} s")
        return
    path = Path(target)
    try:
        last = read_last(path)
    except OSError as error:
        yield Finding("problem", "audit", f"the checkpoints can't be read: {error}", "name a file of its own for them")
        return
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        yield Finding("problem", "audit", f"{path} can't be written", "let the service's account write checkpoints")
    elif last is not None and now - last.at > 3000 * interval:
        found = f"the last checkpoint in {path} is from {last.audit_checkpoint}"
        yield Finding("problem", "audit", found, "look for its error in the service's log; is the service running?")
    elif settings.sqlite_path is not None and path.resolve().parent == settings.sqlite_path.resolve().parent:
        yield Finding(
            "advice", "audit", f"checkpoints lie beside the database, in {path}", "copy them to another machine"
        )
    else:
        yield Finding("good", "audit", f"checkpoints in {path} every {interval} s")


def key_ages(ages: dict[str, int]) -> Iterator[Finding]:
    for purpose, age in ages.items():
        days = age // 86_400_000
        if age > _YEAR_MS:
            yield Finding("advice", "keys", f"the {purpose} key is {days} days old", "doorward keys rotate")
        else:
            yield Finding("good", "keys", f"the {purpose} key is {days} days old")


def clock_difference(milliseconds: int) -> Finding:
    text = f"{abs(milliseconds) / 1000:.1f} s from the database's clock"
    if abs(milliseconds) > _CLOCK_LIMIT_MS:
        return Finding("problem", "clock", text, "run NTP on both machines: expiry depends on the clock")
    return Finding("good", "clock", text)


def statement_timeout(milliseconds: int, account: str) -> list[Finding]:
    """Behind PgBouncer the limit of the account holds for all statements, also for those that take long once."""
    if not 0 < milliseconds < _HOUR_MS:
        return []
    found = (
        f"PostgreSQL stops statements of this account after {milliseconds / 1000:g} s, also one that builds an index"
    )
    action = f"ALTER ROLE {account} SET statement_timeout = 0, and RECONNECT in PgBouncer's console"
    return [Finding("problem", "statement timeout", found, action)]


async def replica(settings: Settings, primary: Reader) -> list[Finding]:
    if not settings.database_replica_url:
        return []
    from doorward.database.postgres.replica import NotAReplica, bytes_behind

    url, pgbouncer = settings.database_replica_url, settings.database_pgbouncer
    try:
        behind = await bytes_behind(url, primary, pgbouncer=pgbouncer)
    except NotAReplica as error:
        action = f"name a streaming replica in {PREFIX}DATABASE_REPLICA_URL"
        return [Finding("problem", "replica", f"{PREFIX}DATABASE_REPLICA_URL {error}", action)]
    if behind is None:
        action = "start it; until then lists are read from the primary"
        return [Finding("problem", "replica", "does not answer", action)]
    return [Finding("good", "replica", f"answers, {behind} bytes of the log behind the primary")]


def hash_cost(settings: Settings, seconds: float, threads: int) -> Finding:
    """Recommends the highest cost that keeps a hash at about a tenth of a second."""
    capacity = threads / seconds
    text = f"{seconds * 1000:.0f} ms a password: {capacity:.0f} sign-ins a second in each worker, {threads} at a time"
    affordable = int(settings.password_memory * 0.1 / seconds) // 1024 * 1024
    recommended = max(19456, min(65536, affordable, settings.password_pool_memory * 1024 // threads))
    if recommended >= settings.password_memory * 1.5:
        return Finding(
            "advice",
            "hashing",
            text,
            f"this machine can afford {PREFIX}PASSWORD_MEMORY={recommended}; set it unless you need the throughput",
        )
    if seconds > 0.5:
        lower = f"lower it: {PREFIX}PASSWORD_MEMORY={recommended}"
        least = "the cost is the lowest: run it while the machine is idle, or use faster cores"
        return Finding("advice", "hashing", text, lower if recommended < settings.password_memory else least)
    return Finding("good", "hashing", text)


def huge_pages(machine: str | None = None, setting: Path = _HUGE_PAGES) -> Iterator[Finding]:
    """libsodium maps new memory for every hash. In pages of 4 KiB, the kernel takes a third of the time of a hash."""
    if isinstance(fastest(machine), Libsodium) and setting.exists() and "[always]" not in setting.read_text():
        found = "only for programs that ask for them: a hash of a password takes half as long again"
        action = f"echo always | sudo tee {setting}; docs/operations.md says how to keep it"
        yield Finding("advice", "huge pages", found, action)
