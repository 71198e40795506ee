"""What an organisation shows instead of ours: name, colour, links below a page, and a logo."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import UNSET, Struct, UnsetType

from doorward.domain.branding.colours import readable
from doorward.domain.validation import checked, printable

NAME_MAX: Final = 60
LABEL_MAX: Final = 40
ADDRESS_MAX: Final = 500
LINKS_MAX: Final = 5
COLOUR_SIZE: Final = 7
DEFAULT_NAME: Final = "Doorward"
DEFAULT_COLOUR: Final = "#4f46e5"
DEFAULT_COLOUR_DARK: Final = "#7f78ec"


class FooterLink(Struct, frozen=True):
    label: str
    address: str  # http, https or mailto, or a path of this service.

    def absolute(self, base: str) -> "FooterLink":
        """With the address as a mail needs it."""
        return FooterLink(self.label, base + self.address) if self.address.startswith("/") else self

    def __str__(self) -> str:
        return f"{self.label}={self.address}"


class Brand(Struct, frozen=True):
    """The brand in force, as pages and mails show it."""

    name: str = DEFAULT_NAME
    colour: str = DEFAULT_COLOUR
    # For dark backgrounds, with dark text on it: `colours.for_dark`.
    colour_dark: str = DEFAULT_COLOUR_DARK
    footer_links: tuple[FooterLink, ...] = ()
    # Of the logo in mails; empty where there is none that mail programs show, or no public address.
    logo_url: str = ""
    logo_dark_url: str = ""
    # The address of this service, which paths in links are relative to in mails.
    base: str = ""

    @property
    def absolute_links(self) -> tuple[FooterLink, ...]:
        return tuple(link.absolute(self.base) for link in self.footer_links)


class BrandValues(Struct, frozen=True):
    """What was set over the API. None: not set there, so that the settings count."""

    name: str | None = None
    colour: str | None = None
    footer_links: tuple[FooterLink, ...] | None = None


class BrandChange(Struct, frozen=True):
    """A change over the API. Null takes the value of the settings again; absent leaves it."""

    name: str | UnsetType | None = UNSET
    colour: str | UnsetType | None = UNSET
    footer_links: tuple[FooterLink, ...] | UnsetType | None = UNSET

    @classmethod
    def parse(cls, **given: Any) -> "BrandChange":
        """`given`: by wire name."""
        values = checked(given, _RULES)
        return cls(values.get("name", UNSET), values.get("colour", UNSET), values.get("footerLinks", UNSET))

    def applied_to(self, values: BrandValues) -> BrandValues:
        return BrandValues(
            values.name if self.name is UNSET else self.name,
            values.colour if self.colour is UNSET else self.colour,
            values.footer_links if self.footer_links is UNSET else self.footer_links,
        )


def brand_name(value: str) -> str:
    return printable(value, NAME_MAX, spaces=True)


def footer_links(given: Sequence[FooterLink]) -> tuple[FooterLink, ...]:
    if len(given) > LINKS_MAX:
        raise ValueError(f"must have at most {LINKS_MAX} entries")
    return tuple(FooterLink(printable(link.label, LABEL_MAX, spaces=True), _address(link.address)) for link in given)


def _address(value: str) -> str:
    """Schemes are a closed list: `javascript:` and `data:` would run in the page."""
    if len(value) > ADDRESS_MAX:
        raise ValueError(f"has an address of more than {ADDRESS_MAX} characters")
    # Printable ASCII: other characters belong percent-encoded. Browsers read a backslash like a slash.
    if re.fullmatch(r"[!-~]+", value) and not re.search(r"[\\\"'<>`{}|^]", value):
        if value.startswith("/") and not value.startswith("//"):
            return value
        if value.startswith("mailto:") and re.fullmatch(r"mailto:[^@/?]+@[^@/?]+(\?.*)?", value):
            return value
        try:
            parts = urlsplit(value)
        except ValueError:
            parts = urlsplit("")
        if parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc:
            return value
    raise ValueError("has an address that does not start with https://, http://, mailto: or /, or is not valid")


def _nullable(rule: Any) -> Any:
    return lambda value: None if value is None else rule(value)


_RULES: Final[Mapping[str, Any]] = {
    "name": _nullable(brand_name),
    "colour": _nullable(readable),
    "footerLinks": _nullable(footer_links),
}
