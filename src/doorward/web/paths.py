"""Path parameters: `{name}` is an id, `{name:text}` is text."""

import re
from collections.abc import Callable
from typing import Any, Final

# The unreserved characters of RFC 3986. No leading dot, so that a value is never `.` or `..`.
TEXT: Final = "[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,127}"
# By kind, in order of precedence: what a segment must match, and how it is converted.
_CONVERTORS: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    # 16 digits at most, so that it fits a BIGINT.
    "id": ("[1-9][0-9]{0,15}", int),
    "text": (TEXT, str),
}
_PARAMETER: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")


def parameters(path: str) -> dict[str, str]:
    """The kinds of a route's parameters by name."""
    found: dict[str, str] = {}
    for segment in path.split("/"):
        if "{" in segment:
            declared = _PARAMETER.fullmatch(segment)
            if declared is None or (declared[2] or "id") not in _CONVERTORS or declared[1] in found:
                raise ValueError(f"{segment} declares no path parameter in {path}")
            found[declared[1]] = declared[2] or "id"
    return found


def template(path: str) -> str:
    """The path as OpenAPI writes it, without the kinds of parameters."""
    return _PARAMETER.sub(r"{\1}", path)


def pattern(path: str) -> str:
    """A regular expression with a group for each parameter."""
    segments = path.split("/")
    return "/".join(f"({_CONVERTORS[kind][0]})" if (kind := _kind(each)) else re.escape(each) for each in segments)


def precedence(path: str) -> list[int]:
    """Sorts fixed segments before ids, and ids before text, from left to right."""
    return [["", *_CONVERTORS].index(_kind(segment)) for segment in path.split("/")]


def convertors(path: str) -> list[tuple[str, Callable[[str], Any]]]:
    """The names of a route's parameters, each with the function that converts its segment."""
    return [(name, _CONVERTORS[kind][1]) for name, kind in parameters(path).items()]


def _kind(segment: str) -> str:
    return "".join(parameters(segment).values())
