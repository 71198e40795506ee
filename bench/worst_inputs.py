"""The worst legal input of every endpoint, from the limits in the API's description.

A text without a limit is as long as a request may be.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import msgspec

from doorward import app
from doorward.web.description import Description

Schema = dict[str, Any]
BODY: Final = 65_536
# Characters of a query, percent-encoded, that fit into the largest head of a request.
_QUERY: Final = 4_000
_MOST_ITEMS: Final = 2_000
# By how a text is hard: marks in the wrong order, characters that NFKC makes 18 of, wildcards of LIKE.
TEXTS: Final[dict[str, Callable[[int], str]]] = {
    "disordered marks": lambda size: ("a" + "\u0300" * (size // 2) + "\u0316" * (size // 2))[:size],
    "expanding": lambda size: "\ufdfa" * size,
    "wildcards": lambda size: ("%_" * size)[:size],
}
# Combinations that a schema does not tell.
_QUERIES: Final = {
    "/api/users": ("keyword=.&status=0&role=user&pageSize=100", "keyword=e&sort=-name&page=9&pageSize=100",
                   "sort=-lastLoginAt&pageSize=100&page=90"),
    "/api/audit": ("action=auth.*&pageSize=100", "action=auth.login&target=user:1&pageSize=100", "actor=unknown",
                   "format=csv", "to=9999-12-31"),
    "/api/roles/{id}": ("force=true",),
    "/api/roles": ("keyword=a&pageSize=100&sort=-name", "pageSize=100&page=2"),
}  # fmt: skip


class Case(NamedTuple):
    method: str
    route: str
    path: str
    what: str
    body: bytes | None = None


def cases(ids: dict[str, int]) -> Iterator[Case]:
    """`ids`: what `{id}` stands for, by the resource of the path. Deletions come last."""
    routes = app.routes()
    document = Description(routes).document
    for route in sorted(routes, key=lambda route: route.method == "DELETE"):
        if route.path == "/api/events":
            continue  # A stream has no end.
        resource = route.path.split("/")[2] if route.path.startswith("/api/") else ""
        path = route.path.replace("{id}", str(ids.get(resource, 1)))
        operation = document["paths"].get(route.template, {}).get(route.method.lower(), {})
        for what, query, body in _inputs(operation, route.path, document["components"]["schemas"]):
            yield Case(route.method, route.template, f"{path}?{query}" if query else path, what, body)


def _inputs(operation: Schema, path: str, components: dict[str, Schema]) -> Iterator[tuple[str, str, bytes | None]]:
    content = operation.get("requestBody", {}).get("content", {})
    if content:
        yield from ((what, "", body) for what, body in _bodies(next(iter(content.values()))["schema"], components))
        return
    yield "none", "", None
    for given in operation.get("parameters", ()):
        if given["in"] == "query":
            for what, value in _values(given["schema"], components):
                yield f"{given['name']}: {what}", urlencode({given["name"]: value}), None
    for query in _QUERIES.get(path, ()):
        yield query, query, None


def _values(schema: Schema, components: dict[str, Schema]) -> Iterator[tuple[str, Any]]:
    kind = _resolved(schema, components)
    if kind.get("type") == "string" and "enum" not in kind:
        for what, text in TEXTS.items():
            yield what, text(min(kind.get("maxLength", _QUERY), _QUERY))
    elif "maximum" in kind:
        yield "largest", kind["maximum"]


def _bodies(schema: Schema, components: dict[str, Schema]) -> Iterator[tuple[str, bytes]]:
    for what, text in TEXTS.items():
        yield what, _fitting(schema, components, text)
    yield "deep", b'{"a":' + b"[" * 30_000 + b"]" * 30_000 + b"}"
    yield "many fields", msgspec.json.encode({f"f{number}": number for number in range(4_500)})
    yield "long number", b'{"username":' + b"1" * 60_000 + b"}"


def _fitting(schema: Schema, components: dict[str, Schema], text: Callable[[int], str]) -> bytes:
    """The largest body that is not refused for its size."""
    unbounded, items = BODY, _MOST_ITEMS
    while True:
        body = msgspec.json.encode(_worst(schema, components, text, unbounded, items))
        if len(body) <= BODY:
            return body
        unbounded, items = unbounded * 7 // 8, max(items * 7 // 8, 1)


def _worst(
    schema: Schema, components: dict[str, Schema], text: Callable[[int], str], unbounded: int, items: int
) -> Any:
    schema = _resolved(schema, components)
    if "enum" in schema:
        return schema["enum"][-1]
    if schema.get("type") == "object":
        parts = schema.get("properties", {})
        return {name: _worst(part, components, text, unbounded, items) for name, part in parts.items()}
    if schema.get("type") == "array":
        count = min(schema.get("maxItems", items), items)
        item = _worst(schema["items"], components, text, 100, items)
        # Distinct, so that none is dropped as a repetition.
        return [f"a{number}{item}" if isinstance(item, str) else item for number in range(count)]
    if schema.get("type") == "integer":
        return schema.get("maximum", 1)
    if schema.get("type") == "boolean":
        return True
    return text(min(schema.get("maxLength", unbounded), unbounded))


def _resolved(schema: Schema, components: dict[str, Schema]) -> Schema:
    if "$ref" in schema:
        return _resolved(components[schema["$ref"].rpartition("/")[2]], components)
    for choice in schema.get("anyOf", ()):
        if choice.get("type") != "null":
            return _resolved(choice, components)
    kinds = schema.get("type")
    return schema if isinstance(kinds, str) or kinds is None else schema | {"type": kinds[0]}
