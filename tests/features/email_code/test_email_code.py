"""Signing in by a mailed code."""

import asyncio
from typing import Any

import jwt
import pytest

from doorward.domain.sign_in.one_time_tokens import MAX_TRIES
from doorward.features.email_code.service import EmailCodes
from tests.features.email_code.support import ANN, ASK, VERIFY, ask, ask_and_read, other_than, verify
from tests.support.mail import newest_mail
from tests.support.service import PASSWORD, Client, Service


@pytest.mark.parametrize("identifier", ["ann", "ANN@example.COM"])
async def test_the_mailed_code_signs_in_and_verifies_the_address(
    service: Service, admin: Client, identifier: str
) -> None:
    ann = await service.create(admin, "ann", email=ANN)
    assert ann["emailVerified"] is False
    flow, code = await ask_and_read(service, admin, identifier)
    answer = await verify(service.anonymous, flow, code)
    assert set(answer.data) == {"token", "refreshToken", "expiresIn", "user"}
    assert (answer.data["user"]["username"], answer.data["user"]["emailVerified"]) == ("ann", True)
    claims = jwt.decode(answer.data["token"], options={"verify_signature": False})
    assert (claims["amr"], claims["acr"], claims["auth_time"]) == (["otp"], "urn:doorward:acr:1fa", claims["iat"])
    signed_in = Client(service, answer.data)
    assert (await signed_in.get("/api/auth/user")).data["emailVerified"] is True
    assert (await signed_in.refresh()).code == 200
    entry = (await admin.get("/api/audit", params={"action": "auth.login", "target": f"user:{ann['id']}"})).data
    assert entry["list"][0]["details"]["method"] == ["otp"]


async def test_the_version_of_a_verified_user_stays(service: Service, admin: Client) -> None:
    """An administrator who edits the user meanwhile must not get 412. Mutant: `version + 1`."""
    ann = await service.create(admin, "ann", email=ANN, emailVerified=True)
    before = (await admin.get(f"/api/users/{ann['id']}")).headers["etag"]
    assert (await verify(service.anonymous, *await ask_and_read(service, admin))).code == 200
    assert (await admin.get(f"/api/users/{ann['id']}")).headers["etag"] == before


async def test_a_step_up_by_password_joins_the_methods(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ANN)
    ann = Client(service, (await verify(service.anonymous, *await ask_and_read(service, admin))).data)
    for _ in range(2):
        ann.tokens |= (await ann.post("/api/auth/step-up", {"method": "password", "password": PASSWORD})).data
        claims = jwt.decode(ann.token, options={"verify_signature": False})
        assert claims["amr"] == ["otp", "pwd"]


async def test_answers_are_the_same_for_known_and_unknown_identifiers(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ANN)
    await service.create(admin, "off", email="off@example.com", status=0)
    await service.create(admin, "bare")
    answers = [
        await service.anonymous.post(ASK, {"identifier": name}) for name in ("ann", "off", "bare", "zoe", "z@z.com")
    ]
    flows = [answer.data.pop("flow") for answer in answers]
    assert len({len(flow) for flow in flows}) == 1
    assert [answer.data for answer in answers] == [{"expiresIn": 600}] * 5
    await EmailCodes(service.core).carry_out_requests()
    for flow in flows[1:]:
        wrong = [await verify(service.anonymous, flow, "000000") for _ in range(MAX_TRIES + 1)]
        assert [answer.reason for answer in wrong] == ["invalid_code"] * 6
        assert [answer.data["remaining"] for answer in wrong] == [4, 3, 2, 1, 0, 0]
    listed = (await admin.get("/api/mail", params={"kind": "email_code"})).data["list"]
    assert [mail["recipient"] for mail in listed] == [ANN]
    entries = (await admin.get("/api/audit", params={"action": "auth.email_code_requested"})).data["list"]
    outcomes = sorted(entry["details"]["outcome"] for entry in entries)
    assert outcomes == ["disabled", "mailed", "no_address", "unknown", "unknown"]
    assert "z@z.com" not in str(entries)


class Recording:
    """Passes calls to the database on, and notes their statements."""

    def __init__(self, reader: Any, statements: list[str]) -> None:
        self._reader, self._statements = reader, statements

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._reader, name)

        def call(*args: Any) -> Any:
            self._statements.append(f"{name} {args[0]}")
            return method(*args)

        return call


async def test_the_request_runs_the_same_statements_whatever_it_names(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a lookup of the user in the request."""
    await service.create(admin, "ann", email=ANN)
    await service.core.jobs.stop()  # They use the database as well.
    statements: list[str] = []
    database, write = service.core.database, service.core.database.write
    monkeypatch.setattr(database, "write", lambda work: write(lambda tx: work(Recording(tx, statements))))
    for name in ("fetch", "fetchrow"):
        monkeypatch.setattr(database, name, getattr(Recording(database, statements), name))
    await ask(service.at("198.51.100.1"), "ann")
    known = statements.copy()
    statements.clear()
    await ask(service.at("198.51.100.2"), "zoe")
    assert known == statements
    assert len(known) >= 2


@pytest.mark.parametrize("typed", ["{0} {1}", " {0}{1}\n", "{0}\u00a0{1}"])
async def test_spaces_and_wide_digits_in_a_code_do_no_harm(service: Service, admin: Client, typed: str) -> None:
    await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin)
    wide = code[:3].translate({ord(str(digit)): 0xFF10 + digit for digit in range(10)})
    assert (await verify(service.anonymous, flow, typed.format(wide, code[3:]))).code == 200


async def test_a_user_who_is_disabled_or_has_another_address_by_then_stays_out(service: Service, admin: Client) -> None:
    """Mutants: `verify_address` without the status, or without the address."""
    ann = await service.create(admin, "ann", email=ANN)
    disabled, moved = await ask_and_read(service, admin), await ask_and_read(service, admin)
    await admin.put(f"/api/users/{ann['id']}", {"status": 0})
    answer = await verify(service.anonymous, *disabled)
    assert (answer.reason, answer.data["remaining"]) == ("invalid_code", 0)
    assert (await admin.get(f"/api/users/{ann['id']}")).data["emailVerified"] is False
    await admin.put(f"/api/users/{ann['id']}", {"status": 1, "email": "ann@other.example"})
    answer = await verify(service.anonymous, *moved)
    assert (answer.reason, answer.data["remaining"]) == ("invalid_code", 0)
    assert (await admin.get(f"/api/users/{ann['id']}")).data["emailVerified"] is False


async def test_disabling_during_the_verification_leaves_no_session(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin)
    answer, _ = await asyncio.gather(
        verify(service.anonymous, flow, code), admin.put(f"/api/users/{ann['id']}", {"status": 0})
    )
    if answer.code == 200:
        assert (await Client(service, answer.data).get("/api/auth/user")).reason == "session_ended"
    row = await service.core.database.fetchrow("SELECT count(*) FROM sessions WHERE user_id = $1", ann["id"])
    assert row is not None
    assert row[0] == 0


@pytest.mark.settings(email_code=False)
async def test_it_is_off_by_default(service: Service) -> None:
    asked = await service.anonymous.post(ASK, {"identifier": "admin"})
    assert (asked.code, asked.reason) == (403, "email_code_disabled")
    assert (await verify(service.anonymous, "dwf_x", "123456")).reason == "email_code_disabled"
    row = await service.core.database.fetchrow("SELECT count(*) FROM one_time_tokens")
    assert row is not None
    assert row[0] == 0


async def test_the_mail_is_in_the_language_of_the_request(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ANN, name="安")
    await ask(service.anonymous, "ann", headers={"Accept-Language": "zh-CN,zh;q=0.9"})
    mail = await newest_mail(admin, ANN, "email_code")
    assert "登录验证码" in mail.subject
    assert mail.code in mail.text
    assert len(mail.code) == 6


async def test_no_code_and_no_flow_is_in_the_audit_trail(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin)
    await verify(service.anonymous, flow, other_than(code))
    await verify(service.anonymous, flow, code)
    entries = str((await admin.get("/api/audit", params={"pageSize": 100})).data["list"])
    assert flow not in entries
    assert f"'{code}'" not in entries


async def test_the_refresh_cookie_works_for_this_way_in(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin)
    page = {"X-Refresh-Cookie": "1", "Origin": "http://doorward.test", "Sec-Fetch-Site": "same-origin"}
    foreign = await verify(service.anonymous, flow, code, headers=page | {"Sec-Fetch-Site": "cross-site"})
    assert foreign.reason == "cross_site_request"
    answer = await verify(service.anonymous, flow, code, headers=page)
    assert answer.data["refreshToken"] == ""
    assert "doorward-refresh=dwr_" in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    ("path", "body", "wrong"),
    [
        (ASK, {}, "identifier"),
        (ASK, {"identifier": ""}, "identifier"),
        (ASK, {"identifier": "x" * 255}, "identifier"),
        (VERIFY, {"code": "123456"}, "flow"),
        (VERIFY, {"flow": "dwf_x"}, "code"),
        (VERIFY, {"flow": "x" * 257, "code": "1"}, "flow"),
        (VERIFY, {"flow": "dwf_x", "code": "1" * 33}, "code"),
    ],
)
async def test_a_wrong_field_is_named(service: Service, path: str, body: dict[str, str], wrong: str) -> None:
    answer = await service.anonymous.post(path, body)
    assert (answer.reason, set(answer.fields)) == ("validation_failed", {wrong})
