"""The OpenAPI document and the documentation page."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import httpx
import msgspec
import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from doorward import app
from doorward.errors import catalogue
from doorward.markup import element
from doorward.web.docs.markup import coloured, prose
from tests.support import conformance
from tests.support.conformance import DOCUMENT
from tests.support.routes import ROUTES
from tests.support.service import Client, Service

OPERATIONS = [
    (method, path, operation) for path, methods in DOCUMENT["paths"].items() for method, operation in methods.items()
]


def test_the_document_is_valid_openapi() -> None:
    validate(DOCUMENT)


async def test_the_document_is_served_as_json_without_a_token(service: Service) -> None:
    response = await service.http.get("/openapi.json")
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.json() == json.loads(msgspec.json.encode(DOCUMENT))


def test_the_interface_is_version_1_and_its_paths_name_no_version() -> None:
    assert DOCUMENT["info"]["version"] == "1.0.0"
    assert [path for path in DOCUMENT["paths"] if re.search(r"/v\d", path)] == []


def test_every_route_is_documented_and_nothing_else() -> None:
    routes = {(route.method.lower(), route.template) for route in app.routes() if route.documented}
    assert {(method, path) for method, path, _ in OPERATIONS} == routes
    assert all(route.documented for route in ROUTES)


def test_every_operation_has_a_name_of_its_own_a_description_and_a_described_tag() -> None:
    names = [operation["operationId"] for _, _, operation in OPERATIONS]
    assert len(set(names)) == len(names)
    tags = {tag["name"]: tag["description"] for tag in DOCUMENT["tags"]}
    for _, path, operation in OPERATIONS:
        assert operation["summary"], path
        assert operation["description"], path
        assert tags[operation["tags"][0]], path


def test_every_reason_of_the_catalogue_is_in_the_document() -> None:
    reasons = {fault.reason for fault in catalogue()}
    schemas = DOCUMENT["components"]["schemas"]
    described = {
        schema["properties"]["reason"]["const"]
        for schema in schemas.values()
        # That of an operation may be any of them.
        if "const" in schema.get("properties", {}).get("reason", {})
    }
    assert described == reasons == set(DOCUMENT["components"]["examples"])


def test_signed_in_operations_ask_for_the_bearer_token_and_name_their_permission() -> None:
    for route in ROUTES:
        operation = DOCUMENT["paths"][route.template][route.method.lower()]
        if route.permission:
            assert operation["security"] == [{"bearer": [route.permission]}]
            assert {"401", "403"} <= set(operation["responses"])
        elif route.signed_in:
            assert operation["security"] == [{"bearer": []}]
            assert "401" in operation["responses"]


@pytest.mark.parametrize(
    ("method", "path", "operation"), OPERATIONS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_examples_fit_their_schemas(method: str, path: str, operation: dict[str, Any]) -> None:
    contents = [response["content"] for response in operation["responses"].values()]
    if "application/json" in operation.get("requestBody", {}).get("content", {}):
        contents.append(operation["requestBody"]["content"])
    examples = DOCUMENT["components"]["examples"]
    for content in contents:
        part = next(iter(content.values()))
        validator = Draft202012Validator(part["schema"] | {"components": DOCUMENT["components"]})
        for shown in [part["example"]] if "example" in part else [examples[name]["value"] for name in part["examples"]]:
            validator.validate(shown)


async def test_what_the_document_does_not_say_is_noticed_in_every_response(service: Service, admin: Client) -> None:
    request = httpx.Request("GET", "http://doorward.test/api/auth/user")
    answer = await admin.get("/api/auth/user")

    def replaced(status: int, body: Any, **headers: str) -> httpx.Response:
        return httpx.Response(status, json=body, request=request, headers={"x-request-id": "12345678", **headers})

    conformance.check(replaced(200, answer.body))
    leaking = answer.body | {"data": answer.data | {"passwordHash": "..."}}
    with pytest.raises(AssertionError, match="passwordHash"):
        conformance.check(replaced(200, leaking))
    with pytest.raises(AssertionError, match="418 is not documented"):
        conformance.check(replaced(418, {"code": 418, "message": "", "data": {"reason": "teapot"}}))
    with pytest.raises(AssertionError, match="undocumented header"):
        conformance.check(replaced(200, answer.body, ETag='"1"'))


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


async def test_the_page_needs_no_script_no_inline_style_and_no_other_server(service: Service) -> None:
    response = await service.http.get("/docs")
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    policy = response.headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"} <= set(policy)
    assert {"script-src 'self'", "connect-src 'self'", "form-action 'none'", "trusted-types 'none'"} <= set(policy)
    assert "unsafe" not in response.headers["content-security-policy"]
    page = _Page(response.text)
    assert not [tag for tag, _ in page.tags if tag in ("style", "iframe", "form")]
    assert [attributes for tag, attributes in page.tags if tag == "script"] == [
        {"type": "module", "src": "/docs/try.js"}
    ]
    assert "</script></head>" in response.text  # Nothing is between the tags.
    assert not [name for _, attributes in page.tags for name in attributes if name == "style" or name.startswith("on")]
    loaded = {
        attributes.get("src") or attributes.get("href") or "" for tag, attributes in page.tags if tag in ("img", "link")
    }
    assert [address for address in loaded if not address.startswith("data:image/svg+xml,")] == ["/docs/style.css"]


async def test_the_style_of_the_page_loads_nothing(service: Service) -> None:
    response = await service.http.get("/docs/style.css")
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/css; charset=utf-8"
    assert "prefers-color-scheme: dark" in response.text
    assert "url(" not in response.text
    assert "@import" not in response.text


async def test_the_script_of_the_page_calls_this_service_alone(service: Service) -> None:
    response = await service.http.get("/docs/try.js")
    assert (response.status_code, response.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert response.headers["x-content-type-options"] == "nosniff"
    assert not [word for word in ("http:", "https:", "innerHTML", "eval(", "import(") if word in response.text]


async def test_the_page_shows_every_operation_and_every_error_and_its_links_lead_somewhere(service: Service) -> None:
    page = _Page((await service.http.get("/docs")).text)
    anchors = [str(attributes["id"]) for _, attributes in page.tags if "id" in attributes]
    assert len(set(anchors)) == len(anchors)
    assert {operation["operationId"] for _, _, operation in OPERATIONS} <= set(anchors)
    assert {f"error-{fault.reason}" for fault in catalogue()} <= set(anchors)
    links = {str(attributes.get("href")) for tag, attributes in page.tags if tag == "a"}
    assert {link.removeprefix("#") for link in links if link.startswith("#")} <= set(anchors)


def test_all_text_on_the_page_is_escaped() -> None:
    hostile = "<script>alert('1')</script> & \"x\""
    rendered = [
        element("p", hostile, title=hostile),
        prose(f"a `{hostile}`"),
        coloured(f'{{"{hostile}": "{hostile}"}}'),
    ]
    for markup in rendered:
        assert "<script" not in markup
        assert not re.search(r"&(?!(amp|lt|gt|quot|#x27);)", markup)


def test_generators_of_clients_find_one_type_in_each_enum_and_times_as_such() -> None:
    """Mutants: an enum of numbers and the empty text, for which openapi-python-client leaves the endpoint out; times
    that are text to every client."""
    enums = [schema["enum"] for schema in _schemas(DOCUMENT) if "enum" in schema]
    assert all(len({type(value) for value in enum}) == 1 for enum in enums)
    (status,) = (one for one in DOCUMENT["paths"]["/api/users"]["get"]["parameters"] if one["name"] == "status")
    assert [part["enum"] for part in status["schema"]["anyOf"]] == [[0, 1], [""]]
    times = [schema for schema in _schemas(DOCUMENT) if str(schema.get("pattern")).startswith(r"^\d{4}-")]
    assert times
    assert {schema.get("format") for schema in times} == {"date-time"}


def _schemas(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _schemas(inner)
