"""Every text and every list that a request can carry has a maximum."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect, structs

from doorward import app

# Bounded elsewhere: what is too long at a sign-in must look like an unknown user or a wrong password
# (tests/attacks/test_long_text.py); all metadata together has a limit in bytes (tests/api/test_user_metadata.py).
ELSEWHERE = {"Login.username", "Login.password", "CreateUser.metadata{}", "UpdateUser.metadata{}"}
WIRE_TYPES = {wire.__name__: wire for route in app.routes() for wire in (route.body, route.query) if wire is not None}


def unbounded(described: inspect.Type, name: str) -> Iterator[str]:
    """The places within a type that take a text, list or object of any length."""
    if isinstance(described, inspect.Metadata):
        yield from unbounded(described.type, name)
    elif isinstance(described, inspect.UnionType):
        for each in described.types:
            yield from unbounded(each, name)
    elif isinstance(described, inspect.StructType):
        for field in described.fields:
            yield from unbounded(field.type, f"{described.cls.__name__}.{field.name}")
    elif isinstance(described, inspect.AnyType | inspect.RawType):
        yield name
    elif isinstance(described, inspect.StrType | inspect.BytesType | inspect.CollectionType | inspect.DictType):
        if described.max_length is None:
            yield name
        if isinstance(described, inspect.CollectionType):
            yield from unbounded(described.item_type, f"{name}[]")
        if isinstance(described, inspect.DictType):
            yield from unbounded(described.value_type, f"{name}{{}}")


@pytest.mark.parametrize("wire", WIRE_TYPES.values(), ids=WIRE_TYPES)
def test_every_text_and_list_of_a_request_has_a_maximum(wire: Any) -> None:
    """Give the field `Meta(max_length=...)`."""
    assert [name for name in unbounded(inspect.type_info(wire), wire.__name__) if name not in ELSEWHERE] == []


def test_exceptions_are_fields_that_exist() -> None:
    names = {f"{name}.{field.name}" for name, wire in WIRE_TYPES.items() for field in structs.fields(wire)}
    assert {name.removesuffix("{}") for name in ELSEWHERE} <= names


def test_text_is_normalised_only_where_it_is_measured_first() -> None:
    """Call `domain.text.bounds.composed`, `domain.users.fold` or `domain.passwords.normalise` instead."""
    source = Path(app.__file__).parent
    callers = {str(file.relative_to(source)) for file in source.rglob("*.py") if ".normalize(" in file.read_text()}
    assert callers == {
        "domain/passwords.py",
        "domain/text/bounds.py",
        "domain/text/confusables.py",
        "domain/users.py",
    }
