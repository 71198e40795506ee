"""Clocks that jump: nothing expired is accepted, nothing rotated comes back to life."""

import pytest

from tests.support.service import Client, Service

HOUR, DAY = 3600, 86400
JUMPS = [HOUR, -HOUR, DAY, -DAY]


@pytest.mark.parametrize("jump", JUMPS)
async def test_a_rotated_refresh_token_stays_dead_when_the_clock_jumps(service: Service, jump: int) -> None:
    """Mutant: a grace window without a lower bound in `judge_replay`: an hour back, every age is below it."""
    session = await service.login()
    rotated = Client(service, dict(session.tokens))
    assert (await session.refresh()).code == 200
    service.clock.advance(jump)
    assert (await rotated.refresh()).reason == "refresh_token_reused"
    assert (await session.refresh()).code == 401


@pytest.mark.parametrize("jump", JUMPS)
async def test_an_expired_access_token_is_refused_when_the_clock_jumps(service: Service, jump: int) -> None:
    """Mutant: `authenticate` without a look at `expires_at`, or with the signature's memory as the whole answer."""
    session = await service.login()
    assert (await session.get("/api/auth/user")).code == 200
    service.clock.advance(901 + max(jump, 0))
    assert (await session.get("/api/auth/user")).reason == "token_expired"
    # Back again, and the token's time has not come to an end; but never beyond it.
    service.clock.advance(jump if jump < 0 else -jump)
    expired = service.clock.offset >= 900_000
    assert ((await session.get("/api/auth/user")).code == 401) is expired


@pytest.mark.parametrize("jump", JUMPS)
async def test_a_session_that_ended_stays_ended_when_the_clock_jumps(service: Service, jump: int) -> None:
    """Mutant: sessions that are marked with an end in time instead of being removed."""
    session = await service.login()
    assert (await session.post("/api/auth/logout")).code == 200
    service.clock.advance(jump)
    assert (await session.get("/api/auth/user")).code == 401
    assert (await session.refresh()).code == 401


@pytest.mark.settings(refresh_idle_ttl="1h", refresh_max_ttl="2h")
async def test_a_refresh_token_expires_by_the_clock_that_jumped(service: Service) -> None:
    """Mutant: `advance` without `expires_at > $4`."""
    session = await service.login()
    service.clock.advance(HOUR)
    assert (await session.refresh()).reason == "invalid_refresh_token"
