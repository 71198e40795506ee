"""The temporary folder in which workers share their counters."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_PREFIX: Final = "doorward-metrics-"
_LOCK: Final = "lock"


@contextlib.contextmanager
def metrics_folder(workers: int) -> Iterator[Path | None]:
    """A new folder, removed at the end; None for a single worker. Also removes folders that killed servers left."""
    if workers == 1:
        yield None
        return
    import fcntl

    with contextlib.suppress(OSError):
        _remove_abandoned(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as name:
        folder = Path(name)
        # The kernel releases the lock when the server and its workers have ended, however they ended. The file gets its
        # name when it is locked, so that another server that starts now never finds it unlocked.
        with (folder / "new").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            (folder / "new").rename(folder / _LOCK)
            yield folder


def _remove_abandoned(parent: Path) -> None:
    import fcntl

    for folder in parent.glob(_PREFIX + "*"):
        with contextlib.suppress(OSError):  # In use, of another account, or gone.
            if folder.lstat().st_uid != os.geteuid():
                continue
            descriptor = os.open(folder / _LOCK, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
            finally:
                os.close(descriptor)
