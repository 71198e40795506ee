"""Permissions that ask for a fresh second factor: DOORWARD_STEP_UP_PERMISSIONS."""

from pathlib import Path
from typing import Any

import pytest

from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import Origin
from doorward.domain.sign_in.auth_context import BY_TOTP
from doorward.domain.sign_in.factors import TOTP, Proof
from doorward.domain.users import User
from doorward.settings import SettingsError
from doorward.store.sign_in import factors
from tests.features.breached_passwords.test_commands import prepare
from tests.features.transfer.test_http_import import checked
from tests.support.cli import doorward
from tests.support.databases import settings_for
from tests.support.service import PASSWORD, Client, Clock, Service

CODE = "314159"
ASKED = pytest.mark.settings(step_up_permissions="users:delete, roles:delete", step_up_ttl=300)


class FixedCode:
    """A second factor whose code is always the same."""

    name = "totp"
    guessable = True

    async def offered_to(self, reader: Reader, user: User) -> bool:
        return bool(user.factors)

    async def verify(self, tx: Transaction, user: User, proof: Proof, origin: Origin) -> str | None:
        return BY_TOTP if proof.code == CODE else None


async def add_factor(service: Service, user_id: int) -> None:
    service.core.second_factors.add(FixedCode())

    async def add(tx: Transaction) -> None:
        await factors.insert(tx, user_id, TOTP, "", 0, confirmed=True)
        await factors.summarise(tx, user_id, 0)

    await service.core.database.write(add)


async def sign_in(service: Service, username: str, password: str = PASSWORD) -> Client:
    """With the second factor."""
    asked = await service.anonymous.post("/api/auth/login", {"username": username, "password": password})
    assert asked.reason == "second_factor_required", asked.body
    body = {"flow": asked.data["flow"], "method": "totp", "code": CODE}
    done = await service.anonymous.post("/api/auth/login/continue", body)
    assert done.code == 200, done.body
    return Client(service, done.data)


async def step_up(client: Client) -> None:
    answer = await client.post("/api/auth/step-up", {"method": "totp", "code": CODE})
    assert answer.code == 200, answer.body
    client.tokens |= answer.data


async def delegate(service: Service, admin: Client, *permissions: str) -> dict[str, Any]:
    role = {"name": "cleaner", "permissions": list(permissions)}
    assert (await admin.post("/api/roles", role)).code == 200
    return await service.create(admin, "carl", roles=["cleaner"])


@ASKED
@pytest.mark.parametrize("permissions", [["users:delete"], ["users:*"], ["*"]], ids=str)
async def test_a_listed_permission_asks_for_a_fresh_second_factor(
    service: Service, clock: Clock, admin: Client, permissions: list[str]
) -> None:
    """Mutant: a check that wildcards pass."""
    users = [(await service.create(admin, name))["id"] for name in ("ann", "bob", "eve")]
    carl = await delegate(service, admin, *permissions)
    await add_factor(service, carl["id"])
    client = await sign_in(service, "carl")
    assert (await client.delete(f"/api/users/{users[0]}")).code == 200
    clock.advance(301)
    refused = await client.delete(f"/api/users/{users[1]}")
    assert (refused.code, refused.reason) == (401, "step_up_required")
    assert (refused.data["methods"], refused.data["maxAge"]) == (["totp"], 300)
    assert (await admin.get(f"/api/users/{users[1]}")).code == 200
    by_password = await client.post("/api/auth/step-up", {"method": "password", "password": PASSWORD})
    assert by_password.reason == "step_up_required", "the password alone is no second factor"
    await step_up(client)
    assert (await client.delete(f"/api/users/{users[1]}")).code == 200
    assert (await client.delete(f"/api/users/{users[2]}")).code == 200


@ASKED
async def test_a_user_without_a_factor_must_set_one_up(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann")
    refused = await admin.delete(f"/api/users/{ann['id']}")
    assert (refused.code, refused.reason, refused.data["requiredStrength"]) == (403, "enrolment_required", "twoFactors")
    await add_factor(service, admin.id)
    weak = await admin.delete(f"/api/users/{ann['id']}")
    assert (weak.code, weak.reason) == (401, "step_up_required"), "the session of before has no factor"
    await step_up(admin)
    assert (await admin.delete(f"/api/users/{ann['id']}")).code == 200


@ASKED
async def test_other_permissions_are_as_before_and_a_missing_permission_is_told_first(
    service: Service, admin: Client
) -> None:
    ann = await service.create(admin, "ann", roles=["user"])
    assert (await admin.get("/api/users")).code == 200
    assert (await admin.put(f"/api/users/{ann['id']}", {"name": "Ann"})).code == 200
    own = await service.login("ann", PASSWORD)
    assert (await own.delete(f"/api/users/{ann['id']}")).reason == "permission_denied"
    assert (await service.anonymous.delete(f"/api/users/{ann['id']}")).reason == "authentication_required"


async def test_by_default_no_permission_asks_for_it(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann")
    assert (await admin.delete(f"/api/users/{ann['id']}")).code == 200


async def test_operators_on_the_command_line_have_no_session_to_step_up(
    service: Service, admin: Client, environ: dict[str, str]
) -> None:
    await service.create(admin, "ann")
    listed = environ | {"DOORWARD_STEP_UP_PERMISSIONS": "users:delete"}
    assert settings_for(listed).step_up_permissions == ("users:delete",)
    done = await doorward(listed, "users", "delete", "ann", "--yes")
    assert done.code == 0, done.err


@pytest.mark.parametrize("name", ["users:remove", "users:*", "*", "roles:grant"])
def test_a_permission_that_no_endpoint_asks_for_stops_the_start(tmp_path: Path, name: str) -> None:
    """It would protect nothing."""
    with pytest.raises(SettingsError, match=r"DOORWARD_STEP_UP_PERMISSIONS has .* known are .*users:delete"):
        prepare(tmp_path, DOORWARD_STEP_UP_PERMISSIONS=f"users:delete,{name}")


@pytest.mark.parametrize(
    ("existing", "asks"), [("refuse", "users:create"), ("update", "users:create"), ("update", "users:update")]
)
async def test_an_import_asks_like_the_single_requests_that_it_stands_for(
    environ: dict[str, str], run_service: Any, existing: str, asks: str
) -> None:
    """Mutant: an import asks for its own permission alone, and a stolen session makes and changes users by a file."""
    async with run_service(environ | {"DOORWARD_STEP_UP_PERMISSIONS": asks, "DOORWARD_STEP_UP_TTL": "300"}) as service:
        admin = await service.login()
        check = await checked(admin, "username,name\nann,Ann\n", existing=existing)
        path = f"/api/imports/{check['id']}/apply"
        assert (await admin.post(path)).reason == "enrolment_required"
        await add_factor(service, admin.id)
        assert (await admin.post(path)).reason == "step_up_required"
        await step_up(admin)
        assert (await admin.post(path)).code == 200


@pytest.mark.settings(step_up_permissions="users:update", step_up_ttl=300)
async def test_an_import_that_changes_no_users_asks_for_no_factor_of_those_who_do(
    service: Service, admin: Client
) -> None:
    check = await checked(admin, "username,name\nann,Ann\n")
    assert (await admin.post(f"/api/imports/{check['id']}/apply")).code == 200
