"""Makes the values of a mail harmless: names are chosen by people, also by strangers who register."""

import re
import unicodedata
from typing import Final

from doorward.domain.text.visibility import JOINERS

# Only these are shown as they are: an address of this service, and an address of a user, were checked before.
_ADDRESSES: Final = ("link", "email")
_LINK_MAX: Final = 2000
_VALUE_MAX: Final = 100
# What mail programs make a link of: a dot before letters, and the start of an address.
_LINKABLE: Final = re.compile(r"\.(?=[^\W\d_])|:(?=//)")
# Shows nothing and allows no line break.
_WORD_JOINER: Final = "\u2060"
_ISOLATE: Final = ("\u2068", "\u2069")
_RIGHT_TO_LEFT: Final = ("R", "AL", "AN")


def harmless(name: str, value: str) -> str:
    """On one line, of bounded length, without control characters. Addresses in it do not become links: otherwise a
    registration in the name of `Visit evil.example` would have this service send such mails."""
    shown = shortened(one_line(value), _LINK_MAX if name == "link" else _VALUE_MAX)
    return shown if name in _ADDRESSES else _LINKABLE.sub(rf"\g<0>{_WORD_JOINER}", shown)


def isolated(value: str) -> str:
    """For plain text: text from right to left does not turn the order of the words around it."""
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in value):
        return value.join(_ISOLATE)
    return value


def one_line(text: str) -> str:
    """Line breaks, which would start another header, become spaces. Characters that control the direction or show
    nothing are left out."""
    if not text.isprintable():
        text = "".join(map(_shown, text))
    return " ".join(text.split())


def shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _shown(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    return "" if category[0] == "C" and character not in JOINERS else character
