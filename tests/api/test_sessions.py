"""Sessions: listing, ending, and the cleanup of expired ones."""

import asyncio
import logging

import pytest

from doorward.core.jobs import Job, JobRunner
from doorward.database.protocol import Transaction
from doorward.domain.access import trusted
from doorward.domain.sign_in.devices import device_name
from tests.support.service import ADMIN_PASSWORD, PASSWORD, Client, Service

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Version/17.5 Mobile/15E148 Safari/604.1"
)


async def sign_in(service: Service, agent: str, username: str = "admin", password: str = ADMIN_PASSWORD) -> Client:
    body = {"username": username, "password": password}
    answer = await service.anonymous.post("/api/auth/login", body, headers={"User-Agent": agent})
    return Client(service, answer.data)


async def rows(service: Service) -> int:
    row = await service.core.database.fetchrow("SELECT count(*) FROM sessions")
    assert row is not None
    return int(row[0])


async def test_the_list_says_where_sessions_are_and_which_is_the_current_one(service: Service) -> None:
    context = await sign_in(service, FIREFOX)
    service.clock.advance(60)
    phone = await sign_in(service, SAFARI)
    answer = await context.get("/api/auth/sessions")
    assert (answer.data["total"], answer.data["page"], answer.data["pageSize"]) == (2, 1, 20)
    newer, older = answer.data["list"]
    assert (newer["device"], older["device"]) == ("Safari on iPhone", "Firefox on Windows")
    assert (newer["current"], older["current"]) == (False, True)
    assert {newer["address"], older["address"]} == {"192.0.2.1"}
    assert older["createdAt"] == older["lastUsedAt"] < newer["createdAt"]
    assert [one["current"] for one in (await phone.get("/api/auth/sessions")).data["list"]] == [True, False]
    service.clock.advance(60)
    await context.refresh()
    used = (await context.get("/api/auth/sessions")).data["list"][0]
    assert (used["id"], used["current"]) == (older["id"], True)
    assert used["lastUsedAt"] > used["createdAt"] == older["createdAt"]


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox on Windows"),
        (SAFARI, "Safari on iPhone"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0"
            " Safari/537.36 Edg/126.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0"
            " Mobile Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5"
            " Safari/605.1.15",
            "Safari on macOS",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
        ("curl/8.5.0", "curl"),
        ("python-httpx/0.28.1", "python-httpx"),
        ("", ""),
        ("<script>alert(1)</script>", ""),
        ("x" * 5000, "x" * 40),
    ],
)
def test_devices_have_names_that_people_recognise(agent: str, name: str) -> None:
    assert device_name(agent) == name


async def test_a_user_ends_one_of_their_sessions(service: Service) -> None:
    context, phone = await sign_in(service, FIREFOX), await sign_in(service, SAFARI)
    other = next(one for one in (await context.get("/api/auth/sessions")).data["list"] if not one["current"])
    assert (await context.delete(f"/api/auth/sessions/{other['id']}")).data is None
    assert (await phone.get("/api/auth/user")).reason == "session_ended"
    assert (await phone.refresh()).reason == "invalid_refresh_token"
    assert (await context.get("/api/auth/sessions")).data["total"] == 1
    assert (await context.delete(f"/api/auth/sessions/{other['id']}")).reason == "session_not_found"


async def test_the_session_of_another_user_is_not_found(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", roles=["admin"])
    ann = await service.login("ann", PASSWORD)
    theirs = (await admin.get("/api/auth/sessions")).data["list"][0]
    assert (await ann.delete(f"/api/auth/sessions/{theirs['id']}")).reason == "session_not_found"
    assert (await admin.get("/api/auth/user")).code == 200


async def test_logging_out_everywhere_ends_this_session_too_and_no_other_users(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    ann, again = await service.login("ann", PASSWORD), await service.login("ann", PASSWORD)
    answer = await ann.post("/api/auth/logout-all")
    assert (answer.code, answer.data) == (200, None)
    for client in (ann, again):
        assert (await client.get("/api/auth/user")).reason == "session_ended"
        assert (await client.refresh()).reason == "invalid_refresh_token"
    assert (await admin.get("/api/auth/user")).code == 200


async def test_an_administrator_sees_and_ends_the_sessions_of_a_user(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    path = f"/api/users/{created['id']}/sessions"
    listed = (await admin.get(path)).data["list"]
    assert [one["current"] for one in listed] == [False]
    assert (await ann.get(path)).data["required"] == "sessions:read"
    assert (await admin.delete(path)).data is None
    assert (await ann.get("/api/auth/user")).reason == "session_ended"
    assert (await admin.get(path)).data["total"] == 0
    for answer in (await admin.get("/api/users/9999/sessions"), await admin.delete("/api/users/9999/sessions")):
        assert answer.reason == "user_not_found"


async def test_an_administrator_ends_one_session_of_a_user_and_the_others_stay(service: Service, admin: Client) -> None:
    """Mutants: a session of another user that ends; an event that does not say which tokens end."""
    created = await service.create(admin, "ann")
    ann, again = await service.login("ann", PASSWORD), await service.login("ann", PASSWORD)
    path = f"/api/users/{created['id']}/sessions"
    (current,) = [one["id"] for one in (await ann.get("/api/auth/sessions")).data["list"] if one["current"]]
    (own,) = [one["id"] for one in (await admin.get("/api/auth/sessions")).data["list"]]
    assert (await again.delete(f"{path}/{current}")).data["required"] == "sessions:delete"
    for wrong in (f"{path}/{own}", f"{path}/999999"):
        assert (await admin.delete(wrong)).reason == "session_not_found"
    assert (await admin.delete(f"/api/users/9999/sessions/{current}")).reason == "user_not_found"
    assert (await admin.delete(f"{path}/{current}")).data is None
    assert (await ann.get("/api/auth/user")).reason == "session_ended"
    assert (await again.get("/api/auth/user")).code == (await admin.get("/api/auth/user")).code == 200
    entry = (await admin.get("/api/audit?action=user.sessions_ended")).data["list"][0]
    assert (entry["targetName"], entry["details"]) == ("ann", {"session": current})
    revoking = await service.core.database.fetch("SELECT revokes FROM events WHERE type = 'session.ended'")
    assert [row[0] for row in revoking] == [f"session:{current}"]


async def test_no_actor_ends_sessions_of_a_user_who_outranks_them(service: Service, admin: Client) -> None:
    await admin.post("/api/roles", {"name": "warden", "permissions": ["sessions:*"]})
    await service.create(admin, "warden", roles=["warden"])
    warden = await service.login("warden", PASSWORD)
    assert (await warden.delete(f"/api/users/{admin.id}/sessions")).reason == "outranked"
    (theirs,) = (await warden.get(f"/api/users/{admin.id}/sessions")).data["list"]
    assert (await warden.delete(f"/api/users/{admin.id}/sessions/{theirs['id']}")).reason == "outranked"
    assert (await admin.get("/api/auth/user")).code == 200
    assert (await warden.delete(f"/api/users/{warden.id}/sessions")).code == 200
    assert (await warden.get("/api/auth/user")).reason == "session_ended"


async def test_expired_sessions_are_not_listed_and_are_deleted(service: Service, admin: Client) -> None:
    await service.login()
    service.clock.advance(15 * 86400)
    fresh = await service.login()
    assert (await fresh.get("/api/auth/sessions")).data["total"] == 1
    assert await rows(service) == 3
    await service.core.cleanup.expired_sessions()
    assert await rows(service) == 1
    assert (await fresh.get("/api/auth/user")).code == 200


async def test_cleanup_deletes_many_sessions_in_small_batches(service: Service, admin: Client) -> None:
    """Some 1,300 sessions are three steps. Mutant: forgetting to go on after the first step leaves 800."""

    async def fill(tx: Transaction) -> None:
        for number in range(1, 1301):
            await tx.execute(
                "INSERT INTO sessions (id, user_id, generation, rotated_at, created_at, last_used_at, expires_at,"
                " address, user_agent) VALUES ($1, 1, 1, 0, 0, 0, $2, '', '')",
                number,
                1 if number % 2 else 1 << 60,
            )

    await service.core.database.write(fill)
    await service.core.cleanup.expired_sessions()
    assert await rows(service) == 651


async def test_a_failure_in_the_background_is_logged_and_ends_nothing(
    service: Service, admin: Client, caplog: pytest.LogCaptureFixture
) -> None:
    """The table of sessions is away for a while (PocketBase #7762: a panic in a background task ended the process)."""

    async def rename(tx: Transaction, old: str, new: str) -> None:
        await tx.execute(f"ALTER TABLE {old} RENAME TO {new}")

    async def until(reached: bool, text: str) -> None:
        while (text in caplog.text) is not reached:
            await asyncio.sleep(0.01)

    core = service.core
    service.clock.advance(15 * 86400)
    await core.database.write(lambda tx: rename(tx, "sessions", "elsewhere"))
    quick = JobRunner(core.entropy, core.clock)
    quick.add(Job("cleanup", 0.01, core.cleanup.expired_sessions))
    with caplog.at_level(logging.ERROR, logger="doorward"):
        quick.start()
        await asyncio.wait_for(until(True, "cleanup failed"), 20)
        await core.database.write(lambda tx: rename(tx, "elsewhere", "sessions"))
        while await rows(service):
            await asyncio.sleep(0.01)
    await quick.stop()


async def live(client: Client) -> list[int]:
    return [one["id"] for one in (await client.get("/api/auth/sessions")).data["list"]]


@pytest.mark.settings(sessions_per_user=3)
async def test_a_sign_in_beyond_the_limit_ends_the_least_recently_used_session(service: Service, admin: Client) -> None:
    """Mutants: no limit; the oldest sign-in ends instead of the least recently used session."""
    await service.create(admin, "ann")
    first, second, third = [await sign_in(service, FIREFOX, "ann", PASSWORD) for _ in range(3)]
    service.clock.advance(60)
    assert (await first.refresh()).code == 200
    assert (await third.refresh()).code == 200
    service.clock.advance(60)
    (ended,) = set(await live(first)) - {one["id"] for one in (await first.get("/api/auth/sessions")).data["list"][:2]}
    newest = await sign_in(service, SAFARI, "ann", PASSWORD)
    assert [(await client.get("/api/auth/user")).code for client in (first, second, third, newest)] == [
        200,
        401,
        200,
        200,
    ]
    assert (await second.refresh()).reason == "invalid_refresh_token"
    assert len(await live(newest)) == 3
    entry = (await admin.get("/api/audit?action=auth.login&target=ann&pageSize=1")).data["list"][0]
    assert entry["details"]["endedSessions"] == [ended]
    assert (await admin.get("/api/auth/user")).code == 200


@pytest.mark.settings(sessions_per_user=4)
async def test_the_limit_of_sessions_holds_when_one_user_signs_in_many_times_at_once(
    service: Service, admin: Client
) -> None:
    """Mutant: `end_excess` before `record_login`, whose lock on the user's row makes concurrent sign-ins wait."""
    await service.create(admin, "ann")
    agents = [f"agent/{number}" for number in range(50)]
    bodies = {"username": "ann", "password": PASSWORD}
    answers = await asyncio.gather(
        *(
            service.at(f"198.51.100.{number}").post("/api/auth/login", bodies, headers={"User-Agent": agent})
            for number, agent in enumerate(agents, 1)
        )
    )
    tokens = [answer.data for answer in answers if answer.code == 200]
    assert len(tokens) > 10
    codes = [(await Client(service, each).get("/api/auth/user")).code for each in tokens]
    assert codes.count(200) == 4
    assert await rows(service) == 4 + 1  # The administrator's.


@pytest.mark.settings(sessions_per_user=5)
async def test_sessions_beyond_a_lowered_limit_are_ended_in_steps(service: Service, admin: Client) -> None:
    """As after a restart with a lower limit. Mutant: a job that ends one batch and stops."""
    ann = await service.create(admin, "ann")

    async def open_many(tx: Transaction) -> None:
        now = service.clock()
        values = [(number, ann["id"], 1, now, now, now + number, now + 10**9, "", "") for number in range(1, 1_301)]
        columns = "id, user_id, generation, rotated_at, created_at, last_used_at, expires_at, address, user_agent"
        await tx.insert_rows("sessions", columns, values)

    await service.core.database.write(open_many)
    await service.core.sessions.end_excess()
    listed = await admin.get(f"/api/users/{ann['id']}/sessions")
    assert [one["id"] for one in listed.data["list"]] == [1300, 1299, 1298, 1297, 1296]
    audited = (await admin.get("/api/audit?action=user.sessions_ended&target=ann")).data["list"]
    assert sum(entry["details"]["sessions"] for entry in audited) == 1_295
    assert (await admin.get("/api/auth/user")).code == 200


@pytest.mark.settings(sessions_per_user=2)
async def test_minted_sessions_keep_the_limit_when_many_are_opened_at_once(service: Service, admin: Client) -> None:
    """Mutant: without the lock of the user's row, transactions on PostgreSQL do not see the sessions of each other."""
    await asyncio.gather(*(service.core.sign_in.mint(trusted("cli:test"), admin.id) for _ in range(12)))
    row = await service.core.database.fetchrow("SELECT count(*) FROM sessions WHERE user_id = $1", admin.id)
    assert row is not None
    assert row[0] == 2
