"""Logos: pictures of a few types, told by their content. What a client calls the file does not count."""

import re
from typing import Any, Final

from msgspec import Struct

LOGO_MAX: Final = 128 * 1024
# Of an SVG. A browser has to draw each of them, on every page.
ELEMENTS_MAX: Final = 5000
VARIANTS: Final = ("light", "dark")
_SVG: Final = "image/svg+xml"
_NAMESPACE: Final = "http://www.w3.org/2000/svg"
# Its elements load files and lead elsewhere by attributes of many names.
_HTML: Final = "http://www.w3.org/1999/xhtml"
# Elements that run code, show other documents, or change attributes after the check.
_ACTIVE: Final = {"script", "foreignobject", "iframe", "embed", "object", "handler", "listener", "set", "animate"}
_HARMLESS: Final = "(#|data:image/(png|jpeg|webp|gif);base64,)"
_HARMLESS_REFERENCE: Final = re.compile(rf"\s*{_HARMLESS}", re.IGNORECASE)
# In style sheets and attributes. A backslash can hide any of them.
_REFERENCE_OF_STYLE: Final = re.compile(
    rf"url\((?!\s*[\"']?\s*{_HARMLESS})|@import|(image-set|src)\(|\\", re.IGNORECASE
)

_OUTSIDE: Final = "must refer to nothing outside of the file, as SVG"


class Logo(Struct, frozen=True):
    media_type: str
    body: bytes
    digest: str  # Of the body, in hexadecimal: the entity tag, and part of the address.

    @property
    def in_mails(self) -> bool:
        """Whether mail programs show it; most show no SVG."""
        return self.media_type != _SVG


def media_type(body: bytes) -> str:
    """The type by content. ValueError for anything but a picture that is safe to serve."""
    if not body:
        raise ValueError("must not be empty")
    if len(body) > LOGO_MAX:
        raise ValueError(f"must have at most {LOGO_MAX // 1024} KiB")
    if body.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if body.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if body[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif"
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "image/webp"
    if body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        _check_svg(body)
        return _SVG
    raise ValueError("must be a PNG, JPEG, WebP, GIF or SVG picture")


def _check_svg(body: bytes) -> None:
    """Refuses what makes a document of a picture: declarations, scripts, handlers and references to other hosts.

    It is served with a policy that runs nothing either. The check keeps such files away from programs that open the
    picture without that policy.
    """
    # Loaded here: a service without an SVG logo needs no parser. Entities are safe: a declaration ends the parsing.
    from xml.parsers import expat  # nosec B406

    # The response names UTF-8, which wins over what the file says of itself.
    parser = expat.ParserCreate("utf-8", "\n")
    checks = _Checks()
    parser.XmlDeclHandler = checks.xml_declaration
    parser.StartDoctypeDeclHandler = checks.doctype
    parser.ProcessingInstructionHandler = checks.instruction
    parser.StartElementHandler = checks.element
    parser.EndElementHandler = checks.element_end
    parser.CharacterDataHandler = checks.text
    try:
        parser.Parse(body, True)
    except expat.ExpatError:
        raise ValueError("must be a PNG, JPEG, WebP, GIF or SVG picture; as SVG, it is not well-formed") from None


class _Checks:
    def __init__(self) -> None:
        self._elements = 0
        self._styles: list[str] = []
        self._in_style = 0

    def xml_declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        if encoding and encoding.lower() != "utf-8":
            raise ValueError("must be encoded in UTF-8, as SVG")

    def doctype(self, *declared: Any) -> None:
        raise ValueError("must have no DOCTYPE, as SVG; remove the declaration")

    def instruction(self, target: str, data: str) -> None:
        raise ValueError(f"must have no processing instruction such as {target[:20]!r}, as SVG")

    def element(self, name: str, attributes: dict[str, str]) -> None:
        # "\n" is between namespace and name: no attribute value or name contains it.
        namespace, _, local = name.rpartition("\n")
        if self._elements == 0 and (namespace, local) != (_NAMESPACE, "svg"):
            raise ValueError("must be a PNG, JPEG, WebP, GIF or SVG picture")
        self._elements += 1
        if self._elements > ELEMENTS_MAX:
            raise ValueError(f"must have at most {ELEMENTS_MAX} elements, as SVG")
        if namespace == _HTML or local.lower() in _ACTIVE or local.lower().startswith("animate"):
            raise ValueError(f"must not contain the element {local[:20]!r}, as SVG")
        for attribute, value in attributes.items():
            _check_attribute(attribute.rpartition("\n")[2].lower(), value)
        self._in_style += local.lower() == "style"

    def text(self, text: str) -> None:
        if self._in_style:
            self._styles.append(text)

    def element_end(self, name: str) -> None:
        if name.rpartition("\n")[2].lower() != "style":
            return
        self._in_style -= 1
        if not self._in_style:
            # As a whole: what is between two texts, such as a comment, is no part of the style sheet.
            _check_style("".join(self._styles))
            self._styles.clear()


def _check_attribute(name: str, value: str) -> None:
    if name.startswith("on"):
        raise ValueError(f"must have no handler such as {name[:20]!r}, as SVG")
    if name in ("href", "src") and value.strip() and not _HARMLESS_REFERENCE.match(value):
        raise ValueError(_OUTSIDE)
    if name == "style" or "(" in value:
        _check_style(value)


def _check_style(style: str) -> None:
    if _REFERENCE_OF_STYLE.search(style):
        raise ValueError(_OUTSIDE)
