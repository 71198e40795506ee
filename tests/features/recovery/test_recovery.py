"""Forgotten passwords: asking for a link, and setting a new password with it."""

import asyncio
import itertools
from typing import Any

import pytest

from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database.protocol import Transaction
from doorward.features.recovery.service import Recovery
from doorward.store import users
from tests.core.test_audit import trail
from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Answer, Client, Service

NEW = "an even longer password"
ADDRESS = "ann@example.com"


async def forgot(service: Service, identifier: str, **options: Any) -> Answer:
    """Asks for a link, and carries the request out at once."""
    answer = await service.anonymous.post("/api/auth/password/forgot", {"identifier": identifier}, **options)
    await Recovery(service.core).carry_out_requests()
    return answer


async def reset_token(service: Service, admin: Client, identifier: str = "ann", address: str = ADDRESS) -> str:
    seen = await mails_to(admin, address, "password_reset")
    assert (await forgot(service, identifier)).code == 200
    return (await newest_mail(admin, address, "password_reset", seen[0]["id"] if seen else 0)).token


async def reset(service: Service, token: str, password: str = NEW) -> Answer:
    return await service.anonymous.post("/api/auth/password/reset", {"token": token, "password": password})


async def sign_in(service: Service, password: str) -> Answer:
    return await service.anonymous.post("/api/auth/login", {"username": "ann", "password": password})


async def execute(service: Service, sql: str, *args: Any) -> None:
    async def work(tx: Transaction) -> None:
        await tx.execute(sql, *args)

    await service.core.database.write(work)


@pytest.mark.parametrize("identifier", ["ANN", "Ann@Example.com"])
async def test_a_mailed_link_sets_a_new_password_and_verifies_the_address(
    service: Service, admin: Client, identifier: str
) -> None:
    user = await service.create(admin, "ann", email=ADDRESS, mustChangePassword=True)
    signed_in = await service.login("ann", PASSWORD)
    token = await reset_token(service, admin, identifier)
    answer = await reset(service, token)
    assert (answer.code, answer.data) == (200, None)
    assert (await signed_in.get("/api/auth/user")).reason == "session_ended"
    assert (await sign_in(service, PASSWORD)).reason == "invalid_credentials"
    ann = (await sign_in(service, NEW)).data["user"]
    assert (user["emailVerified"], ann["emailVerified"], ann["mustChangePassword"]) == (False, True, False)
    assert (await newest_mail(admin, ADDRESS, "password_changed")).link == ""
    assert (await reset(service, token, "yet another password")).reason == "invalid_one_time_token"


async def test_the_link_is_behind_the_hash_of_the_hosted_page_and_in_the_language_of_the_request(
    service: Service, admin: Client
) -> None:
    await service.create(admin, "ann", email=ADDRESS)
    await forgot(service, "ann", headers={"Accept-Language": "zh-CN"})
    mail = await newest_mail(admin, ADDRESS, "password_reset")
    assert mail.link.partition("#")[0] == service.settings.base_url + "/account/reset"
    assert "密码" in mail.subject


async def test_a_request_does_the_same_for_known_and_unknown_identifiers(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: the request looks the user up, or queues the mail itself."""
    await service.create(admin, "ann", email=ADDRESS)
    await service.core.jobs.stop()

    async def look_up(*_: object) -> None:
        raise AssertionError("the request must not look users up")

    for name in ("find_by_username", "find_by_email", "find_for_login", "find"):
        monkeypatch.setattr(users, name, look_up)
    bodies, rows = set(), []
    for identifier in ("ann", ADDRESS, "stranger", "stranger@example.com"):
        answer = await service.anonymous.post("/api/auth/password/forgot", {"identifier": identifier})
        assert answer.code == 200
        bodies.add(answer.response.content)
        counts = [
            await service.core.database.fetchrow(f"SELECT count(*) FROM {table}")
            for table in ("outbox", "one_time_tokens", "audit")
        ]
        rows.append([count[0] for count in counts if count])
    assert len(bodies) == 1
    assert {tuple(b - a for a, b in zip(x, y, strict=True)) for x, y in itertools.pairwise(rows)} == {(1, 0, 0)}


async def test_the_trail_says_what_came_of_a_request_and_holds_neither_token_nor_typed_text(
    service: Service, admin: Client
) -> None:
    await service.create(admin, "ann", email=ADDRESS)
    await service.create(admin, "bare")
    await service.create(admin, "gone", email="gone@example.com", status=0)
    token = await reset_token(service, admin)
    await reset(service, token)
    for identifier in ("bare", "gone", "My-Secret-Password"):
        await forgot(service, identifier)
    entries = [entry for entry in await trail(service) if entry["action"].startswith("auth.password_reset")]
    assert [entry["details"].get("outcome") for entry in entries] == [
        "mailed",
        None,
        "no_address",
        "disabled",
        "unknown",
    ]
    assert [entry["targetName"] for entry in entries] == ["ann", "ann", "bare", "gone", ""]
    assert entries[0]["address"] == "192.0.2.1"
    assert token not in str(entries)
    assert "my-secret" not in str(entries).lower()
    assert await mails_to(admin, "gone@example.com") == []


async def test_a_refused_password_leaves_the_token_valid(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ADDRESS)
    token = await reset_token(service, admin)
    for refused in ("short", "password123", ADDRESS):
        answer = await reset(service, token, refused)
        assert (answer.code, set(answer.fields)) == (400, {"password"})
    assert (await reset(service, token)).code == 200


async def test_a_made_up_token_costs_no_hash(service: Service, admin: Client) -> None:
    """Mutant: the password is hashed before the token is looked up, so that anonymous requests fill the pool."""
    before = service.core.hasher.gauges()["hashes"]
    answers = [await reset(service, token) for token in ("dwl_" + "A" * 43, "x", "ü")]
    assert {(answer.code, answer.reason) for answer in answers} == {(400, "invalid_one_time_token")}
    assert service.core.hasher.gauges()["hashes"] == before


async def test_of_concurrent_uses_of_one_token_one_succeeds(service: Service, admin: Client) -> None:
    """Mutant: the transaction trusts the token that was seen to be valid before the hash was computed."""
    await service.create(admin, "ann", email=ADDRESS)
    token = await reset_token(service, admin)
    passwords = [f"{NEW} {number}" for number in range(6)]
    answers = await asyncio.gather(*(reset(service, token, password) for password in passwords))
    assert sorted(answer.code for answer in answers) == [200, 400, 400, 400, 400, 400]
    won = next(password for password, answer in zip(passwords, answers, strict=True) if answer.code == 200)
    assert [(await sign_in(service, password)).code for password in passwords if password == won] == [200]
    assert len(await mails_to(admin, ADDRESS, "password_changed")) == 1


async def test_every_mailed_link_works_until_one_is_used(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ADDRESS)
    first, second, third = [await reset_token(service, admin) for _ in range(3)]
    assert (await reset(service, second)).code == 200
    assert {(await reset(service, token, "yet another password")).code for token in (first, third)} == {400}


async def test_a_link_expires(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ADDRESS)
    token = await reset_token(service, admin)
    service.clock.advance(minutes=59)
    assert (await reset(service, token, "short")).reason == "validation_failed"
    service.clock.advance(minutes=2)
    assert (await reset(service, token)).reason == "invalid_one_time_token"


async def test_a_user_who_was_imported_without_a_password_sets_one(service: Service, admin: Client) -> None:
    user = await service.create(admin, "ann", email=ADDRESS)
    await execute(service, "UPDATE users SET password_hash = $2 WHERE id = $1", user["id"], NO_PASSWORD)
    assert (await reset(service, await reset_token(service, admin))).code == 200
    assert (await sign_in(service, NEW)).code == 200


@pytest.mark.parametrize("change", [{"email": "other@example.com"}, {"password": NEW}, {"status": 0}])
async def test_what_an_administrator_changes_ends_mailed_links(
    service: Service, admin: Client, change: dict[str, Any]
) -> None:
    user = await service.create(admin, "ann", email=ADDRESS)
    token = await reset_token(service, admin)
    assert (await admin.put(f"/api/users/{user['id']}", change)).code == 200
    await admin.put(f"/api/users/{user['id']}", {"status": 1, "email": ADDRESS})
    assert (await reset(service, token)).reason == "invalid_one_time_token"


async def test_the_own_change_of_a_password_ends_mailed_links_and_is_told_by_mail(
    service: Service, admin: Client
) -> None:
    await service.create(admin, "ann", email=ADDRESS)
    ann = await service.login("ann", PASSWORD)
    token = await reset_token(service, admin)
    assert (await ann.put("/api/auth/password", {"currentPassword": PASSWORD, "newPassword": NEW})).code == 200
    assert (await reset(service, token)).reason == "invalid_one_time_token"
    assert "password" in (await newest_mail(admin, ADDRESS, "password_changed")).subject


async def test_a_password_that_an_administrator_sets_is_told_by_mail(service: Service, admin: Client) -> None:
    """Mutant: a mail to the new address, which the request sets as well."""
    ann = await service.create(admin, "ann", email=ADDRESS)
    change = {"password": NEW, "email": "other@example.com"}
    assert (await admin.put(f"/api/users/{ann['id']}", change)).code == 200
    assert "password" in (await newest_mail(admin, ADDRESS, "password_changed")).subject


@pytest.mark.parametrize("change", ["email_key = 'x@example.com', email = 'x@example.com'", "status = 0"])
async def test_a_link_that_was_issued_while_the_user_changed_does_not_work(
    service: Service, admin: Client, change: str
) -> None:
    """The job may issue a link to an address that an administrator replaces at that moment. Mutants: `reset_password`
    without the condition on the address, or on the status."""
    user = await service.create(admin, "ann", email=ADDRESS)
    token = await reset_token(service, admin)
    await execute(service, f"UPDATE users SET {change} WHERE id = $1", user["id"])
    assert (await reset(service, token)).reason == "invalid_one_time_token"


async def test_a_reset_ends_the_pause_of_a_network_that_typed_wrong_passwords(service: Service, admin: Client) -> None:
    """Mutant: a reset that forgets the count of the account alone, and not that of the account from this network."""
    await service.create(admin, "ann", email=ADDRESS)
    for _ in range(6):
        await sign_in(service, "an old password")
    assert (await sign_in(service, PASSWORD)).reason == "too_many_attempts"
    # From another network, as by a telephone.
    token = await reset_token(service, admin)
    body = {"token": token, "password": NEW}
    assert (await service.at("198.51.100.7").post("/api/auth/password/reset", body)).code == 200
    assert (await sign_in(service, NEW)).code == 200


@pytest.mark.settings(login_account_failures=10)
async def test_a_reset_unlocks_an_account_that_is_locked(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ADDRESS)
    for number in range(10):
        stranger = service.at(f"198.18.0.{number + 1}")
        await stranger.post("/api/auth/login", {"username": "ann", "password": "a wrong guess"})
    assert (await sign_in(service, PASSWORD)).reason == "too_many_attempts"
    assert (await reset(service, await reset_token(service, admin))).code == 200
    assert (await sign_in(service, NEW)).code == 200


@pytest.mark.settings(mail_address_limit=2, mail_network_limit=5)
async def test_mails_are_limited_by_address_and_requests_by_network(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ADDRESS)
    codes = [(await forgot(service, "ann")).code for _ in range(6)]
    assert codes == [200] * 5 + [429]
    assert len(await mails_to(admin, ADDRESS, "password_reset")) == 2
    assert (await forgot(service, "stranger")).reason == "too_many_mails"
    outcomes = [e["details"]["outcome"] for e in await trail(service) if e["action"].startswith("auth.password_reset")]
    assert outcomes == ["mailed", "mailed", "limited", "limited", "limited"]


@pytest.mark.parametrize("body", [{}, {"identifier": ""}, {"identifier": None}, {"identifier": "x" * 255}])
async def test_an_identifier_is_required(service: Service, body: dict[str, Any]) -> None:
    answer = await service.anonymous.post("/api/auth/password/forgot", body)
    assert (answer.code, set(answer.fields)) == (400, {"identifier"})


@pytest.mark.parametrize("identifier", ["%_\\'\";--", "ann\u202e@example.com", "ＡＮＮ", "é" * 250, "{name}", "0"])
async def test_no_identifier_stops_the_job(service: Service, admin: Client, identifier: str) -> None:
    """A request that the job cannot carry out would be tried again for ever, and hold up the others. A zero character,
    which PostgreSQL does not store, is refused before."""
    await service.create(admin, "bob", email="bob@example.com")
    assert (await forgot(service, identifier)).code == 200
    row = await service.core.database.fetchrow("SELECT count(*) FROM outbox WHERE topic = 'password_reset'")
    assert row is not None
    assert row[0] == 0
    refused = await service.anonymous.post("/api/auth/password/forgot", {"identifier": f"bob\0{identifier[0]}"})
    assert refused.code == 400
