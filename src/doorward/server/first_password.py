"""Shows the generated password of the first administrator."""

import os
import sys
from typing import Final

from doorward.settings import Settings

FILE: Final = "first-admin-password"


def shown(settings: Settings, password: str) -> str:
    """The password on a terminal. Elsewhere it goes to a file, to keep it out of logs; returns the file's path."""
    if sys.stdout.isatty():
        return f"{password}  (shown only this once; choose another within a day)"
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = settings.data_dir / FILE
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(password + "\n")
    return f"in {path.resolve()} (delete the file after reading it; choose another password within a day)"
