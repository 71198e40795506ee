"""Attacks on second factors: what all kinds of factors have in common, with factors that a fixed word proves."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from doorward.domain.sign_in.strength import TOTP
from tests.attacks.support import guess, sign_in
from tests.support import stub_factors
from tests.support.databases import settings_for
from tests.support.service import PASSWORD, Client, Clock, Service, running
from tests.support.stub_factors import give, proceed

NEW_PASSWORD = "another perfectly fine one"
CONTINUE, STEP_UP = "/api/auth/login/continue", "/api/auth/step-up"


@pytest.fixture
async def service(
    environ: dict[str, str], clock: Clock, request: pytest.FixtureRequest, anyio_backend: str
) -> AsyncIterator[Service]:
    marker = request.node.get_closest_marker("settings")
    async with running(settings_for(environ, **(marker.kwargs if marker else {})), clock) as service:
        stub_factors.install(service)
        yield service


async def user_with(service: Service, admin: Client, kinds: int = TOTP, name: str = "ann", **fields: Any) -> int:
    made = await service.create(admin, name, **fields)
    await give(service, made["id"], kinds)
    return int(made["id"])


async def flow_of(client: Client, name: str = "ann", password: str = PASSWORD) -> str:
    asked = await sign_in(client, name, password)
    assert asked.reason == "second_factor_required", asked.body
    return str(asked.data["flow"])


async def signed_in(service: Service, name: str = "ann", method: str = "totp", password: str = PASSWORD) -> Client:
    answer = await proceed(service.anonymous, await flow_of(service.anonymous, name, password), method)
    assert answer.code == 200, answer.body
    return Client(service, answer.data)


@pytest.mark.settings(login_account_failures=6, login_network_failures=0)
async def test_a_right_password_takes_back_no_failure_that_it_was_not_counted_for(
    service: Service, admin: Client
) -> None:
    """From a known network the count of the account is left alone. Mutant: `undo` that lowers it all the same."""
    await user_with(service, admin)
    await signed_in(service)
    for number in range(1, 6):
        assert await guess(service.at(f"198.18.0.{number}"), "ann") == [401]
    for _ in range(5):
        await flow_of(service.anonymous)
    assert await guess(service.at("198.18.0.6"), "ann") == [401]
    assert await guess(service.at("198.18.0.7"), "ann") == [429]


async def test_lowering_the_strength_of_a_role_takes_the_role_or_the_right_to_grant_it(
    service: Service, admin: Client
) -> None:
    """Applications decide by the name of a role, whatever it grants here. Mutant: the role's permissions alone."""
    payroll = await admin.post("/api/roles", {"name": "payroll", "permissions": [], "requiredStrength": "twoFactors"})
    path = f"/api/roles/{payroll.data['id']}"
    await admin.post("/api/roles", {"name": "delegate", "permissions": ["roles:update"]})
    await admin.post("/api/roles", {"name": "granter", "permissions": ["roles:update", "roles:grant"]})
    await service.create(admin, "ann", roles=["delegate"])
    await service.create(admin, "bob", roles=["granter"])
    await user_with(service, admin, TOTP, "cid", roles=["delegate", "payroll"])
    ann, bob, cid = (
        await service.login("ann", PASSWORD),
        await service.login("bob", PASSWORD),
        await signed_in(service, "cid"),
    )
    refused = await ann.put(path, {"requiredStrength": "password"})
    assert (refused.code, refused.reason) == (403, "role_not_held")
    assert (await ann.put(path, {"requiredStrength": "twoFactors", "description": "Wages"})).code == 200
    for client in (bob, cid):
        assert (await client.put(path, {"requiredStrength": "password"})).code == 200
        await admin.put(path, {"requiredStrength": "twoFactors"})


async def test_raising_the_strength_of_a_role_takes_the_rights_of_all_its_holders(
    service: Service, admin: Client
) -> None:
    """It may take all rights from them until they enrol a factor. Mutant: the permissions of the role alone."""
    listed = (await admin.get("/api/roles", params={"keyword": "user"})).data["list"]
    path = f"/api/roles/{listed[0]['id']}"
    assert listed[0]["name"] == "user"
    await admin.post("/api/roles", {"name": "delegate", "permissions": ["roles:update"]})
    await service.create(admin, "ann", roles=["delegate"])
    ann = await service.login("ann", PASSWORD)
    chief = await service.create(admin, "bob", roles=["admin", "user"])
    refused = await ann.put(path, {"requiredStrength": "phishingResistant"})
    assert (refused.code, refused.reason) == (403, "outranked")
    await admin.put(f"/api/users/{chief['id']}", {"roles": ["admin"]})
    assert (await ann.put(path, {"requiredStrength": "phishingResistant"})).code == 200
