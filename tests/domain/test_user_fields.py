"""The table of user fields, and the types that are written out beside it."""

import inspect
from typing import Any

import msgspec

from doorward.api.schemas.users import UserData
from doorward.cli.commands import users as commands
from doorward.domain import user_fields
from doorward.domain.access import Role
from doorward.domain.times import iso_or_none
from doorward.domain.users import Profile, User

SET_BY_OTHER_COMMANDS = {"password", "status", "must_change_password", "roles"}


def test_a_user_is_made_of_the_columns_of_the_table_in_its_order() -> None:
    assert User.__struct_fields__ == ("roles", "permissions", *user_fields.COLUMNS)


def test_a_profile_has_every_field_of_the_table_that_can_be_written() -> None:
    written = {field.name for field in user_fields.FIELDS if field.create is not None}
    assert set(Profile.__struct_fields__) == written
    assert written == {field.name for field in user_fields.FIELDS if field.update is not None}


def test_fields_that_users_may_change_themselves_can_be_written_by_administrators_too() -> None:
    assert all(field.update is not None for field in user_fields.FIELDS if field.own)
    assert {field.name for field in user_fields.FIELDS if field.own} == {"name", "email", "phone", "avatar"}


def test_the_user_object_has_the_names_of_the_table() -> None:
    shown = [field.encode_name for field in msgspec.structs.fields(UserData)]
    assert shown == [field.wire for field in user_fields.SHOWN]


def test_a_user_shows_the_fields_of_the_table_rendered_and_in_its_order() -> None:
    """Mutant: two values of `User.shown` that change places, or a field of the table that it leaves out."""
    values: list[Any] = [1_700_000_000_000 + number for number in range(len(user_fields.COLUMNS))]
    values[user_fields.COLUMNS.index("metadata")] = '{"team":1}'
    user = User((Role("user", "a:read"),), ("a:read",), *values)
    renders = [field.render or (iso_or_none if field.time else lambda value: value) for field in user_fields.SHOWN]
    expected = [render(getattr(user, field.name)) for render, field in zip(renders, user_fields.SHOWN, strict=True)]
    assert list(user.shown()) == expected


def test_the_command_line_has_an_option_for_every_field_that_can_be_written() -> None:
    written = {field.name for field in user_fields.FIELDS if field.update is not None} - SET_BY_OTHER_COMMANDS
    assert written <= set(inspect.signature(commands.update).parameters)
