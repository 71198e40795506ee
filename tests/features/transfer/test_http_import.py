"""Import over HTTP: a check first, then the import, with the rights of the caller."""

import asyncio
import io
from typing import Any
from urllib.parse import urlencode

import msgspec
import openpyxl
import pytest

from doorward.database.protocol import Reader
from doorward.features.transfer import upload_queries
from doorward.features.transfer.over_http.uploads import CHUNK
from tests.support.service import PASSWORD, Answer, Client, Service

ROWS = "username,name,email,password,roles\nann,Ann,ann@example.com,a long enough password,user\nbob,Bob,,,\n"


async def upload(client: Client, content: bytes | str, **options: str) -> Answer:
    body = content.encode() if isinstance(content, str) else content
    headers = {"Authorization": f"Bearer {client.token}", "Content-Type": "text/plain"}
    return Answer(await client.http.post(f"/api/imports?{urlencode(options)}", content=body, headers=headers))


async def ended(client: Client, operation: dict[str, Any]) -> dict[str, Any]:
    """Carries the operation out, as the job does, and returns it."""
    for _ in range(100):
        await client.service.core.operations.work()
        found: dict[str, Any] = (await client.get(f"/api/operations/{operation['id']}")).data
        if found["finishedAt"]:
            return found
        await asyncio.sleep(0.01)
    raise AssertionError(found)


async def checked(client: Client, content: bytes | str, **options: str) -> dict[str, Any]:
    answer = await upload(client, content, **options)
    assert answer.code == 200, answer.body
    return await ended(client, answer.data)


async def applied(client: Client, check: dict[str, Any]) -> dict[str, Any]:
    answer = await client.post(f"/api/imports/{check['id']}/apply")
    assert answer.code == 200, answer.body
    return await ended(client, answer.data)


async def refusals(client: Client, operation: dict[str, Any]) -> dict[int, str]:
    found = (await client.get(f"/api/operations/{operation['id']}/failures")).data["list"]
    return {each["userId"]: each["message"] for each in found}


async def files(service: Service) -> int:
    row = await service.core.database.fetchrow("SELECT count(*) FROM upload_chunks")
    assert row is not None
    return int(row[0])


async def test_a_check_says_what_an_import_would_do_and_writes_no_user(service: Service, admin: Client) -> None:
    await service.create(admin, "bob")
    check = await checked(admin, ROWS, filename="people.csv")
    assert (check["kind"], check["action"], check["state"]) == ("import", "check", "done")
    result = check["result"]
    assert {name: result[name] for name in ("filename", "format", "rows", "created", "refused")} == {
        "filename": "people.csv", "format": "csv", "rows": 2, "created": 1, "refused": 1,
    }  # fmt: skip
    assert (check["total"], check["done"], check["succeeded"], check["failed"]) == (2, 2, 1, 1)
    assert await refusals(admin, check) == {2: "That username is already in use"}
    (refused,) = (await admin.get(f"/api/operations/{check['id']}/failures")).data["list"]
    assert refused["reason"] == "username_taken"
    assert (await admin.get("/api/users?keyword=ann")).data["total"] == 0
    assert await files(service) == 1


async def test_an_applied_file_creates_users_who_can_sign_in_and_is_deleted(service: Service, admin: Client) -> None:
    check = await checked(admin, ROWS)
    done = await applied(admin, check)
    assert (done["action"], done["state"], done["total"], done["succeeded"]) == ("apply", "done", 2, 2)
    assert done["result"]["created"] == 2
    ann = await service.login("ann", PASSWORD)
    assert ann.tokens["user"]["roles"] == ["user"]
    assert await files(service) == 0
    again = await admin.post(f"/api/imports/{check['id']}/apply")
    assert (again.code, again.reason) == (409, "import_gone")
    entry = (await admin.get("/api/audit?action=users.imported")).data["list"][0]
    assert entry["details"] == {"rows": 2, "created": 2, "changed": 0, "unchanged": 0, "refused": 0}


async def test_a_file_is_sealed_in_the_database(service: Service, admin: Client) -> None:
    """Mutant: chunks as they came. Plain passwords would lie in the database and its backups."""
    await upload(admin, ROWS)
    row = await service.core.database.fetchrow("SELECT content FROM upload_chunks")
    assert row is not None
    assert b"long enough" not in bytes(row[0])


async def test_rows_that_the_caller_may_not_grant_are_refused_one_by_one(service: Service, admin: Client) -> None:
    """Mutant: `settle` with an actor who may do everything, as on the command line."""
    permissions = ["users:import", "users:create", "users:read"]
    await admin.post("/api/roles", {"name": "clerk", "permissions": permissions})
    await service.create(admin, "clerk", roles=["clerk"])
    clerk = await service.login("clerk", PASSWORD)
    rows = "username,roles\nann,admin\nbob,clerk\ncid,user\ndan,unknown\neve,\n"
    done = await applied(clerk, await checked(clerk, rows))
    assert (done["succeeded"], done["failed"]) == (2, 3)
    found = await refusals(clerk, done)
    assert sorted(found) == [1, 3, 4]
    assert "not a role" in found[4]
    assert found[3].endswith("(roles:grant)")
    assert (await admin.get("/api/users?role=admin")).data["total"] == 1


async def test_existing_users_are_changed_without_their_credentials(service: Service, admin: Client) -> None:
    """Mutant: `_allowed` returns the row as it is. A stolen session could set the passwords of all users by a file."""
    bob = await service.create(admin, "bob", email="bob@example.com")
    rows = "username,name,password\nbob,Robert,another long password\nadmin,,another long password\n"
    done = await applied(admin, await checked(admin, rows, existing="update"))
    assert (done["result"]["changed"], done["result"]["unchanged"]) == (1, 1)
    assert (await admin.get(f"/api/users/{bob['id']}")).data["name"] == "Robert"
    await service.login("bob", PASSWORD)
    await service.login()


async def test_each_row_takes_the_rights_of_a_single_request(service: Service, admin: Client) -> None:
    """Mutant: `users:import` creates and changes users by itself."""
    role = (await admin.post("/api/roles", {"name": "clerk", "permissions": ["users:import"]})).data
    await service.create(admin, "clerk", roles=["clerk"])
    await service.create(admin, "dan")
    clerk = await service.login("clerk", PASSWORD)
    rows = "username,name\nann,Ann\ndan,Daniel\nadmin,Mallory\n"
    check = await checked(clerk, rows, existing="update")
    assert (check["result"]["refused"], check["result"]["rows"]) == (3, 3)
    assert (await refusals(clerk, check))[1] == "Creating users takes the permission users:create"
    granted = ["users:import", "users:create", "users:update"]
    await admin.put(f"/api/roles/{role['id']}", {"permissions": granted})
    done = await applied(clerk, check)
    assert (done["result"]["created"], done["result"]["changed"], done["result"]["refused"]) == (1, 1, 1)
    assert list(await refusals(clerk, done)) == [3]


async def test_rights_that_are_lost_end_the_import(service: Service, admin: Client) -> None:
    """Mutant: the actor of the request instead of `rights.current`."""
    await admin.post("/api/roles", {"name": "clerk", "permissions": ["users:import", "users:create"]})
    created = await service.create(admin, "clerk", roles=["clerk"])
    clerk = await service.login("clerk", PASSWORD)
    check = await checked(clerk, ROWS)
    await service.core.jobs.stop()
    started = (await clerk.post(f"/api/imports/{check['id']}/apply")).data
    await admin.put(f"/api/users/{created['id']}", {"roles": []})
    await service.core.operations.work()
    found = (await admin.get(f"/api/operations/{started['id']}")).data
    assert (found["state"], found["reason"], found["done"]) == ("failed", "permission_denied", 0)
    assert (await admin.get("/api/users?keyword=ann")).data["total"] == 0


async def test_a_file_that_cannot_be_read_fails_with_the_reason(service: Service, admin: Client) -> None:
    for content, text in (
        (b"PK\x03\x04" + bytes(100), "is not an Excel workbook"),
        (b"colour,size\nred,4\n", "a column username, and its first line has 'colour', 'size'; name its format"),
        (b"%PDF-1.7 " + b"x" * 5000, f"its first line has '%PDF-1.7 {'x' * 31}'; name its format"),
        (b"[" * 100_000, "is not JSON"),
        (b"\0\0\0", "is not text"),
        ("colour\nred\n".encode("utf-16"), "The file is in a format that is not recognised"),
    ):
        check = await checked(admin, content)
        assert (check["state"], check["reason"]) == ("failed", "unreadable_file")
        assert text in check["result"]["error"]
        assert "/" not in check["result"]["error"]
        assert (await admin.post(f"/api/imports/{check['id']}/apply")).reason == "import_not_ready"
        assert (await admin.delete(f"/api/imports/{check['id']}")).code == 200
    assert await files(service) == 0


async def test_zero_characters_refuse_their_row_alone(service: Service, admin: Client) -> None:
    """Mutant: the username of a refused row as it is. PostgreSQL does not store it, and the whole import fails."""
    rows = ({"username": "a\0b"}, {"username": "bob", "name": "a\0b"}, {"username": "cid"})
    check = await checked(admin, b"\n".join(map(msgspec.json.encode, rows)))
    assert (check["state"], check["result"]["created"], check["result"]["refused"]) == ("done", 1, 2)
    named = (await admin.get(f"/api/operations/{check['id']}/failures")).data["list"]
    assert [each["username"] for each in named] == ["a\N{REPLACEMENT CHARACTER}b", "bob"]


async def test_a_first_row_that_cannot_be_read_is_refused_like_others(service: Service, admin: Client) -> None:
    """Mutant: what is no object in its first line counts as one document, and is refused as "not JSON"."""
    check = await checked(admin, b'{"username":"\\ud800"}\r\n\n{"username":"ann"}\n{"username":"bob}\n')
    assert (check["result"]["format"], check["result"]["created"]) == ("jsonl", 1)
    assert sorted(await refusals(admin, check)) == [1, 3]
    document = b'{"users":[{"username":"ann"},\n{"username":"bob"}]}'
    assert (await checked(admin, document))["result"]["created"] == 2


async def test_a_workbook_is_told_by_its_content_whatever_its_name(service: Service, admin: Client) -> None:
    """Mutant: the reader of workbooks gets the path, whose end it looks at. An upload without a filename is refused."""
    book, content = openpyxl.Workbook(), io.BytesIO()
    for row in (["username"], ["ann"]):
        book.active.append(row)
    book.save(content)
    check = await checked(admin, content.getvalue())
    assert (check["result"]["format"], check["result"]["created"]) == ("excel", 1)


@pytest.mark.settings(import_limit=2000)
async def test_the_size_and_the_number_of_files_are_limited(service: Service, admin: Client) -> None:
    assert (await upload(admin, bytes(2001))).reason == "body_too_large"
    streamed = Answer(
        await admin.http.post("/api/imports", content=_endless(), headers={"Authorization": f"Bearer {admin.token}"})
    )
    assert streamed.reason == "body_too_large"
    assert (await upload(admin, b"")).reason == "validation_failed"
    assert await files(service) == 0
    for _ in range(3):
        assert (await upload(admin, ROWS)).code == 200
    assert (await upload(admin, ROWS)).reason == "too_many_imports"


async def test_files_whose_check_failed_or_was_stopped_do_not_count_towards_the_limit(
    service: Service, admin: Client
) -> None:
    """Mutants: `_unreadable` without the deletion; `_begin` without `delete_ended`."""
    for _ in range(4):
        assert (await checked(admin, b"colour,size\nred,4\n"))["reason"] == "unreadable_file"
        assert await files(service) == 0
    for _ in range(4):
        check = (await upload(admin, ROWS)).data
        assert (await admin.post(f"/api/operations/{check['id']}/cancel")).code == 200
        assert await files(service) == 1
        assert (await admin.delete(f"/api/imports/{check['id']}")).code == 200
        check = (await upload(admin, ROWS)).data
        await admin.post(f"/api/operations/{check['id']}/cancel")
    assert (await waiting(admin)) == []
    for _ in range(3):
        assert (await upload(admin, ROWS)).code == 200
    assert (await upload(admin, ROWS)).reason == "too_many_imports"


async def test_files_that_wait_are_listed_until_they_are_imported_or_discarded(service: Service, admin: Client) -> None:
    """Mutants: `checks` without the user, without the expiry, or without the action."""
    await checked(admin, b"colour,size\nred,4\n")
    first, second = await checked(admin, ROWS, filename="people.csv"), await checked(admin, ROWS)
    listed = (await admin.get("/api/imports")).data["list"]
    assert [each["id"] for each in listed] == [second["id"], first["id"]]
    assert listed[1] == first
    assert (first["result"]["filename"], first["state"]) == ("people.csv", "done")
    await admin.post("/api/roles", {"name": "importer", "permissions": ["users:import", "system:read"]})
    await service.create(admin, "clerk", roles=["importer"])
    clerk = await service.login("clerk", PASSWORD)
    assert (await waiting(clerk)) == []
    started = (await admin.post(f"/api/imports/{first['id']}/apply")).data
    assert (await waiting(admin)) == [second["id"]]
    await ended(admin, started)
    assert (await admin.delete(f"/api/imports/{second['id']}")).code == 200
    assert (await admin.delete(f"/api/imports/{second['id']}")).reason == "import_gone"
    assert (await waiting(admin)) == []
    last = (await upload(admin, ROWS)).data
    assert (await waiting(admin)) == [last["id"]]
    service.clock.advance(86_400)
    assert (await waiting(await service.login())) == []


async def waiting(client: Client) -> list[int]:
    return [check["id"] for check in (await client.get("/api/imports")).data["list"]]


async def _endless() -> Any:
    while True:
        yield bytes(500)


async def test_files_expire_and_belong_to_their_uploader(service: Service, admin: Client) -> None:
    check = await checked(admin, ROWS)
    await admin.post("/api/roles", {"name": "other", "permissions": ["users:*", "system:*"]})
    await service.create(admin, "other", roles=["other"])
    other = await service.login("other", PASSWORD)
    assert (await other.post(f"/api/imports/{check['id']}/apply")).reason == "operation_not_found"
    assert (await other.delete(f"/api/imports/{check['id']}")).reason == "operation_not_found"
    service.clock.advance(86_400)
    admin = await service.login()
    assert (await admin.post(f"/api/imports/{check['id']}/apply")).reason == "import_gone"


async def test_a_file_does_not_expire_while_it_is_imported(service: Service, admin: Client) -> None:
    """Mutant: the job deletes all that has expired. An import that begins late in the day, or waits for a node, fails
    with what it has done so far."""
    check = await checked(admin, ROWS)
    await service.core.jobs.stop()
    service.clock.advance(24 * 3600 - 60)
    await admin.refresh()
    started = (await admin.post(f"/api/imports/{check['id']}/apply")).data
    service.clock.advance(120)
    await _purge(service)
    done = await ended(admin, started)
    assert (done["state"], done["succeeded"]) == ("done", 2)
    assert await files(service) == 0


async def test_a_file_that_is_deleted_while_it_is_fetched_is_not_read_in_part(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: the file ends where no more chunks are found. The operation is done, with the users of the first one."""
    rows = "username\n" + "".join(f"{number:0>60}\n" for number in range(CHUNK // 40))
    await service.core.jobs.stop()
    started = (await upload(admin, rows)).data
    find_chunk = upload_queries.find_chunk

    async def deleted_after_the_first(reader: Reader, upload_id: int, number: int) -> bytes | None:
        found = await find_chunk(reader, upload_id, number)
        await service.core.database.write(lambda tx: upload_queries.delete(tx, upload_id))
        return found

    monkeypatch.setattr(upload_queries, "find_chunk", deleted_after_the_first)
    found = await ended(admin, started)
    assert (found["state"], found["reason"], found["done"]) == ("failed", "import_gone", 0)


async def test_the_roles_of_another_system_are_mapped_and_losses_are_told(service: Service, admin: Client) -> None:
    ann = '{"username": "ann", "enabled": true, "realmRoles": ["boss", "lost"], "totp": false}'
    content = f'{{"users": [{ann}, {{"username": "robot", "serviceAccountClientId": "shop"}}]}}'
    check = await checked(admin, content, roleMapping='{"boss": "user", "unused": "user"}')
    assert check["result"]["format"] == "keycloak"
    lost = [{"what": "role", "name": "lost", "rows": 1}, {"what": "service account", "name": "robot", "rows": 1}]
    assert (check["result"]["rows"], check["result"]["notImported"]) == (1, lost)
    assert check["result"]["unusedMappings"] == ["unused"]
    wrong = await upload(admin, content, roleMapping="[]")
    assert wrong.fields == {"roleMapping": "must be a JSON object of names of roles"}


async def test_a_name_or_an_address_that_the_file_has_twice_is_not_called_taken(
    service: Service, admin: Client
) -> None:
    """Mutant: the words for the name of a user who exists, which sends people to search the list of users."""
    rows = "username,email\nann,a@example.com\nAnn,\nbob,A@example.com\n"
    check = await checked(admin, rows)
    assert await refusals(admin, check) == {
        2: "username also occurs in an earlier row of the file",
        3: "email also occurs in an earlier row of the file",
    }
    assert await refusals(admin, await applied(admin, check)) == await refusals(admin, check)


async def test_names_that_occur_twice_are_found_across_batches(service: Service, admin: Client) -> None:
    """Mutant: the set of names that a check has met is new for each batch."""
    names = [f"u{number}" for number in range(400)]
    rows = "username\n" + "\n".join([*names, "U3"]) + "\n"
    check = await checked(admin, rows)
    assert check["result"]["created"] == 400
    assert await refusals(admin, check) == {401: "username also occurs in an earlier row of the file"}
    done = await applied(admin, check)
    assert (done["result"]["created"], done["result"]["refused"]) == (400, 1)


async def test_a_file_with_too_many_rows_is_refused_by_its_check(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: the size alone is bounded. Ten million short names fit into 60 MB, and took 1.3 GB of the worker's
    memory."""
    monkeypatch.setattr("doorward.features.transfer.over_http.operation._MOST_ROWS", 300)
    names = [f"u{number}" for number in range(301)]
    assert (await checked(admin, "\n".join(["username", *names[:300]])))["result"]["created"] == 300
    check = await checked(admin, "\n".join(["username", *names]))
    assert (check["state"], check["reason"]) == ("failed", "unreadable_file")
    assert check["result"]["error"].startswith("The file has more than 300 rows;")


async def test_a_cancelled_import_keeps_what_it_has_done_and_its_file_is_deleted(
    service: Service, admin: Client
) -> None:
    check = await checked(admin, ROWS)
    await service.core.jobs.stop()
    started = (await admin.post(f"/api/imports/{check['id']}/apply")).data
    assert (await admin.post(f"/api/operations/{started['id']}/cancel")).data["state"] == "cancelled"
    await service.core.operations.work()
    assert (await admin.get("/api/users?keyword=ann")).data["total"] == 0
    await _purge(service)
    assert await files(service) == 0


async def _purge(service: Service) -> None:
    for job in service.core.jobs._jobs:
        if job.name == "purge uploads":
            await job.work()
