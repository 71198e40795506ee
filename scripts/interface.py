"""Extracts from the OpenAPI document what clients rely on, a line each, to compare versions (docs/versioning.md).

A line that begins with `-` says what the service demands; the others, what it promises. Within one version of the
interface no promise disappears, and no demand is added to an operation that existed: `breaking` finds both.

    python -m scripts.interface > docs/interface-1.0.0.txt      at a release
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Document = dict[str, Any]
PROMISED = Path(__file__).parent.parent / "docs" / "interface-1.0.0.txt"
_DEPTH = 12  # Deeper than any object of the interface; recursive types end here.


def lines(document: Document) -> set[str]:
    return {line for path, methods in document["paths"].items() for line in _of_path(document, path, methods)}


def breaking(promised: set[str], current: set[str]) -> list[str]:
    """What a client of the promised interface would stumble over."""
    operations = {_operation(line) for line in promised}
    gone = [f"no longer: {line}" for line in promised - current if not line.startswith("-")]
    added = [line for line in current - promised if line.startswith("-") and _operation(line) in operations]
    return sorted([*gone, *(f"now demands: {line}" for line in added)])


def _operation(line: str) -> str:
    return " ".join(line.removeprefix("- ").split(" ")[:2])


def _of_path(document: Document, path: str, methods: Document) -> Iterator[str]:
    for method, operation in methods.items():
        name = f"{method.upper()} {path}"
        yield name
        for scheme in operation.get("security", []):
            yield from (f"- {name} permission {scope}" for scopes in scheme.values() for scope in scopes)
        for parameter in operation.get("parameters", []):
            yield from _accepted(document, name, f"{parameter['in']} {parameter['name']}", parameter["schema"], 0)
            if parameter.get("required"):
                yield f"- {name} {parameter['in']} {parameter['name']}"
        body = operation.get("requestBody", {})
        for schema in _schemas(body):
            yield from _accepted(document, name, "body", schema, 0)
            if body.get("required"):
                yield f"- {name} body"
        for status, response in operation["responses"].items():
            yield f"{name} answers {status}"
            # Errors have one shape, which other tests hold.
            for schema in _schemas(_resolved(document, response)) if status < "300" else ():
                yield from _returned(document, f"{name} {status}", "body", schema, 0)


def _schemas(content: Document) -> list[Document]:
    """The schemas of JSON bodies; other media types have none that could be compared."""
    return [media["schema"] for kind, media in content.get("content", {}).items() if "json" in kind]


def _accepted(document: Document, name: str, place: str, schema: Document, depth: int) -> Iterator[str]:
    schema = _resolved(document, schema)
    yield f"{name} takes {place}"
    yield from (f"{name} takes {place} = {json.dumps(value)}" for value in schema.get("enum", []))
    if depth == _DEPTH:
        return
    for required in schema.get("required", []):
        yield f"- {name} {place}.{required}"
    for each, inner in _parts(schema):
        yield from _accepted(document, name, f"{place}{each}", inner, depth + 1)


def _returned(document: Document, name: str, place: str, schema: Document, depth: int) -> Iterator[str]:
    schema = _resolved(document, schema)
    kinds = schema.get("type", [])
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if kind != "null":
            yield f"{name} {place}: {kind} or null"
            # A value that was never null must not become so; the other way is no break.
            if "null" not in kinds:
                yield f"{name} {place}: {kind}"
    if depth == _DEPTH:
        return
    yield from (f"{name} {place}.{required} is always there" for required in schema.get("required", []))
    for each, inner in _parts(schema):
        yield from _returned(document, name, f"{place}{each}", inner, depth + 1)


def _parts(schema: Document) -> Iterator[tuple[str, Document]]:
    yield from ((f".{name}", inner) for name, inner in schema.get("properties", {}).items())
    if isinstance(schema.get("items"), dict):
        yield "[]", schema["items"]
    for alternatives in ("anyOf", "oneOf", "allOf"):
        yield from (("", inner) for inner in schema.get(alternatives, []))


def _resolved(document: Document, value: Document) -> Document:
    while "$ref" in value:
        found = document
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        value = found
    return value


def current() -> Document:
    from doorward import app
    from doorward.web.description import Description

    document: Document = json.loads(Description(app.routes()).encoded)
    return document


if __name__ == "__main__":
    print("\n".join(sorted(lines(current()))))
