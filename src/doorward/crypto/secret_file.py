"""The master secret's file, for those who don't set one."""

import os
import secrets
import stat
from pathlib import Path
from typing import Final

from doorward.settings import SettingsError

NAME: Final = "secret.key"


def read_or_make(folder: Path) -> str:
    path = folder / NAME
    if not path.exists():
        _make(path)
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise SettingsError(f"{path} can be read by others (mode {mode:04o}): run chmod 600 {path}")
    secret = path.read_text("ascii").strip()
    if len(secret) < 32:
        raise SettingsError(f"{path} holds no usable secret; restore it from a backup")
    return secret


def _make(path: Path) -> None:
    # Complete before it has its name: a process that starts at the same moment never reads half of it.
    draft = path.with_name(f".{NAME}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        pass  # Another process was first; its secret counts.
    finally:
        draft.unlink()
