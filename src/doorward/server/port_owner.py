"""Names the process that listens on a port, as Linux lists sockets and processes in /proc."""

import contextlib
import os
from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc")
_LISTENING: Final = "0A"
# Columns of /proc/net/tcp.
_LOCAL, _STATE, _INODE = 1, 3, 9
_LONGEST: Final = 80


def described(port: int) -> str:
    """What to add to "Address already in use": the process, and how to go on."""
    other_port = "choose another port with --port or DOORWARD_PORT"
    if not _PROC.joinpath("net/tcp").exists():
        return f"; {other_port}"
    pid = _find(port)
    if pid is None:
        return f" by a process that this account can't see; sudo ss -ltnp 'sport = :{port}' names it, or {other_port}"
    return f" by process {pid} ({_command(pid)}); stop it with kill {pid}, or {other_port}"


def _find(port: int) -> int | None:
    sockets = {f"socket:[{inode}]" for inode in _inodes(port)}
    for folder in _PROC.glob("[0-9]*/fd") if sockets else ():
        with contextlib.suppress(OSError):  # Of another account, or ended since.
            if any(os.readlink(entry.path) in sockets for entry in os.scandir(folder)):
                return _first_of_its_kind(int(folder.parent.name))
    return None


def _inodes(port: int) -> set[str]:
    found = set[str]()
    for name in ("tcp", "tcp6"):
        with contextlib.suppress(OSError):
            for line in (_PROC / "net" / name).read_text().splitlines()[1:]:
                cells = line.split()
                if cells[_STATE] == _LISTENING and int(cells[_LOCAL].rpartition(":")[2], 16) == port:
                    found.add(cells[_INODE])
    return found


def _first_of_its_kind(pid: int) -> int:
    """The process that forked this one and runs the same command: ending a worker would only start another."""
    with contextlib.suppress(OSError, ValueError):
        parent = int(_PROC.joinpath(str(pid), "stat").read_text().rpartition(")")[2].split()[1])
        if parent > 1 and _arguments(parent) == _arguments(pid):
            return _first_of_its_kind(parent)
    return pid


def _command(pid: int) -> str:
    """Program and subcommand, without options: their values may be secrets."""
    words = []
    with contextlib.suppress(OSError):
        words = _arguments(pid)
    plain = [os.path.basename(words[0])] if words else ["unknown"]
    for word in words[1:]:
        if word.startswith("-") and word != "-m":
            break
        plain.append(word)
    shown = " ".join(plain)[:_LONGEST]
    return "".join(character if character.isprintable() else "?" for character in shown)


def _arguments(pid: int) -> list[str]:
    return _PROC.joinpath(str(pid), "cmdline").read_bytes().decode(errors="replace").rstrip("\0").split("\0")
