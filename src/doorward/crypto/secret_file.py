"""The master secret's file, for those who don't set one."""

import os
import secrets
import stat
from pathlib import Path
from typing import Final

from doorward.settings import SettingsError

NAME: Final = "secret.key"
_PREVIOUS: Final = "secret.key.previous"


def read_or_make(folder: Path) -> str:
    path = folder / NAME
    if not path.exists():
        _make(path)
    return _read(path)


def previous(folder: Path) -> str:
    """The secret before the present one, while a change of it is under way; else nothing."""
    try:
        return _read(folder / _PREVIOUS)
    except FileNotFoundError:
        return ""


def begin_change(folder: Path) -> None:
    """A new secret beside the old one. Killed at any point, the files hold what opens the keys."""
    path = folder / NAME
    if not (folder / _PREVIOUS).exists():
        os.link(path, folder / _PREVIOUS)
    if path.samefile(folder / _PREVIOUS):  # Else a change that was cut short got this far already.
        os.replace(_draft(path), path)
    _sync(folder)


def end_change(folder: Path) -> None:
    """To be called when nothing lies under the previous secret any more."""
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


def _make(path: Path) -> None:
    draft = _draft(path)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # Another process was first; its secret counts.
    finally:
        draft.unlink()


def _draft(path: Path) -> Path:
    """A new secret, complete before it gets its name: who starts at the same moment never reads half of it."""
    draft = path.with_name(f".{NAME}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(48) + "\n")
        file.flush()
        os.fsync(file.fileno())
    return draft


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
