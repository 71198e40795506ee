"""Usernames that cannot be seen, or that look like others."""

import json
from pathlib import Path
from typing import Any

import pytest

from doorward import app
from doorward.core.confusables import Confusables
from doorward.database import schema
from doorward.domain.text.confusables import skeletons
from doorward.domain.users import fold
from tests.support.cli import doorward
from tests.support.old_schema import as_before
from tests.support.service import PASSWORD, Client, Service

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u200b\u200c\u200d\u2060\u3164\ufe0f\ufeff\uffa0\U000e0020"
    "\u2800\ufffc\U0001107f\U00016fe4\U0001d159"
)
# Cyrillic letters, a small L for a capital I, r and n for m, a digit, an i without a dot, and letters that look alike
# as capitals only: М of the Cyrillic script, and of the Greek one with Ν.
ALIKE = ["аdmin", "АDMIN", "ADMlN", "adrnin", "adm1n", "admın", "ADМIN", "ΑDΜΙΝ"]


async def confusables(admin: Client, user_id: int) -> list[str]:
    answer = await admin.get(f"/api/users/{user_id}/confusables")
    return [user["username"] for user in answer.data["list"]]


async def created_details(admin: Client, username: str) -> dict[str, Any]:
    entries = (await admin.get("/api/audit?action=user.*")).data["list"]
    return dict(next(entry["details"] for entry in entries if entry["targetName"] == username))


@pytest.mark.parametrize("character", INVISIBLE, ids=lambda character: f"U+{ord(character):04X}")
@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
async def test_a_username_with_an_invisible_character_is_refused(
    service: Service, admin: Client, character: str
) -> None:
    """Mutant: a username is checked for control characters only."""
    ann = await service.create(admin, "ann")
    for username in (character, f"ad{character}min", f"admin{character}", character * 3):
        for answer in (
            await admin.post("/api/users", {"username": username, "password": PASSWORD}),
            await admin.put(f"/api/users/{ann['id']}", {"username": username}),
        ):
            assert answer.code == 400, username
            assert set(answer.fields) == {"username"}


@pytest.mark.parametrize("character", INVISIBLE, ids=lambda character: f"U+{ord(character):04X}")
@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
async def test_an_invisible_character_does_not_make_an_email_or_a_role_another_one(
    service: Service, admin: Client, character: str
) -> None:
    """Applications know users by their e-mail address, and decide by the names of roles. Mutant: only usernames are
    checked."""
    await service.create(admin, "ann", email="ann@example.com")
    twin = {"username": "bert", "password": PASSWORD, "email": f"ann@example.com{character}"}
    answers = [await admin.post("/api/users", twin), await admin.put("/api/auth/user", {"email": twin["email"]})]
    assert [set(answer.fields) for answer in answers] == [{"email"}] * 2
    role = (await admin.post("/api/roles", {"name": "users"})).data
    named = {"name": f"us{character}er"}
    answers = [await admin.post("/api/roles", named), await admin.put(f"/api/roles/{role['id']}", named)]
    assert [set(answer.fields) for answer in answers] == [{"name"}] * 2


@pytest.mark.parametrize(
    "blank",
    ["\u3164", "\u2800", "\u115f\u1160", "\ufe0f", "\u200d", "\u0301", "\u3000\u2800", "\U0001d159", "\ufffc"],
)
@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
async def test_a_name_of_nothing_visible_is_refused(service: Service, admin: Client, blank: str) -> None:
    answer = await admin.post("/api/users", {"username": "ann", "password": PASSWORD, "name": blank})
    assert answer.fields == {"name": "must have a character that can be seen"}
    assert (await admin.post("/api/roles", {"name": blank})).code == 400


@pytest.mark.parametrize("name", ["👩‍🚀 Ann", "می‌خواهم", "❤️", "क्‍ष"])
async def test_a_display_name_may_hold_joiners(service: Service, admin: Client, name: str) -> None:
    assert (await service.create(admin, "ann", name=name))["name"] == name
    assert (await admin.put("/api/auth/user", {"name": name})).data["name"] == name
    assert (await admin.get("/api/users", params={"keyword": name})).data["total"] == 2


async def test_the_command_line_and_imports_refuse_invisible_usernames(environ: dict[str, str], tmp_path: Path) -> None:
    assert (await doorward(environ, "migrate")).code == 0
    run = await doorward(environ, "users", "create", "ad\u3164min", "--json", stdin=PASSWORD)
    assert run.error["data"]["fields"] == [{"field": "username", "message": "must not contain invisible characters"}]
    rows = [{"username": f"ad{character}min"} for character in INVISIBLE] + [{"username": "ann"}]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    run = await doorward(environ, "import", str(tmp_path / "rows.jsonl"), "--json")
    assert (run.json["created"], run.json["refused"]) == (1, len(INVISIBLE))


async def test_a_user_who_has_an_invisible_username_already_signs_in_and_is_renamed(
    service: Service, admin: Client
) -> None:
    ann, old = await service.create(admin, "ann"), "an\u3164n"
    await service.core.database.write(
        lambda tx: tx.execute(
            "UPDATE users SET username = $1, username_key = $2 WHERE id = $3", old, fold(old), ann["id"]
        )
    )
    signed_in = await service.login(old, PASSWORD)
    assert (await signed_in.put("/api/auth/user", {"name": "Ann"})).code == 200
    assert (await admin.get(f"/api/users/{ann['id']}")).data["username"] == old
    assert (await admin.put(f"/api/users/{ann['id']}", {"username": "anne"})).data["username"] == "anne"


@pytest.mark.parametrize("username", ALIKE)
async def test_a_username_that_looks_like_another_is_shown_as_such(
    service: Service, admin: Client, username: str
) -> None:
    """Mutants: a skeleton that keeps case; one of small letters only; one that is not stored for a new user."""
    await service.core.confusables.fill()  # The first administrator was made without one.
    other, alike = await service.create(admin, "bert"), await service.create(admin, username)
    assert (await created_details(admin, username))["confusableWith"] == ["admin"]
    assert await confusables(admin, alike["id"]) == ["admin"]
    assert await confusables(admin, admin.id) == [username]
    assert await confusables(admin, other["id"]) == []
    assert "confusableWith" not in await created_details(admin, "bert")
    renamed = await admin.put(f"/api/users/{other['id']}", {"username": "adm|n"})
    assert renamed.code == 200
    assert (await created_details(admin, "adm|n"))["confusableWith"] == ["admin", username]
    assert await confusables(admin, alike["id"]) == ["admin", "adm|n"]
    await admin.delete(f"/api/users/{other['id']}")
    assert await confusables(admin, alike["id"]) == ["admin"]


async def test_a_name_of_another_script_is_compared_in_small_letters_and_in_capitals(
    service: Service, admin: Client
) -> None:
    """With a Latin a, and with a Latin H: each looks like the first one in one case only. Mutants: only one of the two
    skeletons is compared; a rename keeps those of the old name."""
    users = [await service.create(admin, username) for username in ("Наталья", "нaтальяx", "ann")]
    for username in ("нaталья", "HАТАЛЬЯ"):
        assert (await admin.put(f"/api/users/{users[1]['id']}", {"username": username})).code == 200
        assert await confusables(admin, users[0]["id"]) == [username]
        assert await confusables(admin, users[1]["id"]) == ["Наталья"]
    assert (await admin.put(f"/api/users/{users[1]['id']}", {"username": "bert"})).code == 200
    assert await confusables(admin, users[0]["id"]) == await confusables(admin, users[2]["id"]) == []


async def test_confusables_need_the_right_to_read_users(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    assert (await ann.get(f"/api/users/{admin.id}/confusables")).data["required"] == "users:read"
    assert (await admin.get("/api/users/999/confusables")).reason == "user_not_found"


async def test_users_who_were_there_before_are_found_as_well(
    environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: a job that stops after its first step; that starts again at the first user each time; or that misses
    users whose transaction was under way while it ran."""
    monkeypatch.setattr("doorward.core.confusables._OVERLAP", 100)
    settings = await as_before(environ, "0010", 1200)
    await schema.migrate(settings.sqlite_path, settings.database_url)
    database = app.connect(settings)
    await database.open()
    job = Confusables(database)

    async def stored() -> list[str]:
        return [row[0] for row in await database.fetch("SELECT skeleton FROM username_skeletons ORDER BY user_id")]

    try:
        await job.fill()
        assert await stored() == [skeletons(f"old{number}")[0] for number in range(1, 1201)]
        await database.write(lambda tx: tx.execute("DELETE FROM users WHERE id > 1190"))
        await database.write(lambda tx: tx.execute("DELETE FROM username_skeletons"))
        await job.fill()
        assert len(await stored()) == 90, "only the newest 100 ids are looked at again"
        await Confusables(database).fill()
        assert len(await stored()) == 1190
    finally:
        await database.close()
