"""The interface stays as it was promised, so that clients of an earlier version still work (docs/versioning.md)."""

import copy
from typing import Any

import pytest
from scripts import interface


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return interface.current()


@pytest.fixture(scope="module")
def promised() -> set[str]:
    return set(interface.PROMISED.read_text("utf-8").splitlines())


def test_nothing_that_was_promised_is_gone_and_nothing_more_is_demanded(
    document: dict[str, Any], promised: set[str]
) -> None:
    assert interface.breaking(promised, interface.lines(document)) == []


def _without_field(user: Any, _: Any) -> None:
    del user["properties"]["email"]


def _with_other_type(user: Any, _: Any) -> None:
    user["properties"]["id"]["type"] = "string"


def _with_null(user: Any, _: Any) -> None:
    user["properties"]["username"]["type"] = ["string", "null"]


def _without_operation(_: Any, paths: Any) -> None:
    del paths["/api/users/{id}"]["delete"]


def _with_demand(_: Any, paths: Any) -> None:
    paths["/api/users"]["get"]["parameters"][0]["required"] = True


def _with_other_permission(_: Any, paths: Any) -> None:
    paths["/api/users"]["get"]["security"] = [{"bearer": ["users:list"]}]


def _without_value(_: Any, paths: Any) -> None:
    sort = next(it for it in paths["/api/users"]["get"]["parameters"] if it["name"] == "sort")
    sort["schema"]["enum"].remove("email")


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (_without_field, "no longer: GET /api/users 200 body.data.list[].email: string or null"),
        (_with_other_type, "no longer: GET /api/users 200 body.data.list[].id: integer"),
        (_with_null, "no longer: GET /api/users 200 body.data.list[].username: string"),
        (_without_operation, "no longer: DELETE /api/users/{id}"),
        (_with_demand, "now demands: - GET /api/users query page"),
        (_with_other_permission, "now demands: - GET /api/users permission users:list"),
        (_without_value, 'no longer: GET /api/users takes query sort = "email"'),
    ],
)
def test_a_breaking_change_is_found(document: dict[str, Any], promised: set[str], change: Any, found: str) -> None:
    changed = copy.deepcopy(document)
    change(changed["components"]["schemas"]["UserData"], changed["paths"])
    assert found in interface.breaking(promised, interface.lines(changed))


def test_additions_break_nothing(document: dict[str, Any], promised: set[str]) -> None:
    changed = copy.deepcopy(document)
    changed["paths"]["/api/new"] = changed["paths"]["/api/users"]
    changed["components"]["schemas"]["UserData"]["properties"]["nickname"] = {"type": ["string", "null"]}
    changed["components"]["schemas"]["UserData"]["required"].append("nickname")
    assert interface.breaking(promised, interface.lines(changed)) == []
