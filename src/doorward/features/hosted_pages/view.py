"""What a page depends on besides its table."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from doorward.features.hosted_pages.brand import PageBrand
from doorward.features.hosted_pages.model import Configuration
from doorward.features.hosted_pages.texts import Texts

BASE: Final = "/account"


class Assets(Struct, frozen=True):
    """The addresses of the built script and style sheets; without a script, the pages are not built."""

    script: str = ""
    styles: tuple[str, ...] = ()


class View(Struct, frozen=True):
    texts: Texts
    configuration: Configuration
    brand: PageBrand
    assets: Assets
    # Chosen by `?lang=`; kept in links. The address to return to was checked against the list.
    chosen: bool = False
    return_to: str = ""
    # After a form was posted: the panel to show, what was typed, and what is wrong.
    panel: str = ""
    values: Mapping[str, str] = {}
    errors: Mapping[str, str] = {}
    alert: str = ""
    reason: str = ""

    def t(self, key: str, **given: object) -> str:
        return self.texts.get(key, **given)

    def query(self, **changes: str) -> str:
        kept = {"lang": self.texts.language if self.chosen else "", "return": self.return_to} | changes
        given = {name: value for name, value in kept.items() if value}
        return "?" + urlencode(given) if given else ""

    def address(self, page: str) -> str:
        return f"{BASE}/{page}{self.query()}" if page else f"{BASE}{self.query()}"
