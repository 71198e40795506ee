"""What a session may do that is weaker than the roles of its user ask for: the own account, and nothing else."""

from typing import Any

import pytest

from doorward.domain.sign_in.strength import TOTP
from tests.attacks.test_users_and_rights import SENT
from tests.support import stub_factors
from tests.support.api_keys import new_key
from tests.support.routes import ROUTES, path_of
from tests.support.service import PASSWORD, Client, Service

# Everything that a signed-in user may do without a permission, and so with a weak session too. A new endpoint is added
# here after asking whether it helps a thief of a password to more than the account shows anyway.
OWN_ACCOUNT = {
    "GET /api/auth/user",
    "PUT /api/auth/user",
    "PUT /api/auth/password",
    "PUT /api/account/avatar",
    "DELETE /api/account/avatar",
    "POST /api/auth/step-up",
    "GET /api/auth/sessions",
    "DELETE /api/auth/sessions/{id}",
    "POST /api/auth/logout-all",
    "GET /api/auth/devices",
    "DELETE /api/auth/devices",
    "DELETE /api/auth/devices/{id}",
    "PUT /api/auth/email",
    "GET /api/auth/factors",
    "PUT /api/auth/factors/{id}",
    "DELETE /api/auth/factors/{id}",
    "POST /api/auth/recovery-codes",
    "POST /api/auth/passkeys/options",
    "POST /api/auth/passkeys",
    "GET /api/auth/passkeys",
    "PUT /api/auth/passkeys/{id}",
    "DELETE /api/auth/passkeys/{id}",
    "DELETE /api/auth/password",
    "POST /api/auth/factors/totp",
    # A key that a weak session creates is as weak as the session.
    "GET /api/auth/tokens",
    "POST /api/auth/tokens",
    "PUT /api/auth/tokens/{id}",
    "DELETE /api/auth/tokens/{id}",
    "POST /api/auth/factors/totp/confirm",
}
# Without a permission of their own, and yet closed to a weak session: users follow their own operations.
OWN_OPERATIONS = {
    "POST /api/operations",
    "GET /api/operations",
    "GET /api/operations/{id}",
    "GET /api/operations/{id}/failures",
    "POST /api/operations/{id}/cancel",
}


@pytest.fixture
async def service(service: Service) -> Service:
    stub_factors.install(service)
    return service


def test_the_endpoints_that_a_weak_session_may_use_are_listed() -> None:
    free = {f"{route.method} {route.path}" for route in ROUTES if route.signed_in and route.permission is None}
    assert free == OWN_ACCOUNT | OWN_OPERATIONS


async def test_a_weak_session_opens_no_endpoint_with_a_permission(service: Service, admin: Client) -> None:
    """Mutant: `Actor.require` without `withheld`, or an operation without the guard `rights_given`."""
    await admin.post("/api/roles", {"name": "chief", "permissions": ["*"], "requiredStrength": "twoFactors"})
    clients: dict[str, Client] = {}
    for name, reason in (("nothing", "enrolment_required"), ("factor", "step_up_required")):
        made = await service.create(admin, name, roles=["chief"])
        clients[reason] = await service.login(name, PASSWORD)
        if name == "factor":  # Of a session that began before, as if no change of factors ended it.
            await stub_factors.give(service, made["id"], TOTP)
    for route in ROUTES:
        if route.permission is None and f"{route.method} {route.path}" not in OWN_OPERATIONS:
            continue
        for reason, client in clients.items():
            body = SENT if route.method in ("POST", "PUT") else None
            refused = await client.call(route.method, path_of(route), body)
            expected: tuple[Any, ...] = (401 if reason == "step_up_required" else 403, reason, "twoFactors")
            assert (refused.code, refused.reason, refused.data["requiredStrength"]) == expected, route.path
    assert (await admin.get("/api/users/1")).data["username"] == "admin"


async def test_a_second_tab_does_not_skip_the_enrolment(service: Service, admin: Client) -> None:
    """Neither one that shares the session, nor one with a session of its own, nor one that was open before."""
    role = await admin.post("/api/roles", {"name": "chief", "permissions": ["users:read"]})
    await service.create(admin, "ann", roles=["chief"])
    before = await service.login("ann", PASSWORD)
    assert (await before.get("/api/users")).code == 200
    await admin.put(f"/api/roles/{role.data['id']}", {"requiredStrength": "twoFactors"})
    first, second = await service.login("ann", PASSWORD), await service.login("ann", PASSWORD)
    shared = Client(service, dict(first.tokens))
    assert (await shared.refresh()).code == 200
    for tab in (before, first, second, shared):
        assert (await tab.get("/api/users")).reason == "enrolment_required"
        assert (await tab.get("/api/auth/user")).data["requiredStrength"] == "twoFactors"


async def test_the_current_user_tells_when_the_token_gives_none_of_the_rights(service: Service, admin: Client) -> None:
    """Other services ask there what a session may do. Mutants: the answer of a session with rights, from the cache; the
    reason without the roles, which a client that leads through enrolment may show."""
    role = await admin.post("/api/roles", {"name": "payer", "permissions": ["invoices:pay"]})
    made = await service.create(admin, "ann", roles=["payer"])
    ann = await service.login("ann", PASSWORD)

    async def told(client: Client) -> Any:
        user = (await client.get("/api/auth/user")).data
        return user["roles"], user["permissions"], user.get("withheld")

    full = (["payer"], ["invoices:pay"])
    key = await new_key(ann)
    assert [await told(ann), await told(key)] == [(*full, None)] * 2
    await admin.put(f"/api/roles/{role.data['id']}", {"requiredStrength": "twoFactors"})
    assert [await told(ann), await told(key)] == [(*full, "enrolment_required"), ([], [], "weak_key")]
    await stub_factors.give(service, made["id"], TOTP)  # Of a session that began before.
    assert await told(ann) == (*full, "step_up_required")
    await admin.put(f"/api/roles/{role.data['id']}", {"requiredStrength": "password"})
    assert [await told(ann), await told(key)] == [(*full, None)] * 2
    await admin.put(f"/api/users/{made['id']}", {"mustChangePassword": True})
    assert await told(key) == ([], [], "password_change_required")
