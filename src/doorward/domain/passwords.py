"""What a new password must be."""

import unicodedata
from functools import cache

from msgspec import Struct

from doorward.domain.users import fold
from doorward.errors import ValidationFailed


class PasswordPolicy(Struct, frozen=True):
    min_length: int
    max_length: int

    def check(self, password: str, *, username: str, email: str | None, field: str = "password") -> None:
        try:
            self.accept(password, username=username, email=email)
        except ValueError as complaint:
            raise ValidationFailed((field, str(complaint))) from None

    def accept(self, password: str, *, username: str, email: str | None) -> str:
        """The password itself, or a ValueError: a rule as other fields have theirs."""
        complaint = self._complaint(normalise(password), username, email)
        if complaint:
            raise ValueError(complaint)
        return password

    def _complaint(self, password: str, username: str, email: str | None) -> str | None:
        if len(password) < self.min_length:
            return f"must have at least {self.min_length} characters"
        if len(password) > self.max_length:
            return f"must have at most {self.max_length} characters"
        folded = fold(password)
        if folded in {fold(username), fold(email or "")}:
            return "must not be the username or the e-mail address"
        if folded in common_passwords():
            return "is among the most common passwords; choose another"
        return None


def normalise(password: str) -> str:
    """One form for what keyboards may send in several (NIST SP 800-63B-4 asks for NFKC or NFKD)."""
    return unicodedata.normalize("NFKC", password)


@cache
def common_passwords() -> frozenset[str]:
    # Imported here, as nobody needs them at the start.
    import gzip
    from importlib import resources

    packed = resources.files("doorward.domain").joinpath("common_passwords.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode().split("\n"))
