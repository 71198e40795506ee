"""Compares every response that a test receives with the OpenAPI document."""

import json
import re
from functools import cache
from typing import Any

import httpx
from jsonschema import Draft202012Validator

from doorward import app
from doorward.web.description import Description

DOCUMENT = Description(app.routes()).document
_DOCUMENTED_HEADERS = [name.lower() for name in DOCUMENT["components"]["headers"]]
# Responses of paths without a route, or without one for the method.
_ANYWHERE = {404: "NotFound", 405: "MethodNotAllowed", 429: "TooManyRequests"}


async def watch(response: httpx.Response) -> None:
    """An event hook for clients."""
    await response.aread()
    check(response)


def check(response: httpx.Response) -> None:
    method, path = response.request.method, response.request.url.path
    described = _described(method, _template(path), response.status_code)
    if described is None:
        return
    case = f"{method} {path} -> {response.status_code}"
    expected = {name.lower() for name in described["headers"]}
    assert {name for name in _DOCUMENTED_HEADERS if name in response.headers} <= expected, (
        f"{case}: undocumented header"
    )
    assert response.headers["x-request-id"], case
    assert response.headers["content-type"] in described["content"], case
    if method == "HEAD":
        assert not response.content, case
        return
    if response.headers["content-type"] != "application/json":
        return
    found = _validator(method, _template(path), response.status_code).iter_errors(json.loads(response.content))
    mistakes = [f"{error.json_path}: {error.message}" for error in found]
    assert not mistakes, f"{case}: {mistakes}"


@cache
def _template(path: str) -> str:
    """The documented path that this one is an instance of, or itself."""
    if path in DOCUMENT["paths"]:
        return path
    return next((template for template, pattern in _patterns() if pattern.fullmatch(path)), path)


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """The documented paths that have parameters, each with what matches it."""
    by_type = {"integer": "[1-9][0-9]{0,15}", "string": "[^/]+"}
    found = []
    for template, methods in DOCUMENT["paths"].items():
        pattern = re.escape(template)
        for parameter in next(iter(methods.values()))["parameters"]:
            if parameter["in"] == "path":
                pattern = pattern.replace(rf"\{{{parameter['name']}\}}", by_type[parameter["schema"]["type"]])
        if pattern != re.escape(template):
            found.append((template, re.compile(pattern)))
    return found


@cache
def _described(method: str, template: str, status: int) -> dict[str, Any] | None:
    """What the document says of such a response; None when that is no part of the API."""
    methods = DOCUMENT["paths"].get(template, {})
    operation = methods.get("get" if method == "HEAD" else method.lower())
    if operation is not None:
        assert str(status) in operation["responses"], f"{method} {template} -> {status} is not documented"
        return dict(operation["responses"][str(status)])
    if method == "OPTIONS" or not template.startswith("/api/"):
        return None
    assert status in _ANYWHERE, f"{method} {template} -> {status}, and there is nothing documented"
    return dict(DOCUMENT["components"]["responses"][_ANYWHERE[status]])


@cache
def _validator(method: str, template: str, status: int) -> Draft202012Validator:
    described = _described(method, template, status)
    assert described is not None
    schema = _strict(described["content"]["application/json"]["schema"])
    return Draft202012Validator(schema | {"components": {"schemas": _strict(DOCUMENT["components"]["schemas"])}})


def _strict(node: Any) -> Any:
    """The schema without room for fields that it does not name: all that we send is documented."""
    if isinstance(node, list):
        return [_strict(part) for part in node]
    if not isinstance(node, dict):
        return node
    strict = {key: _strict(part) for key, part in node.items()}
    return strict | {"additionalProperties": False} if isinstance(node.get("properties"), dict) else strict
