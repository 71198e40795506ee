"""The file of the master secret, where the setting is absent."""

import base64
import contextlib
import fcntl
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from doorward.crypto.vault import Entropy
from doorward.settings import SettingsError

NAME: Final = "secret.key"
_PREVIOUS: Final = "secret.key.previous"
_DRAFT: Final = f".{NAME}."


def make_missing(folder: Path, entropy: Entropy) -> None:
    """Makes the secret of a new installation; leaves an existing one alone."""
    path = folder / NAME
    if path.exists():
        return
    with _draft(folder, entropy) as draft, contextlib.suppress(FileExistsError):
        os.link(draft, path)  # Fails if another process created it first; its secret is used.


def read(folder: Path) -> str:
    """Never makes one: a new secret beside an existing database would only hide that the right one is missing."""
    path = folder / NAME
    try:
        return _read(path)
    except FileNotFoundError:
        raise SettingsError(
            f"{path} is missing, and the keys in the database were sealed under it: restore it from the backup"
            " (or set DOORWARD_SECRET, if the secret was given there)"
        ) from None


def previous(folder: Path) -> str:
    """The previous secret while a change is in progress; otherwise empty."""
    try:
        return _read(folder / _PREVIOUS)
    except FileNotFoundError:
        return ""


def begin_change(folder: Path, entropy: Entropy) -> None:
    """Writes a new secret and keeps the old one. After a crash at any point, the files still open the keys."""
    path = folder / NAME
    if not (folder / _PREVIOUS).exists():
        os.link(path, folder / _PREVIOUS)
    if path.samefile(folder / _PREVIOUS):  # Otherwise an interrupted change has written it already.
        with _draft(folder, entropy) as draft:
            os.replace(draft, path)
    _sync(folder)


def end_change(folder: Path) -> None:
    """Removes the previous secret. To be called when all keys are sealed under the new one."""
    (folder / _PREVIOUS).unlink()
    _sync(folder)


def _read(path: Path) -> str:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise SettingsError(f"{path} can be read by others (mode {mode:04o}): run chmod 600 {path}")
    secret = path.read_text("ascii").strip()
    if len(secret) < 32:
        raise SettingsError(f"{path} holds no usable secret; restore it from a backup")
    return secret


@contextlib.contextmanager
def _draft(folder: Path, entropy: Entropy) -> Iterator[Path]:
    """Writes a new secret under a temporary name, so that a concurrent start never reads a partial file.

    The name is random: in a container each start has the same process id, and the draft of a start that was killed
    would be in the way of every later one.
    """
    with _folder_lock(folder) as locked:
        if locked:
            for stale in folder.glob(f"{_DRAFT}*"):
                stale.unlink(missing_ok=True)
        draft = folder / f"{_DRAFT}{entropy(8).hex()}"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w") as file:
                file.write(base64.urlsafe_b64encode(entropy(48)).decode() + "\n")
                file.flush()
                os.fsync(file.fileno())
            yield draft
        finally:
            draft.unlink(missing_ok=True)
    _sync(folder)


@contextlib.contextmanager
def _folder_lock(folder: Path) -> Iterator[bool]:
    """While it is held, no other process writes a draft: those that exist were left behind by one that was killed.

    The kernel releases it with the process. False where the file system has no such locks.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        locked = True
    except OSError:
        locked = False
    try:
        yield locked
    finally:
        os.close(descriptor)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
