"""The file of the master secret, where the setting is absent."""

import base64
import os
import stat
from pathlib import Path
from typing import Final

from doorward.crypto.vault import Entropy
from doorward.settings import SettingsError

NAME: Final = "secret.key"
_PREVIOUS: Final = "secret.key.previous"


def read_or_make(folder: Path, entropy: Entropy) -> str:
    path = folder / NAME
    if not path.exists():
        _make(path, entropy)
    return _read(path)


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
        os.replace(_draft(path, entropy), path)
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


def _make(path: Path, entropy: Entropy) -> None:
    draft = _draft(path, entropy)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # Another process created it first; use its secret.
    finally:
        draft.unlink()


def _draft(path: Path, entropy: Entropy) -> Path:
    """Writes a new secret under a temporary name, so that a concurrent start never reads a partial file."""
    draft = path.with_name(f".{NAME}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(base64.urlsafe_b64encode(entropy(48)).decode() + "\n")
        file.flush()
        os.fsync(file.fileno())
    return draft


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
