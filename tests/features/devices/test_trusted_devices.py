"""A trusted device skips the second factor, and nothing else."""

import asyncio
from pathlib import Path
from typing import Any

import asyncpg
import jwt
import pytest

from doorward.core.sign_in.devices import hash_of
from doorward.database.protocol import Transaction
from doorward.domain.access import NO_ORIGIN
from tests.features.devices.support import ANN, LAPTOP, NEWER_LAPTOP, PAGE, PHONE, actions, give_factor, go_on, sign_in
from tests.support.databases import Databases, settings_for
from tests.support.mail import newest_mail
from tests.support.service import PASSWORD, Client, Clock, Service, running

DAY = 86_400
NEW_PASSWORD = "another long enough password"


@pytest.fixture
async def ann(service: Service, admin: Client) -> int:
    """A user with a second factor."""
    created = await service.create(admin, "ann", email=ANN, emailVerified=True)
    await give_factor(service, created["id"])
    return int(created["id"])


async def trust(service: Service, device: str = LAPTOP) -> tuple[Client, str]:
    """A session of the user, and the secret of the device that they trusted."""
    answer = await go_on(service, await sign_in(service, device), device, trustDevice=True)
    assert answer.code == 200, answer.body
    return Client(service, answer.data), str(answer.data["device"])


async def skips(service: Service, secret: str, password: str = PASSWORD) -> bool:
    answer = await sign_in(service, secret=secret, password=password)
    assert answer.code == 200 or answer.reason == "second_factor_required", answer.body
    return answer.code == 200


async def test_a_trusted_device_skips_the_second_factor_until_its_time_is_over(
    service: Service, admin: Client, ann: int, clock: Clock
) -> None:
    """Mutant: `use_trusted` without `trusted_until > $4`."""
    assert (await sign_in(service)).data["trustDevice"] == 30 * DAY
    _, secret = await trust(service)
    answer = await sign_in(service, NEWER_LAPTOP, secret=secret, address="198.51.100.7")
    assert answer.code == 200
    assert "device" not in answer.data
    assert answer.data["user"]["lastLoginAt"] is not None
    clock.advance(30 * DAY - 1)
    assert await skips(service, secret)
    clock.advance(1)
    assert not await skips(service, secret)
    assert [entry["targetName"] for entry in await actions(await service.login(), "auth.device_trusted")] == ["ann"]


async def test_its_sessions_have_two_factors_but_changes_ask_for_one(service: Service, admin: Client, ann: int) -> None:
    """It stands for the second factor, and is none that was proved lately."""
    _, secret = await trust(service)
    client = Client(service, (await sign_in(service, secret=secret)).data)
    claims = jwt.decode(client.token, options={"verify_signature": False})
    assert (claims["amr"], claims["acr"]) == (["pwd", "mfa"], "urn:doorward:acr:2fa")
    refused = await client.put("/api/auth/email", {"email": "new@example.com"})
    assert (refused.reason, refused.data["methods"]) == ("step_up_required", ["totp"])


async def test_a_role_that_asks_for_more_than_two_factors_does_not_take_it(
    service: Service, admin: Client, ann: int
) -> None:
    role = {"name": "auditor", "permissions": ["audit:read"], "requiredStrength": "twoFactors"}
    role_id = (await admin.post("/api/roles", role)).data["id"]
    await admin.put(f"/api/users/{ann}", {"roles": ["auditor"]})
    _, secret = await trust(service)
    client = Client(service, (await sign_in(service, secret=secret)).data)
    assert (await client.get("/api/audit")).code == 200
    await admin.put(f"/api/roles/{role_id}", {"requiredStrength": "phishingResistant"})
    assert (await client.get("/api/audit")).code in (401, 403)


async def test_the_password_is_still_asked_for(service: Service, admin: Client, ann: int) -> None:
    _, secret = await trust(service)
    assert (await sign_in(service, secret=secret, password="wrong")).reason == "invalid_credentials"


async def test_without_being_asked_no_device_is_trusted_or_remembered(
    service: Service, admin: Client, ann: int
) -> None:
    answer = await go_on(service, await sign_in(service))
    assert "device" not in answer.data
    assert (await Client(service, answer.data).get("/api/auth/devices")).data == {"list": []}
    assert not await skips(service, "")


async def test_the_name_alone_is_never_trusted(service: Service, admin: Client, ann: int) -> None:
    """Nor is the secret with another kind of client. Mutants: `is_trusted` that asks `recognise`; `use_trusted` without
    `name = $2`."""
    _, secret = await trust(service)
    assert not await skips(service, "")
    assert not await skips(service, "dwd_" + "x" * 43)
    assert (await sign_in(service, PHONE, secret=secret)).reason == "second_factor_required"
    assert await skips(service, secret)


async def test_another_user_on_the_same_browser_gets_nothing_from_it(service: Service, admin: Client, ann: int) -> None:
    """Mutant: `use_trusted` without `user_id = $1`."""
    ben = await service.create(admin, "ben", email="ben@example.com")
    await give_factor(service, ben["id"])
    _, secret = await trust(service)
    assert (await sign_in(service, secret=secret, username="ben")).reason == "second_factor_required"


async def test_a_browser_keeps_the_trust_of_two_users_in_its_cookie(service: Service, admin: Client, ann: int) -> None:
    ben = await service.create(admin, "ben", email="ben@example.com")
    await give_factor(service, ben["id"])
    service.http.cookies.clear()
    page = PAGE | {"User-Agent": LAPTOP}
    for username in ("ann", "ben"):
        body = {"username": username, "password": PASSWORD}
        asked = await service.anonymous.post("/api/auth/login", body, headers=page)
        proof = {"flow": asked.data["flow"], "method": "totp", "code": "424242", "trustDevice": True}
        assert (await service.anonymous.post("/api/auth/login/continue", proof, headers=page)).code == 200
    for username in ("ann", "ben"):
        body = {"username": username, "password": PASSWORD}
        answer = await service.anonymous.post("/api/auth/login", body, headers=page)
        assert answer.code == 200
        assert "device" not in answer.data


@pytest.mark.settings(device_trust_ttl=0)
async def test_it_can_be_turned_off(service: Service, admin: Client, ann: int) -> None:
    asked = await sign_in(service)
    assert asked.data["trustDevice"] == 0
    answer = await go_on(service, asked, trustDevice=True)
    assert "device" not in answer.data
    assert not await actions(admin, "auth.device_trusted")


async def test_a_change_of_the_password_revokes_it(service: Service, admin: Client, ann: int) -> None:
    """Mutant: `_replace_password` without `revoke_trust`."""
    client, secret = await trust(service)
    body = {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}
    assert (await client.put("/api/auth/password", body)).code == 200
    assert not await skips(service, secret, NEW_PASSWORD)


async def test_a_reset_of_the_password_revokes_it(service: Service, admin: Client, ann: int) -> None:
    """Mutant: `_reset` without `revoke_trust`."""
    _, secret = await trust(service)
    await service.anonymous.post("/api/auth/password/forgot", {"identifier": "ann"})
    token = (await newest_mail(admin, ANN, "password_reset")).token
    await service.anonymous.post("/api/auth/password/reset", {"token": token, "password": NEW_PASSWORD})
    assert not await skips(service, secret, NEW_PASSWORD)


@pytest.mark.parametrize("change", [{"password": NEW_PASSWORD}, {"status": 0}])
async def test_an_administrator_who_sets_a_password_or_disables_the_user_revokes_it(
    service: Service, admin: Client, ann: int, change: dict[str, object]
) -> None:
    """Mutant: `Users.change` without `revoke_trust`."""
    _, secret = await trust(service)
    assert (await admin.put(f"/api/users/{ann}", change)).code == 200
    assert (await admin.put(f"/api/users/{ann}", {"status": 1})).code == 200
    assert not await skips(service, secret, str(change.get("password", PASSWORD)))


async def test_a_change_of_factors_revokes_it(service: Service, admin: Client, ann: int) -> None:
    """Mutant: `FactorChanges._changed` without `revoke_trust`."""
    client, secret = await trust(service)
    other = await give_factor(service, ann)
    actor, _ = await service.core.authentication.authenticate(client.token, NO_ORIGIN)

    async def work(tx: Transaction) -> None:
        acting, user = await service.core.factor_changes.begin(tx, actor)
        await service.core.factor_changes.remove(tx, acting, user, other, "en")

    await service.core.database.write(work)
    assert not await skips(service, secret)


async def test_an_administrator_who_resets_the_factors_revokes_it(service: Service, admin: Client, ann: int) -> None:
    """Mutant: `_finish_reset` without `revoke_trust`."""
    await trust(service)
    assert (await admin.delete(f"/api/users/{ann}/factors")).code == 200
    client = Client(service, (await sign_in(service)).data)
    assert [each["trustedUntil"] for each in (await client.get("/api/auth/devices")).data["list"]] == [None]


async def test_it_is_listed_and_can_be_forgotten(service: Service, admin: Client, ann: int, clock: Clock) -> None:
    client, secret = await trust(service)
    listed = (await client.get("/api/auth/devices")).data["list"]
    assert [(each["name"], each["address"], each["current"]) for each in listed] == [
        ("Firefox on Linux", "192.0.2.1", False)
    ]
    assert listed[0]["trustedUntil"] > listed[0]["createdAt"]
    assert set(listed[0]) == {"id", "name", "address", "createdAt", "lastUsedAt", "trustedUntil", "current"}
    stranger = await admin.delete(f"/api/auth/devices/{listed[0]['id']}")
    assert (stranger.code, stranger.reason) == (404, "device_not_found")
    assert await skips(service, secret)
    assert (await client.delete(f"/api/auth/devices/{listed[0]['id']}")).code == 200
    assert (await client.delete(f"/api/auth/devices/{listed[0]['id']}")).reason == "device_not_found"
    assert not await skips(service, secret)
    _, again = await trust(service)
    assert (await client.delete("/api/auth/devices")).code == 200
    assert not await skips(service, again)
    entries = await actions(admin, "auth.device_forgotten")
    assert [entry["details"] for entry in entries] == [{"devices": 1}, {"device": listed[0]["id"]}]
    assert (await service.anonymous.get("/api/auth/devices")).code == 401


async def test_a_trust_that_is_over_is_not_shown(service: Service, admin: Client, ann: int, clock: Clock) -> None:
    await trust(service)
    clock.advance(30 * DAY)
    client = Client(service, (await go_on(service, await sign_in(service))).data)
    assert [each["trustedUntil"] for each in (await client.get("/api/auth/devices")).data["list"]] == [None]


async def test_a_device_whose_trust_is_ending_lets_no_sign_in_through(postgres: Databases, tmp_path: Path) -> None:
    """A change of factors writes the user first. On SQLite transactions run one after the other. Mutants: `is_trusted`
    reads the trust in one statement and notes the sign-in in another; it reads it before the user's row is locked."""
    forgotten, revoked = "DELETE FROM devices", "UPDATE devices SET trusted_until = 0"
    async with postgres.new(tmp_path) as environ, running(settings_for(environ)) as service:
        created = await service.create(await service.login(), "ann", email=ANN)
        await give_factor(service, created["id"])
        connection: Any = await asyncpg.connect(environ["DOORWARD_DATABASE_URL"])
        for change in (forgotten, f"UPDATE users SET version = version + 1; {revoked}"):
            _, secret = await trust(service)
            async with connection.transaction():
                await connection.execute(change)
                signing_in = asyncio.create_task(sign_in(service, secret=secret))
                done, _ = await asyncio.wait((signing_in,), timeout=0.5)
                assert not done  # It waits for the row.
            assert (await signing_in).reason == "second_factor_required"
        await connection.close()


async def test_the_database_has_only_the_hash_of_the_secret(service: Service, admin: Client, ann: int) -> None:
    _, secret = await trust(service)
    rows = await service.core.database.fetch("SELECT secret_hash FROM devices")
    assert [bytes(row[0]) for row in rows] == [hash_of(secret)]
