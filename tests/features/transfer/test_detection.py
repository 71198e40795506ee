"""Which files are understood, and what is said of the others."""

import json
from pathlib import Path

import pytest

from tests.features.transfer import samples
from tests.support.cli import doorward
from tests.support.databases import Databases

TABLE = [("username", "name", "roles"), ("ann", "Ann Lee", "user"), ("王芳", "王, 芳", "user")]
CHINESE = ["用户名,姓名,角色", 'ann,"李, 安",user', '王芳,"王, 芳",user', ""]
LINES = {
    "semicolons": "\n".join(";".join(cells) for cells in TABLE).encode(),
    "tabs": "\r\n".join("\t".join(cells) for cells in TABLE).encode(),
    "bom": b"\xef\xbb\xbf" + "\n".join(";".join(cells) for cells in TABLE).encode(),
    "utf-16 of a spreadsheet": "\r\n".join("\t".join(cells) for cells in TABLE).encode("utf-16"),
    "utf-16 of PowerShell": "".join(
        json.dumps(dict(zip(TABLE[0], cells, strict=True))) + "\r\n" for cells in TABLE[1:]
    ).encode("utf-16"),
    "Chinese headings": "\n".join(CHINESE).encode(),
    "GBK of Excel in Chinese": "\r\n".join(CHINESE).encode("gbk"),
    "blank lines before the headings": "\n".join(["", " ", *CHINESE]).encode(),
}
NONSENSE = {
    "a sentence": (b"This is a letter to my grandmother.", "is not recognised"),
    "a letter": (b"Dear Ann,\nhow are you, and the others?\nYours, Bob\n", "is not recognised"),
    "nothing": (b"", "is empty"),
    "blank lines": (b"\n \r\n\n", "is empty"),
    "unknown headings in GBK": ("登录名,邮件\n王芳,a@b.cn\n".encode("gbk"), "is not UTF-8 in its first line"),
    # Its bytes are valid GB18030 as well.
    "headings in Korean": ("사용자,이름\n왕방,왕방\n".encode("euc-kr"), "is not UTF-8 in its first line: save it as"),
    "no usernames in GBK": ("登录名,姓名\nwf,王芳\n".encode("gbk"), "its first line has '登录名', '姓名'"),
    "damaged GBK": ("用户名\n王芳\n".encode("gbk") + b"\xff\n", "is damaged: save it as UTF-8"),
    "bytes": (b"\x7fELF\x00\x00\x01\x02", "is not text"),
    "half of utf-16": (b"\xff\xfea\x00b", "is damaged"),
    "a dump of other tables": (b"INSERT INTO cats VALUES (1, 'Tom');", "holds no users"),
    "a dump of another application": (
        b'[{"model": "shop.cat", "pk": 1, "fields": {"name": "Tom"}}]',
        "holds no users in the format django",
    ),
    "an empty list": (b"[]", "holds no users"),
}


async def test_files_of_other_spreadsheets_and_shells_are_read(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutants: UTF-16 as UTF-8, which has a NUL behind each letter; a mark before the first column; GBK as UTF-8."""
    for number, (kind, content) in enumerate(LINES.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with sqlite_databases.new(folder) as environ:
            (folder / "users.csv").write_bytes(content)
            run = await doorward(environ, "import", str(folder / "users.csv"), "--json")
            assert (run.code, run.json["created"], run.json["refused"]) == (0, 2, 0), kind
            shown = await doorward(environ, "users", "show", "王芳", "--json")
            assert (shown.json["name"], shown.json["roles"]) == ("王, 芳", ["user"]), kind


async def test_a_status_may_be_written_as_a_word(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    enabled, disabled = ["1", "", "Enabled", "启用", "已启用"], ["0", "disabled", "禁用", "已禁用", "停用"]
    words = dict.fromkeys(enabled, 1) | dict.fromkeys(disabled, 0)
    table = "".join(f"word{number},{word}\n" for number, word in enumerate(words))
    (tmp_path / "users.csv").write_text(f"username,status\n{table}wrong,often\n", "utf-8")
    async with sqlite_databases.new(tmp_path) as environ:
        run = await doorward(environ, "import", str(tmp_path / "users.csv"), "--json")
        assert (run.json["created"], run.json["refused"]) == (len(words), 1)
        await doorward(environ, "export", str(tmp_path / "exported.jsonl"))
        exported = map(json.loads, (tmp_path / "exported.jsonl").read_text("utf-8").splitlines())
        read = {user["username"]: user["status"] for user in exported}
        assert [read[f"word{number}"] for number in range(len(words))] == list(words.values())


async def test_files_that_hold_no_users_are_errors(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutant: a text file as a table without rows, of which the command says "rows 0"."""
    async with sqlite_databases.new(tmp_path) as environ:
        for kind, (content, said) in NONSENSE.items():
            (tmp_path / "file").write_bytes(content)
            for options in ((), ("--dry-run",)):
                run = await doorward(environ, "import", str(tmp_path / "file"), *options)
                assert (run.code, run.out) == (1, ""), kind
                assert said in run.err, (kind, run.err)
        (tmp_path / "file").write_bytes(NONSENSE["a sentence"][0])
        forced = await doorward(environ, "import", str(tmp_path / "file"), "--from", "csv")
        assert (forced.code, "has no column username" in forced.err) == (1, True)
        (tmp_path / "header.csv").write_text("username,name\n")
        assert (await doorward(environ, "import", str(tmp_path / "header.csv"))).code == 0


async def test_of_two_columns_for_one_field_the_second_is_left_out(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutant: the last of them, without a word about the other."""
    (tmp_path / "users.csv").write_text("用户名,电话,手机号,密码\n王芳,010-1,139,'=long enough 7\n")
    async with sqlite_databases.new(tmp_path) as environ:
        run = await doorward(environ, "import", str(tmp_path / "users.csv"), "--json")
        assert (run.code, run.json["created"]) == (0, 1)
        assert [(each["what"], each["name"]) for each in run.json["notImported"]] == [("field", "手机号")]
        assert (await doorward(environ, "users", "show", "王芳", "--json")).json["phone"] == "010-1"


@pytest.mark.parametrize("username", [{"username": "ann"}, {}])
async def test_django_users_without_a_username_sign_in_by_their_address(
    username: dict[str, str], sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    (group, user) = json.loads(samples.django())
    del user["fields"]["username"]
    user = user | {"model": "accounts.user", "fields": user["fields"] | username}
    (tmp_path / "users.json").write_text(json.dumps([group, user]))
    async with sqlite_databases.new(tmp_path) as environ:
        assert (await doorward(environ, "import", str(tmp_path / "users.json"))).code == 0
        assert (await doorward(environ, "users", "show", username.get("username", "ann@example.com"))).code == 0
