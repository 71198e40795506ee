"""Accounts that failed sign-ins lock, and administrators unlock."""

import pytest

from tests.features.invitations.support import accept, invite, token_of
from tests.features.transfer.test_http_import import applied, checked
from tests.support.service import PASSWORD, Client, Service


async def fail(client: Client, username: str, times: int) -> None:
    for _ in range(times):
        await client.post("/api/auth/login", {"username": username, "password": "wrong password"})


async def refused(client: Client, username: str) -> bool:
    answer = await client.post("/api/auth/login", {"username": username, "password": PASSWORD})
    return answer.reason == "too_many_attempts"


async def test_a_locked_account_is_listed_until_it_is_unlocked(service: Service, admin: Client) -> None:
    """Mutant: an unlock that clears the count of the account alone, and not that of the account from this network."""
    ann = await service.create(admin, "ann")
    await service.create(admin, "bob")
    attacker = service.at("198.51.100.7")
    await fail(attacker, "ANN", 8)
    await fail(attacker, "bob", 1)
    assert await refused(attacker, "ann")
    found = (await admin.get("/api/users/locked")).data
    assert (found["total"], found["list"][0]["id"], found["list"][0]["username"]) == (1, ann["id"], "ann")
    assert found["list"][0]["networks"] == ["198.51.100.7"]
    assert found["list"][0]["failures"] >= 5
    assert (await admin.post(f"/api/users/{ann['id']}/unlock")).code == 200
    assert (await admin.get("/api/users/locked")).data["total"] == 0
    assert not await refused(attacker, "ann")
    entry = (await admin.get("/api/audit?action=user.unlocked")).data["list"][0]
    assert (entry["target"], entry["actor"]) == (f"user:{ann['id']}", f"user:{admin.id}")


async def test_unlocking_takes_rank_and_never_the_own_account(service: Service, admin: Client) -> None:
    """Mutant: an unlock of the own account. A stolen session could then guess the password of its user without end."""
    await admin.post("/api/roles", {"name": "helper", "permissions": ["users:update", "users:read"]})
    made = await service.create(admin, "hel", roles=["helper"])
    helper = await service.login("hel", PASSWORD)
    for user, reason in ((admin.id, "outranked"), (made["id"], "own_account"), (987_654, "user_not_found")):
        assert (await helper.post(f"/api/users/{user}/unlock")).reason == reason


async def test_an_attack_on_many_accounts_can_be_looked_at_and_ended(service: Service, admin: Client) -> None:
    """Mutant: a statement on SQLite that is given fewer values than it names, as with 64 names of parameters."""
    users = [await service.create(admin, f"victim{n}") for n in range(33)]
    for n, user in enumerate(users):
        await fail(service.at(f"198.51.{n}.7"), user["username"], 1)
    await fail(service.at("203.0.113.9"), "victim0", 8)
    assert [each["username"] for each in (await admin.get("/api/users/locked")).data["list"]] == ["victim0"]


async def test_a_user_who_was_attacked_from_many_networks_can_be_unlocked(service: Service, admin: Client) -> None:
    """Mutant: the same."""
    ann = await service.create(admin, "ann")
    for n in range(70):
        await fail(service.at(f"198.51.{n}.7"), "ann", 1)
    await fail(service.at("198.51.1.7"), "ann", 8)
    assert await refused(service.at("198.51.1.7"), "ann")
    assert (await admin.post(f"/api/users/{ann['id']}/unlock")).code == 200
    assert not await refused(service.at("198.51.1.7"), "ann")


@pytest.mark.parametrize("way", ["created", "renamed", "invited", "imported"])
@pytest.mark.settings(login_account_failures=3)
async def test_failures_from_before_a_user_had_the_name_lock_no_user_out(
    service: Service, admin: Client, way: str
) -> None:
    """Strangers try the name of a person who is expected. The list of locked accounts could not show it: it had no
    user. Mutant: a way to get a name without `forget_name`."""
    for number in range(3):
        await fail(service.at(f"198.51.100.{number}"), "newcomer", 1)
    assert await refused(service.at("203.0.113.9"), "newcomer")
    if way == "created":
        await service.create(admin, "newcomer")
    elif way == "renamed":
        user = await service.create(admin, "former")
        assert (await admin.put(f"/api/users/{user['id']}", {"username": "Newcomer"})).code == 200
    elif way == "invited":
        assert (await accept(service, token_of(await invite(admin)), "newcomer")).code == 200
    else:
        check = await checked(admin, f"username,password\nnewcomer,{PASSWORD}\n")
        assert (await applied(admin, check))["result"]["created"] == 1
    assert not await refused(service.at("203.0.113.9"), "newcomer")


@pytest.mark.parametrize("names", [["Boss"], ["other", "boss"]])
@pytest.mark.settings(login_account_failures=3)
async def test_another_spelling_or_name_of_the_own_account_and_back_unlock_nothing(
    service: Service, admin: Client, names: list[str]
) -> None:
    """A thief of the session could guess the password without end. Mutant: `forget_name` for every change."""
    await service.create(admin, "boss", roles=["admin"])
    boss = await service.login("boss", PASSWORD)
    for number in range(3):
        await fail(service.at(f"198.51.100.{number}"), "boss", 1)
    assert await refused(service.at("203.0.113.9"), "boss")
    for name in names:
        assert (await boss.put(f"/api/users/{boss.id}", {"username": name})).code == 200
    assert await refused(service.at("203.0.113.9"), "boss")
