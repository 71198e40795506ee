"""The verifier with a real Doorward."""

import asyncio
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import httpx
import pytest
from tests.support.process import serving

from doorward.domain.access import SYSTEM
from doorward.testing.service import Doorward
from doorward_client import InvalidToken, Verifier
from doorward_client.api import AsyncClient, Client
from doorward_client.fetching import Answer, FetchError, HttpxFetcher

pytestmark = pytest.mark.anyio
PASSWORD = "a long enough password"


def offline(doorward: Doorward, **options: Any) -> Verifier:
    settings: dict[str, Any] = {
        "audience": "doorward",
        "http": doorward.client,
        "clock": lambda: doorward.clock() / 1000,
    }
    return Verifier(doorward.url, **(settings | options))


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(InvalidToken) as refused:
        call()
    return refused.value.reason


def test_a_token_of_the_service_is_valid_until_it_expires(doorward: Doorward) -> None:
    ann = doorward.user("ann", roles=["admin"])
    with offline(doorward, revocations="off") as verifier:
        principal = verifier.verify(ann.token)
        assert (principal.user_id, principal.roles, principal.can("orders:read")) == (
            ann.id,
            frozenset({"admin"}),
            True,
        )
        doorward.clock.advance(minutes=15, seconds=1)
        assert refusal(lambda: verifier.verify(ann.token)) == "expired"


def test_a_test_that_advances_the_clock_need_not_wait_for_the_feed(doorward: Doorward) -> None:
    """Mutant: an age of the feed by the clock of the application, which tests advance by hours at once."""
    doorward.user("ann")
    with offline(doorward) as verifier:
        for _ in range(3):
            assert verifier.verify(doorward.sign_in("ann").token).subject
            doorward.clock.advance(minutes=16)


@pytest.mark.parametrize("at_once", [True, False])
def test_keys_are_rotated_without_a_failed_request(doorward: Doorward, at_once: bool) -> None:
    """Mutant: a verifier that fetches keys only once."""
    doorward.user("ann")
    failures: list[Exception] = []
    stop = threading.Event()

    def use(verifier: Verifier) -> None:
        while not stop.is_set():
            try:
                verifier.verify(doorward.sign_in("ann").token)
            except Exception as error:
                failures.append(error)

    with offline(doorward, revocations="off") as verifier:
        threads = [threading.Thread(target=use, args=(verifier,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        doorward._do(doorward.core.rotation.rotate(SYSTEM, at_once=at_once))
        doorward._do(doorward.core.keys.load())
        for thread in threads:
            thread.join(0.3)
        stop.set()
        for thread in threads:
            thread.join()
    assert failures == []


def test_a_user_with_more_permissions_than_fit_into_a_token_can_use_them(doorward: Doorward) -> None:
    admin = doorward.client_for(doorward.sign_in("admin"))
    names = [f"orders:action-with-a-long-name-{number}" for number in range(200)]
    assert admin.post("/api/roles", json={"name": "many", "permissions": names}).status_code == 200
    ann = doorward.user("ann", roles=["many"])
    with offline(doorward, revocations="off") as verifier:
        principal = verifier.verify(ann.token)
        assert "permissions" not in principal.claims
        assert principal.can(names[199])
        assert not principal.can("orders:read")


def test_a_client_that_authenticates_itself_asks_about_the_token_all_the_same(doorward: Doorward) -> None:
    """Mutant: a question with the credentials of the application, whose rights the user would get."""
    token = doorward.sign_in("admin").token

    def authenticate(request: httpx.Request) -> httpx.Request:
        request.headers["Authorization"] = f"Bearer {token}"
        return request

    names = [f"orders:action-with-a-long-name-{number}" for number in range(200)]
    doorward.role("many", *names)
    ann = doorward.user("ann", roles=["many"])
    doorward.client.auth = authenticate
    with offline(doorward, revocations="off") as verifier:
        assert verifier.verify(ann.token).permissions == set(names)


class WithoutFeed(HttpxFetcher):
    """Something between verifier and service that lets everything through but the feed."""

    def get(self, path: str, headers: Mapping[str, str], timeout: float) -> Answer:
        if path.startswith("/.well-known/revocations"):
            raise FetchError("cut")
        return super().get(path, headers, timeout)


def test_a_verifier_that_has_to_ask_gives_the_rights_of_now_not_those_in_the_token(doorward: Doorward) -> None:
    """Mutants: an answer of the service of which only the status is used: a lost role counts until the token expires;
    rights that the answer calls withheld."""
    doorward.role("clerk", "orders:read")
    ann = doorward.user("ann", roles=["clerk"])
    admin = doorward.client_for(doorward.sign_in("admin"))
    fetcher = WithoutFeed(doorward.client, doorward.url)
    with offline(doorward, revocations="ask", fetcher=fetcher) as verifier:
        assert verifier.verify(ann.token).can("orders:read")
        for roles in ([], ["clerk"], []):
            assert admin.put(f"/api/users/{ann.id}", json={"roles": roles}).status_code == 200
            principal = verifier.verify(ann.token)
            assert (principal.can("orders:read"), principal.roles) == (bool(roles), frozenset(roles))
        for must_change in (False, True):
            change = {"roles": ["clerk"], "mustChangePassword": must_change}
            assert admin.put(f"/api/users/{ann.id}", json=change).status_code == 200
            assert verifier.verify(ann.token).can("orders:read") is not must_change


@pytest.mark.alone
async def test_what_ends_a_session_is_refused_within_two_seconds(environ: dict[str, str]) -> None:
    """Mutants: a feed that is polled without `wait` and every ten seconds; cached tokens that are not compared."""
    async with serving(environ) as node, AsyncClient(node.url) as admin:
        await admin.sign_in("admin", "correct horse battery staple")
        role = await admin.roles_create({"name": "clerk", "permissions": ["orders:read", "orders:write"]})
        await admin.users_create({"username": "ann", "password": PASSWORD, "roles": ["clerk"]})
        with Verifier(node.url, audience="doorward") as verifier, Client(node.url) as ann:

            async def signed_in() -> str:
                token = (await asyncio.to_thread(ann.sign_in, "ann", PASSWORD))["token"]
                assert (await verifier.verify_async(token)).can("orders:read")
                return token

            async def seconds_until_refused(token: str) -> float:
                begun = time.monotonic()
                while time.monotonic() - begun < 10:
                    try:
                        await verifier.verify_async(token)
                    except InvalidToken:
                        return time.monotonic() - begun
                    await asyncio.sleep(0.01)
                raise AssertionError("the token is still accepted")

            token = await signed_in()
            await asyncio.to_thread(ann.sign_out)
            assert await seconds_until_refused(token) < 2
            token = await signed_in()
            await admin.roles_update(role["id"], {"permissions": ["orders:read"]})
            assert (
                await seconds_until_refused(token) < 3
            )  # Waits for the end of the second, so that new tokens are valid.
            assert (
                await verifier.verify_async((await asyncio.to_thread(ann.sign_in, "ann", PASSWORD))["token"])
            ).subject
