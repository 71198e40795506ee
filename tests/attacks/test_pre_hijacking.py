"""Pre-hijacking: an attacker prepares an account with the address of another person, and keeps a way in after that
person took the account over. The five attacks that Sudhodanan and Paverd published (USENIX Security 2022).

In each test, Mallory attacks and Ann is the person whose address it is. Ann's part ends with a password of her own that
she set by a mail; after that, nothing of Mallory's may open the account.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.features.email_change.support import confirm, request, revoke
from tests.features.recovery.test_recovery import forgot, reset, reset_token
from tests.support.cli import doorward
from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Answer, Client, Service

ADDRESS, EVIL = "ann@example.com", "mallory@example.com"
MALLORYS = "a password that Mallory knows"
ANNS = "a password that Ann alone knows"


async def sign_in(service: Service, identifier: str, password: str) -> Answer:
    return await service.anonymous.post("/api/auth/login", {"username": identifier, "password": password})


async def register(service: Service, username: str, password: str) -> Answer:
    body = {"username": username, "email": ADDRESS, "password": password}
    return await service.anonymous.post("/api/auth/register", body)


async def prepared(service: Service, admin: Client, **fields: Any) -> Client:
    """Mallory, signed in to an account that has Ann's address: an administrator created it, with a first password that
    Mallory learned."""
    await service.create(admin, "ann", **{"email": ADDRESS, "password": MALLORYS} | fields)
    return await service.login("ann", MALLORYS)


async def recover(service: Service, admin: Client) -> None:
    """Ann takes the account over by a mail to her address."""
    assert (await reset(service, await reset_token(service, admin, ADDRESS, ADDRESS), ANNS)).code == 200
    assert (await sign_in(service, "ann", ANNS)).data["user"]["emailVerified"] is True


@pytest.mark.settings(registration="open")
async def test_classic_federated_merge_a_registration_that_another_person_began_joins_no_account(
    service: Service, admin: Client
) -> None:
    """The attack: Mallory registers with Ann's address and a password. Ann arrives later by another way (a federated
    sign-in, where there is one; here her own registration, or an administrator) and the service merges the two accounts
    of one address, so that Mallory's password opens Ann's.

    Why it fails: a registration is no account until its address is proved. Ann's proof discards the other requests for
    her address, and a request that comes after the account never joins it."""
    mallorys = (await register(service, "mallory", MALLORYS)).data["flow"]
    planted = await newest_mail(admin, ADDRESS, "registration")
    assert (await sign_in(service, ADDRESS, MALLORYS)).code == 401
    anns = (await register(service, "ann", ANNS)).data["flow"]
    mail = await newest_mail(admin, ADDRESS, "registration", planted.id)
    assert (await service.anonymous.post("/api/auth/register/confirm", {"flow": anns, "code": mail.code})).code == 200
    for proof in ({"token": planted.token}, {"flow": mallorys, "code": planted.code}):
        assert (await service.anonymous.post("/api/auth/register/confirm", proof)).code == 400
    await register(service, "mallory", MALLORYS)
    await newest_mail(admin, ADDRESS, "already_registered")
    for identifier in (ADDRESS, "ann", "mallory"):
        assert (await sign_in(service, identifier, MALLORYS)).reason == "invalid_credentials"
    assert (await admin.get("/api/users", params={"keyword": ADDRESS})).data["total"] == 1


@pytest.mark.settings(registration="open")
async def test_classic_federated_merge_an_account_that_an_administrator_makes_ends_a_registration(
    service: Service, admin: Client
) -> None:
    """The same attack, where Ann arrives by an administrator. Why it fails: the proof of Mallory's registration, which
    Ann might even give by a click, finds the address taken, and adds nothing to the account."""
    await register(service, "mallory", MALLORYS)
    planted = await newest_mail(admin, ADDRESS, "registration")
    await service.create(admin, "ann", email=ADDRESS)
    clicked = await service.anonymous.post("/api/auth/register/confirm", {"token": planted.token})
    assert clicked.reason == "email_taken"
    for identifier in (ADDRESS, "ann", "mallory"):
        assert (await sign_in(service, identifier, MALLORYS)).reason == "invalid_credentials"


async def test_unexpired_session_ends_when_the_owner_of_the_address_recovers_the_account(
    service: Service, admin: Client
) -> None:
    """The attack: Mallory stays signed in to the prepared account. Ann resets the password, but the session goes on.

    Why it fails: a reset ends all sessions, their access tokens and refresh tokens, also a refresh token within its
    grace period. Mutant: a reset that replaces the password alone."""
    mallory = await prepared(service, admin)
    rotated = mallory.refresh_token
    await mallory.refresh()
    second = await service.login("ann", MALLORYS)
    await recover(service, admin)
    for session in (mallory, second):
        assert (await session.get("/api/auth/user")).reason == "session_ended"
        assert (await session.refresh()).code == 401
    assert (await service.anonymous.post("/api/auth/refresh", {"refreshToken": rotated})).code == 401
    step_up = await mallory.post("/api/auth/step-up", {"method": "password", "password": MALLORYS})
    assert step_up.reason == "session_ended"
    assert (await sign_in(service, "ann", MALLORYS)).reason == "invalid_credentials"


async def test_trojan_identifier_the_former_address_takes_the_account_back(service: Service, admin: Client) -> None:
    """The attack: Mallory adds an identifier of her own to the prepared account, such as her address, a telephone
    number or an account elsewhere, and later uses it to sign in or to recover the account.

    Why it fails: the identifiers of an account are its username, which users cannot change, and one address. A
    telephone number opens nothing. When Mallory replaces the address, Ann gets a link that restores hers, and the
    restored account has neither Mallory's address nor her password."""
    mallory = await prepared(service, admin)
    await mallory.put("/api/auth/user", {"username": "mallory", "phone": "+1 555 0100"})
    token, anns_link = await request(admin, mallory, EVIL, ADDRESS)
    assert (await confirm(service, token)).code == 200
    evil_reset = await reset_token(service, admin, EVIL, EVIL)
    assert (await revoke(service, anns_link)).code == 200
    assert (await reset(service, evil_reset)).reason == "invalid_one_time_token"
    await recover(service, admin)
    for identifier in (EVIL, "mallory", "+1 555 0100", "ann"):
        assert (await sign_in(service, identifier, MALLORYS)).reason == "invalid_credentials"
    seen = len(await mails_to(admin, EVIL))
    for identifier in (EVIL, "mallory", "+1 555 0100"):
        await forgot(service, identifier)
    assert len(await mails_to(admin, EVIL)) == seen


@pytest.mark.parametrize("way", ["reset", "administrator", "password"])
async def test_unexpired_email_change_ends_when_the_account_changes_hands(
    service: Service, admin: Client, way: str
) -> None:
    """The attack: Mallory asks for a change to her own address and keeps the link without using it. After Ann recovered
    the account, the link gives it to Mallory.

    Why it fails: a reset, a password that an administrator sets, and the user's own new password discard a change that
    waits for its confirmation. Mutant: any of them without `discard_pending`."""
    mallory = await prepared(service, admin)
    token, _ = await request(admin, mallory, EVIL, ADDRESS)
    if way == "reset":
        await recover(service, admin)
    elif way == "administrator":
        await admin.put(f"/api/users/{mallory.id}", {"password": ANNS})
    else:
        ann = await service.login("ann", MALLORYS)
        await ann.put("/api/auth/password", {"currentPassword": MALLORYS, "newPassword": ANNS})
    assert (await confirm(service, token)).reason == "invalid_one_time_token"
    user = (await admin.get(f"/api/users/{mallory.id}")).data
    assert (user["email"], user["pendingEmail"]) == (ADDRESS, None)
    assert (await sign_in(service, EVIL, MALLORYS)).code == 401


async def test_unexpired_email_change_a_reset_link_to_the_former_address_ends_with_the_change(
    service: Service, admin: Client
) -> None:
    """The attack in reverse: Mallory owned the account and its address, and keeps a link to reset the password that was
    mailed to it. The address becomes Ann's. Why it fails: a confirmation discards links that were mailed before,
    and a link works only while the user has the address that it was mailed to."""
    await service.create(admin, "shared", email=EVIL, emailVerified=True, password=MALLORYS)
    kept = await reset_token(service, admin, "shared", EVIL)
    token, _ = await request(admin, await service.login("shared", MALLORYS), ADDRESS, EVIL)
    assert (await confirm(service, token)).code == 200
    assert (await reset(service, kept)).reason == "invalid_one_time_token"


async def test_non_verifying_provider_an_address_that_a_file_claims_joins_no_account_and_is_not_verified(
    service: Service, admin: Client, environ: dict[str, str], tmp_path: Path
) -> None:
    """The attack: Mallory has an account at a provider that does not verify addresses, and gave it Ann's. The service
    believes the provider, and merges Mallory's account with Ann's, or keeps the address for Mallory.

    Why it fails: the source of accounts is a file of another system. An address in it is unverified unless the file
    says otherwise; one that a user has is refused and joined with nothing. Where Mallory's account came first, Ann's
    reset proves the address, and discards the password and the sessions that the account came with."""
    file = tmp_path / "users.jsonl"
    file.write_text(f'{{"username": "ann", "email": "{ADDRESS}", "password": "{MALLORYS}"}}\n')
    assert (await doorward(environ, "import", str(file))).code == 0
    mallory = await service.login("ann", MALLORYS)
    assert mallory.tokens["user"]["emailVerified"] is False
    await recover(service, admin)
    assert (await mallory.get("/api/auth/user")).reason == "session_ended"
    again = tmp_path / "again.jsonl"
    again.write_text(f'{{"username": "mallory", "email": "{ADDRESS.upper()}", "password": "{PASSWORD}"}}\n')
    run = await doorward(environ, "import", str(again), "--existing", "update", "--json")
    assert run.json["refused"] == 1, run.out + run.err
    for identifier, password in ((ADDRESS, MALLORYS), (ADDRESS, PASSWORD), ("ann", MALLORYS), ("mallory", PASSWORD)):
        assert (await sign_in(service, identifier, password)).reason == "invalid_credentials"
    assert (await sign_in(service, ADDRESS, ANNS)).code == 200
