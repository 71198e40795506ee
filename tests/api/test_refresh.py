"""Refresh tokens: rotation, the grace window, reuse, expiry."""

import asyncio

import pytest

from tests.support.databases import settings_for
from tests.support.service import Client, Clock, Service, running


async def refresh(service: Service, token: str) -> tuple[int, str]:
    """The code, and the successor or the reason."""
    answer = await service.anonymous.post("/api/auth/refresh", {"refreshToken": token})
    return answer.code, answer.data["refreshToken"] if answer.code == 200 else answer.data["reason"]


async def test_a_refresh_issues_both_tokens_anew(service: Service, admin: Client) -> None:
    before = dict(admin.tokens)
    answer = await admin.refresh()
    assert set(answer.data) == {"token", "refreshToken", "expiresIn"}
    assert answer.data["token"] != before["token"]
    assert answer.data["refreshToken"] != before["refreshToken"]
    assert (await admin.get("/api/auth/user")).code == 200


async def test_a_refresh_ignores_the_authorization_header(service: Service, admin: Client) -> None:
    answer = await service.anonymous.post(
        "/api/auth/refresh", {"refreshToken": admin.refresh_token}, headers={"Authorization": "Bearer nonsense"}
    )
    assert answer.code == 200


async def test_the_access_token_from_before_a_refresh_stays_valid_until_it_expires(
    service: Service, admin: Client
) -> None:
    old = Client(service, dict(admin.tokens))
    await admin.refresh()
    assert (await old.get("/api/auth/user")).code == 200


@pytest.mark.parametrize("token", ["", "nonsense", "dwr_", "dwr_AAAA", "dwr_" + "A" * 59, "dwr_é"])
async def test_what_is_not_a_refresh_token_is_refused(service: Service, token: str) -> None:
    answer = await service.anonymous.post("/api/auth/refresh", {"refreshToken": token})
    assert answer.reason == ("validation_failed" if token == "" else "invalid_refresh_token")


@pytest.mark.parametrize("body", [{}, {"refreshToken": None}, {"refreshToken": 7}, {"refresh_token": "x"}])
async def test_a_refresh_token_is_required(service: Service, body: dict[str, object]) -> None:
    answer = await service.anonymous.post("/api/auth/refresh", body)
    assert (answer.code, set(answer.fields)) == (400, {"refreshToken"})


async def test_a_refresh_token_with_one_changed_character_is_refused(service: Service, admin: Client) -> None:
    token = admin.refresh_token
    for position in range(4, len(token)):
        changed = token[:position] + ("A" if token[position] != "A" else "B") + token[position + 1 :]
        assert (await refresh(service, changed))[0] == 401
    assert (await refresh(service, token))[0] == 200


async def test_a_repeat_within_the_grace_window_gets_the_same_successor(
    service: Service, admin: Client, clock: Clock
) -> None:
    first = admin.refresh_token
    code, successor = await refresh(service, first)
    clock.advance(29)
    assert await refresh(service, first) == (code, successor) == (200, successor)


async def test_a_repeat_after_the_grace_window_ends_the_whole_session(
    service: Service, admin: Client, clock: Clock
) -> None:
    first = admin.refresh_token
    await admin.refresh()
    clock.advance(31)
    assert await refresh(service, first) == (401, "refresh_token_reused")
    assert (await admin.get("/api/auth/user")).reason == "session_ended"
    assert await refresh(service, admin.refresh_token) == (401, "invalid_refresh_token")


async def test_a_token_older_than_the_predecessor_is_reuse_even_within_the_window(
    service: Service, admin: Client
) -> None:
    """Two rotations in the same second must not excuse the token before both (mutant: `presented <= current - 1`)."""
    first = admin.refresh_token
    await admin.refresh()
    await admin.refresh()
    assert await refresh(service, first) == (401, "refresh_token_reused")


@pytest.mark.settings(refresh_grace=0)
async def test_with_grace_0_every_repeat_is_reuse(service: Service, admin: Client) -> None:
    first = admin.refresh_token
    await admin.refresh()
    assert await refresh(service, first) == (401, "refresh_token_reused")
    assert (await admin.refresh()).code == 401


async def test_parallel_refreshes_of_one_token_get_one_successor(service: Service, admin: Client) -> None:
    """Mutant: `advance` without `AND generation = $2` moves the session on once for each of them."""
    for _ in range(5):
        outcomes = await asyncio.gather(*(refresh(service, admin.refresh_token) for _ in range(16)))
        assert len(set(outcomes)) == 1
        code, admin.tokens["refreshToken"] = outcomes[0]
        assert code == 200
    row = await service.core.database.fetchrow("SELECT generation FROM sessions")
    assert row is not None
    assert row[0] == 1 + 5


@pytest.mark.settings(refresh_grace=0)
async def test_parallel_refreshes_with_grace_0_have_one_winner_and_the_session_ends(
    service: Service, admin: Client
) -> None:
    outcomes = await asyncio.gather(*(refresh(service, admin.refresh_token) for _ in range(8)))
    assert sum(code == 200 for code, _ in outcomes) == 1
    assert (401, "refresh_token_reused") in outcomes
    winner = next(token for code, token in outcomes if code == 200)
    assert (await refresh(service, winner))[0] == 401


@pytest.mark.settings(refresh_rotation=False)
async def test_without_rotation_the_first_refresh_token_stays_valid(
    service: Service, admin: Client, clock: Clock
) -> None:
    first = admin.refresh_token
    for _ in range(5):
        clock.advance(86400)
        assert await refresh(service, first) == (200, first)


async def test_a_session_ends_when_it_was_idle_for_too_long(service: Service, admin: Client, clock: Clock) -> None:
    clock.advance(14 * 86400 - 5)
    assert (await admin.refresh()).code == 200
    clock.advance(14 * 86400 + 5)
    assert (await admin.refresh()).reason == "invalid_refresh_token"


async def test_a_session_ends_at_its_absolute_limit_however_busy_it_is(
    service: Service, admin: Client, clock: Clock
) -> None:
    for _ in range(8):
        clock.advance(11 * 86400)
        assert (await admin.refresh()).code == 200
    clock.advance(2 * 86400 + 5)
    assert (await admin.get("/api/auth/user")).code == 401
    assert (await admin.refresh()).reason == "invalid_refresh_token"


async def test_a_rotated_token_stays_dead_after_a_restart(
    service: Service, admin: Client, environ: dict[str, str], clock: Clock
) -> None:
    first = admin.refresh_token
    await admin.refresh()
    clock.advance(31)
    async with running(settings_for(environ), clock) as restarted:
        assert await refresh(restarted, first) == (401, "refresh_token_reused")


async def test_a_clock_set_far_back_revalidates_nothing(service: Service, admin: Client, clock: Clock) -> None:
    first = admin.refresh_token
    await admin.refresh()
    clock.advance(-3600)
    assert await refresh(service, first) == (401, "refresh_token_reused")


async def test_tokens_of_one_kind_never_serve_as_the_other(service: Service, admin: Client) -> None:
    assert await refresh(service, admin.token) == (401, "invalid_refresh_token")
    answer = await service.anonymous.get("/api/auth/user", headers={"Authorization": f"Bearer {admin.refresh_token}"})
    assert answer.reason == "invalid_token"


async def test_a_refresh_carries_the_roles_of_this_moment(service: Service, admin: Client) -> None:
    import jwt

    created = await service.create(admin, "ann")
    ann = await service.login("ann", "a long enough password")
    await admin.put(f"/api/users/{created['id']}", {"roles": ["user"]})
    await ann.refresh()
    assert jwt.decode(ann.token, options={"verify_signature": False})["roles"] == ["user"]


async def test_refreshing_adds_no_rows(service: Service, admin: Client) -> None:
    for _ in range(10):
        await admin.refresh()
    row = await service.core.database.fetchrow("SELECT count(*) FROM sessions")
    assert row is not None
    assert row[0] == 1


async def test_nothing_in_the_database_is_a_token(service: Service, admin: Client) -> None:
    """Every text in the session and key tables is tried as a refresh token."""
    texts: set[str] = set()
    for table in ("sessions", "keys"):
        for row in await service.core.database.fetch(f"SELECT * FROM {table}"):
            texts |= {str(value) for value in row}
    assert admin.refresh_token not in texts
    for text in texts:
        assert (await refresh(service, text or "empty"))[0] == 401
