"""Safe writes: requests that may be repeated, and changes of the version that was read."""

import asyncio
from typing import Any

import pytest

from tests.support.api_keys import new_key
from tests.support.service import PASSWORD, Client, Service

USER = {"username": "ann", "password": PASSWORD, "email": "ann@example.com"}
ROLE = {"name": "clerk", "permissions": ["orders:read"]}
KEY = {"Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}
CREATES = [("/api/users", USER), ("/api/roles", ROLE)]


@pytest.mark.parametrize(("path", "body"), CREATES)
async def test_a_repeated_request_gets_the_same_answer_and_does_nothing_twice(
    service: Service, admin: Client, path: str, body: dict[str, Any]
) -> None:
    first = await admin.post(path, body, headers=KEY)
    assert first.code == 200
    await admin.put(f"{path}/{first.data['id']}", {"name": "changed since"})
    second = await admin.post(path, dict(reversed(body.items())), headers=KEY)
    assert (second.body, second.headers["etag"]) == (first.body, first.headers["etag"])
    other = await admin.post(path, body, headers={"Idempotency-Key": "another"})
    assert other.code == 409 if path == "/api/users" else other.code == 200


@pytest.mark.parametrize(("path", "body"), CREATES)
async def test_parallel_repeats_create_one_and_all_get_its_answer(
    service: Service, admin: Client, path: str, body: dict[str, Any]
) -> None:
    """Mutant: looking for the key and then inserting it lets two pass on PostgreSQL, and one gets 409."""
    answers = await asyncio.gather(*(admin.post(path, body, headers=KEY) for _ in range(8)))
    assert [answer.code for answer in answers] == [200] * 8
    assert len({str(answer.body) for answer in answers}) == 1
    created = await service.core.database.fetch(
        "SELECT action FROM audit WHERE action IN ('user.created', 'role.created')"
    )
    assert len(created) == 2  # The first administrator is the other.


async def test_the_same_key_for_another_request_is_refused(service: Service, admin: Client) -> None:
    await admin.post("/api/users", USER, headers=KEY)
    for path, body in (
        ("/api/users", USER | {"username": "bob"}),
        ("/api/users", USER | {"password": "another long password"}),
        ("/api/roles", ROLE),
    ):
        answer = await admin.post(path, body, headers=KEY)
        assert (answer.code, answer.reason) == (422, "idempotency_key_reused")
    assert (await admin.get("/api/users")).data["total"] == 2


async def test_a_key_belongs_to_the_user_who_sent_it(service: Service, admin: Client) -> None:
    await service.create(admin, "second", roles=["admin"])
    second = await service.login("second", PASSWORD)
    assert (await admin.post("/api/users", USER, headers=KEY)).code == 200
    assert (await second.post("/api/users", USER, headers=KEY)).reason == "username_taken"


async def test_an_api_key_does_not_get_the_answer_of_its_owner_or_of_another_key(
    service: Service, admin: Client
) -> None:
    """An invitation's answer has a link to roles that a narrower key may not grant. Mutant: answers are kept for the
    user alone."""
    body = {"email": "ann@example.com", "roles": ["admin"]}
    first, second = [await new_key(admin, permissions=["users:create"]) for _ in range(2)]
    assert (await admin.post("/api/invitations", body, headers=KEY)).code == 200
    assert (await first.post("/api/invitations", body, headers=KEY)).reason == "idempotency_key_reused"
    body, other = {"email": "eve@example.com"}, {"Idempotency-Key": "another"}
    sent = await first.post("/api/invitations", body, headers=other)
    assert (await first.post("/api/invitations", body, headers=other)).data == sent.data
    assert (await second.post("/api/invitations", body, headers=other)).reason == "idempotency_key_reused"


async def test_a_repeat_needs_the_right_as_much_as_the_first_request(service: Service, admin: Client) -> None:
    await service.create(admin, "second", roles=["admin"])
    second = await service.login("second", PASSWORD)
    assert (await second.post("/api/users", USER, headers=KEY)).code == 200
    await admin.put(f"/api/users/{second.id}", {"roles": []})
    assert (await second.post("/api/users", USER, headers=KEY)).reason == "permission_denied"


async def test_a_request_that_failed_may_be_tried_again_with_its_key(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    assert (await admin.post("/api/users", USER, headers=KEY)).reason == "username_taken"
    assert (await admin.post("/api/users", USER | {"username": "anne"}, headers=KEY)).code == 200


async def test_keys_are_kept_for_a_day(service: Service, admin: Client) -> None:
    first = await admin.post("/api/users", USER, headers=KEY)
    service.clock.advance(24 * 3600 - 60)
    await service.core.cleanup.old_idempotency_keys()
    admin = await service.login()
    assert (await admin.post("/api/users", USER, headers=KEY)).body == first.body
    service.clock.advance(120)
    assert (await admin.post("/api/users", USER, headers=KEY)).reason == "username_taken"
    assert (await admin.post("/api/users", USER | {"username": "b", "email": None}, headers=KEY)).code == 200
    service.clock.advance(25 * 3600)
    await service.core.cleanup.old_idempotency_keys()
    assert list(await service.core.database.fetch("SELECT key FROM idempotency_keys")) == []


@pytest.mark.parametrize("key", ["", "x" * 256, "caf\u00e9", "a\tb"])
async def test_a_key_that_is_not_valid_is_refused(service: Service, admin: Client, key: str) -> None:
    answer = await admin.post("/api/users", USER, headers={"Idempotency-Key": key.encode("latin-1")})
    assert (answer.code, set(answer.fields)) == (400, {"Idempotency-Key"})


async def test_nothing_kept_gives_a_password_away(service: Service, admin: Client) -> None:
    import hashlib

    await admin.post("/api/users", USER, headers=KEY)
    row = await service.core.database.fetchrow("SELECT fingerprint, answer FROM idempotency_keys")
    assert row is not None
    assert PASSWORD not in row[1]
    assert "argon2" not in row[1]
    content = '{"username":"ann","password":"' + PASSWORD + '","email":"ann@example.com"}'
    assert bytes(row[0]) != hashlib.sha256(f"POST /api/users {content}".encode()).digest()


async def test_a_stale_version_of_a_user_is_not_changed_or_deleted(service: Service, admin: Client) -> None:
    created = await admin.post("/api/users", USER)
    path, first = f"/api/users/{created.data['id']}", created.headers["etag"]
    assert (await admin.get(path)).headers["etag"] == first
    second = (await admin.put(path, {"name": "One"}, headers={"If-Match": first})).headers["etag"]
    assert second != first
    assert (await admin.put(path, {"name": "Two"}, headers={"If-Match": first})).reason == "precondition_failed"
    assert (await admin.put(path, {"name": "Two"}, headers={"If-Match": '"nonsense"'})).code == 412
    assert (await admin.delete(path, headers={"If-Match": first})).code == 412
    assert (await admin.get(path)).data["name"] == "One"
    assert (await admin.delete(path, headers={"If-Match": second})).code == 200


async def test_of_changes_to_one_version_at_once_one_is_made(service: Service, admin: Client) -> None:
    """Mutant: comparing versions before the transaction lets several pass."""
    created = await admin.post("/api/users", USER)
    path, headers = f"/api/users/{created.data['id']}", {"If-Match": created.headers["etag"]}
    answers = await asyncio.gather(*(admin.put(path, {"name": f"N{n}"}, headers=headers) for n in range(6)))
    assert sorted(answer.code for answer in answers) == [200] + [412] * 5
