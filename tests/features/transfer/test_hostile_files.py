"""Files that are damaged, or made to harm: each ends with a clear message, and takes little memory and time."""

import io
import json
import tracemalloc
from pathlib import Path

import pytest

from doorward.features.transfer.model import Verdict
from doorward.features.transfer.over_http.operation import OpenImport
from doorward.features.transfer.over_http.parameters import ImportParameters
from tests.features.transfer.measured import measured_import
from tests.support.cli import Run, doorward
from tests.support.databases import Databases
from tests.support.service import Client, Service

_DEEP = "[" * 100_000 + "]" * 100_000


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def import_file(environ: dict[str, str], path: Path, content: str | bytes, *options: str) -> Run:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    run = await doorward(environ, "import", str(path), "--json", *options)
    assert "Traceback" not in run.err, run.err[-2000:]
    return run


def reasons(run: Run) -> list[str]:
    """Why rows were refused."""
    lines = Path(run.json["report"]).read_text()
    if run.json["report"].endswith(".jsonl"):
        return [json.loads(line)["refused"] for line in lines.splitlines()]
    import csv

    return [row["refused"] for row in csv.DictReader(io.StringIO(lines))]


async def test_rows_that_cannot_be_read_are_refused_and_the_others_imported(
    environ: dict[str, str], tmp_path: Path, service: Service, admin: Client
) -> None:
    """Mutants: each of these ended with a traceback, after the rows before it had been imported."""
    lines = [
        b'{"username": "ann"}',
        b'{"username": "long", "name": "' + b"x" * (1 << 20) + b'"}',
        b'{"username": "latin", "name": "\xff"}',
        b'{"username": "deep", "metadata": ' + _DEEP.encode() + b"}",
        b'{"username": "big", "createdAt": 1' + b"0" * 5000 + b"}",
        b'{"username": "micro", "createdAt": 1700000000000000}',
        b'{"username": "huge", "createdAt": 1' + b"0" * 30 + b"}",
        b'{"username": "float", "createdAt": 1e300}',
        b'{"username": "nul", "roles": ["a\\u0000b"]}',
        b'{"username": {"a": 1}, "metadata": {"n": 1' + b"0" * 30 + b"}}",
        b'{"username": "bob", "roles": null}',
    ]
    run = await import_file(environ, tmp_path / "users.jsonl", b"\n".join(lines))
    assert (run.code, run.json["created"], run.json["refused"]) == (5, 2, len(lines) - 2), run.err
    told = reasons(run)
    assert told[0] == "The row is longer than 1,048,576 bytes"
    assert all("not a JSON object" in reason for reason in told[1:4])
    assert all(reason.startswith("createdAt must be") and "milliseconds" in reason for reason in told[4:7])
    assert "which is not a role" in told[7]
    assert (await admin.get("/api/users")).data["total"] == 3

    table = b"username,name\nann2,Ann\nlong," + b"x" * (2 << 20) + b"\nlatin,J\xf6rg\nbob2,Bob\n"
    run = await import_file(environ, tmp_path / "users.csv", table)
    assert (run.code, run.json["created"], run.json["refused"]) == (5, 2, 2), run.err
    assert "near line 3" in reasons(run)[0]
    assert reasons(run)[1] == "The row is not UTF-8 in name; save the file as UTF-8"


def test_an_import_over_http_holds_no_whole_rows_in_memory(tmp_path: Path) -> None:
    """Mutant: proposals with the rows of the file. Each of these takes 6 MB, and two hundred are a batch."""
    row = b'{"username":"ann","metadata":[' + b"[]," * 100_000 + b"[]]}\n"
    file = tmp_path / "users.jsonl"
    file.write_bytes(b'{"username":"bob"}\n' + row * 10)
    source = OpenImport(file.open("rb"), ImportParameters(1, file.name, "", "refuse", "merge", {}, "en"), 0)
    tracemalloc.start()
    try:
        source.begin()
        refused = [proposal for proposal in source.next_batch() if isinstance(proposal.candidate, Verdict)]
        assert len(refused) == 10
        assert tracemalloc.get_traced_memory()[1] < 30 << 20
    finally:
        tracemalloc.stop()
        source.close()


async def test_values_of_an_unexpected_kind_refuse_their_row_in_every_format(
    environ: dict[str, str], tmp_path: Path, service: Service, anyio_backend: str
) -> None:
    """Mutant: `propose` that expects only errors of the rules, and ends the import with a traceback."""
    odd = ["null", "1e400", "-1", '"x"', "[[]]", "[[[]]]", "[null]", "{}", '"\\u0000"', '"' + "9" * 5000 + '"']
    users = {
        "jsonl": ("username", "name", "roles", "status", "password", "passwordHash", "createdAt", "metadata"),
        "keycloak": ("username", "attributes", "realmRoles", "credentials", "createdTimestamp"),
        "auth0": ("user_id", "app_metadata", "custom_password_hash", "created_at"),
        "firebase": ("localId", "customAttributes", "passwordHash", "createdAt"),
        "django": ("username", "groups", "password", "date_joined"),
        "supabase": ("id", "raw_user_meta_data", "raw_app_meta_data", "banned_until"),
        "pocketbase": ("username", "roles", "metadata", "created"),
        "ruoyi": ("user_name", "status", "create_time"),
    }
    for form, fields in users.items():
        name, *others = fields
        rows = [f'{{"{name}": "{form}{n}.{m}", "{o}": {v}}}' for n, o in enumerate(others) for m, v in enumerate(odd)]
        run = await import_file(
            environ, tmp_path / f"{form}.json", f"[{','.join(rows)}]", "--from", form, "--role", "a=user"
        )
        assert run.json["created"] + run.json["refused"] == len(rows), run.err


async def test_a_report_that_cannot_be_written_is_named_and_its_rows_are_read_again(
    environ: dict[str, str], tmp_path: Path, service: Service, anyio_backend: str
) -> None:
    """Mutant: on PostgreSQL the OSError inside the transaction was told as a lost connection to the database."""
    file, report = tmp_path / "users.csv", tmp_path / "none" / "report.csv"
    run = await import_file(environ, file, "username\nann\na b\n", "--report", str(report))
    assert run.code == 1
    assert run.error["message"].startswith("The report of refused rows can't be written ([Errno 2]")
    report.parent.mkdir()
    run = await import_file(environ, file, "username\nann\na b\n", "--report", str(report))
    assert (run.json["created"], run.json["refused"]) == (1, 1)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("deep.json", _DEEP, "is not JSON"),
        ("cut.json", '[{"username": "ann"}', "is not JSON"),
        ("none.json", '{"users": 3,\n"realm": "shop"}', "holds no list of users"),
        ("latin.sql", b"INSERT INTO sys_user VALUES ('J\xf6rg');", "is not UTF-8 at byte 31"),
        ("not.xlsx", b"PK\x03\x04 and no archive", "is not an Excel workbook"),
        ("long.csv", b"username," + b"x" * (2 << 20), "in its first line: it is longer than"),
    ],
)
async def test_a_file_that_cannot_be_read_ends_with_one_line(
    sqlite_databases: Databases, tmp_path: Path, name: str, content: str | bytes, message: str, anyio_backend: str
) -> None:
    async with sqlite_databases.new(tmp_path) as environ:
        run = await import_file(environ, tmp_path / name, content)
        assert run.code == 1
        assert message in run.error["message"]
        assert len(run.err.splitlines()) == 1


async def test_a_dump_with_endless_whitespace_or_statements_is_read_in_linear_time(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutants: patterns that go back over whitespace or an unclosed list of columns for each start."""
    hostile = [
        "INSERT INTO sys_user VALUES (" + "1," * 19 + "'x')" + " " * 400_000 + ";",
        "INSERT INTO sys_user (a" * 40_000,
        "CREATE TABLE sys_user (a " * 40_000 + "INSERT INTO sys_user VALUES ('" + "''" * 400_000,
    ]
    async with sqlite_databases.new(tmp_path) as environ:
        for number, content in enumerate(hostile):
            file = tmp_path / f"{number}.sql"
            file.write_text(content)
            run, peak, seconds = await measured_import(environ, file)
            assert b"Traceback" not in run.err.encode()
            assert (seconds < 20, peak < 250) == (True, True), (number, seconds, peak)


async def test_expensive_hashes_are_refused_from_every_system(sqlite_databases: Databases, tmp_path: Path) -> None:
    bcrypt = f"$2b$16${'.' * 53}"
    data = json.dumps({"hashIterations": 9_000_000, "algorithm": "pbkdf2-sha256"})
    secret = json.dumps({"value": "A" * 44, "salt": "AAAA"})
    keycloak = {"type": "password", "secretData": secret, "credentialData": data}
    columns = "user_name, nick_name, password, status, del_flag"
    files = {
        "own.csv": f"username,passwordHash\nann,{bcrypt}\n",
        "keycloak.json": json.dumps({"users": [{"username": "ann", "credentials": [keycloak]}]}),
        "django.json": json.dumps(
            [{"model": "auth.user", "fields": {"username": "ann", "password": f"bcrypt${bcrypt}"}}]
        ),
        "ruoyi.sql": f"INSERT INTO sys_user ({columns}) VALUES ('ann', 'Ann', '{bcrypt}', '0', '0');",
        "supabase.json": json.dumps([{"email": "ann@example.com", "encrypted_password": bcrypt}]),
    }
    async with sqlite_databases.new(tmp_path) as environ:
        for name, content in files.items():
            run = await import_file(environ, tmp_path / name, content)
            assert (run.code, run.json["refused"]) == (5, 1), (name, run.err)
            assert "passwordHash asks for more time or memory than one sign-in may take" in reasons(run)[0]


async def test_formulas_are_neutral_in_csv_and_come_back_as_they_were(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutant: an apostrophe that is added and not removed, or removed from text that had it before."""
    names = ['=HYPERLINK("http://example.com")', "+1", "-1", "@a", "'=1", "''-", "'plain", "plain"]
    rows = [{"username": f"u{number}", "name": name, "phone": "+1 555"} for number, name in enumerate(names)]
    (one, two) = (tmp_path / "one", tmp_path / "two")
    one.mkdir()
    two.mkdir()
    async with sqlite_databases.new(one) as first, sqlite_databases.new(two) as second:
        made = await import_file(first, tmp_path / "users.jsonl", "\n".join(map(json.dumps, rows)))
        assert made.json["created"] == len(names), made.err
        exported = tmp_path / "users.csv"
        assert (await doorward(first, "export", str(exported))).code == 0
        assert "\n=" not in exported.read_text()
        assert ",=" not in exported.read_text().replace('"', "")
        assert (await doorward(second, "import", str(exported), "--existing", "skip")).code == 0
        again = await doorward(second, "export", "-", "--to", "jsonl")
        found = [json.loads(line) for line in again.out.splitlines()]
        assert [row["name"] for row in found if row["username"] != "admin"] == names
        assert {row["phone"] for row in found if row["username"] != "admin"} == {"+1 555"}
