"""Every access path returns the same pages: thresholds send small lists along the paths of large ones."""

import itertools
from typing import Any

import pytest

from doorward.domain.users import Profile
from doorward.features.transfer import queries
from doorward.search.options import SearchOptions, Thresholds
from doorward.store.users import new_row
from tests.support.service import Client, Service
from tests.support.user_lists import usernames


@pytest.fixture
def tied_rows() -> int:
    return Thresholds().tied_rows


@pytest.fixture
def search_options(tied_rows: int) -> SearchOptions:
    """As with very many users: none are checked or listed one by one, and ordered scans give up at once."""
    thresholds = Thresholds(
        checked_rows=0,
        scan_patience=0,
        scan_minimum=0,
        listed_matches=0,
        disabled_share=1,
        tied_rows=tied_rows,
        verified_rows=0,
        sorted_rows=0,
    )
    return SearchOptions(thresholds=thresholds)


@pytest.mark.parametrize("tied_rows", [0, 1, 500])
async def test_names_with_equal_sort_keys_are_ordered_to_their_last_letter(service: Service, admin: Client) -> None:
    """Mutants: users whose names begin with the same twelve bytes are listed in the order of ids; of the candidates of
    a longer keyword, those that share the last key are taken for the first ones."""
    for number in (3, 1, 6, 2, 5, 4):
        name = f"Alexandra Maria {number}"
        await service.create(admin, f"u{number}", name=name, email=f"alexandra.maria{number}@example.com")
    await service.core.users.directory.fill()
    for sort, keyword in itertools.product(("name", "email", "username"), ("dra", "exandra")):
        for offset in range(6):
            page = {"keyword": keyword, "pageSize": 1, "page": offset + 1}
            assert await usernames(admin, sort=sort, **page) == [f"u{offset + 1}"]
            assert await usernames(admin, sort=f"-{sort}", **page) == [f"u{6 - offset}"]


@pytest.mark.parametrize("filled", [False, True])
async def test_times_before_1970_are_filtered_and_ordered_as_later_ones(
    service: Service, admin: Client, filled: bool
) -> None:
    """Imports write them. Mutants: the periods of creation begin in 1970; a last sign-in has the value of users who
    never signed in, or one below, in the orders that are built, in pending changes, or where it is filtered."""
    await service.core.jobs.stop()
    lists, database = service.core.users.directory, service.core.database
    await lists.fill()
    if filled:
        await database.write(lambda tx: tx.execute("UPDATE list_index SET upto = 1, ready = 0"))
    times = {"u1": (5, None), "u2": (5, -1), "u3": (-(10**12), 7), "u4": (-5 * 10**12, None), "u5": (2**32, -(10**8))}
    rows = [new_row(Profile(username=name, name=name), "", created, 6, last) for name, (created, last) in times.items()]
    ids = await database.write(lambda tx: queries.insert(tx, rows))
    for _ in range(2):
        for criteria, expected in (
            ({"sort": "lastLoginAt"}, "u1 u4 u5 u2 u3 admin"),
            ({"sort": "-lastLoginAt"}, "admin u3 u2 u5 u4 u1"),
            ({"sort": "lastLoginAt", "neverSignedIn": "false"}, "u5 u2 u3 admin"),
            ({"sort": "lastLoginAt", "keyword": "u"}, "u1 u4 u5 u2 u3"),
            ({"sort": "createdAt"}, "u4 u3 u1 u2 u5 admin"),
            ({"createdTo": "1970-01-01T00:00:00Z"}, "u3 u4"),
            ({"createdTo": "1970-02-01T00:00:00Z"}, "u1 u2 u3 u4"),
            ({"createdFrom": "1900-01-01", "createdTo": "1970-02-01"}, "u1 u2 u3"),
            ({"createdFrom": "1800-01-01", "sort": "-createdAt"}, "admin u5 u2 u1 u3 u4"),
        ):
            names = expected.split()
            for size in (1, 20):
                pages = [
                    await usernames(admin, **criteria, pageSize=size, page=page)
                    for page in range(1, len(names) // size + 2)
                ]
                assert [name for page in pages for name in page] == names, (criteria, size)
        await lists.fill()
    await admin.delete(f"/api/users/{ids['u5']}")
    await service.core.users.directory.fill()
    assert await usernames(admin, sort="lastLoginAt") == ["u1", "u4", "u2", "u3", "admin"]


async def test_a_keyword_with_the_space_of_ogham_finds_disabled_users(service: Service, admin: Client) -> None:
    """Mutant: it is looked up in the separate terms of disabled users, which are divided at this space."""
    await service.create(admin, "ogham", name="ab\u1680cd", status=0)
    await service.core.users.directory.fill()
    for keyword in ("b\u1680c", "ab\u1680cd", "ab", "cd"):
        assert await usernames(admin, keyword=keyword, status=0) == ["ogham"], keyword


async def test_a_keyword_finds_disabled_users_by_their_separate_terms(service: Service, admin: Client) -> None:
    """Mutants: the terms of disabled users are not indexed a second time, or stay when a user is enabled."""
    people = [
        await service.create(admin, name, name="Élodie 王小明", status=status, roles=roles)
        for name, status, roles in (("a1", 0, ["user"]), ("b2", 1, ["user"]), ("c3", 0, []), ("d4", 1, []))
    ]

    async def found(**more: Any) -> list[list[str]]:
        await service.core.users.directory.fill()
        keywords = ("王", "王小", "王小明", "e 王", "lodie 王小", "É")
        return [await usernames(admin, keyword=keyword, sort="-id", **more) for keyword in keywords]

    assert await found(status=0) == [["c3", "a1"]] * 6
    assert await found(status=0, role="user") == [["a1"]] * 6
    assert await found(status=1) == [["d4", "b2"]] * 6
    await admin.put(f"/api/users/{people[0]['id']}", {"status": 1})
    await admin.put(f"/api/users/{people[3]['id']}", {"status": 0, "name": "Élodie 王小明 X"})
    assert await found(status=0) == [["d4", "c3"]] * 6
    await admin.delete(f"/api/users/{people[2]['id']}")
    await admin.put(f"/api/users/{people[3]['id']}", {"name": "Zoe"})
    assert await found(status=0) == [[]] * 6
    assert await found() == [["b2", "a1"]] * 6


@pytest.mark.parametrize("sort", ["name", "username", "email"])
async def test_matches_at_the_beginning_and_elsewhere_are_in_one_order(
    service: Service, admin: Client, sort: str
) -> None:
    """Mutants: the prefix range is taken for all matches; a pending change is not merged in, or is never applied."""
    ids: dict[str, int] = {}

    def field(text: str) -> dict[str, str]:
        return {sort: f"{text}@x" if sort == "email" else text}

    async def listed(**page: Any) -> list[str]:
        answer = await admin.get("/api/users", params={"keyword": "mo", **page})
        return [user[sort].removesuffix("@x") for user in answer.data["list"]]

    async def check() -> None:
        expected = sorted(text for text in ids if "mo" in text)
        assert [text for page in range(1, 6) for text in await listed(sort=sort, page=page, pageSize=2)] == expected
        assert await listed(sort=f"-{sort}") == expected[::-1]

    for number, text in enumerate(("mob", "mo", "mo\U0001f600", "moz", "moa")):
        ids[text] = (await service.create(admin, **{"username": f"q{number}", "name": "Q", **field(text)}))["id"]
    await check()
    await service.core.users.directory.fill()
    await check()
    for before, after in (("mob", "moy"), ("moa", "zmo"), ("mo", "amo"), ("zmo", "mod"), ("mo\U0001f600", "other")):
        await admin.put(f"/api/users/{ids[before]}", field(after))
        ids[after] = ids.pop(before)
        await check()
        await service.core.users.directory.fill()
        await check()


async def test_a_match_at_the_beginning_with_another_status_is_not_found(service: Service, admin: Client) -> None:
    """Mutant: the prefix range is used with a status or a role, because it is as long as the number of matches."""
    await service.create(admin, "a1", name="Moa")
    await service.create(admin, "b2", name="Zmo", status=0)
    await service.core.users.directory.fill()
    assert await usernames(admin, keyword="mo", status=0, sort="name") == ["b2"]
    assert await usernames(admin, keyword="mo", role="admin", sort="name") == []
