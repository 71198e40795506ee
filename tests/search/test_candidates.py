"""Longer keywords on SQLite: users may have all n-grams of a keyword, and yet not the keyword."""

from typing import Any

import pytest

from doorward.search import planner
from doorward.search.options import SearchOptions, Thresholds
from doorward.search.query import UserQuery, Values
from doorward.search.sqlite import backend, candidates, sort_orders
from doorward.search.sqlite.backend import SQLiteSearch
from tests.support.service import Client, Service

pytestmark = pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
CAP = 100


@pytest.fixture
def search_options() -> SearchOptions:
    return SearchOptions(thresholds=Thresholds(checked_rows=0, listed_matches=0, scan_minimum=0, verified_rows=0))


async def create_named(service: Service, names: list[str]) -> None:
    """As if they had been there before the indexes."""

    async def insert(tx: Any) -> None:
        await tx.execute("UPDATE list_index SET upto = 999, ready = 0")
        for number, name in enumerate(names):
            await tx.execute(
                "INSERT INTO users (username, username_key, name, name_key, search, status, password_hash, created_at,"
                " updated_at, version) VALUES ($1, $1, $2, $2, $1 || char(31) || $2 || char(31), 1, '', 1, 1, 1)",
                f"u{number}",
                name,
            )

    await service.core.database.write(insert)
    await service.core.users.directory.fill()


@pytest.mark.parametrize(
    ("matching", "others"), [(5, 300), (90, 110), (99, 101), (110, 20), (150, 0), (400, 3), (130, 120)]
)
async def test_a_sample_of_candidates_never_takes_a_list_for_longer_than_it_is(
    service: Service, admin: Client, matching: int, others: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: a sample with fewer matches than the cap needs counts as well; no doubt is left to the rows."""
    for name, value in (("TOTAL_CAP", CAP), ("_READ", 2 * CAP), ("_SAMPLES", (20, 60, 90))):
        monkeypatch.setattr(candidates, name, value)
    # With the n-grams "abc", "bcd" and "cde", in one piece or in three.
    await create_named(service, ["abcde"] * matching + ["abc bcd cde"] * others)
    for _ in range(20):
        answer = await admin.get("/api/users?keyword=abcde&sort=name&pageSize=5")
        assert min(answer.data["total"], CAP + 1) == min(matching, CAP + 1)
        assert {user["name"] for user in answer.data["list"]} <= {"abcde"}


async def test_an_ordered_scan_reads_on_until_sorting_costs_less(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: it gives up after its first budget; it reads on whatever it costs."""
    budgets: list[int] = []
    plain = SQLiteSearch.ordered_scan

    def recorded(self: SQLiteSearch, query: UserQuery, start: str, budget: int, values: Values) -> str:
        budgets.append(budget)
        return plain(self, query, start, budget, values)

    monkeypatch.setattr(SQLiteSearch, "ordered_scan", recorded)
    monkeypatch.setattr(SQLiteSearch, "scan_cost_ratio", 1)
    # Only matches above the cap are looked for in rows.
    for module in (backend, candidates, planner):
        monkeypatch.setattr(module, "TOTAL_CAP", CAP)
    # Of the first 200 names every eighth has "abc", and of the others every second; all of the last 700 have "xyz".
    names = [
        f"{place:04}{' abc' if place % (8 if place < 200 else 2) == 0 else ''}{' xyz' if place >= 900 else ''}"
        for place in range(1600)
    ]
    await create_named(service, names)
    expected = [name for name in names if "abc" in name]
    for way, ordered in (("", expected), ("-", expected[::-1])):
        page = {"keyword": "abc", "sort": f"{way}name", "pageSize": 20}
        for number in (1, 2):
            found = await admin.get("/api/users", params={**page, "page": number})
            assert [user["name"] for user in found.data["list"]] == ordered[20 * number - 20 : 20 * number]
    assert budgets == [128, 512, 256, 128, 256]
    budgets.clear()
    late = await admin.get("/api/users?keyword=xyz&sort=name")
    assert [user["name"] for user in late.data["list"]] == names[900:920]
    assert budgets == [128, 512]


async def test_matches_are_found_in_their_order_or_sorted_where_they_come_late(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: the order is read to its end; users who don't match are kept; a later page begins anew."""
    read: list[int] = []
    plain = sort_orders.in_order

    def recorded(query: UserQuery, most: int, values: Values) -> str:
        read.append(most)
        return plain(query, most, values)

    monkeypatch.setattr(sort_orders, "in_order", recorded)
    # Every third has "abc"; of the last 600 every second has "xyz".
    names = [
        f"{place:04}{' abc' if place % 3 == 0 else ''}{' xyz' if place >= 1000 and place % 2 else ''}"
        for place in range(1600)
    ]
    await create_named(service, names)
    for keyword in ("abc", "xyz"):
        expected = [name for name in names if keyword in name]
        for page in (1, 2):
            read.clear()
            query = {"keyword": keyword, "sort": "name", "pageSize": 20, "page": page}
            found = (await admin.get("/api/users", params=query)).data
            assert found["total"] == len(expected)
            assert [user["name"] for user in found["list"]] == expected[20 * page - 20 : 20 * page]
            in_order = 20 * page * (len(names) + 1) // len(expected)
            assert read == [2 * in_order, 4 * in_order][: 1 if keyword == "abc" else 2]


@pytest.mark.parametrize(("together", "one_in"), [(1, 1), (8, 2), (9, 3), (30, 20)])
async def test_the_first_of_many_matches_are_sorted_to_their_last_letter(
    service: Service, admin: Client, together: int, one_in: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: candidates are verified up to a place between equal sort keys; those with the last key are certain."""
    for module in (backend, candidates, planner):
        monkeypatch.setattr(module, "TOTAL_CAP", CAP)
    monkeypatch.setattr(SQLiteSearch, "scan_cost_ratio", 10_000)
    # Sort keys are the first twelve bytes. Within a key, ids are in the opposite order of the names.
    places = [(key, place) for key in range(max(150, 150 * one_in // together)) for place in reversed(range(together))]
    names = [f"{key:04}{'-' * 8} {place:02} {'abc bcd cde' if place % one_in else 'abcde'}" for key, place in places]
    await create_named(service, names)
    expected = sorted(name for name in names if "abcde" in name)
    for way, ordered in (("", expected), ("-", expected[::-1])):
        for page in range(1, 8):
            query = {"keyword": "abcde", "sort": f"{way}name", "pageSize": 7, "page": page}
            found = (await admin.get("/api/users", params=query)).data
            assert found["totalCapped"]
            assert [user["name"] for user in found["list"]] == ordered[7 * page - 7 : 7 * page]


async def test_users_that_begin_with_a_keyword_are_not_taken_for_others_with_a_role(
    service: Service, admin: Client
) -> None:
    """Mutant: the candidates with a role, as many as begin with the keyword, are taken for these."""
    await create_named(service, ["abcde"] * 3 + ["abc bcd cde"] * 3 + ["zoe"] * 30)
    page = (await admin.get("/api/users?keyword=abc%20bcd&pageSize=3")).data
    assert page["total"] == 3
    for user in page["list"]:
        await admin.put(f"/api/users/{user['id']}", {"roles": ["user"]})
    await service.core.users.directory.fill()
    for query, total in (("keyword=abcde", 3), ("keyword=abcde&role=user", 0), ("keyword=abc%20bcd&role=user", 3)):
        assert (await admin.get(f"/api/users?{query}")).data["total"] == total


async def test_users_that_begin_with_a_keyword_are_not_taken_for_others_while_their_status_changes(
    service: Service, admin: Client
) -> None:
    """Mutant: of users with pending changes, only those with the filter's status are candidates."""
    await create_named(service, ["abcde x"] * 5 + ["abc bcd cde"] + ["zoe"] * 40)
    everyone = (await admin.get("/api/users?keyword=abcde&status=1")).data
    assert everyone["total"] == 5
    await admin.put(f"/api/users/{everyone['list'][0]['id']}", {"status": 0})
    for _ in range(2):
        found = (await admin.get("/api/users?keyword=abcde&status=1")).data
        assert (found["total"], {user["name"] for user in found["list"]}) == (4, {"abcde x"})
        await service.core.users.directory.fill()


@pytest.mark.parametrize("elsewhere", [0, 1])
async def test_many_matches_that_all_begin_with_the_keyword_are_a_range_of_the_order(
    service: Service, admin: Client, elsewhere: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: matches that begin with the keyword are taken for all; those above the cap are always sorted."""
    for module in (backend, candidates, planner):
        monkeypatch.setattr(module, "TOTAL_CAP", CAP)
    sorts = 0
    plain = SQLiteSearch.collect_and_sort

    async def recorded(*arguments: Any) -> str:
        nonlocal sorts
        sorts += 1
        return await plain(*arguments)

    monkeypatch.setattr(SQLiteSearch, "collect_and_sort", recorded)
    monkeypatch.setattr(SQLiteSearch, "scan_cost_ratio", 10_000)
    names = ["an abcde"] * elsewhere + [f"abcde {number:04}" for number in reversed(range(2 * CAP))]
    await create_named(service, names)
    expected = sorted(name for name in names if "abcde" in name)
    for way, ordered in (("", expected), ("-", expected[::-1])):
        found = (await admin.get(f"/api/users?keyword=abcde&sort={way}name&pageSize=30&page=2")).data
        assert found["totalCapped"]
        assert [user["name"] for user in found["list"]] == ordered[30:60]
    last = (await admin.get("/api/users?keyword=abcde&sort=-name&pageSize=1")).data["list"]
    assert [user["name"] for user in last] == expected[-1:]
    assert sorts == (3 if elsewhere else 0)
