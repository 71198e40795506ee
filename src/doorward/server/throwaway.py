"""Folders that are removed when the server ends, however it ends."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_LOCK: Final = "lock"


@contextlib.contextmanager
def throwaway_folder(prefix: str, parent: str | None = None) -> Iterator[Path]:
    """A new folder, removed at the end. Also removes folders of that prefix that killed servers left."""
    import fcntl

    parent = parent or tempfile.gettempdir()
    with contextlib.suppress(OSError):
        _remove_abandoned(Path(parent), prefix)
    with tempfile.TemporaryDirectory(prefix=prefix, dir=parent) as name:
        folder = Path(name)
        # A cleaner of temporary files, such as systemd-tmpfiles, leaves a folder alone that is locked itself.
        kept = os.open(folder, os.O_RDONLY)
        fcntl.flock(kept, fcntl.LOCK_SH)
        # The kernel releases the lock when the server and its workers have ended, however they ended. The file gets its
        # name when it is locked, so that another server that starts now never finds it unlocked.
        with (folder / "new").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            (folder / "new").rename(folder / _LOCK)
            try:
                yield folder
            finally:
                os.close(kept)


def metrics_folder(workers: int) -> contextlib.AbstractContextManager[Path | None]:
    """The folder in which workers share their counters; None for a single worker."""
    return contextlib.nullcontext() if workers == 1 else throwaway_folder("doorward-metrics-")


def _remove_abandoned(parent: Path, prefix: str) -> None:
    import fcntl

    for folder in parent.glob(prefix + "*"):
        with contextlib.suppress(OSError):  # In use, of another account, or gone.
            if folder.lstat().st_uid != os.geteuid():
                continue
            descriptor = os.open(folder / _LOCK, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
            finally:
                os.close(descriptor)
