"""Second factors in files of other systems: people keep their authenticator apps, and the report tells of the rest."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from doorward.crypto.totp import TotpSecret
from tests.core.test_audit import trail
from tests.features.transfer import samples
from tests.features.transfer.test_real_exports import EXPORTS
from tests.support.cli import Run, doorward
from tests.support.factors import FACTORS, pending, prove, settle
from tests.support.service import PASSWORD, Client, Service

# The key of the test vectors of RFC 6238.
KEY = b"12345678901234567890"
SECRET = base64.b32encode(KEY).decode()


def code(service: Service, secret: TotpSecret) -> str:
    return secret.code(secret.step(service.clock()))


async def sign_in(service: Service, username: str, secret: TotpSecret, password: str = samples.PASSWORD) -> Client:
    settle(service.clock)
    flow = await pending(service.anonymous, username, password)
    answer = await prove(service.anonymous, flow, "totp", code(service, secret))
    assert answer.code == 200, answer.body
    return Client(service, answer.data)


def jsonl(path: Path, *users: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps({"passwordHash": samples.BCRYPT} | user) + "\n" for user in users))
    return path


def otp(value: str = "Tz4mB9xQ2kLw7vRp3nYs", **data: Any) -> dict[str, Any]:
    """A credential of Keycloak."""
    usual = {"subType": "totp", "digits": 6, "counter": 0, "period": 30, "algorithm": "HmacSHA1"}
    return {
        "type": "otp",
        "secretData": json.dumps({"value": value}),
        "credentialData": json.dumps(usual | data),
        "userLabel": "Telephone",
    }


def keycloak(path: Path, **credentials: list[Any]) -> Path:
    """A realm with these users."""
    users = [{"username": name, "enabled": True, "credentials": given} for name, given in credentials.items()]
    path.write_text(json.dumps({"realm": "shop", "users": users}))
    return path


async def imported(environ: dict[str, str], file: Path, *options: str, code: int = 0) -> Run:
    run = await doorward(environ, "import", str(file), "--json", *options)
    assert run.code == code, run.out + run.err
    return run


def report(run: Run) -> dict[str, str]:
    """What was left out, by username."""
    lines = [json.loads(line) for line in Path(run.json["report"]).read_text().splitlines()]
    return {line["username"]: line["leftOut"] for line in lines}


async def apps(service: Service, username: str) -> list[tuple[Any, ...]]:
    sql = (
        "SELECT f.type, f.name, f.confirmed, f.sealed, u.factors FROM factors f JOIN users u ON u.id = f.user_id"
        " WHERE u.username = $1 ORDER BY f.id"
    )
    return [tuple(row) for row in await service.core.database.fetch(sql, username)]


async def test_people_keep_their_authenticator_apps(environ: dict[str, str], service: Service, tmp_path: Path) -> None:
    """Mutants: the text of Keycloak decoded as base32; `users.factors` left at 0; a label without the user's id."""
    for name in ("keycloak-realm.json", "authentik.json"):
        await imported(environ, EXPORTS / name, "--report", str(tmp_path / name))
        assert not (tmp_path / name).exists(), "nothing was left out"
    eve = await sign_in(service, "ak_totp", TotpSecret(KEY), "correct horse argon2")
    text = TotpSecret(b"Tz4mB9xQ2kLw7vRp3nYs")
    keith = await sign_in(service, "kc-otp", text, "secret")
    for client in (eve, keith):
        assert client.tokens["user"]["strength"] == "twoFactors"
        factor = (await client.get(FACTORS)).data["list"][0]
        assert (factor["type"], factor["name"]) == ("totp", "Telephone")
    assert await apps(service, "ak_argon2") == [], "an app that was never confirmed is not imported"
    (kind, _, confirmed, sealed, bits), *more = await apps(service, "kc-otp")
    assert (kind, confirmed, bits, more) == ("totp", 1, 1, [])
    assert "Tz4mB9xQ2kLw7vRp3nYs" not in sealed
    recorded = str(await trail(service))
    assert not any(secret in recorded for secret in ("Tz4mB9xQ2kLw7vRp3nYs", SECRET))


async def test_other_parameters_and_encodings_work_as_well(
    environ: dict[str, str], service: Service, tmp_path: Path
) -> None:
    file = keycloak(
        tmp_path / "realm.json",
        ann=[otp(SECRET.lower(), secretEncoding="BASE32", algorithm="HmacSHA256", digits=8, period=60)],
        bob=[otp(), otp(SECRET, secretEncoding="base32")],
    )
    await imported(environ, file)
    for name in ("ann", "bob"):
        assert (await doorward(environ, "users", "set-password", name, stdin=samples.PASSWORD)).code == 0
    await sign_in(service, "ann", TotpSecret(KEY, "SHA256", 8, 60))
    await sign_in(service, "bob", TotpSecret(KEY))
    await sign_in(service, "bob", TotpSecret(b"Tz4mB9xQ2kLw7vRp3nYs"))


async def test_what_cannot_be_imported_is_reported_for_each_user(
    environ: dict[str, str], service: Service, tmp_path: Path
) -> None:
    file = keycloak(
        tmp_path / "realm.json",
        ann=[otp(algorithm="HmacMD5"), otp(digits=4), otp()],
        bob=[otp(subType="hotp"), {"type": "webauthn", "credentialData": "{}", "secretData": "{}"}],
        eve=[otp(period=0), otp("not base32!", secretEncoding="BASE32"), otp(secretEncoding="HEX")],
        joe=[otp()],
    )
    rehearsed = await imported(environ, file, "--dry-run")
    shown = {row["username"]: row["reason"] for row in rehearsed.json["list"]}
    assert (shown["bob"], shown["joe"]) == (
        "without a second factor of the type 'hotp'; a second factor of the type 'webauthn'",
        "",
    )
    assert await apps(service, "joe") == []
    run = await imported(environ, file, code=5)
    assert (run.json["created"], run.json["refused"]) == (4, 0)
    assert report(run) == {
        "ann": "an authenticator app with the algorithm 'MD5'; an authenticator app with 4 digits",
        "bob": "a second factor of the type 'hotp'; a second factor of the type 'webauthn'",
        "eve": "an authenticator app with a period of 0 seconds; an authenticator app whose secret cannot be read",
    }
    assert [len(await apps(service, name)) for name in ("ann", "bob", "eve", "joe")] == [1, 0, 0, 1]
    assert "not base32!" not in run.out + run.err + Path(run.json["report"]).read_text()
    again = await imported(environ, Path(run.json["report"]))
    assert (again.json["unchanged"], again.json["refused"]) == (3, 0), "lines of imported users are left alone"


HOSTILE: list[Any] = [
    7, True, [7], [None], [[]], [{"type": {"a": 1}}], [{"type": "totp"}],
    [{"secret": "A" * 100_000}], [{"secret": "AAAA"}], [{"secret": ["A"]}], [{"secret": "ÄÖÜ" * 8}],
    [{"secret": SECRET, "digits": 10**40}], [{"secret": SECRET, "digits": 6.5}], [{"secret": SECRET, "digits": True}],
    [{"secret": SECRET, "period": "30; DROP"}], [{"secret": SECRET, "period": -30}],
    [{"secret": SECRET, "algorithm": "sha3\u0000"}], [{"secret": SECRET, "algorithm": ["SHA1"]}],
]  # fmt: skip


async def test_hostile_values_give_no_factor_and_no_failure(
    environ: dict[str, str], service: Service, tmp_path: Path
) -> None:
    users = [{"username": f"user{place}", "secondFactors": value} for place, value in enumerate(HOSTILE)]
    many = {"username": "many", "secondFactors": [{"secret": SECRET, "name": f"app {number}"} for number in range(12)]}
    odd = {"username": "odd", "secondFactors": [{"secret": SECRET, "name": "a\u202eb\u0000" * 99, "digits": "6"}]}
    run = await imported(environ, jsonl(tmp_path / "users.jsonl", *users, many, odd), code=5)
    assert (run.json["created"], run.json["refused"]) == (len(HOSTILE) + 2, 0)
    told = report(run)
    assert set(told) == {*(user["username"] for user in users), "many"}
    assert max(map(len, told.values())) < 200
    assert told["many"] == "more than 10 authenticator apps"
    assert len(await apps(service, "many")) == 10
    assert [row[:3] for row in await apps(service, "odd")] == [("totp", "", 1)], "a bad name is none"
    row = await service.core.database.fetchrow("SELECT count(*) FROM factors")
    assert row is not None
    assert row[0] == 11


async def test_an_update_adds_apps_to_users_who_have_none(
    environ: dict[str, str], service: Service, admin: Client, tmp_path: Path
) -> None:
    ann = await service.create(admin, "ann")
    session = await service.login("ann", PASSWORD)
    user = {"username": "ann", "passwordHash": None, "secondFactors": [{"secret": SECRET, "name": "Telephone"}]}
    run = await imported(environ, jsonl(tmp_path / "users.jsonl", user), "--existing", "update")
    assert run.json["changed"] == 1
    assert (await session.get("/api/auth/user")).reason == "session_ended", "it was opened without the factor"
    await sign_in(service, "ann", TotpSecret(KEY), PASSWORD)
    added = [entry for entry in await trail(service) if entry["action"] == "auth.factor_added"]
    assert [entry["target"] for entry in added] == [f"user:{ann['id']}"]
    other = user | {"secondFactors": [{"secret": base64.b32encode(b"another secret here!").decode()}]}
    again = await imported(environ, jsonl(tmp_path / "more.jsonl", other), "--existing", "update")
    assert (again.json["unchanged"], len(await apps(service, "ann"))) == (1, 1)


@pytest.mark.parametrize("form", ["jsonl", "keycloak", "authentik"])
async def test_exports_hold_no_secret_of_an_app(
    form: str, environ: dict[str, str], service: Service, tmp_path: Path
) -> None:
    user = {"username": "ann", "secondFactors": [{"secret": SECRET}]}
    await imported(environ, jsonl(tmp_path / "users.jsonl", user))
    exported = await doorward(environ, "export", "-", "--to", form)
    assert exported.code == 0, exported.err
    assert "ann" in exported.out
    assert not any(text in exported.out for text in (SECRET, KEY.decode(), KEY.hex(), "otp", "secondFactors"))
