"""Exit codes, and the code and message for each expected error."""

import enum
from typing import Any

from doorward.crypto.passwords.breached import UnusableList
from doorward.crypto.vault import WrongSecret
from doorward.database.schema import MayNotMigrate, SchemaTooNew, SchemaTooOld
from doorward.errors import DatabaseUnavailable, Fault
from doorward.settings import SettingsError


class Exit(enum.IntEnum):
    meaning: str

    def __new__(cls, code: int, meaning: str) -> "Exit":
        member = int.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member

    DONE = 0, "Done."
    FAILED = 1, "Failed: a problem with settings, files or the database."
    USAGE = 2, "Invalid usage; nothing was done."
    REFUSED = 3, "Refused by a rule of the service, as over HTTP."
    NOT_FOUND = 4, "Not found."
    FINDINGS = (
        5,
        "Done, with findings: refused rows, a problem found by `doctor`, a damaged audit trail, a breached password.",
    )


class CommandFailed(Exception):
    """Ends a command with a message; `data` is for programs."""

    def __init__(self, message: str, code: Exit = Exit.FAILED, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message, self.code, self.data = message, code, data or {}


EXPECTED_ERRORS = (
    *(CommandFailed, Fault, SettingsError, SchemaTooNew, SchemaTooOld, MayNotMigrate, WrongSecret, UnusableList),
    *(OSError, UnicodeError),
)


def explain(error: Exception) -> tuple[Exit, str, dict[str, Any]]:
    """The exit code, a message for people, and data for programs."""
    match error:
        case CommandFailed():
            return error.code, error.message, error.data
        case DatabaseUnavailable():
            reason = f" ({error.__cause__})" if error.__cause__ else ""
            # The answer of PgBouncer to the settings of a connection.
            behind_pgbouncer = "unsupported startup parameter" in reason
            settings = "DOORWARD_DATABASE_URL and DOORWARD_DATA_DIR"
            check = "set DOORWARD_DATABASE_PGBOUNCER=true" if behind_pgbouncer else f"check {settings}"
            message = f"The database can't be opened{reason}; {check}"
            return Exit.FAILED, message, error.data
        case Fault():
            code = Exit.NOT_FOUND if error.code == 404 else Exit.REFUSED
            return code, error.message + _fields(error), error.data
        case WrongSecret():
            message = "The keys in the database were sealed under another secret: restore secret.key or DOORWARD_SECRET"
            return Exit.FAILED, message, {}
        case OSError() if error.strerror:
            return Exit.FAILED, f"{error.strerror}: {error.filename}" if error.filename else error.strerror, {}
        case UnicodeError():
            # Of bytes in arguments and in standard input. Its own message would quote a password.
            return Exit.FAILED, "An argument or the input is not text in UTF-8", {}
        case _:
            return Exit.FAILED, str(error), {}


def _fields(fault: Fault) -> str:
    fields = fault.data.get("fields", [])
    return "".join(f"\n  {wrong['field']} {wrong['message']}" for wrong in fields)
