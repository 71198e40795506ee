"""Export over HTTP: the list of users as a file, with its filters and without password hashes."""

import codecs
import csv
import io
import json
from typing import Any

import httpx
import openpyxl
import pytest

from doorward.features.transfer.over_http import sending, user_lists
from tests.support.service import PASSWORD, Answer, Client, Service


async def export(client: Client, **options: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {client.token}"}
    return await client.http.get("/api/users/export", params=options, headers=headers)


def text_of(response: httpx.Response) -> str:
    return response.content.decode("utf-8-sig")


def rows_of(response: httpx.Response) -> list[dict[str, str]]:
    assert response.status_code == 200, response.text
    return list(csv.DictReader(io.StringIO(text_of(response))))


async def test_the_filtered_list_is_a_file_of_the_chosen_columns(service: Service, admin: Client) -> None:
    for name in ("cid", "ann", "bob"):
        await service.create(admin, name, status=0 if name == "bob" else 1, roles=["user"], metadata={"a": 1})
    found = await export(admin, role="user", status=1, sort="-username", columns="username,roles,metadata")
    assert found.headers["content-type"] == "text/csv; charset=utf-8"
    assert found.headers["content-disposition"] == 'attachment; filename="users.csv"'
    assert text_of(found) == 'username,roles,metadata\ncid,user,"{""a"":1}"\nann,user,"{""a"":1}"\n'
    everything = rows_of(await export(admin))
    assert [row["username"] for row in everything] == ["admin", "cid", "ann", "bob"]
    assert "passwordHash" not in everything[0]
    assert "argon2" not in str(everything)
    assert [row["username"] for row in rows_of(await export(admin, keyword="an", createdFrom="2020-01-01"))] == ["ann"]
    assert text_of(await export(admin, keyword="absent", columns="id,name")) == "id,name\n"


async def test_csv_begins_with_one_mark_by_which_excel_knows_utf8(service: Service, admin: Client) -> None:
    """Mutant: no mark. Excel shows names in other scripts as garbage."""
    for number in range(120):  # More than one piece.
        await service.create(admin, f"u{number}", name="林美丽")
    for options in ({}, {"keyword": "absent"}, {"keyword": "u119"}):
        content = (await export(admin, **options)).content
        assert content.startswith(codecs.BOM_UTF8 + b"id,username,"), content[:40]
        assert content.count(codecs.BOM_UTF8) == 1
    assert json.loads((await export(admin, format="json")).content)


async def test_windows_of_ids_make_one_list(service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: a window begins at its own end again, or the last one is left out."""
    monkeypatch.setattr(user_lists, "_WINDOW", 3)
    names = [f"u{number}" for number in range(7)]
    for name in names:
        await service.create(admin, name)
    assert [row["username"] for row in rows_of(await export(admin))] == ["admin", *names]
    assert [row["username"] for row in rows_of(await export(admin, keyword="u6"))] == ["u6"]


async def test_a_workbook_and_json_hold_the_same_users(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", name="=1+1")
    book = openpyxl.load_workbook(io.BytesIO((await export(admin, format="xlsx")).content))
    cells = list(book.active.iter_rows(values_only=True))
    assert cells[0][:3] == ("id", "username", "name")
    assert cells[2][1:3] == ("ann", "=1+1")
    assert book.active["C3"].data_type == "s"
    found = json.loads((await export(admin, format="json", columns="username,roles")).content)
    assert found == [{"username": "admin", "roles": ["admin"]}, {"username": "ann", "roles": []}]
    assert json.loads((await export(admin, format="json", keyword="none")).content) == []


async def test_text_that_a_spreadsheet_would_run_is_made_harmless(service: Service, admin: Client) -> None:
    """Mutant: cells as they are. A user could name themselves `=HYPERLINK(...)`."""
    for number, name in enumerate(("=1+1", "+1", "-1", "@SUM(A1)")):
        await service.create(admin, f"u{number}", name=name)
    names = [row["name"] for row in rows_of(await export(admin))]
    assert names[1:] == ["'=1+1", "'+1", "'-1", "'@SUM(A1)"]


async def test_an_export_takes_its_own_permission_and_is_recorded(service: Service, admin: Client) -> None:
    """Mutant: `users:read` alone. Reading page by page and taking everything away are different rights."""
    await admin.post("/api/roles", {"name": "reader", "permissions": ["users:read"]})
    await service.create(admin, "reader", roles=["reader"])
    refused = Answer(await export(await service.login("reader", PASSWORD)))
    assert (refused.code, refused.reason) == (403, "permission_denied")
    await export(admin, keyword="ann", columns="id")
    entries = (await admin.get("/api/audit?action=users.exported")).data["list"]
    assert len(entries) == 1
    assert entries[0]["details"] == {
        "format": "csv", "filter": {"keyword": "ann", "sort": "id"}, "columns": ["id"], "hashes": False,
    }  # fmt: skip


async def test_what_would_cost_too_much_or_is_not_known_is_refused(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_lists, "TOTAL_CAP", 1)
    monkeypatch.setattr(sending, "WORKBOOK_MAX", 1)
    await service.create(admin, "ann")
    for options, field in (
        ({"sort": "name"}, "sort"),
        ({"format": "xlsx"}, "format"),
        ({"columns": "passwordHash"}, "columns"),
        ({"sort": "password"}, "sort"),
    ):
        refused = Answer(await export(admin, **options))
        assert (refused.code, list(refused.fields)) == (400, [field])


async def test_an_exported_file_can_be_imported_again(service: Service, admin: Client) -> None:
    from tests.features.transfer.test_http_import import checked

    await service.create(admin, "ann", name="=1+1", metadata={"a": [1]}, roles=["user"])
    await service.create(admin, "mei", name="林美丽")
    for form in ("csv", "xlsx", "json"):
        content = (await export(admin, format=form)).content
        check = await checked(admin, content, existing="update", filename=f"users.{form}")
        assert (check["state"], check["result"]["unchanged"]) == ("done", 3), check
        await admin.delete(f"/api/imports/{check['id']}")


async def test_a_csv_export_creates_the_same_users_again(service: Service, admin: Client) -> None:
    """The mark belongs to no name of a column. Mutant: `from_csv` without the mark, which leaves no `username`."""
    from tests.features.transfer.test_http_import import applied, checked

    mei = await service.create(admin, "mei", name="林美丽", email="mei@example.com", roles=["user"])
    columns = "username,name,email,roles"
    exported = await export(admin, keyword="mei", columns=columns)
    await admin.delete(f"/api/users/{mei['id']}")
    done = await applied(admin, await checked(admin, exported.content, filename="users.csv"))
    assert (done["result"]["created"], done["result"]["refused"]) == (1, 0)
    assert (await export(admin, keyword="mei", columns=columns)).content == exported.content


async def test_more_users_are_exported_than_a_statement_has_parameters(service: Service, admin: Client) -> None:
    """Mutant: all ids of a window in one statement."""
    columns = "username, username_key, name, name_key, search, status, password_hash, created_at, updated_at, version"
    for number in range(150):
        values = f"'many{number}', 'many{number}', '', '', 'many{number}', 1, '', 1, 1, 1"
        await service.core.database.write(
            lambda tx, values=values: tx.execute(f"INSERT INTO users ({columns}) VALUES ({values})")  # type: ignore[misc]
        )
    assert len(rows_of(await export(admin))) == 151
