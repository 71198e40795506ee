"""The link that the former address gets: it protects the account from a thief who has the session and the password."""

import asyncio

import pytest

from tests.features.email_change.support import NEXT, OLD, ann, confirm, me, request, revoke, token_to
from tests.features.passkeys.support import added
from tests.features.passkeys.support import sign_in as by_passkey
from tests.features.recovery.test_recovery import NEW, reset, reset_token, sign_in
from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Client, Service


async def test_before_the_confirmation_it_cancels_the_change(service: Service, admin: Client) -> None:
    user = await ann(service, admin)
    token, revoking = await request(admin, user, NEXT)
    answer = await revoke(service, revoking)
    assert (answer.code, answer.data) == (200, None)
    assert ((await me(user))["email"], (await me(user))["pendingEmail"]) == (OLD, None), "the session goes on"
    assert (await confirm(service, token)).reason == "invalid_one_time_token"
    assert (await revoke(service, revoking)).reason == "invalid_one_time_token"
    assert (await sign_in(service, PASSWORD)).code == 200


@pytest.mark.parametrize("verified", [True, False])
async def test_after_the_confirmation_it_restores_the_address_and_shuts_the_thief_out(
    service: Service, admin: Client, verified: bool
) -> None:
    """Mutants: the password stays, and the thief, who knows it, signs in again; the link that the thief had mailed to
    the new address still resets the password; `mustChangePassword` alone, which the thief would satisfy."""
    thief = await ann(service, admin, emailVerified=verified)
    token, revoking = await request(admin, thief, NEXT)
    assert (await confirm(service, token)).code == 200
    resetting = await reset_token(service, admin, "ann", NEXT)
    again, _ = await request(admin, thief, "third@example.com", NEXT)
    assert (await revoke(service, revoking)).code == 200
    assert (await thief.get("/api/auth/user")).reason == "session_ended"
    assert (await thief.refresh()).code == 401
    assert (await sign_in(service, PASSWORD)).reason == "invalid_credentials"
    assert (await reset(service, resetting)).reason == "invalid_one_time_token"
    assert (await confirm(service, again)).reason == "invalid_one_time_token"
    restored = (await admin.get(f"/api/users/{thief.id}")).data
    assert (restored["email"], restored["emailVerified"], restored["pendingEmail"]) == (OLD, True, None)
    assert (await reset(service, await reset_token(service, admin, "ann", OLD))).code == 200
    assert (await sign_in(service, NEW)).code == 200


async def test_a_thief_who_resets_the_password_by_the_new_address_does_not_void_it(
    service: Service, admin: Client
) -> None:
    """Mutant: a reset discards all tokens of the user, the owner's way back among them."""
    thief = await ann(service, admin)
    token, revoking = await request(admin, thief, NEXT)
    await confirm(service, token)
    assert (await reset(service, await reset_token(service, admin, "ann", NEXT))).code == 200
    thief = Client(service, (await sign_in(service, NEW)).data)
    body = {"currentPassword": NEW, "newPassword": "another long password"}
    assert (await thief.put("/api/auth/password", body)).code == 200
    assert (await revoke(service, revoking)).code == 200
    assert (await sign_in(service, "another long password")).reason == "invalid_credentials"


async def test_the_first_address_has_the_last_word(service: Service, admin: Client) -> None:
    """A thief who changes the address twice owns the second one, and its link that revokes. Mutants: restoring discards
    all such links, so that the thief's link voids the owner's; restoring discards none, so that the thief's link takes
    the account again; a link is void when the address was changed once more."""
    thief = await ann(service, admin)
    token, owners = await request(admin, thief, NEXT)
    await confirm(service, token)
    token, thiefs_first = await request(admin, thief, "third@example.com", NEXT)
    await confirm(service, token)
    token, thiefs_second = await request(admin, thief, "fourth@example.com", "third@example.com")
    await confirm(service, token)
    assert (await revoke(service, thiefs_first)).code == 200
    assert (await admin.get(f"/api/users/{thief.id}")).data["email"] == NEXT
    assert (await revoke(service, owners)).code == 200
    assert (await admin.get(f"/api/users/{thief.id}")).data["email"] == OLD
    assert (await revoke(service, thiefs_second)).reason == "invalid_one_time_token"


async def test_repeating_a_request_does_not_void_the_link_of_a_confirmed_change(
    service: Service, admin: Client
) -> None:
    """Mutant: links that revoke are discarded by address, and a thief who asks for the same one again voids the
    owner's."""
    thief = await ann(service, admin)
    token, owners = await request(admin, thief, NEXT)
    await confirm(service, token)
    token, _ = await request(admin, thief, "third@example.com", NEXT)
    await confirm(service, token)
    await request(admin, thief, NEXT, "third@example.com")
    await thief.put("/api/auth/email", {"email": "third@example.com"})
    assert (await revoke(service, owners)).code == 200
    assert (await admin.get(f"/api/users/{thief.id}")).data["email"] == OLD


async def test_an_address_that_was_removed_can_be_restored(service: Service, admin: Client) -> None:
    for body, path in (({"email": None}, "/api/auth/email"), ({"email": ""}, "/api/auth/user")):
        user = await ann(service, admin)
        seen = await mails_to(admin, OLD, "email_change")
        assert (await user.put(path, body)).code == 200
        assert ((await me(user))["email"], (await me(user))["emailVerified"]) == (None, False)
        mail = await newest_mail(admin, OLD, "email_change", seen[0]["id"] if seen else 0)
        assert (await revoke(service, mail.token)).code == 200
        assert (await admin.get(f"/api/users/{user.id}")).data["email"] == OLD
        await admin.delete(f"/api/users/{user.id}")


async def test_it_works_for_seven_days(service: Service, admin: Client) -> None:
    user = await ann(service, admin)
    token, revoking = await request(admin, user, NEXT)
    await confirm(service, token)
    service.clock.advance(days=6, hours=23)
    await service.core.cleanup.expired_one_time_tokens()
    service.clock.advance(hours=1, seconds=1)
    assert (await revoke(service, revoking)).reason == "invalid_one_time_token"
    service.clock.advance(hours=-1)
    assert (await revoke(service, revoking)).code == 200


async def test_an_administrator_who_sets_the_address_ends_it(service: Service, admin: Client) -> None:
    user = await ann(service, admin)
    token, revoking = await request(admin, user, NEXT)
    await confirm(service, token)
    await admin.put(f"/api/users/{user.id}", {"email": "right@example.com"})
    assert (await revoke(service, revoking)).reason == "invalid_one_time_token"


async def test_administrators_take_back_a_change_of_their_own_address_that_needed_no_confirmation(
    service: Service, admin: Client
) -> None:
    """A thief of the session of an administrator updates the owner like any other user. Mutants: the link of an earlier
    change is discarded, as for a change by another administrator; the former address gets no link."""
    thief = await ann(service, admin, roles=["admin"])
    token, owners = await request(admin, thief, NEXT)
    await confirm(service, token)
    resetting = await reset_token(service, admin, "ann", NEXT)
    chosen = {"email": "third@example.com", "emailVerified": True}
    assert (await thief.put(f"/api/users/{thief.id}", chosen)).data["email"] == "third@example.com"
    assert (await reset(service, resetting)).reason == "invalid_one_time_token"
    kinds = [mail["kind"] for mail in await mails_to(admin, NEXT)]
    assert (kinds.count("email_change"), kinds.count("account_renamed")) == (1, 0)
    second = (await newest_mail(admin, NEXT, "email_change")).token
    assert (await revoke(service, second)).code == 200
    assert (await admin.get(f"/api/users/{thief.id}")).data["email"] == NEXT
    assert (await thief.get("/api/auth/user")).reason == "session_ended"
    assert (await sign_in(service, PASSWORD)).reason == "invalid_credentials"
    assert (await revoke(service, owners)).code == 200
    assert (await admin.get(f"/api/users/{thief.id}")).data["email"] == OLD


async def test_administrators_who_change_the_case_of_their_own_address_or_get_a_first_one_get_no_link(
    service: Service, admin: Client
) -> None:
    boss = await ann(service, admin, roles=["admin"])
    assert (await boss.put(f"/api/users/{boss.id}", {"email": "Old@example.com"})).code == 200
    assert await mails_to(admin, OLD) == []
    assert await mails_to(admin, "Old@example.com") == []
    assert (await admin.put(f"/api/users/{admin.id}", {"email": "admin@example.com"})).code == 200
    assert [mail["kind"] for mail in await mails_to(admin, "admin@example.com")] == ["account_renamed"]


async def test_a_passkey_that_a_thief_added_before_the_change_no_longer_signs_in_alone(
    service: Service, admin: Client
) -> None:
    """Mutant: passkeys from before the request keep signing in alone."""
    thief = await ann(service, admin)
    authenticator = await added(thief)
    service.clock.advance(minutes=1)
    token, owners = await request(admin, thief, NEXT)
    await confirm(service, token)
    assert (await revoke(service, owners)).code == 200
    assert (await by_passkey(service.anonymous, authenticator)).code == 401
    assert (await reset(service, await reset_token(service, admin, "ann", OLD))).code == 200
    assert (await sign_in(service, NEW)).reason == "second_factor_required"


async def test_an_address_that_another_user_has_by_now_is_not_restored_but_the_thief_is_shut_out(
    service: Service, admin: Client
) -> None:
    thief = await ann(service, admin)
    token, revoking = await request(admin, thief, NEXT)
    await confirm(service, token)
    await service.create(admin, "bob", email=OLD)
    assert (await revoke(service, revoking)).code == 200
    user = (await admin.get(f"/api/users/{thief.id}")).data
    assert (user["email"], user["emailVerified"]) == (None, False)
    assert (await sign_in(service, PASSWORD)).reason == "invalid_credentials"


async def test_confirming_and_revoking_at_once_leave_the_former_address(service: Service, admin: Client) -> None:
    """Mutant: without the lock on rights and with a read in the place of the DELETE in `cancel_email_change`, the
    confirmation writes its address after the other transaction found it unconfirmed."""
    for _ in range(8):
        user = await ann(service, admin)
        token, revoking = await request(admin, user, NEXT)
        confirmed, revoked = await asyncio.gather(confirm(service, token), revoke(service, revoking))
        assert revoked.code == 200
        assert confirmed.code in (200, 400)
        assert (await admin.get(f"/api/users/{user.id}")).data["email"] == OLD
        await admin.delete(f"/api/users/{user.id}")


async def test_the_tokens_of_one_purpose_do_not_serve_another(service: Service, admin: Client) -> None:
    user = await ann(service, admin)
    token, revoking = await request(admin, user, NEXT)
    resetting = await reset_token(service, admin, "ann", OLD)
    for other in (revoking, resetting):
        assert (await confirm(service, other)).reason == "invalid_one_time_token"
    for other in (token, resetting):
        assert (await revoke(service, other)).reason == "invalid_one_time_token"
    for other in (token, revoking):
        assert (await reset(service, other)).reason == "invalid_one_time_token"
    assert await token_to(admin, NEXT, "email_confirm") == token
    assert (await confirm(service, token)).code == 200
