"""From bytes to wire types, with errors that name the field and say how to mend it."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl

import msgspec

from doorward.errors import Fault, MalformedRequest, ValidationFailed

T = TypeVar("T", bound=msgspec.Struct)
# Raises ValidationFailed for values that are wrong although their form is right.
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
NEVER_EMPTY: Final = ("page", "pageSize", "days")


@cache
def _decoder(wire: type[Any]) -> Any:
    return msgspec.json.Decoder(wire)


def parse_json(body: bytes, wire: type[T], rules: Rules) -> T:
    try:
        value: T = _decoder(wire).decode(body)
    except msgspec.ValidationError:
        raise _complaints(_decode_object(body), wire, rules, strict=True) from None
    except (ValueError, RecursionError):
        raise MalformedRequest from None
    if b"\\u0000" in body:
        _refuse_nul(msgspec.to_builtins(value))
    return value


def parse_query(query: bytes, wire: type[T], rules: Rules) -> T:
    try:
        pairs = parse_qsl(query.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=100)
    except ValueError:
        raise MalformedRequest from None
    # An empty parameter counts as absent, but for the numbers that are never empty.
    given = {name: text for name, text in pairs if text or name in NEVER_EMPTY}
    _refuse_nul(given)
    try:
        return msgspec.convert(given, wire, strict=False)
    except msgspec.ValidationError:
        raise _complaints(given, wire, rules, strict=False) from None


def _decode_object(body: bytes) -> dict[str, Any]:
    try:
        document = msgspec.json.decode(body)
    except (ValueError, RecursionError):
        raise MalformedRequest from None
    if not isinstance(document, dict):
        raise MalformedRequest
    return document


def _complaints(given: dict[str, Any], wire: type[msgspec.Struct], rules: Rules, *, strict: bool) -> Fault:
    """Every field that is wrong, not just the first."""
    wrong: list[tuple[str, str]] = []
    well_formed: dict[str, Any] = {}
    for field in msgspec.structs.fields(wire):
        if field.encode_name in given:
            try:
                well_formed[field.name] = msgspec.convert(given[field.encode_name], field.type, strict=strict)
            except msgspec.ValidationError as error:
                wrong.append((field.encode_name, _in_words(str(error))))
        elif field.required:
            wrong.append((field.encode_name, "is required"))
    return ValidationFailed(*wrong, *_broken_rules(well_formed, wire, rules))


def _broken_rules(well_formed: dict[str, Any], wire: type[msgspec.Struct], rules: Rules) -> list[tuple[str, str]]:
    absent = {field.name: msgspec.UNSET for field in msgspec.structs.fields(wire) if field.required}
    try:
        rules(wire(**absent | well_formed))
    except ValidationFailed as fault:
        return [(wrong["field"], wrong["message"]) for wrong in fault.data["fields"]]
    return []


def _in_words(complaint: str) -> str:
    complaint = complaint.partition(" - at")[0]
    if match := re.fullmatch(r"Expected `\w+` of length (>=|<=) (\d+)", complaint):
        if match[2] == "1" and match[1] == ">=":
            return "must not be empty"
        return f"must have at {'least' if match[1] == '>=' else 'most'} {match[2]} characters"
    if match := re.fullmatch(r"Expected `\w+` (>=|<=) (-?\d+)", complaint):
        return f"must be at {'least' if match[1] == '>=' else 'most'} {match[2]}"
    if match := re.match(r"Expected `([\w |]+)`", complaint):
        return "must be " + " or ".join(_KINDS.get(kind, kind) for kind in match[1].split(" | "))
    return "is not one of the allowed values"


def _refuse_nul(given: dict[str, Any]) -> None:
    wrong = [name for name, value in given.items() if _has_nul(value)]
    if wrong:
        raise ValidationFailed(*((name, "must not contain NUL") for name in wrong))


def _has_nul(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_nul, value)) or any(map(_has_nul, value.values()))
    return any(map(_has_nul, value)) if isinstance(value, list) else isinstance(value, str) and "\0" in value
