"""What an inviter may give, at the time of the invitation and at the time of its acceptance."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from doorward.features.invitations import acceptance
from tests.features.invitations.support import accept, delegate, invite, token_of
from tests.support.mail import mails_to
from tests.support.service import Client, Service


async def test_inviting_needs_the_right_to_create_users(service: Service, admin: Client) -> None:
    sent = await invite(admin)
    helper = await delegate(service, admin, "helper", "users:read", "users:update", "users:delete", "roles:*", "mail:*")
    path = f"/api/invitations/{sent.data['id']}"
    for answer in (
        await invite(helper, "bob@example.com"),
        await helper.get("/api/invitations"),
        await helper.get(path),
        await helper.post(f"{path}/resend"),
        await helper.delete(path),
    ):
        assert (answer.code, answer.data.get("required")) == (403, "users:create")


async def test_a_delegated_administrator_invites_with_the_roles_that_they_could_give(
    service: Service, admin: Client
) -> None:
    """Mutant: the roles of an invitation are not checked, because no user exists yet."""
    helper = await delegate(service, admin, "helper", "users:create", "orders:read")
    await admin.post("/api/roles", {"name": "buyer", "permissions": ["orders:read"]})
    refused = await invite(helper, roles=["admin"])
    assert (refused.reason, refused.data["required"]) == ("beyond_own_rights", "*")
    refused = await invite(helper, roles=["buyer"])
    assert (refused.reason, refused.data["role"]) == ("role_not_held", "buyer")
    assert (await invite(helper, roles=["unknown"])).fields == {"roles": "has 'unknown', which is not a role"}
    sent = await invite(helper, roles=["helper-role"])
    assert (await accept(service, token_of(sent))).data["user"]["roles"] == ["helper-role"]


async def test_sending_again_does_not_hand_out_a_link_to_more_rights(service: Service, admin: Client) -> None:
    """Mutant: `resend` checks `users:create` alone. Its answer has a link that makes an administrator."""
    sent = await invite(admin, roles=["admin"])
    helper = await delegate(service, admin, "helper", "users:create", "mail:read")
    path = f"/api/invitations/{sent.data['id']}"
    assert (await helper.post(f"{path}/resend")).reason == "beyond_own_rights"
    assert (await helper.delete(path)).reason == "outranked"
    (mail,) = await mails_to(admin, "ann@example.com")
    assert (await helper.get(f"/api/mail/{mail['id']}")).code == 403
    assert (await accept(service, token_of(sent))).data["user"]["roles"] == ["admin"]


@pytest.mark.parametrize("loss", ["disabled", "deleted", "permission", "role", "grown"])
async def test_an_inviter_who_lost_rights_gives_none_through_an_invitation_that_waits(
    service: Service, admin: Client, loss: str
) -> None:
    """Mutant: roles are checked when the invitation is made, and never again."""
    helper = await delegate(service, admin, "helper", "users:create", "orders:read")
    token = token_of(await invite(helper, roles=["helper-role"]))
    user = f"/api/users/{helper.id}"
    (role,) = (await admin.get("/api/roles?keyword=helper-role")).data["list"]
    changes: dict[str, tuple[str, dict[str, Any]]] = {
        "disabled": (user, {"status": 0}),
        "permission": (f"/api/roles/{role['id']}", {"permissions": ["orders:read"]}),
        "role": (user, {"roles": []}),
        "grown": (user, {"roles": ["other"]}),
    }
    await admin.post("/api/roles", {"name": "other", "permissions": ["users:create"]})
    if loss == "deleted":
        assert (await admin.delete(user)).code == 200
    else:
        assert (await admin.put(*changes[loss])).code == 200
    offered = await service.anonymous.post("/api/auth/invitations/read", {"token": token})
    assert offered.reason == (await accept(service, token)).reason == "invalid_one_time_token"
    assert (await admin.get("/api/users?keyword=ann")).data["total"] == 0
    refused = (await admin.get("/api/audit?action=invitation.refused")).data["list"]
    assert [entry["details"]["inviter"] for entry in refused] == [f"user:{helper.id}"]


async def test_an_inviter_who_is_enabled_again_or_replaced_makes_the_invitation_valid(
    service: Service, admin: Client
) -> None:
    """The refusal leaves the token: it is used up by success alone."""
    helper = await delegate(service, admin, "helper", "users:create")
    first, second = await invite(helper), await invite(helper, "bob@example.com")
    await admin.put(f"/api/users/{helper.id}", {"status": 0})
    assert (await accept(service, token_of(first))).reason == "invalid_one_time_token"
    replaced = await admin.post(f"/api/invitations/{second.data['id']}/resend")
    assert replaced.data["inviter"] == "admin"
    assert (await accept(service, token_of(replaced), "bob")).code == 200
    await admin.put(f"/api/users/{helper.id}", {"status": 1})
    assert (await accept(service, token_of(first))).code == 200


async def test_a_deleted_role_is_not_given_and_a_new_one_of_its_name_neither(service: Service, admin: Client) -> None:
    """Mutant: invitations hold the names of roles, and give a later role of the same name."""
    role = (await admin.post("/api/roles", {"name": "buyer", "permissions": ["orders:read"]})).data
    sent = await invite(admin, roles=["buyer", "user"])
    assert (await admin.delete(f"/api/roles/{role['id']}")).code == 200
    await admin.post("/api/roles", {"name": "buyer", "permissions": ["orders:*"]})
    assert (await admin.get(f"/api/invitations/{sent.data['id']}")).data["roles"] == ["user"]
    assert (await accept(service, token_of(sent))).data["user"]["roles"] == ["user"]


async def test_the_inviters_rights_hold_until_the_acceptance_is_stored(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: `_open` without the lock on rights. An inviter is disabled between the check and the commit, and gives
    the roles all the same."""
    helper = await delegate(service, admin, "helper", "users:create")
    token = token_of(await invite(helper, roles=["helper-role"]))
    granted = acceptance._granted
    disabling: list[asyncio.Task[Any]] = []

    async def slow(reader: Any, invitation: Any) -> Sequence[Any]:
        found = await granted(reader, invitation)
        if not disabling and service.settings.sqlite_path is None:  # SQLite has one writer at a time.
            disabling.append(asyncio.ensure_future(admin.put(f"/api/users/{helper.id}", {"status": 0})))
            await asyncio.wait(disabling, timeout=0.3)
            assert not disabling[0].done(), "the inviter was disabled during the acceptance"
        return found

    monkeypatch.setattr(acceptance, "_granted", slow)
    assert (await accept(service, token)).code == 200
    assert [(await each).code for each in disabling] == [200] * len(disabling)
