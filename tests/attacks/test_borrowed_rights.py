"""API keys and administrators who act as users make no way in for themselves that outlives them."""

import pytest

from tests.attacks.support import make_role
from tests.features.impersonation.test_impersonation import acts_as
from tests.support.api_keys import new_key
from tests.support.service import PASSWORD, Client, Service


async def borrowed(service: Service, admin: Client, how: str) -> Client:
    if how == "key":
        return await new_key(admin, networks=["192.0.2.0/24"])
    ann = await service.create(admin, "ann", roles=["admin"])
    return await acts_as(admin, ann["id"])


@pytest.mark.parametrize(("how", "reason"), [("key", "key_not_allowed"), ("acting", "impersonated_session")])
async def test_links_in_mails_of_others_are_not_read(service: Service, admin: Client, how: str, reason: str) -> None:
    """Mutant: `read` of mails without `require_own_session`: a reset that anyone can ask for would take the account."""
    await service.create(admin, "boss", roles=["admin"], email="boss@example.com", emailVerified=True)
    client = await borrowed(service, admin, how)
    assert (await service.anonymous.post("/api/auth/password/forgot", {"identifier": "boss"})).code == 200
    await service.carry_out_deferred()
    mails = (await client.get("/api/mail")).data["list"]
    reset = next(mail for mail in mails if mail["kind"] == "password_reset")
    assert (await client.get(f"/api/mail/{reset['id']}")).reason == reason
    assert (await admin.get(f"/api/mail/{reset['id']}")).code == 200


async def test_no_person_is_created_or_invited_while_acting_as_a_user(service: Service, admin: Client) -> None:
    """Mutant: routes without `makes_credentials`."""
    acting = await borrowed(service, admin, "acting")
    invited = (await admin.post("/api/invitations", {"email": "eve@example.com"})).data["id"]
    created = await acting.post("/api/users", {"username": "eve", "password": PASSWORD, "roles": ["admin"]})
    assert created.reason == "impersonated_session"
    for path in ("/api/invitations", f"/api/invitations/{invited}/resend"):
        answer = await acting.post(path, {"email": "mallory@example.com", "roles": ["admin"]})
        assert answer.reason == "impersonated_session"


async def test_acting_as_a_user_ends_when_the_user_gets_a_role_that_the_administrator_lacks(
    service: Service, admin: Client
) -> None:
    """Mutant: `acting_as` that compares permissions alone. The name of a role is a right."""
    await make_role(service, "helper", "users:*")
    await make_role(service, "reader", "users:read users:update")
    await make_role(service, "billing", "")
    await service.create(admin, "helper", roles=["helper", "reader"])
    ann = await service.create(admin, "ann", roles=["reader"])
    acting = await acts_as(await service.login("helper", PASSWORD), ann["id"])
    assert (await acting.get("/api/users")).code == 200
    await admin.put(f"/api/users/{ann['id']}", {"roles": ["reader", "billing"]})
    assert (await acting.get("/api/users")).reason == "session_ended"
