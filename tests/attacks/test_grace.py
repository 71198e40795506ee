"""The grace period of refresh tokens: for the client that holds the successor, and visible where it is not certain."""

import asyncio
from typing import Any

import pytest

from tests.core.test_audit import trail
from tests.support.service import ADMIN_PASSWORD, Answer, Client, Service

HOME, AWAY = "192.0.2.1", "198.18.0.1"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
CURL = "curl/8.5.0"


async def sign_in(service: Service) -> Client:
    login = {"username": "admin", "password": ADMIN_PASSWORD}
    answer = await service.at(HOME).post("/api/auth/login", login, headers={"User-Agent": FIREFOX})
    return Client(service, answer.data)


async def refresh(service: Service, token: str, address: str = HOME, agent: str = FIREFOX) -> Answer:
    body = {"refreshToken": token}
    return await service.at(address).post("/api/auth/refresh", body, headers={"User-Agent": agent})


async def entries(service: Service, action: str) -> list[dict[str, Any]]:
    return [entry for entry in await trail(service) if entry["action"] == action]


async def test_a_predecessor_from_another_network_and_device_is_theft(service: Service) -> None:
    """Mutant: any client may repeat the predecessor within the grace period."""
    ann = await sign_in(service)
    stolen = ann.refresh_token
    current = await refresh(service, stolen)
    assert (await refresh(service, stolen, AWAY, CURL)).reason == "refresh_token_reused"
    assert (await refresh(service, current.data["refreshToken"])).reason == "invalid_refresh_token"
    assert (await ann.get("/api/auth/user")).reason == "session_ended"
    (entry,) = await entries(service, "auth.refresh_reused")
    assert (entry["target"], entry["address"]) == ("user:1", AWAY)


async def test_a_thief_who_refreshes_first_is_discovered_by_the_user(service: Service) -> None:
    """Mutant: the client of the sign-in is compared, not that of the last refresh."""
    ann = await sign_in(service)
    stolen = ann.refresh_token
    assert (await refresh(service, stolen, AWAY, CURL)).code == 200
    assert (await refresh(service, stolen)).reason == "refresh_token_reused"


@pytest.mark.parametrize(
    ("address", "agent", "changed", "device"),
    [(AWAY, FIREFOX, "network", "Firefox on Windows"), (HOME, CURL, "userAgent", "curl")],
)
async def test_a_client_that_changed_its_network_or_its_name_gets_the_successor_and_is_recorded_and_shown(
    service: Service, address: str, agent: str, changed: str, device: str
) -> None:
    """A phone that loses a response as it changes networks. Mutants: it is refused; no trace is left."""
    ann = await sign_in(service)
    first = ann.refresh_token
    current = await refresh(service, first)
    service.clock.advance(10)
    repeated = await refresh(service, first, address, agent)
    assert repeated.data["refreshToken"] == current.data["refreshToken"]
    (entry,) = await entries(service, "auth.refresh_grace")
    assert (entry["target"], entry["targetName"], entry["address"]) == ("user:1", "admin", address)
    assert entry["details"]["changed"] == [changed]
    (shown,) = (await ann.get("/api/auth/sessions")).data["list"]
    assert (shown["address"], shown["device"], shown["id"]) == (address, device, entry["details"]["session"])
    assert shown["lastUsedAt"] > shown["createdAt"]
    # The period is not prolonged.
    service.clock.advance(21)
    assert (await refresh(service, first, address, agent)).reason == "refresh_token_reused"


async def test_a_second_tab_leaves_no_entry(service: Service) -> None:
    ann = await sign_in(service)
    first = ann.refresh_token
    answers = await asyncio.gather(*(refresh(service, first) for _ in range(8)))
    assert len({answer.data["refreshToken"] for answer in answers}) == 1
    assert await entries(service, "auth.refresh_grace") == []


async def test_user_and_thief_at_the_same_moment_end_the_session_once(service: Service) -> None:
    """Mutants: the client is compared before the rotation; a second entry for a session that has ended."""
    for number in range(5):
        ann = await sign_in(service)
        first = ann.refresh_token
        clients = [(HOME, FIREFOX), (AWAY, CURL)] * 4
        answers = await asyncio.gather(*(refresh(service, first, *client) for client in clients))
        successors = {answer.data["refreshToken"] for answer in answers if answer.code == 200}
        assert len(successors) == 1
        assert (await refresh(service, successors.pop())).reason == "invalid_refresh_token"
        assert (await ann.get("/api/auth/user")).reason == "session_ended"
        assert len(await entries(service, "auth.refresh_reused")) == number + 1


@pytest.mark.settings(refresh_grace_bound=False)
async def test_the_grace_period_can_be_given_to_any_client_and_is_recorded_then(service: Service) -> None:
    ann = await sign_in(service)
    first = ann.refresh_token
    current = await refresh(service, first)
    assert (await refresh(service, first, AWAY, CURL)).data["refreshToken"] == current.data["refreshToken"]
    (entry,) = await entries(service, "auth.refresh_grace")
    assert entry["details"]["changed"] == ["network", "userAgent"]
