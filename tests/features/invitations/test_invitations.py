"""Invitations over HTTP: making, listing, sending again, deleting and accepting them."""

import pytest

from doorward.features.invitations.service import Invitations
from tests.api.test_step_up import claims
from tests.features.invitations.support import accept, invite, token_of
from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Client, Clock, Service

EMAIL = "ann@example.com"


async def test_an_invited_person_chooses_a_password_and_is_signed_in(service: Service, admin: Client) -> None:
    sent = await invite(admin, name="Ann Lee", username="ann", roles=["user"])
    assert sent.data == {
        "id": sent.data["id"],
        "email": EMAIL,
        "username": "ann",
        "name": "Ann Lee",
        "roles": ["user"],
        "inviter": "admin",
        "state": "pending",
        "createdAt": sent.data["createdAt"],
        "expiresAt": sent.data["expiresAt"],
        "acceptedAt": None,
        "userId": None,
        "link": sent.data["link"],
        "mail": "held",
    }
    assert "/account/invitation#token=dwl_" in sent.data["link"]
    mail = await newest_mail(admin, EMAIL, "invitation")
    assert "Ann Lee" in mail.text
    accepted = await accept(service, mail.token, username=None)
    assert accepted.code == 200, accepted.body
    user = accepted.data["user"]
    assert (user["username"], user["name"], user["email"], user["roles"]) == ("ann", "Ann Lee", EMAIL, ["user"])
    assert (await Client(service, accepted.data).get("/api/auth/user")).data["id"] == user["id"]
    assert (await service.login("ann", PASSWORD)).id == user["id"]
    listed = (await admin.get("/api/invitations")).data["list"]
    assert [(each["state"], each["userId"]) for each in listed] == [("accepted", user["id"])]


async def test_only_the_mailed_link_proves_the_address(service: Service, admin: Client) -> None:
    """Mutant: one token for both links, so that an administrator verifies an address without its owner."""
    copied = token_of(await invite(admin))
    mail = await newest_mail(admin, EMAIL, "invitation")
    assert copied != mail.token
    assert (await accept(service, mail.token)).data["user"]["emailVerified"] is True
    assert (await accept(service, copied, "ann2")).reason == "invalid_one_time_token"
    copied = token_of(await invite(admin, "bob@example.com"))
    assert (await accept(service, copied, "bob")).data["user"]["emailVerified"] is False
    mail = await newest_mail(admin, "bob@example.com", "invitation")
    assert (await accept(service, mail.token, "bob2")).reason == "invalid_one_time_token"


async def test_a_refused_acceptance_leaves_the_invitation_valid(service: Service, admin: Client) -> None:
    """Mutant: the token is taken in a transaction of its own, before the rest is checked."""
    token = token_of(await invite(admin))
    assert (await accept(service, token, None)).fields == {"username": "is required"}
    assert (await accept(service, token, "ann", password="password")).code == 400
    assert list((await accept(service, token, "a b")).fields) == ["username"]
    assert (await accept(service, token, "ADMIN")).reason == "username_taken"
    assert (await accept(service, token, "ann", password=EMAIL)).fields == {
        "password": "must not be the username or the e-mail address"
    }
    assert (await accept(service, token, "ann", name="Ann")).data["user"]["name"] == "Ann"


async def test_an_invitation_without_an_address_is_passed_on_by_its_link(service: Service, admin: Client) -> None:
    sent = await invite(admin, None)
    assert (sent.data["email"], (await admin.get("/api/mail")).data["total"]) == (None, 0)
    user = (await accept(service, token_of(sent))).data["user"]
    assert (user["email"], user["emailVerified"], user["roles"]) == (None, False, [])


async def test_a_page_reads_what_an_invitation_offers_without_using_it(service: Service, admin: Client) -> None:
    sent = await invite(admin, name="Ann Lee")
    token = token_of(sent)
    for _ in range(3):
        offer = await service.anonymous.post("/api/auth/invitations/read", {"token": token})
        assert offer.data == {
            "email": EMAIL,
            "username": None,
            "name": "Ann Lee",
            "inviter": "admin",
            "expiresAt": sent.data["expiresAt"],
            "passwordMinLength": 8,
            "passwordMaxLength": 256,
        }
    assert (await accept(service, token)).code == 200
    for unknown in (token, "dwl_x", "x" * 256):
        answer = await service.anonymous.post("/api/auth/invitations/read", {"token": unknown})
        assert (answer.code, answer.reason) == (400, "invalid_one_time_token")


async def test_taken_names_and_addresses_are_told_to_an_administrator(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=EMAIL)
    assert (await invite(admin, "ANN@example.com")).reason == "email_taken"
    assert (await invite(admin, "x@example.com", username="Ann")).reason == "username_taken"
    bob = await invite(admin, "bob@example.com")
    again = await invite(admin, "BOB@example.com")
    assert (again.code, again.reason, again.data["id"]) == (409, "already_invited", bob.data["id"])
    await service.create(admin, "bob", email="bob@example.com")
    assert (await accept(service, token_of(bob), "bob2")).reason == "email_taken"
    assert (await admin.post(f"/api/invitations/{bob.data['id']}/resend")).reason == "email_taken"


async def test_an_invitation_expires(service: Service, admin: Client, clock: Clock) -> None:
    week = await invite(admin)
    hour = await invite(admin, "bob@example.com", expiresIn=3600)
    assert (await invite(admin, "x@example.com", expiresIn=59)).fields == {"expiresIn": "must be at least 60"}
    clock.advance(hours=1, seconds=1)
    admin = await service.login()
    assert (await accept(service, token_of(hour))).reason == "invalid_one_time_token"
    states = {each["email"]: each["state"] for each in (await admin.get("/api/invitations")).data["list"]}
    assert states == {EMAIL: "pending", "bob@example.com": "expired"}
    for state, emails in (("pending", [EMAIL]), ("expired", ["bob@example.com"]), ("accepted", [])):
        page = (await admin.get(f"/api/invitations?state={state}")).data
        assert ([each["email"] for each in page["list"]], page["total"]) == (emails, len(emails))
    assert (await admin.get("/api/invitations?state=lost")).reason == "validation_failed"
    # One that has expired does not stand in the way of another.
    assert (await invite(admin, "bob@example.com")).code == 200
    clock.advance(days=7)
    assert (await accept(service, token_of(week))).reason == "invalid_one_time_token"


async def test_sending_again_replaces_both_links_and_renews_the_time(
    service: Service, admin: Client, clock: Clock
) -> None:
    sent = await invite(admin)
    mail = await newest_mail(admin, EMAIL, "invitation")
    clock.advance(days=8)
    admin = await service.login()
    again = await admin.post(f"/api/invitations/{sent.data['id']}/resend")
    assert (again.data["id"], again.data["state"]) == (sent.data["id"], "pending")
    second = await newest_mail(admin, EMAIL, "invitation", after=mail.id)
    clock.advance(days=6)
    for ended in (token_of(sent), mail.token):
        assert (await accept(service, ended)).reason == "invalid_one_time_token"
    assert (await accept(service, second.token)).data["user"]["emailVerified"] is True
    admin = await service.login()
    assert (await admin.post(f"/api/invitations/{sent.data['id']}/resend")).reason == "invitation_accepted"


async def test_a_deleted_invitation_is_void_and_an_accepted_one_leaves_its_user(
    service: Service, admin: Client
) -> None:
    sent = await invite(admin)
    path = f"/api/invitations/{sent.data['id']}"
    assert (await admin.get(path)).data["email"] == EMAIL
    assert "link" not in (await admin.get(path)).data
    assert (await admin.delete(path)).code == 200
    assert (await accept(service, token_of(sent))).reason == "invalid_one_time_token"
    for answer in (await admin.delete(path), await admin.get(path), await admin.post(f"{path}/resend")):
        assert (answer.code, answer.reason) == (404, "invitation_not_found")
    user = (await accept(service, token_of(await invite(admin)))).data["user"]
    listed = (await admin.get("/api/invitations")).data["list"]
    assert (await admin.delete(f"/api/invitations/{listed[0]['id']}")).code == 200
    assert (await admin.get(f"/api/users/{user['id']}")).code == 200


async def test_a_repeated_request_gets_the_same_link_and_sends_one_mail(service: Service, admin: Client) -> None:
    key = {"Idempotency-Key": "one"}
    first = await admin.post("/api/invitations", {"email": EMAIL}, headers=key)
    second = await admin.post("/api/invitations", {"email": EMAIL}, headers=key)
    assert first.data == second.data
    assert len(await mails_to(admin, EMAIL)) == 1
    other = await admin.post("/api/invitations", {"email": "x@example.com"}, headers=key)
    assert (other.code, other.reason) == (422, "idempotency_key_reused")
    assert (await accept(service, token_of(second))).code == 200


async def test_no_token_of_an_invitation_is_readable_in_the_database(service: Service, admin: Client) -> None:
    sent = await admin.post("/api/invitations", {"email": EMAIL}, headers={"Idempotency-Key": "two"})
    token = token_of(sent)
    for table in ("invitations", "one_time_tokens", "idempotency_keys", "outbox", "audit"):
        rows = await service.core.database.fetch(f"SELECT * FROM {table}")
        assert token not in str([list(row) for row in rows])
        assert token.encode() not in b"".join(value for row in rows for value in row if isinstance(value, bytes))


async def test_the_language_of_the_mail_is_that_of_the_request(service: Service, admin: Client) -> None:
    await admin.post("/api/invitations", {"email": EMAIL}, headers={"Accept-Language": "zh"})
    mail = await newest_mail(admin, EMAIL, "invitation")
    assert mail.subject == "邀请您使用 Doorward"
    assert mail.link in mail.text


async def test_an_invitation_is_in_the_audit_trail_without_its_link(service: Service, admin: Client) -> None:
    sent = await invite(admin, roles=["user"])
    again = await admin.post(f"/api/invitations/{sent.data['id']}/resend")
    accepted = await accept(service, token_of(again))
    entries = (await admin.get("/api/audit?pageSize=100")).data["list"]
    found = {entry["action"]: entry for entry in reversed(entries)}
    target = f"invitation:{sent.data['id']}"
    assert {found[f"invitation.{action}"]["target"] for action in ("created", "resent")} == {target}
    assert found["invitation.created"]["details"]["roles"] == ["user"]
    assert found["invitation.accepted"]["details"]["invitation"] == sent.data["id"]
    assert found["invitation.accepted"]["target"] == f"user:{accepted.data['user']['id']}"
    await admin.delete(f"/api/invitations/{sent.data['id']}")
    assert (await admin.get("/api/audit?action=invitation.deleted")).data["list"][0]["target"] == target
    assert "dwl_" not in str(entries)


@pytest.mark.settings(mail_address_limit=2)
async def test_an_address_cannot_be_flooded_with_invitations(service: Service, admin: Client) -> None:
    sent = await invite(admin)
    path = f"/api/invitations/{sent.data['id']}/resend"
    answers = [await admin.post(path) for _ in range(2)]
    assert [answer.reason for answer in answers] == [None, "too_many_mails"]
    # The refused one changed nothing: the links of the one before are valid.
    assert (await accept(service, token_of(answers[0]))).code == 200


async def test_old_invitations_are_deleted(service: Service, admin: Client, clock: Clock) -> None:
    await invite(admin)
    clock.advance(days=96)
    await Invitations(service.core).purge()
    assert (await (await service.login()).get("/api/invitations")).data["total"] == 1
    clock.advance(days=2)
    await Invitations(service.core).purge()
    assert (await (await service.login()).get("/api/invitations")).data["total"] == 0


async def test_pending_invitations_are_bounded(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("doorward.features.invitations.service.MAX_PENDING", 2)
    first = await invite(admin, "a@example.com")
    await invite(admin, "b@example.com")
    assert (await invite(admin, "c@example.com")).reason == "too_many_invitations"
    await admin.delete(f"/api/invitations/{first.data['id']}")
    assert (await invite(admin, "c@example.com")).code == 200


async def test_an_expired_invitation_that_is_sent_again_counts_like_a_new_one(
    service: Service, admin: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: resending makes any number of expired invitations pending, several for one address among them."""
    monkeypatch.setattr("doorward.features.invitations.service.MAX_PENDING", 2)
    first, second = [await invite(admin, email, expiresIn=60) for email in ("a@example.com", "b@example.com")]
    clock.advance(61)
    newer = await invite(admin, "a@example.com")
    again = await admin.post(f"/api/invitations/{first.data['id']}/resend")
    assert (again.code, again.reason, again.data["id"]) == (409, "already_invited", newer.data["id"])
    assert (await invite(admin, "c@example.com")).code == 200
    assert (await admin.post(f"/api/invitations/{second.data['id']}/resend")).reason == "too_many_invitations"
    assert (await admin.post(f"/api/invitations/{newer.data['id']}/resend")).code == 200, "it waits already"
    await admin.delete(f"/api/invitations/{newer.data['id']}")
    assert (await admin.post(f"/api/invitations/{second.data['id']}/resend")).code == 200


async def test_a_page_gets_the_refresh_token_of_an_acceptance_in_the_cookie(service: Service, admin: Client) -> None:
    page = {"Origin": "https://auth.example.com", "Sec-Fetch-Site": "same-origin", "X-Refresh-Cookie": "1"}
    body = {"token": token_of(await invite(admin)), "password": PASSWORD, "username": "ann", "name": ""}
    answer = await service.anonymous.post("/api/auth/invitations/accept", body, headers=page)
    assert (answer.code, answer.data["refreshToken"], answer.data["user"]["name"]) == (200, "", "ann")
    assert answer.headers["set-cookie"].startswith("__Host-doorward-refresh=")
    assert claims(answer.data["token"])["amr"] == ["pwd"]


async def test_registration_need_not_be_open_for_invitations(service: Service, admin: Client) -> None:
    assert (await service.anonymous.get("/api/auth/configuration")).data["registration"] == "closed"
    assert (await accept(service, token_of(await invite(admin)))).code == 200


async def test_a_full_page_of_invitations_is_listed_with_their_roles(service: Service, admin: Client) -> None:
    """Mutant: a statement on SQLite that is given fewer values than it names, as with 64 names of parameters."""
    for n in range(66):
        await invite(admin, f"ann{n}@example.com", roles=["user"])
    listed = (await admin.get("/api/invitations?pageSize=100")).data["list"]
    assert [each["roles"] for each in listed] == [["user"]] * 66
