"""Changing the own e-mail address: request, confirmation, and what ends a change that waits for it."""

import asyncio
from typing import Any

import pytest

from tests.core.test_audit import trail
from tests.features.email_change.support import NEXT, OLD, ann, confirm, me, request, revoke
from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Client, Service


async def test_a_new_address_counts_once_it_is_confirmed(service: Service, admin: Client) -> None:
    user = await ann(service, admin)
    first = (await admin.get(f"/api/users/{user.id}")).headers["etag"]
    token, _ = await request(admin, user, NEXT)
    waiting = await me(user)
    assert (waiting["email"], waiting["emailVerified"], waiting["pendingEmail"]) == (OLD, True, NEXT)
    second = (await admin.get(f"/api/users/{user.id}")).headers["etag"]
    answer = await confirm(service, token)
    assert (answer.code, answer.data) == (200, None)
    changed = await me(user)
    assert (changed["email"], changed["emailVerified"], changed["pendingEmail"]) == (NEXT, True, None)
    assert len({first, second, (await admin.get(f"/api/users/{user.id}")).headers["etag"]}) == 3
    assert (await confirm(service, token)).reason == "invalid_one_time_token"
    assert [u["id"] for u in (await admin.get("/api/users", params={"keyword": NEXT})).data["list"]] == [user.id]


async def test_the_profile_writes_other_fields_and_begins_the_change(service: Service, admin: Client) -> None:
    user = await ann(service, admin)
    answer = await user.put("/api/auth/user", {"name": "Ann Lee", "email": NEXT})
    assert (answer.data["name"], answer.data["email"], answer.data["pendingEmail"]) == ("Ann Lee", OLD, NEXT)
    again = await user.put("/api/auth/user", answer.data)
    assert again.data["pendingEmail"] == NEXT, "a form that repeats the current address leaves the change"
    assert len(await mails_to(admin, NEXT)) == 1
    mail = await newest_mail(admin, NEXT, "email_confirm")
    assert mail.link.partition("#")[0] == service.settings.base_url + "/account/confirm-email"
    assert (await confirm(service, mail.token)).code == 200
    assert (await me(user))["email"] == NEXT


async def test_a_user_without_an_address_adds_one(service: Service, admin: Client) -> None:
    user = await ann(service, admin, email=None, emailVerified=False)
    await user.put("/api/auth/email", {"email": NEXT})
    assert (await confirm(service, (await newest_mail(admin, NEXT)).token)).code == 200
    assert ((await me(user))["email"], (await me(user))["emailVerified"]) == (NEXT, True)


async def test_letter_case_counts_at_once(service: Service, admin: Client) -> None:
    user = await ann(service, admin)
    assert (await user.put("/api/auth/email", {"email": "Old@Example.com"})).data == {"status": "changed", "mail": None}
    assert (await user.put("/api/auth/user", {"email": "OLD@example.com"})).data["email"] == "OLD@example.com"
    assert (await me(user))["emailVerified"] is True
    assert await mails_to(admin, OLD) == []


async def test_the_current_address_is_confirmed_if_it_has_not_been_and_otherwise_ends_a_change(
    service: Service, admin: Client
) -> None:
    user = await ann(service, admin, emailVerified=False)
    assert (await user.put("/api/auth/email", {"email": OLD})).data == {"status": "confirmation_sent", "mail": "held"}
    assert (await confirm(service, (await newest_mail(admin, OLD)).token)).code == 200
    assert (await me(user))["emailVerified"] is True
    token, revoking = await request(admin, user, NEXT)
    assert (await user.put("/api/auth/email", {"email": OLD})).data == {"status": "changed", "mail": None}
    assert (await me(user))["pendingEmail"] is None
    assert (await confirm(service, token)).reason == "invalid_one_time_token"
    assert (await revoke(service, revoking)).reason == "invalid_one_time_token"


async def test_the_answer_is_the_same_for_an_address_that_another_user_has(service: Service, admin: Client) -> None:
    """Mutant: the request looks the address up and refuses it, as it did before."""
    await service.create(admin, "bob", email="bob@example.com")
    user = await ann(service, admin)
    taken = await user.put("/api/auth/email", {"email": "bob@example.com"})
    token = (await newest_mail(admin, "bob@example.com", "email_confirm")).token
    free = await user.put("/api/auth/email", {"email": NEXT})
    assert taken.response.content == free.response.content
    assert (await confirm(service, token)).reason == "invalid_one_time_token", "a later request replaces it"
    for email in ("BOB@example.com", "free@example.com"):
        answer = await user.put("/api/auth/user", {"email": email})
        assert (answer.code, answer.data["pendingEmail"], answer.data["email"]) == (200, email, OLD)
    await user.put("/api/auth/email", {"email": "bob@example.com"})
    answer = await confirm(service, (await newest_mail(admin, "bob@example.com", "email_confirm")).token)
    assert (answer.code, answer.reason) == (409, "email_taken")
    assert ((await me(user))["email"], (await me(user))["pendingEmail"]) == (OLD, None)


async def test_an_address_that_was_taken_meanwhile_is_not_confirmed(service: Service, admin: Client) -> None:
    user = await ann(service, admin)
    token, revoking = await request(admin, user, NEXT)
    await service.create(admin, "bob", email=NEXT)
    assert (await confirm(service, token)).reason == "email_taken"
    assert (await revoke(service, revoking)).reason == "invalid_one_time_token"
    assert ((await me(user))["email"], (await me(user))["pendingEmail"]) == (OLD, None)


async def test_of_concurrent_confirmations_one_succeeds(service: Service, admin: Client) -> None:
    """Mutant: the token is read, and deleted neither by that nor with the others of the user."""
    user = await ann(service, admin)
    token, _ = await request(admin, user, NEXT)
    answers = await asyncio.gather(*(confirm(service, token) for _ in range(6)))
    assert sorted(answer.code for answer in answers) == [200, 400, 400, 400, 400, 400]
    assert [entry["action"] for entry in await trail(service)].count("auth.email_changed") == 1


async def test_of_two_users_who_confirm_one_address_at_once_one_gets_it(service: Service, admin: Client) -> None:
    """Mutant: `_confirm` without the check of the address; the second request fails with an internal error."""
    await service.create(admin, "bob")
    tokens = []
    for client in (await ann(service, admin, email=None, emailVerified=False), await service.login("bob", PASSWORD)):
        seen = await mails_to(admin, NEXT)
        await client.put("/api/auth/email", {"email": NEXT})
        tokens.append((await newest_mail(admin, NEXT, after=seen[0]["id"] if seen else 0)).token)
    answers = await asyncio.gather(*(confirm(service, token) for token in tokens))
    assert sorted(answer.code for answer in answers) == [200, 409]


async def test_a_confirmation_and_an_administrators_change_at_once_leave_a_user_who_is_found(
    service: Service, admin: Client
) -> None:
    """Mutant: without the lock on rights, PostgreSQL lets the administrator's update write the keys of the former
    address over those of the new one."""
    user = await ann(service, admin)
    await admin.put(f"/api/users/{user.id}", {"email": "ann0@example.com", "emailVerified": True})
    for number in range(1, 9):
        token, _ = await request(admin, user, f"ann{number}@example.com", f"ann{number - 1}@example.com")
        rename = admin.put(f"/api/users/{user.id}", {"name": f"Ann {number}"})
        confirmed, renamed = await asyncio.gather(confirm(service, token), rename)
        assert (confirmed.code, renamed.code) == (200, 200)
        row = await service.core.database.fetchrow("SELECT email, email_key, search FROM users WHERE id = $1", user.id)
        assert row is not None
        assert row[0] == row[1] == f"ann{number}@example.com"
        assert row[1] in row[2]


async def test_a_change_that_is_not_confirmed_in_time_ends(service: Service, admin: Client) -> None:
    """Mutant: the purge deletes the token alone, and `pendingEmail` stays for ever."""
    user = await ann(service, admin)
    token, revoking = await request(admin, user, NEXT)
    version = (await admin.get(f"/api/users/{user.id}")).headers["etag"]
    service.clock.advance(hours=24, seconds=1)
    assert (await confirm(service, token)).reason == "invalid_one_time_token"
    await service.core.cleanup.expired_one_time_tokens()
    admin = await service.login()
    shown = await admin.get(f"/api/users/{user.id}")
    assert shown.data["pendingEmail"] is None
    assert shown.headers["etag"] != version
    assert (await revoke(service, revoking)).reason == "invalid_one_time_token", "there is nothing to revoke"


async def test_the_purge_leaves_a_later_change(service: Service, admin: Client) -> None:
    """Mutant: the purge clears `pendingEmail` without looking for a token that is valid."""
    user = await ann(service, admin)
    await request(admin, user, NEXT)
    token_row = "UPDATE one_time_tokens SET user_id = NULL, expires_at = 1 WHERE purpose = 'email_confirm'"
    await service.core.database.write(lambda tx: tx.execute(token_row))
    await user.put("/api/auth/email", {"email": "later@example.com"})
    restore = "UPDATE one_time_tokens SET user_id = $1 WHERE user_id IS NULL"
    await service.core.database.write(lambda tx: tx.execute(restore, user.id))
    await service.core.cleanup.expired_one_time_tokens()
    assert (await me(user))["pendingEmail"] == "later@example.com"


@pytest.mark.parametrize(
    "change", [{"email": "admin@example.com"}, {"password": "another long password"}, {"status": 0}]
)
async def test_what_an_administrator_changes_ends_a_change(
    service: Service, admin: Client, change: dict[str, Any]
) -> None:
    user = await ann(service, admin)
    token, _ = await request(admin, user, NEXT)
    assert (await admin.put(f"/api/users/{user.id}", change)).data["pendingEmail"] is None
    await admin.put(f"/api/users/{user.id}", {"status": 1})
    assert (await confirm(service, token)).reason == "invalid_one_time_token"


async def test_a_new_password_ends_a_change_and_a_deleted_user_leaves_none(service: Service, admin: Client) -> None:
    user = await ann(service, admin)
    token, _ = await request(admin, user, NEXT)
    body = {"currentPassword": PASSWORD, "newPassword": "another long password"}
    assert (await user.put("/api/auth/password", body)).code == 200
    assert (await me(user))["pendingEmail"] is None
    assert (await confirm(service, token)).reason == "invalid_one_time_token"
    token, revoking = await request(admin, user, NEXT)
    await admin.delete(f"/api/users/{user.id}")
    assert (await confirm(service, token)).reason == "invalid_one_time_token"
    assert (await revoke(service, revoking)).reason == "invalid_one_time_token"


async def test_an_administrator_sets_the_own_address_among_users_at_once(service: Service, admin: Client) -> None:
    answer = await admin.put(f"/api/users/{admin.id}", {"email": "boss@example.com"})
    assert (answer.data["email"], answer.data["emailVerified"]) == ("boss@example.com", False)
    said = await admin.put(f"/api/users/{admin.id}", {"email": "chief@example.com", "emailVerified": True})
    assert (said.data["email"], said.data["emailVerified"]) == ("chief@example.com", True)


async def test_a_user_changes_the_address_ten_times_a_day(service: Service, admin: Client) -> None:
    """Each change sends mails. Mutant: no limit, and a user has mails sent to any number of addresses."""
    user = await ann(service, admin)
    answers = [await user.put("/api/auth/email", {"email": f"ann{number}@example.com"}) for number in range(11)]
    assert [answer.code for answer in answers] == [200] * 10 + [429]
    assert answers[-1].headers["ratelimit-policy"] == '"email-changes";q=10;w=86400'
    assert (await user.put("/api/auth/user", {"email": NEXT})).code == 429
    assert (await user.put("/api/auth/user", {"name": "Ann", "email": OLD})).code == 200


@pytest.mark.parametrize("path", ["/api/auth/email", "/api/auth/user"])
async def test_a_change_needs_recent_authentication(service: Service, admin: Client, path: str) -> None:
    """Mutant: without it on `PUT /api/auth/user`, a stolen session changes the address there."""
    user = await ann(service, admin)
    service.clock.advance(minutes=16)
    await user.refresh()
    for email in (NEXT, None, "OLD@example.com"):
        answers = [await user.put(path, {"name": "Mallory", "email": email}) for _ in range(6)]
        assert {(answer.code, answer.reason) for answer in answers} == {(401, "step_up_required")}
    assert ((await me(user))["pendingEmail"], (await me(user))["name"]) == (None, "ann")
    assert (await user.put("/api/auth/user", {"name": "Ann", "email": OLD})).code == 200, "a form repeats the address"
    user.tokens |= (await user.post("/api/auth/step-up", {"method": "password", "password": PASSWORD})).data
    assert (await user.put(path, {"email": NEXT})).code == 200
    assert (await me(user))["pendingEmail"] == NEXT


@pytest.mark.settings(mail_address_limit=1, mail_network_limit=3)
async def test_mails_are_limited_by_address_and_requests_by_network(service: Service, admin: Client) -> None:
    user = await ann(service, admin)
    codes = [(await user.put("/api/auth/email", {"email": NEXT})).code for _ in range(4)]
    assert codes == [200, 200, 200, 429]
    assert len(await mails_to(admin, NEXT)) == 1
    assert len(await mails_to(admin, OLD, "email_change")) == 3, "the owner is always told"


@pytest.mark.parametrize("body", [{}, {"email": "nowhere"}, {"email": "x" * 255}, {"email": 5}])
async def test_an_address_must_be_valid(service: Service, admin: Client, body: dict[str, Any]) -> None:
    answer = await admin.put("/api/auth/email", body)
    assert (answer.code, set(answer.fields)) == (400, {"email"})


async def test_the_trail_names_the_addresses_and_no_token(service: Service, admin: Client) -> None:
    user = await ann(service, admin)
    token, revoking = await request(admin, user, NEXT)
    await confirm(service, token)
    await revoke(service, revoking)
    entries = [entry for entry in await trail(service) if entry["action"].startswith("auth.email")]
    assert [entry["action"].removeprefix("auth.email_") for entry in entries] == [
        "change_requested",
        "changed",
        "change_revoked",
    ]
    assert entries[1]["details"] == {"changes": {"email": [OLD, NEXT]}}
    assert entries[2]["details"] == {"changes": {"email": [NEXT, OLD]}, "restored": True, "sessionsEnded": 1}
    assert not [secret for secret in (token, revoking) if secret in str(await trail(service))]
