"""Which ways in are open, and the addresses to which a page may send a person back."""

import re
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from doorward.domain.sign_in.relying_party import relying_party
from doorward.features.hosted_pages.texts import LANGUAGES
from doorward.settings import Settings, section, setting, values

# Printable ASCII without the backslash: browsers read `\` like `/`, and drop tabs and line breaks.
_PLAIN: Final = re.compile(r"[!-\[\]-~]{1,2048}")
_ADDRESS: Final = re.compile(r"(https?://[^/?#]+)([^?#]*)(?:[?#].*)?")
# Goes into a Content-Security-Policy, which has no way to escape a semicolon or a space.
_HOST: Final = re.compile(r"([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?")

# To which people who had to sign in come back.
_OWN_PAGES: Final = ("/account/passkey",)


def return_urls(value: Any) -> tuple[str, ...]:
    given = values.items(value)
    for url in given:
        parts = urlsplit(url)
        if (
            not _PLAIN.fullmatch(url)
            or parts.scheme not in ("http", "https")
            or not _HOST.fullmatch(parts.netloc)
            or parts.query
            or parts.fragment
            or _has_dot_segment(parts.path)
        ):
            raise ValueError(
                f"has {url!r}, which is not an address in lower case such as https://app.example.com/welcome, without"
                " a wildcard, a user or a query"
            )
    return tuple(given)


@section
class HostedPagesSettings:
    return_urls: tuple[str, ...] = setting(
        (),
        return_urls,
        "Addresses to which a hosted page may send people after a sign-in, by `?return=`: each allows its origin and"
        " the paths below its own. Others are ignored.",
    )

    @property
    def return_origins(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_origin(url) for url in self.return_urls))

    def accept(self, wanted: str) -> str:
        """The address itself if the list allows it, or if it is a page for people who are signed in; else an empty
        text."""
        if wanted in _OWN_PAGES:
            return wanted
        # Compared as text up to the path, so that a user, a port or another spelling of the host never matches.
        parts = _ADDRESS.fullmatch(wanted) if _PLAIN.fullmatch(wanted) else None
        if parts is None or _has_dot_segment(parts[2]):
            return ""
        path = parts[2] or "/"
        allowed = [urlsplit(url).path.rstrip("/") for url in self.return_urls if _origin(url) == parts[1]]
        return wanted if any(path == each or path.startswith(each + "/") for each in allowed) else ""


class Configuration(Struct, frozen=True):
    """What a person may do without being signed in. Settings of features that are not installed have their defaults."""

    registration: str
    registration_domains: tuple[str, ...]
    email_code: bool
    login_by_email: bool
    password_min_length: int
    password_max_length: int
    passkey_host: str  # Empty where browsers have no passkeys.
    languages: tuple[str, ...]

    @classmethod
    def of(cls, settings: Settings) -> "Configuration":
        party = relying_party(settings)
        # By name: the settings belong to other features.
        known = {name: value for name, _, value in settings.values()}
        return cls(
            known.get("registration", "closed"),
            known.get("registration_domains", ()),
            known.get("email_code", False),
            settings.login_by_email,
            settings.password_min_length,
            settings.password_max_length,
            party.id if party else "",
            tuple(LANGUAGES),
        )


def token_in(text: str) -> str:
    """The token in a link that a person pasted, or the token itself."""
    return text.strip().rpartition("#token=")[2]


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _has_dot_segment(path: str) -> bool:
    """Browsers resolve `..`, also when it is written as `%2e%2e`, before they send the path."""
    return any(unquote(segment) in (".", "..") for segment in path.split("/"))
