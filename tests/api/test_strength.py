"""Rights follow the strength of the sign-in: what changes it counts from the next request on."""

from contextvars import ContextVar
from typing import Any

import pytest

from doorward.database.protocol import Transaction
from doorward.domain.access import NO_ORIGIN, Actor
from doorward.domain.sign_in import factors as kinds
from doorward.domain.sign_in.auth_context import BY_TOTP
from doorward.domain.sign_in.strength import TOTP
from doorward.store.sign_in import factors
from tests.api.test_step_up import claims
from tests.support import stub_factors
from tests.support.service import PASSWORD, Client, Service

# Set in the context of the test and its requests, which the jobs of the service do not have.
_measured: ContextVar[bool] = ContextVar("measured", default=False)


@pytest.fixture
async def service(service: Service) -> Service:
    stub_factors.install(service)
    return service


async def role(admin: Client, name: str, strength: str = "password") -> int:
    body = {"name": name, "permissions": ["users:read"], "requiredStrength": strength}
    answer = await admin.post("/api/roles", body)
    assert answer.code == 200, answer.body
    return int(answer.data["id"])


async def test_a_changed_role_counts_from_the_next_request(service: Service, admin: Client) -> None:
    """Mutants: `r.required_strength` taken out of a user's state; the strength read from the token."""
    role_id = await role(admin, "reader")
    await service.create(admin, "ann", roles=["reader"])
    ann = await service.login("ann", PASSWORD)
    for strength, code in (("twoFactors", 403), ("password", 200), ("phishingResistant", 403), ("password", 200)):
        assert (await admin.put(f"/api/roles/{role_id}", {"requiredStrength": strength})).code == 200
        assert (await ann.get("/api/users")).code == code
        assert (await ann.get("/api/auth/user")).data["requiredStrength"] == strength


async def test_a_role_that_is_given_or_taken_counts_from_the_next_request(service: Service, admin: Client) -> None:
    """The strictest role counts for all rights of the user. Mutant: the first role in place of the strictest."""
    await role(admin, "reader")
    await role(admin, "strict", "phishingResistant")
    made = await service.create(admin, "ann", roles=["reader"])
    ann = await service.login("ann", PASSWORD)
    for roles, code in ((["reader", "strict"], 403), (["reader"], 200), (["strict"], 403), (["reader"], 200)):
        assert (await admin.put(f"/api/users/{made['id']}", {"roles": roles})).code == 200
        assert (await ann.get("/api/users")).code == code


async def test_a_new_factor_gives_its_session_the_rights_at_once_and_ends_the_others(
    service: Service, admin: Client
) -> None:
    """Mutants: `added` without `authenticate_again`; without `end_all`."""
    await role(admin, "reader", "twoFactors")
    made = await service.create(admin, "ann", roles=["reader"])
    ann, other = await service.login("ann", PASSWORD), await service.login("ann", PASSWORD)
    assert (await ann.get("/api/users")).reason == "enrolment_required"
    actor = Actor(made["id"], int(claims(ann.token)["sid"]), (), NO_ORIGIN, "ann")

    async def enrol(tx: Transaction) -> list[str]:
        changes = service.core.factor_changes
        acting, user = await changes.begin(tx, actor)
        factor = await factors.insert(tx, user.id, kinds.TOTP, "Phone", service.clock(), confirmed=True)
        return await changes.added(tx, acting, user, factor, BY_TOTP, "en")

    assert len(await service.core.database.write(enrol)) == 10
    assert (await ann.get("/api/users")).code == 200  # With the same access token.
    assert (await other.get("/api/auth/user")).reason == "session_ended"
    assert (await ann.refresh()).code == 200
    told = claims(ann.token)
    assert (told["amr"], told["roles"]) == (["pwd", "otp", "mfa"], ["reader"])


async def test_the_strictest_role_counts_while_a_role_is_deleted(service: Service, admin: Client) -> None:
    await role(admin, "reader")
    strict = await role(admin, "strict", "twoFactors")
    await service.create(admin, "ann", roles=["reader", "strict"])
    ann = await service.login("ann", PASSWORD)
    assert (await ann.get("/api/users")).code == 403
    assert (await admin.delete(f"/api/roles/{strict}", params={"force": "true"})).code == 200
    assert (await ann.get("/api/users")).code == 200


async def test_rights_and_strength_are_read_in_one_statement(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: the methods of the session read by a statement of their own."""
    await role(admin, "reader", "twoFactors")
    await role(admin, "strict", "phishingResistant")
    made = await service.create(admin, "ann", roles=["reader", "strict"])
    ann = await service.login("ann", PASSWORD)
    await stub_factors.give(service, made["id"], TOTP)
    assert (await ann.get("/api/auth/user")).code == 200  # From now on the user is cached.
    statements: list[str] = []
    _measured.set(True)
    database: Any = service.core.database
    for name in ("fetch", "fetchrow", "fetch_each", "write", "write_once", "read_in_background"):
        monkeypatch.setattr(database, name, _counted(getattr(database, name), name, statements))
    for _ in range(40):
        statements.clear()
        answer = await ann.get("/api/auth/user")
        assert (answer.code, len(statements)) == (200, 1)
        statements.clear()
        assert (await ann.get("/api/users")).reason == "enrolment_required"
        assert len(statements) == 1


def _counted(method: Any, name: str, statements: list[str]) -> Any:
    async def counted(*args: Any, **options: Any) -> Any:
        if not _measured.get():
            return await method(*args, **options)
        statements.append(name)
        _measured.set(False)  # One method may call another.
        try:
            return await method(*args, **options)
        finally:
            _measured.set(True)

    return counted
