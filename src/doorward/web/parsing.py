"""Parses JSON, queries and forms into wire types. Errors name every invalid field and say how to fix it."""

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl

import msgspec

from doorward.errors import Fault, MalformedRequest, ValidationFailed

T = TypeVar("T", bound=msgspec.Struct)
# Raises ValidationFailed for values of the right type that are invalid all the same.
Rules = Callable[[Any], object]

_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
# What the length of a value counts, if not characters.
_PARTS: Final = {"array": "entries", "object": "entries"}
# Parameters for which an empty value is an error instead of absent.
NEVER_EMPTY: Final = ("page", "pageSize", "days")
_MAX_FIELDS: Final = 100


@cache
def _decoder(wire: type[Any]) -> Any:
    return msgspec.json.Decoder(wire)


def parse_json(body: bytes, wire: type[T], rules: Rules) -> T:
    try:
        value: T = _decoder(wire).decode(body)
        if b"\\u0000" in body:
            _reject_nul(msgspec.to_builtins(value))
    except msgspec.ValidationError:
        raise _validation_failed(_decode_object(body), wire, rules, strict=True) from None
    except (ValueError, RecursionError):
        raise MalformedRequest from None
    return value


def parse_urlencoded(encoded: bytes, wire: type[T], rules: Rules) -> T:
    """A query, or the body of a form. An empty value counts as absent: a form sends all of its fields."""
    try:
        text = encoded.decode("ascii")
        pairs = _pairs(text)
    except ValueError:
        raise MalformedRequest from None
    given = {name: value for name, value in pairs if value or name in NEVER_EMPTY}
    if "%00" in text or "\0" in text:
        _reject_nul(given)
    try:
        return msgspec.convert(given, wire, strict=False)
    except msgspec.ValidationError:
        raise _validation_failed(given, wire, rules, strict=False) from None


def _pairs(text: str) -> Iterable[tuple[str, str]]:
    if "%" in text or "+" in text or text.count("&") >= _MAX_FIELDS:
        return parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_MAX_FIELDS)
    # Nothing is encoded, as in most queries: a third of the time.
    return ((name, value) for name, _, value in (pair.partition("=") for pair in text.split("&")))


def _decode_object(body: bytes) -> dict[str, Any]:
    try:
        document = msgspec.json.decode(body)
    except (ValueError, RecursionError):
        raise MalformedRequest from None
    if not isinstance(document, dict):
        raise MalformedRequest
    return document


async def with_late_errors(
    fault: ValidationFailed, body: bytes, late: Callable[[dict[str, Any]], Awaitable[Sequence[tuple[str, str]]]]
) -> ValidationFailed:
    """The fault with the fields that `late` finds wrong as well."""
    wrong = [(field["field"], field["message"]) for field in fault.data["fields"]]
    named = {field for field, _ in wrong}
    given = {field: value for field, value in _decode_object(body).items() if field not in named}
    return ValidationFailed(*wrong, *await late(given))


def _validation_failed(given: dict[str, Any], wire: type[msgspec.Struct], rules: Rules, *, strict: bool) -> Fault:
    """Every invalid field, where msgspec stops at the first."""
    wrong: list[tuple[str, str]] = []
    valid: dict[str, Any] = {}
    for field in msgspec.structs.fields(wire):
        if field.encode_name in given:
            try:
                valid[field.name] = msgspec.convert(given[field.encode_name], field.type, strict=strict)
            except msgspec.ValidationError as error:
                wrong.append((field.encode_name, _explain(str(error))))
        elif field.required:
            wrong.append((field.encode_name, "is required"))
    return ValidationFailed(*wrong, *_rule_errors(valid, wire, rules))


def _rule_errors(valid: dict[str, Any], wire: type[msgspec.Struct], rules: Rules) -> list[tuple[str, str]]:
    absent = {field.name: msgspec.UNSET for field in msgspec.structs.fields(wire) if field.required}
    try:
        rules(wire(**absent | valid))
    except ValidationFailed as fault:
        return [(wrong["field"], wrong["message"]) for wrong in fault.data["fields"]]
    return []


def _explain(error: str) -> str:
    error, _, place = error.partition(" - at `$")
    if place.startswith("["):
        return "has an entry that " + _explain(error)
    if match := re.fullmatch(r"Expected `(\w+)` of length (>=|<=) (\d+)", error):
        kind, sign, length = match.groups()
        if length == "1" and sign == ">=":
            return "must not be empty"
        return f"must have at {'least' if sign == '>=' else 'most'} {length} {_PARTS.get(kind, 'characters')}"
    if match := re.fullmatch(r"Expected `\w+` (>=|<=) (-?\d+)", error):
        return f"must be at {'least' if match[1] == '>=' else 'most'} {match[2]}"
    if match := re.match(r"Expected `([\w |]+)`", error):
        return "must be " + " or ".join(_KINDS.get(kind, kind) for kind in match[1].split(" | "))
    return "is not one of the allowed values"


def _reject_nul(given: dict[str, Any]) -> None:
    wrong = [name for name, value in given.items() if _has_nul(value)]
    if wrong:
        raise ValidationFailed(*((name, "must not contain NUL") for name in wrong))


def _has_nul(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_nul, value)) or any(map(_has_nul, value.values()))
    return any(map(_has_nul, value)) if isinstance(value, list) else isinstance(value, str) and "\0" in value
