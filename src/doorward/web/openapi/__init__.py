"""The OpenAPI document, generated from the route table and the wire types that parse and render."""

from importlib import resources
from inspect import cleandoc
from typing import Any, Final

import msgspec

from doorward.errors import (
    AuthenticationRequired,
    IdempotencyKeyReused,
    MethodNotAllowed,
    NotFound,
    PreconditionFailed,
    TooManyRequests,
    catalogue,
)
from doorward.web.messages import CSV
from doorward.web.openapi import failures
from doorward.web.openapi.examples import Schema, example
from doorward.web.parsing import NEVER_EMPTY
from doorward.web.paths import TEXT
from doorward.web.paths import parameters as path_parameters
from doorward.web.routing import Route

# The version of the interface, not of the program: changes with breaking changes.
_VERSION: Final = "1.0.0"
_REF: Final = "#/components/schemas/{name}"
_JSON: Final = "application/json"
_FORM: Final = "application/x-www-form-urlencoded"
_FILE: Final = "application/octet-stream"
_PATH_SCHEMAS: Final[dict[str, Schema]] = {
    "id": {"type": "integer", "minimum": 1, "maximum": 2**53 - 1, "examples": [42]},
    "text": {"type": "string", "pattern": f"^{TEXT}$", "examples": ["abc123"]},
}
_TAGS: Final = {
    "auth": ("Authentication", "Sign in, refresh tokens, sign out, and manage your own account."),
    "account": ("Authentication", "Sign in, refresh tokens, sign out, and manage your own account."),
    "users": ("Users", "Manage user accounts."),
    "avatars": ("Users", "Manage user accounts."),
    "service-accounts": ("Service accounts", "Programs with roles of their own, which authenticate by API keys."),
    "invitations": ("Invitations", "Accounts that administrators offer, and people open with a password of their own."),
    "roles": ("Roles", "Named sets of permissions."),
    "permissions": ("Roles", "Named sets of permissions."),
    "sessions": ("Sessions", "Where a user is signed in."),
    "audit": ("Audit", "Who did what, when, and from where."),
    "events": ("Events", "What happens, as it happens."),
    "webhooks": ("Webhooks", "Endpoints of other services that are told of events."),
    "mail": ("Mail", "Mails that the service sends, and their texts."),
    "branding": ("Branding", "Name, colour, logo and links of pages and mails."),
    "operations": ("Operations", "Changes to many users, imports and verifications, which go on after the request."),
    "imports": ("Operations", "Changes to many users, imports and verifications, which go on after the request."),
    "stats": ("Statistics", "Live sessions and recent sign-ins."),
    "system": ("System", "Health probes, public keys and this description."),
}


def describe(routes: list[Route]) -> dict[str, Any]:
    components = _wire_types(routes)
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.template, {})[route.method.lower()] = _operation(route, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Doorward",
            "version": _VERSION,
            "summary": "Authentication and user management",
            "description": resources.files(__name__).joinpath("introduction.md").read_text("utf-8"),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "This service"}],
        "tags": [{"name": name, "description": text} for name, text in dict.fromkeys(_tag(route) for route in routes)],
        "paths": paths,
        "components": _components(components | _requests(routes, components)),
    }


def _wire_types(routes: list[Route]) -> dict[str, Schema]:
    types = [wire for route in routes for wire in (route.data, route.body) if wire is not None]
    _, components = msgspec.json.schema_components(types, ref_template=_REF)
    return {name: _simplified(schema) for name, schema in components.items()}


def _requests(routes: list[Route], components: dict[str, Schema]) -> dict[str, Schema]:
    """The types of requests, without defaults: they say the same as leaving the field out, and generators take a field
    with a default for one that every request must give. The examples still follow them."""
    bodies = [route.body for route in routes if route.body is not None]
    _, named = msgspec.json.schema_components(bodies, ref_template=_REF)
    return {name: _without_defaults(components[name]) for name in named}


def _without_defaults(schema: Schema) -> Schema:
    fields = {
        name: {key: value for key, value in field.items() if key != "default"}
        for name, field in schema.get("properties", {}).items()
    }
    return schema | ({"properties": fields} if fields else {})


def _simplified(schema: Any) -> Any:
    """Writes `"type": ["string", "null"]` where msgspec writes `anyOf` of a plain type and null."""
    if isinstance(schema, list):
        return [_simplified(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    match schema.get("anyOf"):
        case [{"type": str(kind), **rest}, {"type": "null"}] if "enum" not in rest:
            return _simplified({key: value for key, value in schema.items() if key != "anyOf"} | rest) | {
                "type": [kind, "null"]
            }
    return {key: _simplified(value) for key, value in schema.items()}


def _components(wire_types: dict[str, Schema]) -> dict[str, Any]:
    faults = sorted(catalogue(), key=lambda fault: (fault.code, fault.reason))
    return {
        "schemas": wire_types | {fault.__name__: failures.schema(fault) for fault in faults},
        "examples": {fault.reason: failures.example(fault) for fault in faults},
        # Responses of any path, whether or not a route matches it.
        "responses": {
            fault.__name__: failures.response([fault]) for fault in (NotFound, MethodNotAllowed, TooManyRequests)
        },
        "headers": {name: {"schema": {"type": "string"}, **header} for name, header in failures.HEADERS.items()},
        "securitySchemes": {
            "bearer": {
                "type": "http",
                "scheme": "bearer",
                "bearerFormat": "JWT",
                "description": "The `token` of a sign-in or a refresh.",
            }
        },
    }


def _operation(route: Route, components: dict[str, Schema]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": _operation_id(route),
        "tags": [_tag(route)[0]],
        "summary": route.summary,
        "description": _description(route),
        "security": _security(route),
        "parameters": _parameters(route),
        "responses": {
            "200": _success(route, components),
            **_unchanged(route),
            **failures.responses(route.possible_faults),
        },
    }
    if route.body is not None:
        schema = _schema_of(route.body)
        content = {"schema": schema, "example": example(schema, components)}
        operation["requestBody"] = {
            "required": not route.optional_body,
            "content": {_FORM if route.form else _JSON: content},
        }
    elif route.upload or route.streamed:
        # OpenAPI 3.1 describes bytes by a media type without a schema of their own.
        schema = {"maxLength": route.upload} if route.upload else {}
        operation["requestBody"] = {"required": True, "content": {_FILE: {"schema": schema}}}
    return operation


def _security(route: Route) -> list[dict[str, list[str]]]:
    if AuthenticationRequired not in route.possible_faults:
        return []
    return [{"bearer": [] if route.permission is None else [route.permission]}]


def _operation_id(route: Route) -> str:
    """`users.create` becomes `usersCreate`. A feature's endpoints are named by the feature: `mailTextsUpdate`."""
    package, _, module = route.handler.__module__.rpartition(".")
    resource = package.rpartition(".")[2] if module == "endpoints" else module
    words = [*resource.split("_"), *route.handler.__name__.split("_")]
    return words[0] + "".join(word.capitalize() for word in words[1:])


def _tag(route: Route) -> tuple[str, str]:
    area = route.path.split("/")[2] if route.path.startswith("/api/") else "system"
    return _TAGS.get(area, (area.capitalize(), ""))


def _description(route: Route) -> str:
    paragraphs = cleandoc(route.handler.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def _parameters(route: Route) -> list[dict[str, Any]]:
    parameters: list[dict[str, Any]] = []
    for name, kind in path_parameters(route.path).items():
        parameters.append({"name": name, "in": "path", "required": True, "schema": dict(_PATH_SCHEMAS[kind])})
    if route.query is not None:
        parameters += _query(route.query)
    if PreconditionFailed in route.faults:
        text = "An `ETag` that you read: the change is made only if it is still current"
        parameters.append(_header("If-Match", text, '"3"'))
    if IdempotencyKeyReused in route.faults:
        text = "A unique text for each request: repeating a request with the same key has no further effect"
        parameters.append(_header("Idempotency-Key", text, "0b7c5f0e-5d53-4f3f-9b7e-7a1c8d9c2e10"))
    return parameters


def _header(name: str, description: str, shown: str) -> dict[str, Any]:
    schema = {"type": "string", "examples": [shown]}
    return {"name": name, "in": "header", "required": False, "description": description, "schema": schema}


def _query(wire: type[msgspec.Struct]) -> list[dict[str, Any]]:
    _, components = msgspec.json.schema_components((wire,), ref_template=_REF)
    described = _simplified(components[wire.__name__])
    return [
        {
            "name": name,
            "in": "query",
            "required": name in described["required"],
            "description": schema.pop("description", ""),
            "schema": schema if name in NEVER_EMPTY else _or_empty(schema),
        }
        for name, schema in described["properties"].items()
    ]


def _or_empty(schema: Schema) -> Schema:
    """An empty parameter counts as absent, so the empty text is valid besides the values."""
    if "enum" not in schema:
        return schema
    if schema.get("type", "string") == "string":
        return {**schema, "enum": [*schema["enum"], ""]}
    # Apart: generators of clients give up on an enum whose values are of two types.
    return {"anyOf": [schema, {"type": "string", "enum": [""]}]}


def _success(route: Route, components: dict[str, Schema]) -> dict[str, Any]:
    data = {"type": "null"} if route.data is None else _schema_of(route.data)
    schema = failures.envelope(200, data) if route.enveloped else data
    shown = example(data, components)
    if route.enveloped:
        shown = {"code": 200, "message": "success", "data": shown}
    content: dict[str, Any] = {route.media_type: {"schema": schema, "example": shown}}
    if route.also_csv:
        content[CSV.decode()] = {"schema": {"type": "string"}}
    content |= {media_type: {"schema": {}} for media_type in route.also_files}
    return {
        "description": "Success",
        "headers": failures.headers(*(["ETag"] if route.etag else [])),
        "content": content,
    }


def _unchanged(route: Route) -> dict[str, Any]:
    if route.enveloped or not route.etag:
        return {}
    content = {route.media_type: {"schema": {"type": "string", "maxLength": 0}, "example": ""}}
    described = "`If-None-Match` names the tag of this document"
    return {"304": {"description": described, "headers": failures.headers("ETag"), "content": content}}


def _schema_of(wire: Any) -> Schema:
    (schema,), _ = msgspec.json.schema_components((wire,), ref_template=_REF)
    return schema
