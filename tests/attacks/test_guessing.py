"""Guessing passwords: what is counted, under which keys, and that only the guesser is throttled."""

import asyncio

import pytest

from doorward.crypto.hash_chain import HashChain
from tests.attacks.support import WRONG, addresses, guess, guess_at_once, sign_in
from tests.support.service import ADMIN_PASSWORD, PASSWORD, Client, Service


@pytest.mark.settings(login_network_failures=0)
async def test_200_wrong_passwords_in_parallel_count_as_200(service: Service, admin: Client) -> None:
    """Mutants: counting after the password was looked at; `count` that goes on while the name is blocked."""
    await service.create(admin, "ann")
    # An account allows 100 failures in a row from all networks; if two attempts shared a count, more would be tried.
    assert await guess_at_once(service, "ann", addresses(200)) == {401: 100, 429: 100}
    assert (await sign_in(service.at("203.0.113.9"), "ann")).code == 429


async def test_parallel_guesses_from_one_network_get_at_most_five_attempts(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    service.clock.stop()
    assert await guess_at_once(service, "ann", ["198.18.0.1"] * 50) == {401: 5, 429: 45}


async def test_pauses_double_up_to_fifteen_minutes(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    attacker = service.at("198.18.0.1")
    assert await guess(attacker, "ann", 5) == [401] * 5
    pauses = []
    for _ in range(13):
        refused = await sign_in(attacker, "ann", WRONG)
        pauses.append(refused.data["retryAfter"])
        service.clock.advance(pauses[-1])
        assert await guess(attacker, "ann") == [401]
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]


async def test_a_refusal_says_how_long_to_wait_in_every_way_clients_know(service: Service) -> None:
    attacker = service.at("198.18.0.1")
    await guess(attacker, "no-such-user", 5)
    refused = await sign_in(attacker, "no-such-user")
    assert (refused.code, refused.reason, refused.data["retryAfter"]) == (429, "too_many_attempts", 1)
    assert refused.headers["retry-after"] == "1"
    assert refused.headers["ratelimit-policy"] == '"login";q=5;w=900'
    assert refused.headers["ratelimit"] == '"login";r=0;t=1'


async def test_the_right_password_is_refused_during_a_pause_and_accepted_after_it(
    service: Service, admin: Client
) -> None:
    await service.create(admin, "ann")
    client = service.at("198.18.0.1")
    await guess(client, "ann", 5)
    assert (await sign_in(client, "ann")).code == 429
    service.clock.advance(1)
    assert (await sign_in(client, "ann")).code == 200
    assert await guess(client, "ann", 5) == [401] * 5


async def test_unknown_usernames_count_exactly_like_known_ones(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    answers: dict[str, list[tuple[int, bytes, str | None]]] = {"ann": [], "zoe": []}
    for name, seen in answers.items():
        for address in addresses(3):
            for _ in range(7):
                answer = await sign_in(service.at(address), name, WRONG)
                seen.append((answer.code, answer.response.content, answer.headers.get("ratelimit")))
    assert answers["ann"] == answers["zoe"]


async def test_names_that_are_one_account_share_one_count(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    attacker = service.at("198.18.0.1")
    assert [*await guess(attacker, "ann", 3), *await guess(attacker, "ANN", 3)] == [401] * 5 + [429]


@pytest.mark.settings(login_network_failures=20)
async def test_a_network_that_tries_many_accounts_is_stopped(service: Service) -> None:
    attacker = service.at("198.18.0.1")
    codes = [code for number in range(22) for code in await guess(attacker, f"user{number}")]
    assert codes == [401] * 20 + [429] * 2
    refused = await sign_in(attacker, "admin", ADMIN_PASSWORD)
    assert refused.headers["ratelimit-policy"] == '"login-network";q=20;w=900'
    assert (await sign_in(service.at("198.18.0.2"), "admin", ADMIN_PASSWORD)).code == 200
    service.clock.advance(900)
    assert (await sign_in(attacker, "admin", ADMIN_PASSWORD)).code == 200


@pytest.mark.settings(login_network_failures=4)
async def test_a_success_does_not_clear_the_sources_failures_but_clears_the_accounts_for_that_source(
    service: Service, admin: Client
) -> None:
    """Mutant: a success that clears its network's count."""
    await service.create(admin, "ann")
    attacker = service.at("198.18.0.1")
    assert await guess(attacker, "admin", 3) == [401] * 3
    assert (await sign_in(attacker, "ann")).code == 200
    assert await guess(attacker, "admin", 2) == [401, 429]


async def test_a_success_clears_the_accounts_failures_for_its_source(service: Service, admin: Client) -> None:
    """Mutant: a success that takes back no more than its own count."""
    await service.create(admin, "ann")
    client = service.at("198.18.0.1")
    for _ in range(3):
        assert await guess(client, "ann", 4) == [401] * 4
        assert (await sign_in(client, "ann")).code == 200


async def test_many_sign_ins_of_one_user_at_once_all_succeed(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    client = service.at("198.18.0.1")
    answers = await asyncio.gather(*(sign_in(client, "ann") for _ in range(20)))
    assert [answer.code for answer in answers] == [200] * 20


@pytest.mark.settings(login_network_failures=0, login_account_failures=10)
async def test_an_attacker_cannot_lock_the_victim_out(service: Service, admin: Client) -> None:
    """Mutant: counting failures at home under the account, too."""
    await service.create(admin, "ann")
    home = service.at("203.0.113.9")
    assert (await sign_in(home, "ann")).code == 200
    await guess_at_once(service, "ann", addresses(20))
    assert (await sign_in(service.at("198.51.100.1"), "ann")).code == 429
    # The network keeps a count of its own, too.
    assert await guess(home, "ann", 4) == [401] * 4
    assert (await sign_in(home, "ann")).code == 200
    # That ends the row of failures for all networks.
    assert (await sign_in(service.at("198.51.100.1"), "ann")).code == 200


@pytest.mark.settings(login_network_failures=0, login_account_failures=10)
async def test_a_network_that_signed_in_more_than_30_days_ago_is_like_any_other(
    service: Service, admin: Client
) -> None:
    await service.create(admin, "ann")
    home = service.at("203.0.113.9")
    assert (await sign_in(home, "ann")).code == 200
    service.clock.advance(31 * 86400)
    await guess_at_once(service, "ann", addresses(10))
    assert (await sign_in(home, "ann")).code == 429


@pytest.mark.settings(login_network_failures=0, login_account_failures=10)
async def test_a_new_password_opens_a_locked_account(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann")
    await guess_at_once(service, "ann", addresses(10))
    assert (await sign_in(service.anonymous, "ann")).code == 429
    await admin.put(f"/api/users/{ann['id']}", {"password": "another good password"})
    assert (await sign_in(service.anonymous, "ann", "another good password")).code == 200


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        ("198.18.0.1", "::ffff:198.18.0.1", True),
        ("198.18.0.1", "::ffff:c612:1", True),
        ("198.18.0.1", "0:0:0:0:0:ffff:198.18.0.1", True),
        ("2001:db8:1:1::1", "2001:db8:1:1:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:1::1", "2001:db8:1:2::1", False),
        ("198.18.0.1", "198.18.0.2", False),
    ],
)
async def test_ipv4_mapped_addresses_and_a_64_share_one_bucket(
    service: Service, first: str, second: str, shared: bool
) -> None:
    """Mutants: whole IPv6 addresses as networks; IPv4 written as IPv6 left as it is."""
    assert await guess(service.at(first), "zoe", 5) == [401] * 5
    assert await guess(service.at(second), "zoe") == [429 if shared else 401]


async def test_a_spoofed_forwarded_for_changes_nothing(service: Service) -> None:
    """Mutant: `client_address` that does not ask who the peer is."""
    attacker = service.at("198.18.0.1")
    codes = []
    for number in range(7):
        spoofed = {"X-Forwarded-For": f"203.0.113.{number}", "Forwarded": f"for=203.0.113.{number}"}
        login = {"username": "zoe", "password": WRONG}
        codes.append((await attacker.post("/api/auth/login", login, headers=spoofed)).code)
    assert codes == [401] * 5 + [429] * 2


@pytest.mark.settings(trusted_proxies="192.0.2.0/24")
async def test_behind_a_trusted_proxy_the_nearest_address_that_is_not_one_counts(service: Service) -> None:
    async def through_proxy(forwarded: str) -> int:
        login, headers = {"username": "zoe", "password": WRONG}, {"X-Forwarded-For": forwarded}
        return (await service.anonymous.post("/api/auth/login", login, headers=headers)).code

    codes = [await through_proxy(f"10.0.0.{number}, 198.18.0.1, 192.0.2.7") for number in range(6)]
    assert codes == [401] * 5 + [429]
    assert await through_proxy("198.18.0.2") == 401


@pytest.mark.parametrize("path", ["//api/auth/login", "/api//auth/login", "/api/auth/login/", "/api/auth/LOGIN"])
async def test_other_spellings_of_the_login_path_are_not_found(service: Service, path: str) -> None:
    """Mutant: a route table that forgives slashes and case."""
    url = f"http://doorward.test{path}"
    assert (await service.anonymous.post(url, {"username": "admin", "password": ADMIN_PASSWORD})).code == 404


@pytest.mark.alone
@pytest.mark.settings(rate_limit=2, rate_burst=5)
async def test_a_general_limit_holds_for_the_whole_api(service: Service) -> None:
    client = service.at("198.18.0.1")
    codes = [(await client.get("/api/users")).code for _ in range(6)]
    assert codes == [401] * 5 + [429]
    refused = await client.get("/api/nothing-here")
    assert (refused.reason, refused.data["retryAfter"], refused.headers["retry-after"]) == ("too_many_requests", 1, "1")
    assert refused.headers["ratelimit-policy"] == '"requests";q=5;w=3'
    assert refused.headers["ratelimit"] == '"requests";r=0;t=1'
    assert (await client.get("/healthz")).code == 200
    assert (await service.at("198.18.0.2").get("/api/users")).code == 401
    service.clock.advance(1)
    assert [(await client.get("/api/users")).code for _ in range(3)] == [401, 401, 429]


@pytest.mark.settings(login_network_failures=0)
async def test_purged_counts_leave_no_rows(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    await guess_at_once(service, "zoe", addresses(30))
    assert (await sign_in(service.at("203.0.113.9"), "ann", PASSWORD)).code == 200
    service.clock.advance(29 * 86400)
    await service.core.sign_in.throttle.purge()
    kept = await service.core.database.fetch("SELECT failures FROM attempts")
    # The administrator's and Ann's networks are remembered for 30 days.
    assert [row[0] for row in kept] == [0, 0]
    service.clock.advance(2 * 86400)
    await service.core.sign_in.throttle.purge()
    assert await service.core.database.fetch("SELECT 1 FROM attempts") == []


async def test_the_names_of_counts_take_a_key_to_compute(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Users type passwords into the username field. A backup must not hold a plain hash of them, beside the costly one.

    Mutant: the names are hashed without a key, so they stay the same under another one."""

    async def names() -> int:
        assert (await sign_in(service.at("203.0.113.9"), "a password that was typed here", WRONG)).code == 401
        return len(await service.core.database.fetch("SELECT name FROM attempts"))

    counted = await names()
    assert counted == await names() == 3
    monkeypatch.setattr(HashChain, "fingerprint", HashChain(b"another key", "kid").fingerprint)
    assert await names() == 2 * counted
