"""Valid requests, and how invalid ones are rejected.

On both databases where they could differ, on one where the request is rejected before it reaches the database.
"""

import json
import logging
import re
from typing import Any

import pytest

from tests.support.routes import ROUTES, path_of
from tests.support.service import ADMIN_PASSWORD, PASSWORD, Answer, Client, Service

before_the_database = pytest.mark.parametrize("databases", ["sqlite"], indirect=True)

NEW_USER = {"username": "ann", "password": PASSWORD}
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")

NOT_AN_OBJECT = [b"", b"null", b"[]", b'[{"username": "ann"}]', b"1", b'"text"', b"true"]
NOT_JSON = [
    b"{",
    b"username=ann",
    b"{'username': 'ann'}",
    b'{"username": "ann",}',
    b'{"username": NaN}',
    b'{"username": "ann"} {}',
    b'{"username": "a\x00b"}',
    b'\xef\xbb\xbf{"username": "ann"}',
    '{"username": "ann"}'.encode("utf-16"),
    b'{"username": "\xff"}',
    b'{"username": "\\ud800"}',  # Half of a surrogate pair, escaped and raw.
    b'{"username": "\xed\xa0\x80"}',
]
ABSURDLY_DEEP = [b'{"a":' * 10_000 + b"1" + b"}" * 10_000, b'{"username":' + b"[" * 30_000, b"[" * 60_000]


async def _send(client: Client, method: str, path: str, body: bytes, **headers: str) -> Answer:
    return await client.call(method, path, content=body, headers={"Content-Type": "application/json", **headers})


@before_the_database
@pytest.mark.parametrize("body", NOT_AN_OBJECT + NOT_JSON + ABSURDLY_DEEP, ids=lambda body: repr(body[:20]))
async def test_a_body_that_is_no_json_object_is_refused_everywhere(
    service: Service, admin: Client, body: bytes
) -> None:
    for method, path in [
        ("POST", "/api/auth/login"),
        ("POST", "/api/auth/refresh"),
        ("POST", "/api/users"),
        ("PUT", "/api/users/1"),
    ]:
        answer = await _send(admin, method, path, body)
        assert (answer.code, answer.reason) == (400, "malformed_request")
    assert (await admin.get("/api/users")).data["total"] == 1


WRONG_TYPES: list[tuple[str, Any]] = [
    ("username", 1),
    ("username", None),
    ("username", ["ann"]),
    ("password", 12345678),
    ("password", {"a": 1}),
    ("name", True),
    ("email", {}),
    ("phone", 15550100),
    ("avatar", ["x"]),
    ("roles", "admin"),
    ("roles", [1]),
    ("roles", {"admin": True}),
    ("status", "1"),
    ("status", True),
    ("status", 2),
    ("status", 1.5),
    ("status", 10**30),
]


@before_the_database
@pytest.mark.parametrize(("field", "value"), WRONG_TYPES, ids=str)
async def test_a_value_of_the_wrong_type_is_refused_and_its_field_named(
    service: Service, admin: Client, field: str, value: Any
) -> None:
    for answer in (
        await admin.post("/api/users", NEW_USER | {field: value}),
        await admin.put("/api/users/1", {field: value}),
    ):
        assert (answer.code, answer.reason, set(answer.fields)) == (400, "validation_failed", {field})
        assert answer.fields[field]


@before_the_database
async def test_every_wrong_field_is_named_at_once(service: Service, admin: Client) -> None:
    answer = await admin.post("/api/users", {"password": 1, "email": 2, "roles": "x", "status": 7})
    assert answer.fields == {
        "username": "is required",
        "password": "must be text",
        "email": "must be text or null",
        "roles": "must be a list",
        "status": "is not one of the allowed values",
    }
    answer = await admin.get("/api/users?page=0&pageSize=x&status=2")
    assert set(answer.fields) == {"page", "pageSize", "status"}


async def test_nul_is_refused_wherever_it_stands(service: Service, admin: Client) -> None:
    for field in ("username", "password", "name", "email", "phone", "avatar", "roles"):
        value = ["user", "a\0b"] if field == "roles" else "a\0b"
        for answer in (
            await admin.post("/api/users", NEW_USER | {field: value}),
            await admin.put("/api/users/1", {field: value}),
        ):
            assert answer.fields == {field: "must not contain NUL"}


@before_the_database
@pytest.mark.parametrize("query", ["keyword=%00", "role=a%00b", "sort=id%00", "keyword=a%00&page=1"])
async def test_nul_in_a_query_is_refused(service: Service, admin: Client, query: str) -> None:
    answer = await admin.get(f"/api/users?{query}")
    assert list(answer.fields.values()) == ["must not contain NUL"]


@before_the_database
@pytest.mark.parametrize("query", ["keyword=%ff", "keyword=%ed%a0%80", "keyword=%c0%80", "&".join(["a=1"] * 101)])
async def test_a_query_that_is_no_text_or_endless_is_refused(service: Service, admin: Client, query: str) -> None:
    answer = await admin.get(f"/api/users?{query}")
    assert (answer.code, answer.reason) == (400, "malformed_request")


@before_the_database
@pytest.mark.parametrize("query", ["status=null", "status=true", "page=null", "page=1.5", "page=%20", "page=1_0"])
async def test_a_word_is_no_number(service: Service, admin: Client, query: str) -> None:
    answer = await admin.get(f"/api/users?{query}")
    assert (answer.code, set(answer.fields)) == (400, {query.partition("=")[0]})


@before_the_database
async def test_login_refuses_nul_as_any_other_endpoint(service: Service) -> None:
    answer = await service.anonymous.post("/api/auth/login", {"username": "admin\0", "password": ADMIN_PASSWORD + "\0"})
    assert set(answer.fields) == {"username", "password"}


async def test_unknown_fields_are_ignored(service: Service, admin: Client) -> None:
    strange = {"isAdmin": True, "": 1, "__proto__": {"roles": ["admin"]}, "nul": "\0", "deep": [[[{}]]]}
    created = await admin.post("/api/users", strange | NEW_USER)
    assert created.code == 200
    assert not set(strange) & set(created.data)
    assert (await admin.put(f"/api/users/{created.data['id']}", strange)).code == 200
    answer = await service.anonymous.post("/api/auth/login", strange | {"username": "ann", "password": PASSWORD})
    assert answer.code == 200
    assert (await admin.get("/api/users?_=1&unknown=%F0%9F%9A%AA")).code == 200


async def test_read_only_fields_are_ignored_on_writes(service: Service, admin: Client) -> None:
    read_only = {
        "id": 1,
        "permissions": ["*"],
        "createdAt": "2001-01-01T00:00:00.000Z",
        "updatedAt": 7,
        "lastLoginAt": "never",
    }
    created = await admin.post("/api/users", NEW_USER | read_only)
    assert (created.code, created.data["permissions"], created.data["lastLoginAt"]) == (200, [], None)
    assert created.data["id"] != 1
    assert created.data["createdAt"] > "2020"
    changed = await admin.put(f"/api/users/{created.data['id']}", read_only | {"name": "Ann Lee"})
    assert changed.data | {"updatedAt": ""} == created.data | {"name": "Ann Lee", "updatedAt": ""}
    assert (await admin.get("/api/users/1")).data["username"] == "admin"


@before_the_database
@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"]
)
async def test_writes_declared_as_something_else_than_json_are_refused(
    service: Service, admin: Client, content_type: str
) -> None:
    body = json.dumps(NEW_USER).encode()
    writes = [route for route in ROUTES if route.body is not None and route.signed_in]
    assert {"/api/users", "/api/users/{id}", "/api/roles"} <= {route.path for route in writes}
    for route in writes:
        path = path_of(route)
        answer = await _send(admin, route.method, path, body, **{"Content-Type": content_type})
        assert (answer.code, answer.reason) == (415, "unsupported_media_type")


@before_the_database
@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "Application/JSON", ""])
async def test_writes_declared_as_json_or_not_at_all_are_read(
    service: Service, admin: Client, content_type: str
) -> None:
    body = json.dumps(NEW_USER).encode()
    assert (await _send(admin, "POST", "/api/users", body, **{"Content-Type": content_type})).code == 200


@before_the_database
async def test_reads_and_deletes_ignore_a_body_and_its_type(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann")
    path = f"/api/users/{created['id']}"
    for method, target in [("GET", "/api/auth/user"), ("GET", "/api/users"), ("GET", path), ("DELETE", path)]:
        answer = await _send(admin, method, target, b"\x00 no JSON" * 20_000, **{"Content-Type": "image/png"})
        assert answer.code == 200, (method, target)


NO_IDS = [
    "0", "-1", "+1", "01", "1.0", "1e0", "abc", "null", "%31%20", "1%00", "%00", "1;2", "1%2f..", "..%2f1",
    "%ef%bc%91", "%d9%a1", "99999999999999999", "9" * 400, "{id}", "%7Bid%7D", "1%0a", "1,2", "0x1", "%ff", "'", "*",
]  # fmt: skip


@before_the_database
@pytest.mark.parametrize("text", NO_IDS)
async def test_what_is_no_positive_whole_number_in_a_path_leads_nowhere(
    service: Service, admin: Client, text: str
) -> None:
    for method in ("GET", "PUT", "DELETE"):
        answer = await admin.call(method, f"/api/users/{text}", {})
        assert (answer.code, answer.reason) == (404, "not_found")


async def test_an_id_that_nobody_has_is_not_found(service: Service, admin: Client) -> None:
    for number in (2, 2**31, 2**53 - 1, 9999999999999999):
        for method in ("GET", "PUT", "DELETE"):
            answer = await admin.call(method, f"/api/users/{number}", {})
            assert (answer.code, answer.reason) == (404, "user_not_found")


async def test_ids_are_positive_integers_and_moments_are_iso_8601_in_utc(service: Service, admin: Client) -> None:
    user = (await admin.get("/api/auth/user")).data
    assert type(user["id"]) is int
    assert user["id"] > 0
    for name in ("createdAt", "updatedAt", "lastLoginAt"):
        assert MOMENT.fullmatch(user[name]), name


@before_the_database
@pytest.mark.parametrize("value", ['W/"1"', "1", '"abc"', '"' + "9" * 30 + '"', '""', '"998", "999"', "\xe9"])
async def test_an_if_match_that_is_none_of_ours_matches_nothing(service: Service, admin: Client, value: str) -> None:
    answer = await admin.put("/api/users/1", {"name": "x"}, headers={"If-Match": value.encode("latin-1")})
    assert (answer.code, answer.reason) == (412, "precondition_failed")


async def test_text_of_any_script_is_kept_and_found(service: Service, admin: Client) -> None:
    names = ["Zoë", "李雷", "🚪 door", "ﷺ" * 20, "O'Neil\"; DROP TABLE users;--", "%_\\", "é" * 100]
    for number, name in enumerate(names):
        created = await service.create(admin, f"user-{number}", name=name)
        assert created["name"] == name
        found = await admin.get("/api/users", params={"keyword": name[:20]})
        assert [user["id"] for user in found.data["list"]] == [created["id"]]


async def test_a_statement_that_the_database_refuses_does_not_show(
    service: Service, admin: Client, caplog: pytest.LogCaptureFixture
) -> None:
    await service.core.database.write(lambda tx: tx.execute("ALTER TABLE users RENAME COLUMN phone TO canary_phone"))
    caplog.set_level(logging.CRITICAL)
    for method, path, body in [
        ("GET", "/api/auth/user", None),
        ("GET", "/api/users", None),
        ("POST", "/api/users", {"username": "ann", "password": PASSWORD}),
        ("POST", "/api/auth/login", {"username": "admin", "password": PASSWORD}),
    ]:
        answer = await admin.call(method, path, body)
        assert (answer.code, answer.data) == (500, {"reason": "internal_error"})
        assert not re.search("phone|column|select|sqlite|postgres|asyncpg|users", answer.response.text.lower())
