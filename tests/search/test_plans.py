"""Lists find the same by every way that there is to them: here small ones go the ways of large ones."""

from typing import Any

import pytest

from doorward.search import directory
from doorward.search.sqlite import backend, statistics
from tests.api.test_user_list import usernames
from tests.support.service import Client, Service


@pytest.fixture
def as_if_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is so few that they would be read one by one, and whoever walks gives up at once."""
    monkeypatch.setattr(directory, "_FEW", 0)
    monkeypatch.setattr(directory, "_PATIENCE", 0)
    monkeypatch.setattr(directory, "_SHORTEST_WALK", 0)
    monkeypatch.setattr(backend, "_FEW", 0)
    monkeypatch.setattr(statistics, "_FEW_DISABLED", 1)


@pytest.mark.parametrize("most", [0, 1, 500])
async def test_names_that_begin_alike_are_in_order_to_their_last_letter(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch, as_if_many: None, most: int
) -> None:
    """Mutant: the first bytes of a name decide, and whoever shares them comes in the order of ids."""
    monkeypatch.setattr(backend, "_SAME_PLACE", most)
    for number in (3, 1, 6, 2, 5, 4):
        name = f"Alexandra Maria {number}"
        await service.create(admin, f"u{number}", name=name, email=f"alexandra.maria{number}@example.com")
    await service.core.users.directory.fill()
    for sort in ("name", "email", "username"):
        for place in range(6):
            page = {"keyword": "dra", "pageSize": 1, "page": place + 1}
            assert await usernames(admin, sort=sort, **page) == [f"u{place + 1}"]
            assert await usernames(admin, sort=f"-{sort}", **page) == [f"u{6 - place}"]


async def test_a_keyword_finds_the_disabled_alone(service: Service, admin: Client, as_if_many: None) -> None:
    """Mutants: the words of the disabled are not in the index a second time, or stay there when they are enabled."""
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
async def test_those_who_begin_with_the_keyword_and_those_who_have_it_elsewhere_are_in_one_order(
    service: Service, admin: Client, as_if_many: None, sort: str
) -> None:
    """Mutants: those who begin with it are taken for all; a change is not seen before it is settled, or ever."""
    ids: dict[str, int] = {}

    def told(text: str) -> dict[str, str]:
        return {sort: f"{text}@x" if sort == "email" else text}

    async def listed(**page: Any) -> list[str]:
        answer = await admin.get("/api/users", params={"keyword": "mo", **page})
        return [user[sort].removesuffix("@x") for user in answer.data["list"]]

    async def check() -> None:
        everybody = sorted(text for text in ids if "mo" in text)
        assert [one for page in range(1, 6) for one in await listed(sort=sort, page=page, pageSize=2)] == everybody
        assert await listed(sort=f"-{sort}") == everybody[::-1]

    for number, text in enumerate(("mob", "mo", "mo\U0001f600", "moz", "moa")):
        ids[text] = (await service.create(admin, **{"username": f"q{number}", "name": "Q", **told(text)}))["id"]
    await check()
    await service.core.users.directory.fill()
    await check()
    for was, now in (("mob", "moy"), ("moa", "zmo"), ("mo", "amo"), ("zmo", "mod"), ("mo\U0001f600", "nobody")):
        await admin.put(f"/api/users/{ids[was]}", told(now))
        ids[now] = ids.pop(was)
        await check()
        await service.core.users.directory.fill()
        await check()


async def test_who_begins_with_the_keyword_but_has_another_status_is_not_found(
    service: Service, admin: Client, as_if_many: None
) -> None:
    """Mutant: as many begin with it as are found, and are taken for them."""
    await service.create(admin, "a1", name="Moa")
    await service.create(admin, "b2", name="Zmo", status=0)
    await service.core.users.directory.fill()
    assert await usernames(admin, keyword="mo", status=0, sort="name") == ["b2"]
    assert await usernames(admin, keyword="mo", role="admin", sort="name") == []
