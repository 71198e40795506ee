"""Signing in by a mailed code."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import jwt
import pytest

from doorward.domain.sign_in.one_time_tokens import MAX_TRIES
from doorward.features.email_code.service import EmailCodes
from tests.support.databases import settings_for
from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Answer, Client, Clock, Service, running

ASK, VERIFY = "/api/auth/email-code", "/api/auth/email-code/verify"
ANN = "ann@example.com"


@pytest.fixture
async def service(
    environ: dict[str, str], clock: Clock, request: pytest.FixtureRequest, anyio_backend: str
) -> AsyncIterator[Service]:
    marker = request.node.get_closest_marker("settings")
    changes: dict[str, Any] = {"email_code": True} | (marker.kwargs if marker else {})
    async with running(settings_for(environ, **changes), clock) as service:
        yield service


async def ask(client: Client, identifier: str = "ann", **options: Any) -> str:
    answer = await client.post(ASK, {"identifier": identifier}, **options)
    assert answer.code == 200, answer.body
    return str(answer.data["flow"])


async def ask_and_read(service: Service, admin: Client, identifier: str = "ann", email: str = ANN) -> tuple[str, str]:
    """The flow and the mailed code."""
    before = await mails_to(admin, email)
    flow = await ask(service.anonymous, identifier)
    await EmailCodes(service.core).carry_out_requests()
    mail = await newest_mail(admin, email, "email_code", after=before[0]["id"] if before else 0)
    return flow, mail.code


async def verify(client: Client, flow: str, code: str, **options: Any) -> Answer:
    return await client.post(VERIFY, {"flow": flow, "code": code}, **options)


def other_than(code: str, number: int = 1) -> str:
    return f"{(int(code) + number) % 10**6:06}"


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


@pytest.mark.settings(login_failures=0, login_network_failures=0)
async def test_a_thousand_guesses_at_once_get_five_tries_in_all(service: Service, admin: Client) -> None:
    """Mutant: `count_try` without `tries < $4`, or a try that is counted after the comparison."""
    await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin)
    wrong = [other_than(code, number) for number in range(1, 1000)]
    answers = await asyncio.gather(*(verify(service.anonymous, flow, guess) for guess in [*wrong, code]))
    codes = [answer.code for answer in answers]
    tried = sorted((answer.data["remaining"] for answer in answers if answer.code == 400), reverse=True)
    assert len(answers) == 1000
    assert codes.count(200) <= 1
    assert tried[: MAX_TRIES - codes.count(200)] == [4, 3, 2, 1, 0][: MAX_TRIES - codes.count(200)]
    assert not any(tried[MAX_TRIES:])
    row = await service.core.database.fetchrow("SELECT max(tries) FROM one_time_tokens")
    assert row is not None
    assert row[0] in (MAX_TRIES, None)
    assert (await verify(service.anonymous, flow, code)).reason == "invalid_code"


async def test_without_the_flow_no_guess_is_a_try(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin)
    guesses = [flow[:-1] + ("A" if flow[-1] != "A" else "B"), "dwf_", code, "ann", str(admin.id)]
    answers = await asyncio.gather(*(verify(service.anonymous, guess, code) for guess in guesses * 8))
    assert {(answer.reason, answer.data["remaining"]) for answer in answers} == {("invalid_code", 0)}
    row = await service.core.database.fetchrow("SELECT tries FROM one_time_tokens")
    assert row is not None
    assert row[0] == 0
    assert (await verify(service.anonymous, flow, code)).code == 200


async def test_a_code_works_in_its_own_flow_only(service: Service, admin: Client) -> None:
    """Mutant: hash and lookup of a code without its flow."""
    await service.create(admin, "ann", email=ANN)
    first, first_code = await ask_and_read(service, admin)
    second, second_code = await ask_and_read(service, admin)
    assert first_code != second_code
    assert (await verify(service.anonymous, first, second_code)).data["remaining"] == 4
    assert (await verify(service.anonymous, second, first_code)).data["remaining"] == 4
    assert (await verify(service.anonymous, first, first_code)).code == 200
    assert (await verify(service.anonymous, second, second_code)).code == 200


async def test_one_code_presented_fifty_times_at_once_succeeds_once(service: Service, admin: Client) -> None:
    """Mutant: the flow is read and deleted in two statements."""
    await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin)
    answers = await asyncio.gather(*(verify(service.anonymous, flow, code) for _ in range(50)))
    assert sorted(answer.code for answer in answers) == [200] + [400] * 49
    row = await service.core.database.fetchrow("SELECT count(*) FROM sessions WHERE user_id <> $1", admin.id)
    assert row is not None
    assert row[0] == 1


async def test_a_used_and_an_expired_flow_are_refused_alike(service: Service, admin: Client, clock: Clock) -> None:
    await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin)
    late, late_code = await ask_and_read(service, admin)
    assert (await verify(service.anonymous, flow, code)).code == 200
    used = await verify(service.anonymous, flow, code)
    clock.advance(601)
    expired = await verify(service.anonymous, late, late_code)
    never = await verify(service.anonymous, "dwf_never", "123456")
    assert used.response.content == expired.response.content == never.response.content
    assert (used.code, used.data) == (400, {"reason": "invalid_code", "remaining": 0})


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


@pytest.mark.settings(login_account_failures=10, login_failures=0)
async def test_failed_codes_count_for_the_account_across_flows_and_not_for_the_password(
    service: Service, admin: Client
) -> None:
    """Mutants: no `count_within`, or the account of the password."""
    await service.create(admin, "ann", email=ANN)
    for _ in range(2):
        flow, code = await ask_and_read(service, admin)
        for number in range(MAX_TRIES):
            assert (await verify(service.anonymous, flow, other_than(code, 1 + number))).code == 400
    flow, code = await ask_and_read(service, admin)
    answer = await verify(service.at("198.51.100.7"), flow, code)
    assert answer.reason == "too_many_attempts"
    await service.login("ann", PASSWORD)
    assert (await verify(service.at("198.51.100.7"), flow, code)).reason == "too_many_attempts"


async def test_a_success_clears_the_failures(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ANN)
    for _ in range(3):
        flow, code = await ask_and_read(service, admin)
        for number in range(3):
            assert (await verify(service.anonymous, flow, other_than(code, 1 + number))).code == 400
        assert (await verify(service.anonymous, flow, code)).code == 200


@pytest.mark.settings(email_code=False)
async def test_it_is_off_by_default(service: Service) -> None:
    asked = await service.anonymous.post(ASK, {"identifier": "admin"})
    assert (asked.code, asked.reason) == (403, "email_code_disabled")
    assert (await verify(service.anonymous, "dwf_x", "123456")).reason == "email_code_disabled"
    row = await service.core.database.fetchrow("SELECT count(*) FROM one_time_tokens")
    assert row is not None
    assert row[0] == 0


@pytest.mark.settings(mail_address_limit=2)
async def test_mails_to_one_address_are_limited_without_a_sign_of_it(service: Service, admin: Client) -> None:
    """By username and by address alike: the count is that of the recipient."""
    await service.create(admin, "ann", email=ANN)
    for identifier in ("ann", ANN, "ann", ANN):
        await ask(service.anonymous, identifier)
    await EmailCodes(service.core).carry_out_requests()
    assert len(await mails_to(admin, ANN)) == 2


@pytest.mark.settings(mail_network_limit=3)
async def test_requests_of_one_network_are_limited_for_known_and_unknown(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ANN)
    for identifier in ("ann", "zoe", "ann"):
        await ask(service.anonymous, identifier)
    for identifier in ("ann", "zoe"):
        answer = await service.anonymous.post(ASK, {"identifier": identifier})
        assert (answer.code, answer.reason) == (429, "too_many_mails")
    await ask(service.at("198.51.100.7"))


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


async def test_a_made_up_flow_costs_no_transaction(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the flow is looked up in the transaction that counts the try, so that anonymous requests queue for it."""

    async def write(*args: Any) -> None:
        raise AssertionError("a transaction began")

    monkeypatch.setattr(type(service.core.database), "write", write)
    answer = await verify(service.anonymous, "dwf_" + "A" * 43, "123456")
    assert (answer.code, answer.reason, answer.data["remaining"]) == (400, "invalid_code", 0)
