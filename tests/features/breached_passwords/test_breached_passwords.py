"""Passwords that are known from data breaches: refused wherever one is chosen, and replaced after a sign-in."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from doorward.crypto.passwords.breached import BreachedPasswords
from doorward.database.protocol import Transaction
from doorward.domain.passwords import BREACHED
from doorward.store.sign_in import factors
from tests.core.test_audit import trail
from tests.features.invitations.support import accept, invite, token_of
from tests.features.recovery.test_recovery import reset, reset_token
from tests.support.breached import list_of
from tests.support.cli import doorward
from tests.support.databases import settings_for
from tests.support.service import PASSWORD, Client, Clock, Service, running

LISTED = "trustno1 trustno1 trustno1"
OLD = "an old and leaked password"
COMPOSED, DECOMPOSED = "zürich ist eine stadt", "zu\u0308rich ist eine stadt"


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    return list_of(tmp_path, LISTED, OLD, COMPOSED)


@pytest.fixture
async def unaware(environ: dict[str, str], clock: Clock, anyio_backend: str) -> AsyncIterator[Service]:
    """The same service before it had a list: passwords that it accepted are in the list by now."""
    async with running(settings_for(environ), clock) as service:
        yield service


@pytest.fixture
async def service(
    environ: dict[str, str], listed: Path, clock: Clock, unaware: Service, anyio_backend: str
) -> AsyncIterator[Service]:
    settings = settings_for(environ, breached_passwords=str(listed), registration="open")
    async with running(settings, clock) as service:
        yield service


async def breaches(service: Service) -> list[dict[str, Any]]:
    return [entry for entry in await trail(service) if entry["action"] == "user.password_breached"]


@pytest.mark.parametrize("password", [LISTED, DECOMPOSED])
async def test_a_listed_password_is_refused_wherever_one_is_chosen(
    service: Service, admin: Client, password: str
) -> None:
    refused = {"password": BREACHED}
    ann = await service.create(admin, "ann", email="ann@example.com")
    created = await admin.post("/api/users", {"username": "bob", "password": password})
    assert (created.reason, created.fields) == ("validation_failed", refused)
    updated = await admin.put(f"/api/users/{ann['id']}", {"password": password})
    assert updated.fields == refused
    registering = {"username": "eve", "email": "eve@example.com", "password": password}
    assert (await service.anonymous.post("/api/auth/register", registering)).fields == refused
    token = await reset_token(service, admin)
    assert (await reset(service, token, password)).fields == refused
    assert (await reset(service, token, "one that no list has")).code == 200, "the link was not used up"
    invited = token_of(await invite(admin, "joe@example.com"))
    assert (await accept(service, invited, "joe", password=password)).fields == refused
    assert (await accept(service, invited, "joe")).code == 200, "the invitation is valid still"
    own = await service.login("ann", "one that no list has")
    changed = await own.put("/api/auth/password", {"currentPassword": "one that no list has", "newPassword": password})
    assert changed.fields == {"newPassword": BREACHED}


async def test_a_listed_password_is_refused_on_the_command_line(
    environ: dict[str, str], service: Service, admin: Client, listed: Path
) -> None:
    environ |= {"DOORWARD_BREACHED_PASSWORDS": str(listed)}
    made = await doorward(environ, "users", "create", "ann", stdin=LISTED + "\n")
    assert (made.code, BREACHED in made.err) == (3, True)
    await service.create(admin, "bob")
    changed = await doorward(environ, "users", "set-password", "bob", stdin=LISTED)
    assert (changed.code, BREACHED in changed.err) == (3, True)


async def test_a_list_that_is_damaged_later_stops_new_passwords_and_no_sign_in(
    environ: dict[str, str], service: Service, admin: Client, listed: Path
) -> None:
    await service.create(admin, "bob")
    with listed.open("r+b") as file:
        file.truncate(70)
    assert (await service.login("bob", PASSWORD)).id
    answer = await admin.post("/api/users", {"username": "ann", "password": PASSWORD})
    assert answer.reason == "internal_error"
    environ |= {"DOORWARD_BREACHED_PASSWORDS": str(listed)}
    changed = await doorward(environ, "users", "set-password", "bob", stdin="another long password")
    assert (changed.code, "is damaged" in changed.err) == (1, True)


async def test_a_sign_in_with_a_listed_password_asks_for_another_once(unaware: Service, service: Service) -> None:
    before = await unaware.login()
    ann = await unaware.create(before, "ann", password=OLD, roles=["admin"])
    signed_in = await service.login("ann", OLD)
    assert signed_in.tokens["user"]["mustChangePassword"] is True
    assert (await signed_in.get("/api/users")).reason == "password_change_required"
    again = await service.login("ann", OLD)
    assert again.tokens["user"]["mustChangePassword"] is True
    entry, *more = await breaches(service)
    assert (entry["target"], entry["actor"], more) == (f"user:{ann['id']}", f"user:{ann['id']}", [])
    assert OLD not in str(await trail(service))
    body = {"currentPassword": OLD, "newPassword": "one that no list has"}
    changed = await again.put("/api/auth/password", body)
    assert changed.code == 200, changed.body
    fresh = await service.login("ann", "one that no list has")
    assert (fresh.tokens["user"]["mustChangePassword"], (await fresh.get("/api/users")).code) == (False, 200)


async def test_a_wrong_password_that_is_listed_changes_nothing(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann")
    answer = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": LISTED})
    assert answer.reason == "invalid_credentials"
    assert (await admin.get(f"/api/users/{ann['id']}")).data["mustChangePassword"] is False
    assert await breaches(service) == []


async def test_a_disabled_user_is_not_asked_for_another_password(unaware: Service, service: Service) -> None:
    before = await unaware.login()
    ann = await unaware.create(before, "ann", password=OLD, status=0)
    answer = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": OLD})
    assert answer.reason == "account_disabled"
    assert (await before.get(f"/api/users/{ann['id']}")).data["mustChangePassword"] is False
    assert await breaches(service) == []


async def test_a_user_with_a_second_factor_is_asked_as_well(unaware: Service, service: Service) -> None:
    """The password proved right, whether or not the second factor follows."""
    before = await unaware.login()
    ann = await unaware.create(before, "ann", password=OLD)

    async def add_factor(tx: Transaction) -> None:
        await factors.insert(tx, ann["id"], "totp", "", 0, confirmed=True)
        await factors.summarise(tx, ann["id"], 0)

    await service.core.database.write(add_factor)
    answer = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": OLD})
    assert answer.reason == "second_factor_required"
    assert (await before.get(f"/api/users/{ann['id']}")).data["mustChangePassword"] is True


async def test_concurrent_sign_ins_are_recorded_once(unaware: Service, service: Service) -> None:
    """Mutant: `require_password_change` without the condition on the flag."""
    await unaware.create(await unaware.login(), "ann", password=OLD)
    clients = await asyncio.gather(*(service.login("ann", OLD) for _ in range(5)))
    assert all(client.tokens["user"]["mustChangePassword"] for client in clients)
    assert len(await breaches(service)) == 1


async def test_the_event_loop_goes_on_while_a_lookup_waits_for_the_disk(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a lookup in the thread of the event loop. It would wait for the answer that it blocks."""
    loop, answered = asyncio.get_running_loop(), asyncio.Event()

    def slow(self: BreachedPasswords, password: str) -> bool:
        asyncio.run_coroutine_threadsafe(answered.wait(), loop).result(10)
        return False

    monkeypatch.setattr(BreachedPasswords, "contains", slow)
    creating = asyncio.create_task(service.create(admin, "ann"))
    assert (await admin.get("/api/auth/user")).code == 200
    answered.set()
    assert (await creating)["username"] == "ann"


async def test_imported_users_keep_listed_passwords_until_they_sign_in(
    environ: dict[str, str], service: Service, listed: Path, tmp_path: Path
) -> None:
    file = tmp_path / "users.csv"
    file.write_text(f"username,password\nann,{OLD}\n")
    environ |= {"DOORWARD_BREACHED_PASSWORDS": str(listed)}
    done = await doorward(environ, "import", str(file), "--json")
    assert (done.code, done.json["created"]) == (0, 1), done.err
    assert (await service.login("ann", OLD)).tokens["user"]["mustChangePassword"] is True
