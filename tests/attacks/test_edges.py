"""Numbers and times at the edges of their types: never an internal error, on either database."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from doorward.domain.times import FIRST, LAST
from tests.support.cli import doorward
from tests.support.routes import ROUTES, path_of
from tests.support.service import PASSWORD, Client, Service

NUMBERS = [
    "0", "-1", "1.5", "1e400", "nan", "٣", "²", "0x10", " 1", "+1",
    *(str(2**bits + more) for bits in (15, 31, 32, 53, 63, 64) for more in (-1, 0, 1)),
    str(-(2**63)), str(-(2**63) - 1), "9" * 16, "9" * 17, "9" * 5000,
]  # fmt: skip
TIMES = [
    "0001-01-01", "9999-12-31", "9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59",
    "10000-01-01", "0000-01-01", "2026-02-30", "9999-W52-7", "9999-W53-7", "2026-01-31T24:00:00Z",
    "2026-01-31T12:00:60Z", "T", "2026-01-31T12:00:00.123456789Z", "2026-01-31T12:00:00+99:99", "9" * 40,
]  # fmt: skip
CURSORS = ["0-0-0", "9" * 15 + "-9999-" + "9" * 18, "1-32767-1", "1-99999-1", "٣-٣-٣", "-1-0-0", "9" * 16 + "-0-0"]
EDGES = [*NUMBERS, *TIMES, *CURSORS]


@pytest.mark.parametrize("route", [each for each in ROUTES if each.query], ids=lambda each: each.summary)
async def test_every_query_parameter_takes_or_refuses_edges(service: Service, admin: Client, route: Any) -> None:
    path = path_of(route, 2**53)
    for field in msgspec.structs.fields(route.query):
        for value in EDGES:
            # CSV is a file without an envelope.
            response = await admin.http.request(
                route.method,
                path,
                params={field.encode_name: value},
                headers={"Authorization": f"Bearer {admin.token}"},
            )
            assert response.status_code in (200, 400, 404), (field.encode_name, value, response.text)


@pytest.mark.parametrize("route", [each for each in ROUTES if "{id}" in each.path], ids=lambda each: each.summary)
async def test_every_path_takes_or_refuses_ids_at_the_edges(service: Service, admin: Client, route: Any) -> None:
    for number in NUMBERS:
        if number != "1":
            answer = await admin.call(route.method, route.template.replace("{id}", number), {} if route.body else None)
            assert answer.code in (400, 404), (route.path, answer.body)


@pytest.mark.parametrize("number", [2**31, 2**53, 2**63 - 1, 2**63, 2**64, 10**400, -(2**63) - 1, 1e308, 1.5])
async def test_numbers_in_json_are_refused_or_kept(service: Service, admin: Client, number: float) -> None:
    body = {"username": "ann", "password": PASSWORD}
    assert (await admin.post("/api/users", body | {"status": number})).reason == "validation_failed"
    kept = await admin.post("/api/users", body | {"metadata": {"number": number}})
    assert kept.code in (200, 400), kept.body
    if kept.code == 200:
        assert (await admin.get(f"/api/users/{kept.data['id']}")).data["metadata"] == kept.data["metadata"]


async def test_the_last_day_and_the_first_are_days(service: Service, admin: Client) -> None:
    everything = (await admin.get("/api/audit?from=0001-01-01&to=9999-12-31")).data["list"]
    assert everything
    assert (await admin.get("/api/audit")).data["list"] == everything
    assert (await admin.get("/api/audit?from=9999-12-31")).data["list"] == []


@pytest.mark.parametrize(("stored", "shown"), [
    (1_700_000_000_000_000, "9999-12-31T23:59:59.999Z"), (LAST, "9999-12-31T23:59:59.999Z"),
    (2**63 - 1, "9999-12-31T23:59:59.999Z"), (FIRST, "0001-01-01T00:00:00.000Z"),
    (-(2**63), "0001-01-01T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
])  # fmt: skip
async def test_a_number_that_is_no_time_is_shown_as_the_nearest_time(
    service: Service, admin: Client, stored: int, shown: str
) -> None:
    """An earlier version may have imported it. Mutant: `iso` without the range."""
    ann = await service.create(admin, "ann")
    await service.core.database.write(
        lambda tx: tx.execute(
            "UPDATE users SET created_at = $1, updated_at = $1, last_login_at = $1 WHERE id = $2", stored, ann["id"]
        )
    )
    for sort in ("id", "createdAt", "-lastLoginAt"):
        answer = await admin.get(f"/api/users?sort={sort}")
        found = next(user for user in answer.data["list"] if user["username"] == "ann")
        assert (found["createdAt"], found["updatedAt"], found["lastLoginAt"]) == (shown,) * 3
    assert (await admin.get(f"/api/users/{ann['id']}")).data["createdAt"] == shown


async def test_an_import_refuses_numbers_that_are_no_times(environ: dict[str, str], tmp_path: Path) -> None:
    """Mutant: a row whose `createdAt` is in microseconds is imported."""
    assert (await doorward(environ, "migrate")).code == 0
    wrong = [1_700_000_000_000_000, LAST + 1, FIRST - 1, 2**63, 10**30, -(2**63) - 1]
    rows = [
        {"username": f"u{row}-{field}", field: number}
        for row, number in enumerate(wrong)
        for field in ("createdAt", "updatedAt", "lastLoginAt")
    ]
    rows += [{"username": "first", "createdAt": "0001-01-01T00:00:00Z"}, {"username": "last", "createdAt": LAST}]
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    run = await doorward(environ, "import", str(file), "--json")
    assert (run.json["created"], run.json["refused"]) == (2, len(rows) - 2), run.err
    assert (await doorward(environ, "users", "list", "--json")).code == 0
    assert "createdAt must be a date and time" in (tmp_path / "rows.jsonl.refused.jsonl").read_text()
