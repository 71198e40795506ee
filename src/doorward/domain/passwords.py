"""Rules for new passwords."""

import unicodedata
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Final

from msgspec import Struct

from doorward.domain.text.bounds import MARKS_MAX, SHORT, expands_beyond, has_too_many_marks
from doorward.domain.user_fields import PASSWORD_MAX
from doorward.domain.users import fold
from doorward.errors import ValidationFailed

BREACHED: Final = "is known from data breaches; choose another"


class PasswordPolicy(Struct, frozen=True):
    min_length: int
    max_length: int
    # Tells whether a password is in the list of breached ones; None without a list (decision 36).
    lists: Callable[[str], Awaitable[bool]] | None = None

    async def check(self, password: str, *, username: str, email: str | None, field: str = "password") -> None:
        """For every password that a user or an administrator chooses."""
        try:
            self.accept(password, username=username, email=email)
        except ValueError as error:
            raise ValidationFailed((field, str(error))) from None
        if await self.is_breached(password):
            raise ValidationFailed((field, BREACHED))

    async def is_breached(self, password: str) -> bool:
        return self.lists is not None and await self.lists(password)

    def accept(self, password: str, *, username: str, email: str | None) -> str:
        """Returns the password or raises ValueError: a rule of the form that `validation.checked` takes. Without the
        list of breached passwords, which may have to wait for a disk."""
        problem = self._problem(password, username, email)
        if problem:
            raise ValueError(problem)
        return password

    def _problem(self, given: str, username: str, email: str | None) -> str | None:
        if len(given) <= PASSWORD_MAX and has_too_many_marks(given):
            return f"must not have more than {MARKS_MAX} combining marks in a row"
        password = _nfkc(given)
        if password is None or len(password) > self.max_length:
            return f"must have at most {self.max_length} characters"
        if len(password) < self.min_length:
            return f"must have at least {self.min_length} characters"
        folded = fold(password)
        if folded in {fold(username), fold(email or "")}:
            return "must not be the username or the e-mail address"
        if folded in common_passwords():
            return "is among the most common passwords; choose another"
        return None


def normalise(password: str) -> str:
    """NFKC: keyboards may send the same characters in several forms (NIST SP 800-63B-4).

    A password that no policy accepts stays as it is: normalising it could take seconds, and it matches no hash anyway.
    """
    normalised = _nfkc(password)
    return password if normalised is None else normalised


def _nfkc(password: str) -> str | None:
    """None for a password that is too long, or would be."""
    if len(password) > PASSWORD_MAX:
        return None
    if password.isascii():
        return password
    if len(password) > SHORT and (has_too_many_marks(password) or expands_beyond(password, PASSWORD_MAX)):
        return None
    return unicodedata.normalize("NFKC", password)


@cache
def common_passwords() -> frozenset[str]:
    # Imported here, to keep them out of the start-up time.
    import gzip
    from importlib import resources

    packed = resources.files("doorward.domain").joinpath("common_passwords.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode().split("\n"))
