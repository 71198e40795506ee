"""The paths of routes: in `{name}` an id stands, in `{name:text}` a text."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")

# The unreserved characters of RFC 3986. No leading dot, so that a value is never `.` or `..`.
TEXT: Final = "[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,127}"
# By kind, in order of precedence: what a segment must match, and how it is converted.
_CONVERTORS: Final[dict[str, tuple[re.Pattern[str], Callable[[str], Any]]]] = {
    # 16 digits at most, so that it fits a BIGINT.
    "id": (re.compile("[1-9][0-9]{0,15}"), int),
    "text": (re.compile(TEXT), str),
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


class Tree(Generic[T]):
    """Values by the paths of routes: a node for each segment, with those that may follow it."""

    def __init__(self) -> None:
        self._value: T | None = None
        self._fixed: dict[str, Tree[T]] = {}
        self._by_kind: dict[str, Tree[T]] = {}

    def setdefault(self, path: str, value: T) -> T:
        """The value of this path, or of one that differs in the names of parameters alone; this one if it is new."""
        node = self
        for segment in path.split("/"):
            kind = "".join(parameters(segment).values())
            node = node._by_kind.setdefault(kind, Tree()) if kind else node._fixed.setdefault(segment, Tree())
        if node._value is None:
            node._value = value
        return node._value

    def find(self, segments: Sequence[str]) -> tuple[T | None, tuple[Any, ...]]:
        """The value of the path with these segments, None if there is none, and its parameters.

        A fixed segment precedes an id, and an id precedes a text, unless what follows leads nowhere.
        """
        if not segments:
            return self._value, ()
        segment, following = segments[0], segments[1:]
        node = self._fixed.get(segment)
        if node is not None:
            found = node.find(following)
            if found[0] is not None:
                return found
        for kind, (pattern, convert) in _CONVERTORS.items():
            node = self._by_kind.get(kind)
            if node is not None and pattern.fullmatch(segment):
                value, others = node.find(following)
                if value is not None:
                    return value, (convert(segment), *others)
        return None, ()
