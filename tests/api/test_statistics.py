"""Statistics: counted from recorded events, at a bounded cost."""

from doorward.store import statistics
from tests.support.service import PASSWORD, Client, Service

DAY = 86_400


async def fail_to_sign_in(service: Service) -> None:
    answer = await service.anonymous.post("/api/auth/login", {"username": "admin", "password": "wrong password"})
    assert answer.code == 401


async def test_sign_ins_are_counted_by_day_and_by_how_they_went(service: Service, admin: Client) -> None:
    await fail_to_sign_in(service)
    service.clock.advance(DAY)
    again = await service.login()
    await service.login()
    data = (await again.get("/api/stats?days=2")).data
    assert [(day["succeeded"], day["failed"]) for day in data["signIns"]] == [(1, 1), (2, 0)]
    assert data["signIns"][0]["date"] < data["signIns"][1]["date"]


async def test_a_day_that_is_over_is_remembered_and_today_is_counted_anew(service: Service, admin: Client) -> None:
    before = (await admin.get("/api/stats?days=3")).data["signIns"]
    await fail_to_sign_in(service)
    after = (await admin.get("/api/stats?days=3")).data["signIns"]
    assert after[:2] == before[:2]
    assert after[2]["failed"] == before[2]["failed"] + 1


async def test_active_sessions_are_those_that_have_not_ended(service: Service, admin: Client) -> None:
    other = await service.login()
    assert (await admin.get("/api/stats")).data["activeSessions"] == 2
    await other.post("/api/auth/logout")
    assert (await admin.get("/api/stats")).data["activeSessions"] == 1


async def test_counting_stops_at_a_cap(service: Service, admin: Client) -> None:
    for _ in range(3):
        await service.login()
    database, now = service.core.database, service.clock()
    assert await statistics.active_sessions(database, now, cap=2) == 2
    assert await statistics.events(database, "auth.login", 0, now + 1, cap=2) == 2
    assert await statistics.events(database, "auth.login", 0, now + 1) == 4


async def test_statistics_need_the_right_to_read_the_audit_trail(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    answer = await ann.get("/api/stats")
    assert (answer.code, answer.data["required"]) == (403, "audit:read")


async def test_a_number_of_days_out_of_range_is_refused(admin: Client) -> None:
    for days in ("0", "91", "x"):
        answer = await admin.get(f"/api/stats?days={days}")
        assert (answer.code, answer.reason) == (400, "validation_failed")


async def test_the_accounts_and_networks_that_fail_most_are_named(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann")
    attacker = service.at("2001:db8::7")
    for name, times in (("ann", 2), ("no-such-user", 3)):
        for _ in range(times):
            await attacker.post("/api/auth/login", {"username": name, "password": "wrong password"})
    await fail_to_sign_in(service)
    data = (await admin.get("/api/stats?days=1")).data
    found = [(each["userId"], each["username"], each["failures"]) for each in data["failingAccounts"]]
    assert found == [(None, "", 3), (ann["id"], "ann", 2), (admin.id, "admin", 1)]
    networks = [(each["network"], each["failures"]) for each in data["failingNetworks"]]
    assert networks == [("2001:db8::/64", 5), ("192.0.2.1", 1)]
    assert data["newUsers"] == 2
    assert [(each["userId"], each["address"]) for each in data["recentSignIns"]] == [(admin.id, "192.0.2.1")]
    service.clock.advance(2 * DAY)
    later = await (await service.login()).get("/api/stats?days=1")
    assert (later.data["failingAccounts"], later.data["newUsers"]) == ([], 0)
