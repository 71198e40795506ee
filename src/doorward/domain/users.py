"""Users: the values and the rules that make them valid."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from doorward.domain.access import Role
from doorward.domain.validation import checked, printable

DISABLED: Final = 0
ENABLED: Final = 1

USERNAME_MAX: Final = 64
NAME_MAX: Final = 100
EMAIL_MAX: Final = 254
PHONE_MAX: Final = 32
AVATAR_MAX: Final = 2048

_AVATAR: Final = re.compile(r"(https?://|/)\S*")


class User(Struct, frozen=True):
    roles: tuple[Role, ...]
    permissions: tuple[str, ...]  # What the roles give together.
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
    must_change_password: int

    @property
    def enabled(self) -> bool:
        return self.status == ENABLED

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
    must_change_password: bool | UnsetType = UNSET

    @classmethod
    def parse(cls, acceptable: Callable[[str], str] | None = None, /, **given: Any) -> "Profile":
        """Checks every given field, the password by a rule of the caller's, and reports all that are wrong at once."""
        return cls(**checked(given, _CLEAN | {"password": acceptable} if acceptable else _CLEAN))


def fold(text: str) -> str:
    """The form under which names compare: computed here, because the databases fold case differently."""
    if text.isascii():
        folded = text.lower()
    else:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    # Most are folded already: an import then holds one text instead of two.
    return text if folded == text else folded


def _username(text: str) -> str:
    return printable(text, USERNAME_MAX, spaces=False)


def _name(text: str) -> str:
    return printable(text, NAME_MAX, spaces=True)


def _email(text: str) -> str:
    text = printable(text, EMAIL_MAX, spaces=False)
    name, _, host = text.partition("@")
    if not name or not host or "@" in host:
        raise ValueError("must be an e-mail address such as ann@example.com")
    return text


def _phone(text: str) -> str:
    return printable(text, PHONE_MAX, spaces=True)


def _avatar(text: str) -> str:
    text = printable(text, AVATAR_MAX, spaces=False)
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
