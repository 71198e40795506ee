"""Files that commands write under another name first, so that their own name never stands for half a file."""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

_SUFFIX: Final = ".doorward-draft"
# Files that SQLite writes beside a database.
_BESIDE: Final = ("", "-journal", "-wal", "-shm")


@contextmanager
def draft(target: Path) -> Iterator[Path]:
    """A new file in the target's folder, which takes the target's name when the block ends without an error.

    It is removed otherwise. After SIGKILL the next command that writes into the folder removes it: a draft in use is
    locked, and the kernel releases the lock with the process. A process id in the name could not tell, since ids
    repeat in containers.
    """
    _remove_abandoned(target.parent)
    path, locked = _new(target)
    try:
        yield path
        _sync(path)
        path.replace(target)
        _sync(target.parent)
    finally:
        _remove(path)
        locked.close()


def _new(target: Path) -> tuple[Path, BinaryIO]:
    while True:
        descriptor, name = tempfile.mkstemp(_SUFFIX, f".{target.name}.", target.parent)
        file = os.fdopen(descriptor, "r+b")
        fcntl.flock(file, fcntl.LOCK_EX)
        # Another command may have found it before it was locked, and have removed it.
        if Path(name).exists():
            return Path(name), file
        file.close()


def _remove_abandoned(folder: Path) -> None:
    for path in folder.glob(f".*{_SUFFIX}"):
        try:
            with path.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _remove(path)
        except OSError:
            continue  # In use, gone, or of another account.


def _remove(path: Path) -> None:
    for ending in _BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
