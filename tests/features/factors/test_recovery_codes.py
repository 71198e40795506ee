"""Recovery codes."""

import jwt
import pytest

from tests.support.factors import CODES, FACTORS, login, pending, prove, set_up
from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Answer, Client, Service

ANN = "ann@example.com"


@pytest.fixture
async def ann(service: Service, admin: Client) -> Client:
    await service.create(admin, "ann", email=ANN)
    return await service.login("ann", PASSWORD)


async def use(service: Service, code: str) -> Answer:
    return await prove(service.anonymous, await pending(service.anonymous, "ann"), "recoveryCode", code)


async def remaining(client: Client) -> int:
    listed = (await client.get(FACTORS)).data["list"]
    return int(next(each["remaining"] for each in listed if each["type"] == "recoveryCodes"))


async def test_a_code_stands_in_for_the_second_factor_once(service: Service, admin: Client, ann: Client) -> None:
    _, codes = await set_up(ann)
    answer = await use(service, codes[0])
    assert (answer.code, answer.data["recoveryCodesLeft"]) == (200, 9)
    signed_in = Client(service, answer.data)
    claims = jwt.decode(signed_in.token, options={"verify_signature": False})
    assert (claims["amr"], claims["acr"]) == (["pwd", "otp", "mfa"], "urn:doorward:acr:2fa")
    listed = (await signed_in.get(FACTORS)).data["list"]
    assert [each["lastUsedAt"] is None for each in listed] == [True, False]
    assert await remaining(signed_in) == 9
    assert (await use(service, codes[0])).reason == "invalid_code"
    mail = await newest_mail(admin, ANN, "recovery_code_used")
    assert "Codes left: 9" in mail.text
    entry = (await admin.get("/api/audit", params={"action": "auth.recovery_code_used"})).data["list"][0]
    assert (entry["details"], entry["target"]) == ({"left": 9}, f"user:{ann.id}")
    # What helps a user who lost the device: the session may change factors.
    assert (await signed_in.post(CODES)).code == 200


async def test_a_sign_in_by_another_method_tells_nothing_of_codes(service: Service, ann: Client) -> None:
    app, _ = await set_up(ann)
    assert "recoveryCodesLeft" not in (await login(service, "ann", app)).tokens


@pytest.mark.parametrize("typed", [str.upper, lambda code: code.replace("-", " "), lambda code: f" {code}\n"])
async def test_codes_are_accepted_as_people_type_them(service: Service, ann: Client, typed: object) -> None:
    _, codes = await set_up(ann)
    assert callable(typed)
    assert (await use(service, typed(codes[3]))).code == 200


async def test_the_last_codes_warn(service: Service, admin: Client, ann: Client) -> None:
    _, codes = await set_up(ann)
    left = [(await use(service, code)).data["recoveryCodesLeft"] for code in codes]
    assert left == list(range(9, -1, -1))
    mails = [mail["kind"] for mail in reversed(await mails_to(admin, ANN))][1:]
    assert mails == ["recovery_code_used"] * 6 + ["recovery_codes_low"] * 4
    assert "Codes left: 0" in (await newest_mail(admin, ANN)).text
    # The answer to the password does not tell that none is left.
    answer = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD})
    assert "recoveryCode" in answer.data["methods"]


async def test_the_mail_has_the_language_of_the_sign_in(service: Service, admin: Client, ann: Client) -> None:
    _, codes = await set_up(ann)
    service.http.headers["Accept-Language"] = "zh"
    assert (await use(service, codes[0])).code == 200
    assert (await newest_mail(admin, ANN, "recovery_code_used")).subject == "恢复码已被使用"


async def test_a_user_without_codes_gets_new_ones_with_the_next_factor(service: Service, ann: Client) -> None:
    _, codes = await set_up(ann)
    for code in codes:
        answer = await use(service, code)
    _, renewed = await set_up(Client(service, answer.data))
    assert len(renewed) == 10
    assert not set(renewed) & set(codes)


async def test_new_codes_replace_the_former_ones(service: Service, admin: Client, ann: Client) -> None:
    app, former = await set_up(ann)
    other = await login(service, "ann", app)
    answer = await ann.post(CODES)
    codes = answer.data["recoveryCodes"]
    assert (answer.code, len(codes)) == (200, 10)
    assert "no-store" in answer.headers["cache-control"]
    assert (await other.get("/api/auth/user")).reason == "session_ended"
    assert (await use(service, former[0])).reason == "invalid_code"
    assert (await use(service, codes[0])).code == 200
    assert len([each for each in (await ann.get(FACTORS)).data["list"] if each["type"] == "recoveryCodes"]) == 1
    assert (await newest_mail(admin, ANN, "recovery_codes_replaced")).subject == "New recovery codes were made"
    entry = (await admin.get("/api/audit", params={"action": "auth.recovery_codes_replaced"})).data["list"][0]
    assert entry["details"]["sessionsEnded"] == 1


async def test_codes_need_a_factor_that_they_stand_in_for(ann: Client) -> None:
    answer = await ann.post(CODES)
    assert (answer.code, answer.reason) == (409, "no_second_factor")


async def test_codes_can_be_removed_and_made_again(service: Service, ann: Client) -> None:
    _, former = await set_up(ann)
    entry = (await ann.get(FACTORS)).data["list"][1]
    assert (await ann.delete(f"{FACTORS}/{entry['id']}")).code == 200
    assert (await use(service, former[0])).reason == "invalid_code"
    assert len((await ann.post(CODES)).data["recoveryCodes"]) == 10


async def test_a_code_belongs_to_one_user(service: Service, admin: Client, ann: Client) -> None:
    await set_up(ann)
    await service.create(admin, "bob")
    _, codes = await set_up(await service.login("bob", PASSWORD))
    assert (await use(service, codes[0])).reason == "invalid_code"


async def test_codes_are_stored_as_hashes_and_appear_nowhere_else(
    service: Service, admin: Client, ann: Client, capfd: pytest.CaptureFixture[str]
) -> None:
    _, codes = await set_up(ann)
    await use(service, codes[0])
    await use(service, codes[0])
    rows = await service.core.database.fetch("SELECT code_hash FROM recovery_codes")
    assert {len(row[0]) for row in rows} == {32}
    seen = str((await admin.get("/api/audit?pageSize=100")).body) + (await service.http.get("/metrics")).text
    seen += "".join(capfd.readouterr())
    for mail in await mails_to(admin, ANN):
        seen += (await newest_mail(admin, ANN, mail["kind"])).text
    for code in codes:
        assert code not in seen
        assert code.replace("-", "") not in seen


@pytest.mark.settings(login_failures=3, login_account_failures=3)
async def test_wrong_recovery_codes_lock_nothing(service: Service, ann: Client) -> None:
    """They can't be guessed. Mutant: recovery codes counted with the codes of apps."""
    app, codes = await set_up(ann)
    service.clock.advance(30)
    for code in ("aaaa", "", "bbbb", "cccc"):
        flow = await pending(service.anonymous, "ann")
        assert (await prove(service.anonymous, flow, "recoveryCode", code)).reason == "invalid_code"
    for method, code in (("recoveryCode", codes[0]), ("totp", app.code())):
        flow = await pending(service.anonymous, "ann")
        assert (await prove(service.anonymous, flow, method, code)).code == 200
