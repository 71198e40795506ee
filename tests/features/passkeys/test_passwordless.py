"""Accounts without a password."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from doorward.core.sign_in.factor_changes import FactorChanges
from doorward.features.passkeys import queries
from tests.features.passkeys.support import PASSKEYS, actions, add, added, sign_in, step_up
from tests.support.authenticator import Authenticator
from tests.support.mail import newest_mail
from tests.support.service import PASSWORD, Answer, Client, Clock, Service

OWN_PASSWORD = "/api/auth/password"
# On SQLite transactions run one after the other.
on_postgres = pytest.mark.parametrize("databases", ["postgres"], indirect=True)


@pytest.fixture
async def ann(service: Service, admin: Client) -> Client:
    await service.create(admin, "ann", email="ann@example.com")
    return await service.login("ann", PASSWORD)


async def test_a_user_without_a_password_signs_in_by_passkey(service: Service, admin: Client, ann: Client) -> None:
    authenticator = await added(ann)
    other = Client(service, (await sign_in(service.anonymous, authenticator)).data)
    assert (await ann.delete(OWN_PASSWORD)).code == 200
    assert (await other.get("/api/auth/user")).reason == "session_ended"
    refused = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD})
    assert refused.reason == "invalid_credentials"
    assert (await sign_in(service.anonymous, authenticator)).code == 200
    assert (await ann.delete(OWN_PASSWORD)).code == 200, "there is none to remove any more"
    assert len(await actions(service, admin, "auth.password_removed")) == 1
    kinds = [mail["kind"] for mail in (await admin.get("/api/mail")).data["list"]]
    assert sorted(kinds) == ["factor_added", "password_removed"]


@pytest.mark.parametrize("key", [None, False])
async def test_a_password_stays_without_a_passkey_that_verifies_its_user(ann: Client, key: bool | None) -> None:
    """Mutant: a security key counts as a way in."""
    if key is not None:
        await added(ann, verifies_user=key)
    assert (await ann.delete(OWN_PASSWORD)).reason == "passkey_needed"


@pytest.mark.settings(step_up_ttl=60)
async def test_removing_the_password_needs_a_recent_factor(ann: Client, clock: Clock) -> None:
    authenticator = await added(ann)
    clock.advance(minutes=2)
    assert (await ann.delete(OWN_PASSWORD)).reason == "step_up_required"
    await step_up(ann, authenticator)
    assert (await ann.delete(OWN_PASSWORD)).code == 200


async def test_the_last_way_in_cannot_be_removed(service: Service, ann: Client) -> None:
    """Mutant: a passkey is removed as if there were a password."""
    first = await add(ann, Authenticator())
    key = await add(ann, Authenticator(verifies_user=False))
    assert (await ann.delete(OWN_PASSWORD)).code == 200
    assert (await ann.delete(f"{PASSKEYS}/{first.data['id']}")).reason == "last_way_in"
    second = await add(ann, Authenticator())
    assert (await ann.delete(f"{PASSKEYS}/{first.data['id']}")).code == 200
    assert (await ann.delete(f"{PASSKEYS}/{key.data['id']}")).code == 200
    assert (await ann.delete(f"{PASSKEYS}/{second.data['id']}")).reason == "last_way_in"


async def interleaved(
    patch: pytest.MonkeyPatch, owner: Any, name: str, one: Awaitable[Answer], other: Awaitable[Answer]
) -> list[int]:
    """The codes of two requests. Inside the first one, after the named function has done its work, the other one runs
    until it has ended, or for a moment if it has to wait."""
    work, begun = getattr(owner, name), list[asyncio.Future[Answer]]()

    async def paused(*args: Any) -> Any:
        found = await work(*args)
        if not begun:
            begun.append(asyncio.ensure_future(other))
            await asyncio.wait(begun, timeout=0.3)
        return found

    patch.setattr(owner, name, paused)
    return sorted([(await one).code, (await begun[0]).code])


@on_postgres
async def test_the_last_two_ways_in_cannot_be_removed_at_once(ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: `begin` takes no locks, and `remove` looks for a way in before it writes the user's row."""
    one, two = [f"{PASSKEYS}/{(await add(ann, Authenticator())).data['id']}" for _ in range(2)]
    assert (await ann.delete(OWN_PASSWORD)).code == 200
    removals = ann.delete(one), ann.delete(two)
    assert await interleaved(monkeypatch, FactorChanges, "_has_way_in", *removals) == [200, 409]


@on_postgres
async def test_the_password_and_the_only_passkey_cannot_be_removed_at_once(
    ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: `begin` takes no locks."""
    passkey = await add(ann, Authenticator())
    removals = ann.delete(OWN_PASSWORD), ann.delete(f"{PASSKEYS}/{passkey.data['id']}")
    assert await interleaved(monkeypatch, queries, "list_of", *removals) == [200, 409]


async def test_a_mailed_link_sets_a_password_again(service: Service, admin: Client, ann: Client) -> None:
    authenticator = await added(ann)
    await ann.delete(OWN_PASSWORD)
    changed = await ann.put(OWN_PASSWORD, {"currentPassword": PASSWORD, "newPassword": "another long password"})
    assert changed.reason == "wrong_password"
    await service.anonymous.post("/api/auth/password/forgot", {"identifier": "ann"})
    token = (await newest_mail(admin, "ann@example.com", "password_reset")).token
    reset = await service.anonymous.post(
        "/api/auth/password/reset", {"token": token, "password": "another long password"}
    )
    assert reset.code == 200, reset.body
    again = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": "another long password"})
    assert again.reason == "second_factor_required", "the factor stayed"
    assert (await sign_in(service.anonymous, authenticator)).code == 200


async def test_links_to_reset_the_password_end_with_it(service: Service, admin: Client, ann: Client) -> None:
    """Mutant: pending tokens are kept."""
    await service.anonymous.post("/api/auth/password/forgot", {"identifier": "ann"})
    token = (await newest_mail(admin, "ann@example.com", "password_reset")).token
    await added(ann)
    await ann.delete(OWN_PASSWORD)
    reset = await service.anonymous.post("/api/auth/password/reset", {"token": token, "password": "another long one"})
    assert reset.reason == "invalid_one_time_token"


async def test_a_password_that_must_be_changed_may_be_removed_instead(
    service: Service, admin: Client, ann: Client
) -> None:
    authenticator = await added(ann)
    await admin.put(f"/api/users/{ann.id}", {"mustChangePassword": True})
    client = Client(service, (await sign_in(service.anonymous, authenticator)).data)
    assert (await client.delete(OWN_PASSWORD)).code == 200
    assert (await client.get("/api/auth/user")).data["mustChangePassword"] is False


async def test_no_password_is_asked_of_users_who_have_none(service: Service, admin: Client, ann: Client) -> None:
    """They could not change it, and would keep no rights. Mutants: the flag is written by a change of the user; by an
    operation on many users."""
    authenticator = await added(ann)
    await ann.delete(OWN_PASSWORD)
    refused = await admin.put(f"/api/users/{ann.id}", {"mustChangePassword": True})
    assert refused.fields == {"mustChangePassword": "must be false for a user without a password"}
    asked = await admin.post("/api/operations", {"action": "require_password_change", "users": [ann.id]})
    await service.core.operations.work()
    done = (await admin.get(f"/api/operations/{asked.data['id']}")).data
    assert (done["state"], done["succeeded"], done["failed"]) == ("done", 1, 0)
    client = Client(service, (await sign_in(service.anonymous, authenticator)).data)
    assert (await client.get("/api/auth/user")).data["mustChangePassword"] is False
    given = {"password": "a password to begin with", "mustChangePassword": True}
    assert (await admin.put(f"/api/users/{ann.id}", given)).data["mustChangePassword"] is True
