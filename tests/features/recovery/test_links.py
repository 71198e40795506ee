"""Links to set a password that an administrator passes on or mails: what they do, and what ends them."""

from typing import Any

import pytest

from tests.core.test_audit import trail
from tests.features.invitations.support import delegate, token_of
from tests.features.recovery.test_recovery import ADDRESS, NEW, execute, forgot, reset, sign_in
from tests.support.api_keys import new_key
from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Answer, Client, Service


async def make(client: Client, user_id: int, **body: Any) -> Answer:
    return await client.post(f"/api/users/{user_id}/password-link", body or None)


async def test_a_link_that_is_passed_on_sets_a_password_once_and_verifies_no_address(
    service: Service, admin: Client
) -> None:
    ann = await service.create(admin, "ann", email="ann@example.com", mustChangePassword=True)
    signed_in = await service.login("ann", PASSWORD)
    made = await make(admin, ann["id"])
    token = token_of(made)
    assert made.data["link"].partition("#")[0] == service.settings.base_url + "/account/reset"
    assert (await signed_in.get("/api/auth/user")).code == 200  # Nothing has changed yet.
    assert (await reset(service, token, "short")).reason == "validation_failed"
    assert (await reset(service, token)).code == 200
    assert (await signed_in.get("/api/auth/user")).reason == "session_ended"
    user = (await sign_in(service, NEW)).data["user"]
    assert (user["emailVerified"], user["mustChangePassword"]) == (False, False)
    assert (await reset(service, token, "yet another password")).reason == "invalid_one_time_token"
    entries = {entry["action"]: entry for entry in await trail(service)}
    assert entries["user.password_link_created"]["details"] == {"expiresAt": made.data["expiresAt"]}
    assert entries["auth.password_reset"]["details"] == {"sessionsEnded": 1, "issuer": f"user:{admin.id}"}
    assert token not in str(entries)


async def test_a_user_without_an_address_gets_in_by_the_newest_link_in_time(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann")
    first, second = [token_of(await make(admin, ann["id"], expiresIn=120)) for _ in range(2)]
    assert (await reset(service, first)).reason == "invalid_one_time_token"
    service.clock.advance(minutes=2)
    assert (await reset(service, second)).reason == "invalid_one_time_token"
    service.clock.advance(minutes=-2)
    assert (await reset(service, second)).code == 200
    for expires_in in (59, 604_801):
        assert set((await make(admin, ann["id"], expiresIn=expires_in)).fields) == {"expiresIn"}


async def test_only_an_administrator_who_could_set_the_password_makes_a_link(service: Service, admin: Client) -> None:
    """Mutants: `_check_rank` without either of its conditions, or the own account."""
    ann = await service.create(admin, "ann", roles=["user"])
    helper = await delegate(service, admin, "helper", "users:read", "users:update")
    reader = await delegate(service, admin, "reader", "users:read")
    assert (await make(reader, ann["id"])).reason == "permission_denied"
    assert (await make(helper, ann["id"])).reason == "role_not_held"
    assert (await make(helper, admin.id)).reason == "outranked"
    assert (await make(admin, admin.id)).reason == "own_password"
    assert (await make(admin, 999_999)).reason == "user_not_found"
    await admin.put(f"/api/users/{ann['id']}", {"status": 0})
    assert (await make(admin, ann["id"])).reason == "account_disabled"
    acting = Client(service, (await admin.post(f"/api/users/{helper.id}/impersonate")).data)
    assert (await make(acting, ann["id"])).reason == "impersonated_session"
    key = await new_key(admin)
    assert (await make(key, helper.id)).reason == "key_not_allowed"


async def test_a_link_asks_for_a_recent_sign_in(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann")
    await execute(service, "UPDATE sessions SET auth_time = 0 WHERE user_id = $1", admin.id)
    assert (await make(admin, ann["id"])).reason == "step_up_required"


@pytest.mark.parametrize("loss", ["disabled", "deleted", "permission", "promoted", "named"])
async def test_a_link_ends_when_its_administrator_could_not_make_it_any_more(
    service: Service, admin: Client, loss: str
) -> None:
    """Mutant: rights are checked when the link is made, and never again: an administrator of few rights keeps a link to
    a user who becomes an administrator of all."""
    ann = await service.create(admin, "ann")
    helper = await delegate(service, admin, "helper", "users:read", "users:update")
    token = token_of(await make(helper, ann["id"]))
    if loss == "deleted":
        await admin.delete(f"/api/users/{helper.id}")
    else:
        changes: dict[str, tuple[int, dict[str, Any]]] = {
            "disabled": (helper.id, {"status": 0}),
            "permission": (helper.id, {"roles": []}),
            "promoted": (ann["id"], {"roles": ["admin"]}),
            "named": (ann["id"], {"roles": ["user"]}),
        }
        user_id, change = changes[loss]
        assert (await admin.put(f"/api/users/{user_id}", change)).code == 200
    assert (await reset(service, token)).reason == "invalid_one_time_token"
    assert (await sign_in(service, PASSWORD)).code == 200


@pytest.mark.parametrize("change", [{"email": "other@example.com"}, {"password": NEW}, {"status": 0}])
async def test_what_an_administrator_changes_ends_the_link(
    service: Service, admin: Client, change: dict[str, Any]
) -> None:
    ann = await service.create(admin, "ann")
    token = token_of(await make(admin, ann["id"]))
    await admin.put(f"/api/users/{ann['id']}", change)
    await admin.put(f"/api/users/{ann['id']}", {"status": 1})
    assert (await reset(service, token)).reason == "invalid_one_time_token"


async def test_a_link_is_mailed_in_the_name_of_the_administrator_and_not_returned(
    service: Service, admin: Client
) -> None:
    ann = await service.create(admin, "ann", email=ADDRESS)
    path, body = f"/api/users/{ann['id']}/password-link", {"mail": True, "expiresIn": 120}
    made = await admin.post(path, body, headers={"Accept-Language": "zh-CN"})
    assert (made.code, made.data["link"], made.data["mail"]) == (200, None, "held")
    mail = await newest_mail(admin, ADDRESS, "password_reset")
    assert "密码" in mail.subject
    assert mail.token not in str(made.body)
    [entry] = [
        each for each in await trail(service) if each["target"] == f"user:{ann['id']}" and "link" in each["action"]
    ]
    assert (entry["action"], entry["actor"]) == ("user.password_link_created", f"user:{admin.id}")
    assert entry["details"] == {"expiresAt": made.data["expiresAt"], "mailedTo": ADDRESS}
    assert "auth.password_reset_requested" not in {each["action"] for each in await trail(service)}
    service.clock.advance(minutes=2)
    assert (await reset(service, mail.token)).reason == "invalid_one_time_token"
    service.clock.advance(minutes=-2)
    assert (await reset(service, mail.token)).code == 200
    assert (await sign_in(service, NEW)).data["user"]["emailVerified"] is True


async def test_a_link_that_is_passed_on_is_in_the_answer_and_in_no_mail(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann", email=ADDRESS)
    made = await make(admin, ann["id"], mail=False)
    assert (made.data["mail"], bool(token_of(made))) == (None, True)
    assert await mails_to(admin, ADDRESS) == []


async def test_mailing_a_link_has_the_guards_of_making_one_and_needs_an_address(
    service: Service, admin: Client
) -> None:
    ann, bob = await service.create(admin, "ann", roles=["user"], email=ADDRESS), await service.create(admin, "bob")
    helper = await delegate(service, admin, "helper", "users:read", "users:update")
    assert (await make(helper, ann["id"], mail=True)).reason == "role_not_held"
    assert (await make(admin, admin.id, mail=True)).reason == "own_password"
    refused = await make(admin, bob["id"], mail=True)
    assert (refused.code, refused.reason) == (409, "no_email_address")
    await execute(service, "UPDATE sessions SET auth_time = 0 WHERE user_id = $1", admin.id)
    assert (await make(admin, ann["id"], mail=True)).reason == "step_up_required"
    assert await mails_to(admin, ADDRESS) == []


@pytest.mark.settings(mail_address_limit=2)
async def test_an_address_cannot_be_flooded_with_links_and_strangers_cannot_use_them_up(
    service: Service, admin: Client
) -> None:
    """Mutant: one limit for these mails and those that requests without a session cause."""
    ann = await service.create(admin, "ann", email=ADDRESS)
    for _ in range(3):
        await forgot(service, "ann")
    answers = [await make(admin, ann["id"], mail=True) for _ in range(3)]
    assert [answer.reason for answer in answers] == [None, None, "too_many_mails"]
    assert len(await mails_to(admin, ADDRESS, "password_reset")) == 4
