"""Lists find the same by every way that there is to them: here small ones go the ways of large ones."""

from typing import Any

import pytest

from doorward.store import lists, lists_sqlite, sample
from tests.support.service import Client, Service
from tests.test_lists import usernames


@pytest.fixture
def as_if_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is so few that they would be read one by one, and whoever walks gives up at once."""
    monkeypatch.setattr(lists, "_FEW", 0)
    monkeypatch.setattr(lists, "_PATIENCE", 0)
    monkeypatch.setattr(lists, "_SHORTEST_WALK", 0)
    monkeypatch.setattr(lists_sqlite, "_FEW", 0)
    monkeypatch.setattr(sample, "_FEW_DISABLED", 1)


@pytest.mark.parametrize("most", [0, 1, 500])
async def test_names_that_begin_alike_are_in_order_to_their_last_letter(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch, as_if_many: None, most: int
) -> None:
    """Mutant: the first bytes of a name decide, and whoever shares them comes in the order of ids."""
    monkeypatch.setattr(lists_sqlite, "_SAME_PLACE", most)
    for number in (3, 1, 6, 2, 5, 4):
        name = f"Alexandra Maria {number}"
        await service.create(admin, f"u{number}", name=name, email=f"alexandra.maria{number}@example.com")
    await service.core.users.lists.fill()
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
        await service.core.users.lists.fill()
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
