"""Managing users: the contract's section on users."""

import re

import pytest

from tests.support.service import PASSWORD, Client, Service

FIELDS = {
    "id", "username", "name", "email", "phone", "avatar", "roles", "permissions", "status",
    "createdAt", "updatedAt", "lastLoginAt",
}  # fmt: skip


async def test_a_created_user_has_every_field_and_its_defaults(service: Service, admin: Client) -> None:
    answer = await admin.post("/api/users", {"username": "ann", "password": PASSWORD})
    assert answer.code == 200
    user = answer.data
    assert set(user) >= FIELDS
    assert isinstance(user["id"], int)
    assert (user["username"], user["name"], user["status"]) == ("ann", "ann", 1)
    assert (user["email"], user["phone"], user["avatar"], user["lastLoginAt"]) == (None, None, None, None)
    assert (user["roles"], user["permissions"]) == ([], [])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", user["createdAt"])
    assert user["createdAt"] == user["updatedAt"]


async def test_a_created_user_keeps_what_was_given(service: Service, admin: Client) -> None:
    given = {
        "username": "李雷",
        "name": "Li Lei",
        "email": "Li.Lei@Example.com",
        "phone": "+86 10 1234",
        "avatar": "https://example.com/a.png",
        "roles": ["user"],
        "status": 0,
    }
    created = await service.create(admin, **given)  # type: ignore[arg-type]
    assert {name: created[name] for name in given} == given
    assert (await admin.get(f"/api/users/{created['id']}")).data == created


async def test_a_created_user_can_sign_in_and_is_listed_at_once(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann")
    assert (await service.login("ann", PASSWORD)).id == created["id"]
    assert created["id"] in [user["id"] for user in (await admin.get("/api/users?keyword=ann")).data["list"]]


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ({"username": "ann"}, {"username": "ANN"}, "username_taken"),
        ({"username": "straße"}, {"username": "STRASSE"}, "username_taken"),
        ({"username": "a", "email": "x@y.z"}, {"username": "b", "email": "X@Y.Z"}, "email_taken"),
    ],
)
async def test_a_taken_name_is_a_conflict_whatever_its_case(
    service: Service, admin: Client, first: dict[str, str], second: dict[str, str], reason: str
) -> None:
    await service.create(admin, **first)
    answer = await admin.post("/api/users", {**second, "password": PASSWORD})
    assert (answer.code, answer.reason) == (409, reason)
    other = await service.create(admin, "other")
    answer = await admin.put(f"/api/users/{other['id']}", second)
    assert (answer.code, answer.reason) == (409, reason)


async def test_a_user_may_keep_its_own_names(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann", email="ann@example.com")
    answer = await admin.put(f"/api/users/{created['id']}", {"username": "Ann", "email": "ANN@example.com"})
    assert (answer.code, answer.data["username"], answer.data["email"]) == (200, "Ann", "ANN@example.com")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("username", ""), ("username", "   "), ("username", "a b"), ("username", "a\nb"), ("username", "x" * 65),
        ("username", "a\u200bb"), ("username", None), ("username", 7),
        ("name", "x" * 101), ("name", "a\x07b"), ("name", 7),
        ("email", "no-at-sign"), ("email", "a@"), ("email", "a b@c.d"), ("email", 7),
        ("phone", "1" * 33), ("phone", 7),
        ("avatar", "javascript:alert(1)"), ("avatar", "data:text/html,x"), ("avatar", 7),
        ("roles", "admin"), ("roles", [1]), ("roles", ["no-such-role"]),
        ("status", 2), ("status", -1), ("status", "1"), ("status", True), ("status", None),
        ("password", "short"), ("password", "x" * 257), ("password", 12345678),
    ],
)  # fmt: skip
async def test_a_bad_field_is_named_and_nothing_is_written(
    service: Service, admin: Client, field: str, value: object
) -> None:
    body = {"username": "ann", "password": PASSWORD, field: value}
    answer = await admin.post("/api/users", body)
    assert (answer.code, answer.reason, set(answer.fields)) == (400, "validation_failed", {field})
    assert (await admin.get("/api/users")).data["total"] == 1
    existing = await service.create(admin, "existing")
    answer = await admin.put(f"/api/users/{existing['id']}", {"name": "Changed", field: value})
    assert (answer.code, set(answer.fields)) == (400, {field})
    assert (await admin.get(f"/api/users/{existing['id']}")).data == existing


async def test_all_wrong_fields_are_named_at_once(service: Service, admin: Client) -> None:
    answer = await admin.post("/api/users", {"username": "a b", "email": "x", "phone": "1" * 32, "password": PASSWORD})
    assert set(answer.fields) == {"username", "email"}
    answer = await admin.post("/api/users", {"username": 1, "email": 2, "status": 3})
    assert set(answer.fields) == {"username", "password", "email", "status"}


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"username": "a b", "email": "x", "password": "short"}, {"username", "email", "password"}),
        ({"username": "ann", "email": "x", "password": "password123"}, {"email", "password"}),
        ({"username": "annabel1", "avatar": "x", "password": "ANNABEL1"}, {"avatar", "password"}),
        # One of the wrong type or missing, others against the rules.
        ({"email": "x", "password": "short"}, {"username", "email", "password"}),
        ({"username": "ann", "status": 7, "email": "x", "password": PASSWORD}, {"status", "email"}),
        ({"username": "ann", "name": "", "status": 7, "password": PASSWORD}, {"status"}),
    ],
)
async def test_one_response_names_wrong_passwords_types_and_values(
    service: Service, admin: Client, body: dict[str, object], wrong: set[str]
) -> None:
    answer = await admin.post("/api/users", body)
    assert (answer.code, set(answer.fields)) == (400, wrong)
    if "username" in body:
        other = await service.create(admin, "other")
        answer = await admin.put(f"/api/users/{other['id']}", body)
        # An empty name means the username in a new user; an existing one must have a name.
        assert (answer.code, set(answer.fields)) == (400, wrong | ({"name"} if body.get("name") == "" else set()))


async def test_an_update_changes_what_it_names_and_nothing_else(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann", email="ann@example.com", phone="1", avatar="/a.png", roles=["user"])
    answer = await admin.put(f"/api/users/{created['id']}", {"name": "Ann Lee"})
    assert answer.code == 200
    changed = {name for name in FIELDS if answer.data[name] != created[name]}
    assert changed <= {"name", "updatedAt"}
    assert answer.data["name"] == "Ann Lee"


@pytest.mark.parametrize("nothing", [None, "", "  "])
async def test_null_and_blank_clear_what_can_be_empty(service: Service, admin: Client, nothing: str | None) -> None:
    created = await service.create(admin, "ann", email="ann@example.com", phone="1", avatar="/a.png")
    answer = await admin.put(f"/api/users/{created['id']}", {"email": nothing, "phone": nothing, "avatar": nothing})
    assert (answer.data["email"], answer.data["phone"], answer.data["avatar"]) == (None, None, None)
    await service.create(admin, "ben", email="ann@example.com")


@pytest.mark.parametrize("password", ["", "   ", None])
async def test_a_blank_password_leaves_the_old_one(service: Service, admin: Client, password: str | None) -> None:
    created = await service.create(admin, "ann")
    assert (await admin.put(f"/api/users/{created['id']}", {"password": password})).code == 200
    await service.login("ann", PASSWORD)


async def test_a_new_password_replaces_the_old_one(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann")
    await admin.put(f"/api/users/{created['id']}", {"password": "an entirely new one"})
    await service.login("ann", "an entirely new one")
    assert (await service.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD})).code == 401


async def test_a_form_may_echo_the_whole_row(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann", email="ann@example.com", roles=["user"])
    echoed = {**created, "name": "Ann", "id": 999, "permissions": ["*"], "createdAt": "1999", "somethingElse": {"a": 1}}
    answer = await admin.put(f"/api/users/{created['id']}", echoed)
    assert (answer.code, answer.data["id"], answer.data["permissions"]) == (200, created["id"], [])
    assert answer.data["createdAt"] == created["createdAt"]
    assert (await admin.get("/api/users/999")).code == 404


async def test_an_empty_update_is_fine(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann")
    assert (await admin.put(f"/api/users/{created['id']}", {})).data["name"] == "ann"


async def test_a_deleted_user_is_gone_and_its_id_is_never_used_again(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann")
    answer = await admin.delete(f"/api/users/{created['id']}")
    assert (answer.code, answer.data) == (200, None)
    assert (await admin.delete(f"/api/users/{created['id']}")).reason == "user_not_found"
    assert (await admin.get(f"/api/users/{created['id']}")).reason == "user_not_found"
    assert (await admin.put(f"/api/users/{created['id']}", {"name": "x"})).reason == "user_not_found"
    assert (await service.create(admin, "ann"))["id"] > created["id"]


async def test_if_match_protects_against_overwriting_unseen_changes(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann")
    path = f"/api/users/{created['id']}"
    etag = (await admin.get(path)).headers["etag"]
    first = await admin.put(path, {"name": "First"}, headers={"If-Match": etag})
    assert first.code == 200
    assert first.headers["etag"] != etag
    second = await admin.put(path, {"name": "Second"}, headers={"If-Match": etag})
    assert (second.code, second.reason) == (412, "precondition_failed")
    assert (await admin.get(path)).data["name"] == "First"
    assert (await admin.put(path, {"name": "Any"}, headers={"If-Match": "*"})).code == 200


@pytest.mark.parametrize(
    ("method", "path", "permission"),
    [
        ("GET", "/api/users", "users:read"),
        ("GET", "/api/users/1", "users:read"),
        ("POST", "/api/users", "users:create"),
        ("PUT", "/api/users/1", "users:update"),
        ("DELETE", "/api/users/1", "users:delete"),
    ],
)
async def test_every_endpoint_needs_a_token_and_its_right(
    service: Service, admin: Client, method: str, path: str, permission: str
) -> None:
    assert (await service.anonymous.call(method, path)).code == 401
    await service.create(admin, "ann", roles=["user"])
    ann = await service.login("ann", PASSWORD)
    answer = await ann.call(method, path)
    assert (answer.code, answer.reason, answer.data["required"]) == (403, "permission_denied", permission)
    assert 'error="insufficient_scope"' in answer.headers["www-authenticate"]


async def test_the_last_enabled_administrator_stays(service: Service, admin: Client) -> None:
    second = await service.create(admin, "second", roles=["admin"])
    await admin.put(f"/api/users/{second['id']}", {"status": 0})
    changes: list[dict[str, object]] = [{"status": 0}, {"roles": []}, {"roles": ["user"]}]
    for change in changes:
        answer = await admin.put("/api/users/1", change)
        assert (answer.code, answer.reason) == (409, "last_administrator")
    assert (await admin.delete("/api/users/1")).reason == "last_administrator"
    assert (await admin.get("/api/auth/user")).data["roles"] == ["admin"]


async def test_users_can_not_disable_or_delete_themselves(service: Service, admin: Client) -> None:
    await service.create(admin, "second", roles=["admin"])
    assert (await admin.put("/api/users/1", {"status": 0})).reason == "own_account"
    assert (await admin.delete("/api/users/1")).reason == "own_account"
    assert (await admin.put("/api/users/1", {"name": "Me", "status": 1})).code == 200


async def test_an_address_is_verified_where_an_administrator_says_so_and_another_one_is_not(
    service: Service, admin: Client
) -> None:
    """Mutant: a changed address that stays verified, so that a reset trusts an unproved address."""
    ann = await service.create(admin, "ann", email="ann@example.com")
    assert (ann["emailVerified"], ann["pendingEmail"]) == (False, None)
    path = f"/api/users/{ann['id']}"
    assert (await admin.put(path, {"emailVerified": True})).data["emailVerified"] is True
    assert (await admin.put(path, {"name": "Ann Lee", "email": "ann@example.com"})).data["emailVerified"] is True
    assert (await admin.put(path, {"email": "lee@example.com"})).data["emailVerified"] is False
    moved = {"email": "ann@example.com", "emailVerified": True}
    assert (await admin.put(path, moved)).data["emailVerified"] is True
    assert (await admin.put(path, {"email": None})).data["emailVerified"] is False
    for answer in (
        await admin.put(path, {"emailVerified": True}),
        await admin.put(path, {"email": None, "emailVerified": True}),
        await admin.post("/api/users", {"username": "bob", "password": PASSWORD, "emailVerified": True}),
    ):
        assert answer.fields == {"emailVerified": "must be false for a user without an e-mail address"}
    assert (await admin.put(path, {"emailVerified": "yes"})).reason == "validation_failed"


async def test_a_username_in_use_is_reported_with_the_other_wrong_fields(service: Service, admin: Client) -> None:
    """Mutant: a username that is looked up only when all else is right, so that a form is sent twice."""
    await service.create(admin, "ann")
    refused = await admin.post("/api/users", {"username": " ANN ", "password": "short", "email": "nowhere"})
    assert (refused.code, set(refused.fields)) == (400, {"username", "password", "email"})
    assert refused.fields["username"] == "is already in use"
    free = await admin.post("/api/users", {"username": "anna", "password": "short"})
    assert set(free.fields) == {"password"}
    for username in ("ann\0", "x" * 1000, ["ann"]):
        hostile = await admin.post("/api/users", {"username": username, "password": "short"})
        assert "is already in use" not in hostile.fields.values(), username


async def test_an_unknown_role_is_reported_with_the_other_wrong_fields(service: Service, admin: Client) -> None:
    """Mutant: roles that are looked up only when all else is right, so that a form is sent twice."""
    unknown = "has 'captain', which is not a role"
    person = {"username": "a b", "password": PASSWORD, "email": "nowhere", "roles": ["user", "captain"]}
    refused = await admin.post("/api/users", person)
    assert set(refused.fields) == {"username", "email", "roles"}
    assert refused.fields["roles"] == unknown
    mistyped = await admin.post("/api/users", person | {"username": 7, "status": "on"})
    assert set(mistyped.fields) == {"username", "status", "email", "roles"}
    weak = await admin.post("/api/users", {"username": "ann", "password": "password", "roles": ["captain"]})
    assert set(weak.fields) == {"password", "roles"}
    ann = await service.create(admin, "ann")
    changed = await admin.put(f"/api/users/{ann['id']}", {"email": "nowhere", "roles": ["captain"]})
    assert (set(changed.fields), changed.fields["roles"]) == ({"email", "roles"}, unknown)
    for roles in ("captain", [7], ["captain\0"], ["x" * 1000], ["captain"] * 1000):
        hostile = await admin.post("/api/users", {"username": "a b", "password": PASSWORD, "roles": roles})
        assert set(hostile.fields) >= {"roles"}, roles
    assert "roles" not in (await admin.post("/api/users", person | {"roles": ["user"]})).fields
