"""A lock that is held over many transactions, as a lock on a file beside the database."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def held(database: Path, name: str) -> Iterator[bool]:
    path = database.with_name(f"{database.name}-{name}-lock")
    file = _lock(path)
    try:
        yield file is not None
    finally:
        if file is not None:
            path.unlink()
            file.close()


def _lock(path: Path) -> BinaryIO | None:
    while True:
        file = path.open("ab")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return None
        # The former holder may have removed the file after it was opened here; another process would make a new one.
        if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()):
            return file
        file.close()
