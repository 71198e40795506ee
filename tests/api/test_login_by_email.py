"""Signing in with the e-mail address in the place of the username."""

import asyncio
import re

import pytest

from doorward.database.protocol import Transaction
from doorward.domain.users import Profile
from doorward.store import users
from tests.support.service import PASSWORD, Answer, Client, Service

WRONG = "not the password"


async def login(client: Client, username: str, password: str = WRONG) -> Answer:
    return await client.post("/api/auth/login", {"username": username, "password": password})


@pytest.mark.parametrize("typed", ["ann@example.com", "ANN@Example.COM", "ａｎｎ@example.com"])
async def test_the_address_signs_in_whatever_its_case_and_width(service: Service, admin: Client, typed: str) -> None:
    await service.create(admin, "ann", email="Ann@Example.com")
    assert (await service.login(typed, PASSWORD)).tokens["user"]["username"] == "ann"


@pytest.mark.settings(login_by_email=False)
async def test_the_setting_turns_it_off(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email="ann@example.com")
    assert (await login(service.anonymous, "ann@example.com", PASSWORD)).reason == "invalid_credentials"
    assert (await login(service.anonymous, "ann", PASSWORD)).code == 200


async def test_a_username_that_matches_wins(service: Service, admin: Client) -> None:
    """Mutant: the rows in any order."""
    await service.create(admin, "first", email="shared@example.com", roles=["user", "admin"])
    second = await service.create(admin, "second", password="the password of the second", roles=["user", "admin"])

    async def share(tx: Transaction) -> None:
        # As an earlier version allowed.
        sql = "UPDATE users SET username = $2, username_key = $2 WHERE id = $1"
        await tx.execute(sql, second["id"], "shared@example.com")

    await service.core.database.write(share)
    signed_in = await service.login("shared@example.com", "the password of the second")
    assert signed_in.tokens["user"]["username"] == "shared@example.com"
    assert sorted(signed_in.tokens["user"]["roles"]) == ["admin", "user"]
    assert (await login(service.anonymous, "shared@example.com", PASSWORD)).code == 401


async def test_unknown_addresses_are_answered_like_wrong_passwords(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email="ann@example.com")
    await service.create(admin, "off", email="off@example.com", status=0)
    answers = [await login(service.anonymous, f"{name}@example.com") for name in ("ann", "off", "zoe")]
    assert len({answer.response.content for answer in answers}) == 1
    assert {answer.code for answer in answers} == {401}


async def test_a_disabled_user_learns_it_only_with_the_right_password(service: Service, admin: Client) -> None:
    await service.create(admin, "off", email="off@example.com", status=0)
    assert (await login(service.anonymous, "off@example.com", PASSWORD)).reason == "account_disabled"


async def test_guesses_by_address_and_by_username_share_one_count(service: Service, admin: Client) -> None:
    """Mutant: the attempt of the typed text is counted."""
    await service.create(admin, "ann", email="ann@example.com")
    for typed in ("ann@example.com", "ann", "ANN@example.com", "ann", "ann@example.com"):
        assert (await login(service.anonymous, typed)).code == 401
    assert (await login(service.anonymous, "ann", PASSWORD)).reason == "too_many_attempts"
    assert (await login(service.anonymous, "ann@example.com", PASSWORD)).reason == "too_many_attempts"


@pytest.mark.settings(login_account_failures=10, login_failures=0)
async def test_the_lock_of_an_account_holds_for_its_address(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email="ann@example.com")
    clients = [service.at(f"198.51.100.{number}") for number in range(12)]
    typed = ["ann", "ann@example.com"] * 6
    answers = await asyncio.gather(*(login(client, name) for client, name in zip(clients, typed, strict=True)))
    assert sorted(answer.code for answer in answers) == [401] * 10 + [429] * 2
    assert (await login(service.at("203.0.113.9"), "ann@example.com", PASSWORD)).code == 429


async def test_a_success_by_address_clears_the_failures_of_the_username(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email="ann@example.com")
    for _ in range(4):
        await login(service.anonymous, "ann")
    await service.login("ann@example.com", PASSWORD)
    for _ in range(4):
        assert (await login(service.anonymous, "ann")).code == 401
    assert (await login(service.anonymous, "ann@example.com", PASSWORD)).code == 200


async def test_concurrent_sign_ins_by_both_names_all_succeed(service: Service, admin: Client) -> None:
    """Each counts as a failure until it succeeds: without a common turn they would exceed the limit of failures.
    Mutant: the turn of the typed text only."""
    await service.create(admin, "ann", email="ann@example.com")
    names = ["ann", "ann@example.com"] * 20
    answers = await asyncio.gather(*(login(service.anonymous, name, PASSWORD) for name in names))
    assert [answer.code for answer in answers] == [200] * 40


@pytest.mark.settings(login_rate=6)
async def test_the_rate_of_an_account_counts_both_names(service: Service, admin: Client) -> None:
    """Mutant: no rate for the matched account."""
    await service.create(admin, "ann", email="ann@example.com")
    names = ["ann", "ann@example.com"] * 4
    codes = [(await login(service.anonymous, name, PASSWORD)).code for name in names]
    assert codes.count(200) == 6


async def test_failures_by_address_are_recorded_for_the_user(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann", email="ann@example.com")
    await login(service.anonymous, "ann@example.com")
    await login(service.anonymous, "zoe@example.com")
    entries = (await admin.get("/api/audit", params={"action": "auth.login_failed"})).data["list"]
    assert entries[1]["target"] == f"user:{ann['id']}"
    assert entries[0]["target"].startswith("username:")
    assert "zoe" not in str(entries[0])


async def test_a_sign_in_finds_its_user_by_the_indexes_of_both_names(service: Service, admin: Client) -> None:
    """Mutant: a comparison that no index serves, such as `coalesce(u.email_key, '')`."""
    await service.core.database.write(_insert_many)
    explain = "EXPLAIN QUERY PLAN" if service.settings.sqlite_path else "EXPLAIN"
    rows = await service.core.database.fetch(f"{explain} {users._FIND_FOR_LOGIN[True]}", "ann@example.com", 1)
    plan = "\n".join(str(row[-1]) for row in rows)
    assert not re.search(r"SCAN [uv]\b", plan)
    assert "Seq Scan on users" not in plan
    assert plan.count("username_key") >= 1 <= plan.count("email_key")


async def _insert_many(tx: Transaction) -> None:
    for number in range(2000):
        profile = Profile(username=f"user{number}", email=f"user{number}@example.com")
        await users.insert(tx, profile, "!", 0)
