"""Metadata of users: a JSON object that administrators write."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import doorward
from tests.support.service import PASSWORD, Client, Service

PLAN = {"plan": "gold", "seats": 5, "tags": ["a", "b"], "nested": {"x": None, "y": 1.5, "z": True}}


def of_size(size: int) -> dict[str, str]:
    """An object whose compact JSON has so many bytes."""
    return {"k": "x" * (size - len('{"k":""}'))}


def nested(depth: int) -> dict[str, Any]:
    value: Any = {}
    for _ in range(depth - 1):
        value = {"k": value}
    found: dict[str, Any] = value
    return found


async def test_metadata_that_an_administrator_writes_is_shown_wherever_the_user_is(
    service: Service, admin: Client
) -> None:
    created = await service.create(admin, "ann", metadata=PLAN)
    assert created["metadata"] == PLAN
    assert (await admin.get(f"/api/users/{created['id']}")).data["metadata"] == PLAN
    listed = (await admin.get("/api/users?keyword=ann")).data["list"]
    assert [user["metadata"] for user in listed] == [PLAN]
    ann = await service.login("ann", PASSWORD)
    assert ann.tokens["user"]["metadata"] == PLAN
    assert (await ann.get("/api/auth/user")).data["metadata"] == PLAN


async def test_a_user_without_metadata_has_an_empty_object(service: Service, admin: Client) -> None:
    absent: list[dict[str, Any]] = [{}, {"metadata": None}, {"metadata": {}}]
    for number, given in enumerate(absent):
        body = {"username": f"user{number}", "password": PASSWORD, **given}
        assert (await admin.post("/api/users", body)).data["metadata"] == {}


async def test_an_update_keeps_metadata_that_it_does_not_name_and_null_clears_it(
    service: Service, admin: Client
) -> None:
    path = f"/api/users/{(await service.create(admin, 'ann', metadata=PLAN))['id']}"
    assert (await admin.put(path, {"name": "Ann Lee"})).data["metadata"] == PLAN
    assert (await admin.put(path, {"metadata": {"plan": "silver"}})).data["metadata"] == {"plan": "silver"}
    assert (await admin.put(path, {"metadata": None})).data["metadata"] == {}
    assert (await admin.get(path)).data["metadata"] == {}


async def test_metadata_comes_back_as_it_was_sent_but_for_white_space(service: Service, admin: Client) -> None:
    text = '{ "zuerst": "Straße 😀 \\" \\\\ </script>", "a": 12345678901234567890123, "": [1, {}, "王"] }'
    body = f'{{"username": "ann", "password": "{PASSWORD}", "metadata": {text}}}'
    headers = {"content-type": "application/json"}
    created = await admin.post("/api/users", content=body.encode(), headers=headers)
    assert created.data["metadata"] == json.loads(text)
    expected = json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))
    assert f'"metadata":{expected}' in created.response.text


@pytest.mark.parametrize(
    ("metadata", "message"),
    [
        (of_size(4097), "must have at most 4096 bytes as JSON"),
        ({"k": "王" * 1400}, "must have at most 4096 bytes as JSON"),
        (nested(33), "must not nest deeper than 32 levels"),
        ({"k": ["a\0b"]}, "must not contain NUL"),
        ({"a\0b": 1}, "must not contain NUL"),
        ([], "must be an object or null"),
        ("{}", "must be an object or null"),
        (5, "must be an object or null"),
    ],
)
async def test_metadata_that_is_not_an_object_or_too_large_is_refused_by_name(
    service: Service, admin: Client, metadata: Any, message: str
) -> None:
    ann = await service.create(admin, "ann", metadata=PLAN)
    for answer in (
        await admin.put(f"/api/users/{ann['id']}", {"metadata": metadata}),
        await admin.post("/api/users", {"username": "bob", "password": PASSWORD, "metadata": metadata}),
    ):
        assert (answer.code, answer.reason) == (400, "validation_failed")
        assert answer.fields == {"metadata": message}
    assert (await admin.get(f"/api/users/{ann['id']}")).data["metadata"] == PLAN


async def test_metadata_may_have_4096_bytes_and_32_levels(service: Service, admin: Client) -> None:
    for number, metadata in enumerate((of_size(4096), nested(32))):
        assert (await service.create(admin, f"user{number}", metadata=metadata))["metadata"] == metadata


@pytest.mark.parametrize("depth", [500, 980, 5000])
async def test_an_object_of_any_depth_is_refused_and_does_no_harm(service: Service, admin: Client, depth: int) -> None:
    """Catches a search for NUL that overflows the stack outside of what parse_json turns into a refusal."""
    deep = '{"k":' * depth + '"\\u0000"' + "}" * depth
    body = f'{{"username": "ann", "password": "{PASSWORD}", "metadata": {deep}}}'
    answer = await admin.post("/api/users", content=body.encode(), headers={"content-type": "application/json"})
    assert answer.code == 400


async def test_users_cannot_change_the_metadata_of_their_own_account(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", metadata=PLAN)
    ann = await service.login("ann", PASSWORD)
    for metadata in ({"plan": "platinum"}, None, "nonsense"):
        answer = await ann.put("/api/auth/user", {"name": "Ann Lee", "metadata": metadata})
        assert (answer.code, answer.data["name"], answer.data["metadata"]) == (200, "Ann Lee", PLAN)


async def test_the_audit_trail_shows_metadata_before_and_after(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann", metadata=PLAN)
    await admin.put(f"/api/users/{ann['id']}", {"metadata": {"plan": "silver"}})
    await admin.put(f"/api/users/{ann['id']}", {"metadata": {"plan": "silver"}})
    entries = (await admin.get(f"/api/audit?target=user:{ann['id']}&action=user.*")).data["list"]
    assert [entry["action"] for entry in entries] == ["user.updated", "user.created"]
    assert entries[0]["details"] == {"changes": {"metadata": [PLAN, {"plan": "silver"}]}}
    assert entries[1]["details"]["metadata"] == PLAN


async def test_no_keyword_finds_metadata_and_no_list_is_sorted_by_it(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", metadata={"needle": "haystack"})
    for keyword in ("needle", "haystack", '{"'):
        assert (await admin.get("/api/users", params={"keyword": keyword})).data["list"] == []
    assert "sort" in (await admin.get("/api/users?sort=metadata")).fields


async def test_a_repeated_request_gets_the_metadata_of_the_first(service: Service, admin: Client) -> None:
    body, headers = {"username": "ann", "password": PASSWORD, "metadata": PLAN}, {"Idempotency-Key": "once"}
    first = await admin.post("/api/users", body, headers=headers)
    again = await admin.post("/api/users", body, headers=headers)
    assert first.data == again.data
    assert again.data["metadata"] == PLAN


@pytest.mark.parametrize("form", ["csv", "jsonl", "excel", "keycloak", "auth0", "supabase", "pocketbase"])
async def test_an_export_and_an_import_keep_metadata(
    service: Service, admin: Client, environ: dict[str, str], tmp_path: Path, form: str
) -> None:
    ann = await service.create(admin, "ann", email="ann@example.com", metadata=PLAN)
    file = tmp_path / f"users.{ {'excel': 'xlsx', 'csv': 'csv', 'jsonl': 'jsonl'}.get(form, 'json') }"
    assert (await doorward(environ, "export", str(file), "--to", form)).code == 0
    await admin.put(f"/api/users/{ann['id']}", {"metadata": {"plan": "silver"}})
    imported = await doorward(environ, "import", str(file), "--from", form, "--existing", "update", "--json")
    assert imported.json["changed"] == 1, imported.out
    assert (await admin.get(f"/api/users/{ann['id']}")).data["metadata"] == PLAN
    await admin.delete(f"/api/users/{ann['id']}")
    assert (await doorward(environ, "import", str(file), "--from", form, "--existing", "skip")).code == 0
    assert (await admin.get("/api/users?keyword=ann")).data["list"][0]["metadata"] == PLAN


async def test_an_import_refuses_metadata_that_is_no_object_and_the_report_keeps_it(
    service: Service, environ: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "users.csv"
    file.write_text('username,metadata\nann,{}\nbob,\neve,[1]\nmax,"{""plan"": 1}"\nzoe,{plan\n')
    imported = await doorward(environ, "import", str(file), "--json")
    assert (imported.json["created"], imported.json["refused"]) == (3, 2), imported.out
    report = Path(imported.json["report"]).read_text().splitlines()
    assert [line.partition(",")[0] for line in report[1:]] == ["metadata must be a JSON object"] * 2
    assert "[1]" in report[1]


async def test_the_command_line_sets_shows_and_clears_metadata(service: Service, environ: dict[str, str]) -> None:
    made = await doorward(environ, "users", "create", "ann", "--metadata", '{"plan": "gold"}', "--json", stdin=PASSWORD)
    assert made.json["metadata"] == {"plan": "gold"}, made.err
    assert (await doorward(environ, "users", "show", "ann", "--json")).json["metadata"] == {"plan": "gold"}
    refused = await doorward(environ, "users", "update", "ann", "--metadata", "gold", "--json")
    assert refused.code != 0
    assert refused.error["data"]["fields"] == [{"field": "metadata", "message": "must be a JSON object"}]
    assert (await doorward(environ, "users", "update", "ann", "--metadata", "", "--json")).json["metadata"] == {}
