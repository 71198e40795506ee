"""Attacks on registration, invitations, mails and addresses."""

import asyncio

import pytest

from tests.features.invitations.support import accept, invite, token_of
from tests.features.recovery.test_recovery import forgot
from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Client, Service

VICTIM = "ann@example.com"
LONG_AGO = 16 * 60  # Seconds; a sign-in is recent for 15 minutes.


async def delegated(service: Service, admin: Client, *permissions: str, username: str = "helper") -> Client:
    """An administrator with these permissions alone."""
    role = f"of {username}"
    answer = await admin.post("/api/roles", {"name": role, "permissions": list(permissions)})
    assert answer.code == 200, answer.body
    await service.create(admin, username, email=f"{username}@example.com", roles=[role])
    return await service.login(username, PASSWORD)


@pytest.mark.settings(registration="open")
@pytest.mark.parametrize("username", [VICTIM, "ANN@example.com", "ａnn@example.com", "ann＠example.com"])
async def test_no_person_registers_with_the_address_of_another_as_username(
    service: Service, admin: Client, username: str
) -> None:
    await service.create(admin, "ann", email=VICTIM)
    body = {"username": username, "email": "mallory@example.com", "password": PASSWORD}
    answer = await service.anonymous.post("/api/auth/register", body)
    assert (answer.code, list(answer.fields)) == (400, ["username"]), answer.body
    body["username"] = "mallory"
    assert (await service.anonymous.post("/api/auth/register", body)).code == 200
    token = (await newest_mail(admin, "mallory@example.com", "registration")).token
    answer = await service.anonymous.post("/api/auth/register/confirm", {"token": token, "username": username})
    assert (answer.code, list(answer.fields)) == (400, ["username"]), answer.body


@pytest.mark.settings(registration="open")
async def test_the_own_address_can_be_the_username(service: Service, admin: Client) -> None:
    body = {"username": "Mallory@example.com", "email": "mallory@example.com", "password": PASSWORD}
    assert (await service.anonymous.post("/api/auth/register", body)).code == 200
    token = (await newest_mail(admin, "mallory@example.com", "registration")).token
    assert (await service.anonymous.post("/api/auth/register/confirm", {"token": token})).code == 200


async def test_an_invited_person_takes_no_address_as_username_unless_the_invitation_names_it(
    service: Service, admin: Client
) -> None:
    token = token_of(await invite(admin, "mallory@example.com"))
    answer = await accept(service, token, VICTIM)
    assert (answer.code, list(answer.fields)) == (400, ["username"]), answer.body
    assert (await accept(service, token, "mallory@example.com")).code == 200
    named = token_of(await invite(admin, "other@example.com", username="shared@example.com"))
    assert (await accept(service, named, "shared@example.com")).code == 200


async def test_a_held_invitation_to_a_role_that_was_renamed_is_not_shown_to_lesser_administrators(
    service: Service, admin: Client
) -> None:
    role = (await admin.post("/api/roles", {"name": "ops", "permissions": ["users:*"]})).data
    reader = await delegated(service, admin, "mail:read")
    assert (await admin.post("/api/invitations", {"email": "new@example.com", "roles": ["ops"]})).code == 200
    mail = (await mails_to(admin, "new@example.com"))[0]["id"]
    assert (await reader.get(f"/api/mail/{mail}")).reason == "outranked"
    assert (await admin.put(f"/api/roles/{role['id']}", {"name": "operations"})).code == 200
    assert (await reader.get(f"/api/mail/{mail}")).reason == "outranked"


@pytest.mark.parametrize("change", [{"email": "thief@example.com"}, {"email": None}, {"username": "thief"}])
async def test_a_stolen_session_of_an_administrator_does_not_change_the_own_names(
    service: Service, admin: Client, change: dict[str, str | None]
) -> None:
    """Mutant: the address alone asks for it, and the owner's username signs in no more."""
    boss = await delegated(service, admin, "users:*", username="boss")
    service.clock.advance(LONG_AGO)
    await boss.refresh()
    answer = await boss.put(f"/api/users/{boss.id}", change)
    assert answer.reason == "step_up_required", answer.body
    form = {"username": "boss", "email": "boss@example.com", "name": "Boss"}
    assert (await boss.put(f"/api/users/{boss.id}", form)).code == 200, "forms repeat both"


async def test_a_stolen_session_of_an_administrator_does_not_read_the_own_reset_link(
    service: Service, admin: Client
) -> None:
    boss = await delegated(service, admin, "mail:read", username="boss")
    service.clock.advance(LONG_AGO)
    await boss.refresh()
    await forgot(service, "boss")
    async with asyncio.timeout(15):
        while not (found := await mails_to(boss, "boss@example.com")):
            await asyncio.sleep(0.02)
    answer = await boss.get(f"/api/mail/{found[0]['id']}")
    assert answer.reason == "step_up_required", answer.body


async def test_another_domain_that_compares_equal_is_confirmed_like_any_other(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email="ann@strasse.example", emailVerified=True)
    ann = await service.login("ann", PASSWORD)
    answer = await ann.put("/api/auth/email", {"email": "ann@straße.example"})
    assert (answer.code, answer.data) == (200, {"status": "confirmation_sent", "mail": "held"})
    user = (await ann.get("/api/auth/user")).data
    assert (user["email"], user["pendingEmail"]) == ("ann@strasse.example", "ann@straße.example")


@pytest.mark.settings(mail_address_limit=1)
async def test_requests_of_a_stranger_prevent_no_invitation(service: Service, admin: Client) -> None:
    """Mutant: one count for both."""
    ann = await service.create(admin, "ann", email=VICTIM)
    for _ in range(2):
        await forgot(service, VICTIM)
    await newest_mail(admin, VICTIM, "password_reset")
    assert (await admin.put(f"/api/users/{ann['id']}", {"email": None})).code == 200
    assert (await invite(admin, VICTIM)).code == 200


@pytest.mark.settings(registration="open")
async def test_codes_of_registrations_for_one_address_share_a_limit(service: Service) -> None:
    refused = 0
    for number in range(25):
        client = service.at(f"198.51.100.{number}")
        body = {"username": f"mallory{number}", "email": VICTIM, "password": PASSWORD}
        flow = (await client.post("/api/auth/register", body)).data["flow"]
        for code in range(5):
            answer = await client.post("/api/auth/register/confirm", {"flow": flow, "code": f"00000{code}"})
            refused += answer.reason == "too_many_attempts"
    assert refused >= 25
