"""The file of the master secret, where the setting is absent."""

import base64
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from doorward.crypto.sealing import Entropy
from doorward.drafts import draft, replacing, sync
from doorward.settings import SettingsError

NAME: Final = "secret.key"
_PREVIOUS: Final = "secret.key.previous"


def paths(folder: Path) -> list[Path]:
    """Where the secrets are, whether there are any or not."""
    return [folder / NAME, folder / _PREVIOUS]


def make_missing(folder: Path, entropy: Entropy) -> None:
    """Makes the secret of a new installation; leaves an existing one alone."""
    path = folder / NAME
    if path.exists():
        return
    with draft(path) as new:
        _write(new, entropy)
        with suppress(FileExistsError):  # Another process created it first; its secret is used.
            os.link(new, path)
    sync(folder)


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
        with replacing(path) as new:
            _write(new, entropy)
    sync(folder)


def end_change(folder: Path) -> None:
    """Removes the previous secret. To be called when all keys are sealed under the new one."""
    (folder / _PREVIOUS).unlink()
    sync(folder)


def _read(path: Path) -> str:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise SettingsError(f"{path} can be read by others (mode {mode:04o}): run chmod 600 {path}")
    secret = path.read_bytes().strip().decode("ascii", "replace")
    if len(secret) < 32 or not secret.isascii():
        raise SettingsError(f"{path} holds no usable secret; restore it from a backup")
    return secret


def _write(path: Path, entropy: Entropy) -> None:
    path.write_text(base64.urlsafe_b64encode(entropy(48)).decode() + "\n")
    sync(path)
