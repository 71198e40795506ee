"""One-time tokens: what a link in a mail or a mailed code proves, once."""

from typing import Final

from msgspec import Struct

# Wrong codes that a flow accepts before it ends.
MAX_TRIES: Final = 5
CODE_DIGITS: Final = 6

# Purposes of the kernel; a feature names its own. `email_revoke` is the link to the former address of a user, `not_me`
# the one by which a user disowns a sign-in.
EMAIL_CONFIRM: Final = "email_confirm"
EMAIL_REVOKE: Final = "email_revoke"
PASSWORD_RESET: Final = "password_reset"  # noqa: S105  (the name of a purpose)
NOT_ME: Final = "not_me"


def digits(typed: str) -> str:
    """The code as it was mailed: without the spaces that people and mail programs add, and with the wide digits of East
    Asian keyboards as plain ones."""
    plain = (str(int(character)) if character.isdecimal() else character for character in typed)
    return "".join("".join(plain).split())


class OneTimeToken(Struct, frozen=True):
    """A stored token. What it carries beyond its subject (`payload`) lies sealed in the database."""

    id: int
    purpose: str
    user_id: int | None
    subject: str  # What it is about, such as a folded address; empty when the user says it all.
    payload: bytes
    created_at: int
    expires_at: int


class IssuedToken(Struct, frozen=True):
    """The secrets of a new token, which exist here only: the database has their hashes.

    `link` alone is enough. `code` is accepted only together with `flow`, which the requesting client holds.
    """

    id: int
    link: str
    flow: str
    code: str
    expires_at: int


class WrongCode(Struct, frozen=True):
    """The outcome of a code that is not the right one."""

    remaining: int
