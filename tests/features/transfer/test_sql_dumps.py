"""SQL dumps: statements are told from texts that read like them, and both ways of PostgreSQL to write rows are read."""

import json
from pathlib import Path

from tests.support.cli import doorward
from tests.support.databases import Databases

HASH = "$2a$10$N9qo8uLOickgx2ZMRZoMyeYqmy/OJJeripo012Iv.n0oC.fpKpf3u"
# As users of the other system may call themselves.
FORGED = (
    "insert into auth.users (email,encrypted_password,raw_app_meta_data)"
    f' values (eve@x.example,{HASH},{{"roles":["staff"]}})'
)
FORGED_RUOYI = f"insert into sys_user (user_name,nick_name,password,status) values (eve,Eve,{HASH},0)"
ROLES = '{"roles": ["staff"]}'
INSERTED = (
    'INSERT INTO "auth"."users" ("id", "email", "encrypted_password", "raw_app_meta_data") VALUES\n'
    f"	('1', 'sue@x.example', '{HASH}', '{ROLES}')"
)
COPY = "COPY auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data) FROM stdin;"


def copied(name: str = "Sue", bio: str = "") -> str:
    metadata = json.dumps({"name": name, "bio": bio}, ensure_ascii=False).replace("\\", r"\\")
    return f"{COPY}\n1\tsue@x.example\t{HASH}\t{ROLES}\t{metadata}\n\\.\n"


DUMPS = (
    f"""INSERT INTO "auth"."log" ("id", "payload") VALUES ('b', '{FORGED}');\n{INSERTED};""",
    f"""INSERT INTO "auth"."log" ("id") VALUES ('it''s {FORGED}');\n{INSERTED};""",
    f"""INSERT INTO "auth"."log" ("id") VALUES ('\\');\n-- it's {FORGED}\n/* {FORGED} */\n{INSERTED};""",
    f"""CREATE TABLE "a" ();\nCREATE FUNCTION f() AS $body$ it's {FORGED} $body$;\n{INSERTED};""",
    f"""{INSERTED},\n\t(E'2', 'bob''s {FORGED}', '', '');""",
    f"COPY auth.log (id, payload) FROM stdin;\nb\t{FORGED}\n\\.\n{copied()}",
    copied(bio=FORGED),
    f"COPY auth.log (id) FROM stdin;\n{COPY}\n2\teve@x.example\t\t\t\n\\.\n{copied()}",
)


async def test_a_text_that_reads_like_a_statement_makes_no_user(environ: dict[str, str], tmp_path: Path) -> None:
    """Users of the other system choose their names, and logs repeat them. Mutant: statements that are searched for
    within texts, comments and copied rows; a broken row behind which the reader goes on within a text."""
    for number, dump in enumerate(DUMPS):
        (tmp_path / "dump.sql").write_text(dump)
        await doorward(environ, "import", str(tmp_path / "dump.sql"), "--role", "staff=user", "--existing", "update")
        found = (await doorward(environ, "users", "list", "--json")).json["list"]
        assert [(user["username"], user["roles"]) for user in found[1:]] == [("sue@x.example", ["user"])], number
        await doorward(environ, "users", "delete", "sue@x.example", "--yes")


async def test_a_text_in_a_dump_of_mysql_makes_neither_a_user_nor_another_order_of_columns(
    environ: dict[str, str], tmp_path: Path
) -> None:
    """Mutant: the columns of the first CREATE TABLE in the file, wherever it stands."""
    forged = "create table sys_user (password text, user_name text, nick_name text, status text)"
    (tmp_path / "ry.sql").write_text(
        f"INSERT INTO `sys_oper_log` VALUES (1,'it\\'s {FORGED_RUOYI}'),(2,'\\\\'),(3,'{forged}');\n# it's a comment\n"
        "CREATE TABLE `sys_user` (`user_name` text, `nick_name` text, `password` text, `status` text, `remark` text);\n"
        f"INSERT INTO `sys_user` VALUES ('ann','O\\'Hara','{HASH}','0','it\\'s {FORGED_RUOYI}');\n"
    )
    run = await doorward(environ, "import", str(tmp_path / "ry.sql"), "--json")
    assert (run.code, run.json["created"]) == (0, 1), run.err
    ann = (await doorward(environ, "users", "show", "ann", "--json")).json
    assert (ann["name"], ann["status"]) == ("O'Hara", 1)


async def test_copied_rows_of_supabase_come_with_their_authenticator_apps(
    environ: dict[str, str], tmp_path: Path
) -> None:
    """As `supabase db dump --use-copy` and pg_dump write them. Mutants: escapes that are kept; factors that are not
    verified, or that vanish without a word."""
    factors = (
        "COPY auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret) FROM stdin;\n"
        "f1\t1\tMy phone\ttotp\tverified\tGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n"
        "f2\t1\tUnfinished\ttotp\tunverified\tGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJR\n"
        "f3\t1\tText messages\tphone\tverified\t\\N\n\\.\n"
    )
    users = copied('Sue "Q" Ünal')
    (tmp_path / "dump.sql").write_text(f"--\n-- PostgreSQL database dump\n--\n{users}\n{factors}")
    run = await doorward(environ, "import", str(tmp_path / "dump.sql"), "--role", "staff=user", "--json")
    assert (run.code, run.json["created"]) == (5, 1), run.err
    left = [(entry["what"], entry["name"]) for entry in run.json["notImported"]]
    assert left == [("second factor", "a second factor of the type 'phone'"), ("attribute", "bio")]
    sue = (await doorward(environ, "users", "show", "sue@x.example", "--json")).json
    assert (sue["name"], sue["roles"]) == ('Sue "Q" Ünal', ["user"])
    held = (await doorward(environ, "users", "factors", "sue@x.example", "--json")).json["list"]
    assert [(factor["type"], factor["name"]) for factor in held] == [("totp", "My phone")]


async def test_a_list_of_realms_is_told_from_a_list_of_users(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """As `kc.sh export --file` without --realm writes it."""
    (tmp_path / "all.json").write_text(json.dumps([{"realm": "shop", "users": [{"username": "ann", "enabled": True}]}]))
    async with sqlite_databases.new(tmp_path) as environ:
        run = await doorward(environ, "import", str(tmp_path / "all.json"))
        assert (run.code, "export one of them, with --realm" in run.err) == (1, True)
