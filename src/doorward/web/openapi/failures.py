"""Faults as OpenAPI: a schema for each class, derived from an instance of it."""

from collections.abc import Iterable
from inspect import Parameter, signature
from typing import Any, Final

from doorward.errors import Fault
from doorward.web.messages import failure

# Arguments for instances that serve as examples, by name. Others get a value of their type.
_ARGUMENTS: Final[dict[str, Any]] = {
    "fields": ("email", "must be an e-mail address such as ann@example.com"),
    "required": "users:update",
    "allowed": "GET, HEAD, OPTIONS",
    "policy": "requests",
    "field": "currentPassword",
    "methods": ["totp"],
    "max_age": 900,
    "remaining": 4,
    "strength": "twoFactors",
    "required_strength": "twoFactors",
    "flow": "dwf_Q9d1...TtB0",
}
_BY_TYPE: Final[dict[Any, Any]] = {int: 30, str: "...", "int": 30, "str": "..."}

_DETAILS: Final = {
    "reason": "The cause, for programs",
    "fields": "Every invalid field",
    "required": "The missing permission",
    "allowed": "The methods that this path allows",
    "users": "How many users have the role",
    "retryAfter": "Seconds to wait before the next attempt",
    "maxAge": "How many seconds ago the user may have authenticated",
    "methods": "How the user can authenticate; empty if only by a new sign-in",
    "requiredStrength": "What the roles of the user ask of a sign-in",
    "flow": "Continues this sign-in",
    "remaining": "How many tries the flow has left; at 0 it is void",
    "seconds": "By how much the clock of the device is ahead; negative when it is behind",
    "expiresIn": "Seconds until the flow expires",
}
_TYPES: Final = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
HEADERS: Final[dict[str, dict[str, Any]]] = {
    "X-Request-Id": {
        "description": "Identifies the request in the logs; an id that the request brought follows a slash"
    },
    "ETag": {"description": "The current version, for `If-Match`"},
    "Retry-After": {"description": "Seconds to wait before the next attempt"},
    "RateLimit": {"description": "The exceeded limit: the remaining quota and the seconds until its renewal"},
    "RateLimit-Policy": {"description": "The exceeded limit: its quota and its window in seconds"},
    "WWW-Authenticate": {"description": "The bearer challenge of RFC 6750, or of RFC 9470"},
    "Allow": {"description": "The methods that this path allows"},
}


def sample(fault: type[Fault]) -> Fault:
    """An instance with example data."""
    values = {
        parameter: _ARGUMENTS.get(parameter.name, _BY_TYPE.get(parameter.annotation))
        for parameter in signature(fault).parameters.values()
        if parameter.kind is not Parameter.VAR_KEYWORD
    }
    positional = [value for parameter, value in values.items() if parameter.kind is not Parameter.KEYWORD_ONLY]
    named = {each.name: value for each, value in values.items() if each.kind is Parameter.KEYWORD_ONLY}
    return fault(*positional, **named)


def schema(fault: type[Fault]) -> dict[str, Any]:
    """The `data` of a failure."""
    described = _schema_of(sample(fault).data) | {"title": fault.__name__, "description": fault.message}
    described["required"] = [name for name in described["required"] if name not in fault.optional]
    described["properties"]["reason"] = {"const": fault.reason, "type": "string"}
    for name, described_property in described["properties"].items():
        described_property |= {"description": _DETAILS[name]} if name in _DETAILS else {}
    return described


def _schema_of(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        properties = {name: _schema_of(part) for name, part in value.items()}
        return {"type": "object", "properties": properties, "required": list(value)}
    if isinstance(value, list):
        return {"type": "array", "items": _schema_of(value[0])}
    return {"type": _TYPES[type(value)]}


def example(fault: type[Fault]) -> dict[str, Any]:
    body = {"code": fault.code, "message": fault.message, "data": sample(fault).data}
    return {"summary": fault.message, "value": body}


def responses(faults: Iterable[type[Fault]]) -> dict[str, Any]:
    """The responses for faults, by status."""
    by_code: dict[int, list[type[Fault]]] = {}
    for fault in sorted(faults, key=lambda fault: fault.code):
        by_code.setdefault(fault.code, []).append(fault)
    return {str(code): response(same_code) for code, same_code in by_code.items()}


def response(faults: list[type[Fault]]) -> dict[str, Any]:
    data = [{"$ref": f"#/components/schemas/{fault.__name__}"} for fault in faults]
    return {
        "description": " · ".join(fault.message for fault in faults),
        "headers": _headers(faults),
        "content": {
            "application/json": {
                "schema": envelope(faults[0].code, data[0] if len(data) == 1 else {"oneOf": data}),
                "examples": {fault.reason: {"$ref": f"#/components/examples/{fault.reason}"} for fault in faults},
            }
        },
    }


def envelope(code: int, data: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"code": {"const": code, "type": "integer"}, "message": {"type": "string"}, "data": data},
        "required": ["code", "message", "data"],
    }


def _headers(faults: list[type[Fault]]) -> dict[str, Any]:
    """The headers that `failure` sends with these faults."""
    sent = {name.decode() for fault in faults for name, _ in failure(sample(fault)).headers}
    return headers(*(name for name in HEADERS if name.lower() in sent))


def headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in ("X-Request-Id", *names)}
