"""Users: the values and the rules that make them valid."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from doorward.domain.access import Role, effective
from doorward.errors import ValidationFailed

DISABLED: Final = 0
ENABLED: Final = 1

USERNAME_MAX: Final = 64
NAME_MAX: Final = 100
EMAIL_MAX: Final = 254
PHONE_MAX: Final = 32
AVATAR_MAX: Final = 2048

_EMAIL: Final = re.compile(r"[^\s@]+@[^\s@]+")
_AVATAR: Final = re.compile(r"(https?://|/)\S*")


class User(Struct, frozen=True):
    roles: tuple[Role, ...]
    id: int
    username: str
    name: str
    email: str | None
    phone: str | None
    avatar: str | None
    status: int
    created_at: int
    updated_at: int
    last_login_at: int | None
    version: int

    @property
    def enabled(self) -> bool:
        return self.status == ENABLED

    @property
    def permissions(self) -> tuple[str, ...]:
        return effective(self.roles)

    @property
    def role_names(self) -> list[str]:
        return [role.name for role in self.roles]


class Profile(Struct, frozen=True):
    """What a change says of a user. UNSET leaves a field as it is; None clears it."""

    username: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    email: str | UnsetType | None = UNSET
    phone: str | UnsetType | None = UNSET
    avatar: str | UnsetType | None = UNSET
    status: int | UnsetType = UNSET
    roles: tuple[str, ...] | UnsetType = UNSET
    password: str | UnsetType = UNSET

    @classmethod
    def parse(cls, **given: Any) -> "Profile":
        """Checks every given field and reports all that are wrong at once."""
        values: dict[str, Any] = {}
        wrong: list[tuple[str, str]] = []
        for field, value in given.items():
            if value is UNSET:
                continue
            try:
                values[field] = _CLEAN[field](value) if field in _CLEAN else value
            except ValueError as error:
                wrong.append((field, str(error)))
        if wrong:
            raise ValidationFailed(*wrong)
        return cls(**values)


def key(text: str) -> str:
    """The form under which names compare: computed here, because the databases fold case differently."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _printable(text: str, longest: int, *, spaces: bool) -> str:
    text = unicodedata.normalize("NFC", text).strip()
    if not text:
        raise ValueError("must not be empty")
    if len(text) > longest:
        raise ValueError(f"must have at most {longest} characters")
    if text.isprintable() and (spaces or " " not in text):
        return text  # The one space that counts as printable is the ordinary one.
    for character in text:
        category = unicodedata.category(character)
        if category[0] == "C" or category in ("Zl", "Zp") or (category == "Zs" and not spaces):
            raise ValueError("must not contain " + ("control characters" if spaces else "spaces or control characters"))
    return text


def _username(text: str) -> str:
    return _printable(text, USERNAME_MAX, spaces=False)


def _name(text: str) -> str:
    return _printable(text, NAME_MAX, spaces=True)


def _email(text: str) -> str:
    text = _printable(text, EMAIL_MAX, spaces=False)
    if not _EMAIL.fullmatch(text):
        raise ValueError("must be an e-mail address such as ann@example.com")
    return text


def _phone(text: str) -> str:
    return _printable(text, PHONE_MAX, spaces=True)


def _avatar(text: str) -> str:
    text = _printable(text, AVATAR_MAX, spaces=False)
    if not _AVATAR.fullmatch(text):
        raise ValueError("must be an http or https address, or a path that starts with /")
    return text


def _or_cleared(clean: Callable[[str], str]) -> Callable[[str | None], str | None]:
    # Forms send an empty input as "", and mean "nothing".
    return lambda text: None if text is None or not text.strip() else clean(text)


_CLEAN: Final[dict[str, Callable[[Any], Any]]] = {
    "username": _username,
    "name": _name,
    "email": _or_cleared(_email),
    "phone": _or_cleared(_phone),
    "avatar": _or_cleared(_avatar),
    "roles": lambda names: tuple(dict.fromkeys(names)),
}
