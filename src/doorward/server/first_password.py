"""Shows the generated password of the first administrator."""

import errno
import os
import sys
from typing import Final

from doorward.settings import PREFIX, Settings, SettingsError

FILE: Final = "first-admin-password"


def check_place(settings: Settings) -> None:
    """Raises SettingsError where `shown` could not write: a password that was generated before would be lost."""
    if sys.stdout.isatty():
        return
    folder = settings.data_dir
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise SettingsError(
            f"The password of the first administrator can't be written to {folder}: {error.strerror}. Set"
            f" {PREFIX}ADMIN_PASSWORD, or {PREFIX}DATA_DIR to a folder that this account can write to"
        ) from None


def shown(settings: Settings, password: str) -> str:
    """The password on a terminal. Elsewhere it goes to a file, to keep it out of logs; returns the file's path."""
    if sys.stdout.isatty():
        return f"{password}  (shown only this once; choose another within a day)"
    path = settings.data_dir / FILE
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(password + "\n")
    return f"in {path.resolve()} (delete the file after reading it; choose another password within a day)"
