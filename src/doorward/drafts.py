"""Files that are written under another name first, so that their own name never stands for half a file."""

import errno
import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

_SUFFIX: Final = ".doorward-draft"
# Endings of a SQLite database and of the files that SQLite writes beside it.
BESIDE: Final = ("", "-journal", "-wal", "-shm")


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A draft that takes the target's name, durably, when the block ends without an error."""
    if target.exists() and not target.is_file():
        raise OSError(f"{target} is not a file")  # Renaming would replace a pipe or a device.
    with draft(target) as path:
        yield path
        sync(path)
        path.replace(target)
        sync(target.parent)


@contextmanager
def draft(target: Path) -> Iterator[Path]:
    """A new file of mode 0600 in the target's folder, removed at the end.

    After SIGKILL the next draft in the folder removes it: a draft in use is locked, and the kernel releases the lock
    with the process. A process id in the name could not tell, since ids repeat in containers.
    """
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "There is no such folder", str(target.parent))
    _remove_abandoned(target.parent)
    path, locked = _new(target)
    try:
        yield path
    finally:
        _remove(path)
        locked.close()


def sync(path: Path) -> None:
    """Makes a file, or the names in a folder, durable."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _new(target: Path) -> tuple[Path, BinaryIO]:
    while True:
        try:
            descriptor, name = tempfile.mkstemp(_SUFFIX, f".{target.name}.", target.parent)
        except OSError as error:
            # The caller knows the target, and not the name of the draft.
            raise OSError(error.errno, error.strerror, str(target)) from None
        file = os.fdopen(descriptor, "r+b")
        with suppress(OSError):  # A file system without locks. There none is taken for abandoned.
            fcntl.flock(file, fcntl.LOCK_EX)
        # Another process may have found it before it was locked, and have removed it.
        if Path(name).exists():
            return Path(name), file
        file.close()


def _remove_abandoned(folder: Path) -> None:
    for path in folder.glob(f".*{_SUFFIX}"):
        with suppress(OSError):  # In use, gone, or of another account.
            # Other accounts can write into folders such as /tmp: opening a pipe would wait for its writer.
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _remove(path)
            finally:
                os.close(descriptor)


def _remove(path: Path) -> None:
    for ending in BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)
