"""Setting up an authenticator app."""

import re
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree

import pytest

from doorward.features.totp.model import MAX_CONFIRMED, MAX_UNCONFIRMED
from doorward.features.totp.service import AuthenticatorApps
from tests.features.passkeys.support import add
from tests.support.authenticator import Authenticator
from tests.support.factors import CONFIRM, ENROL, FACTORS, STEP, STEP_UP, confirm, enrol, pending, set_up
from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Client, Service

ANN = "ann@example.com"


@pytest.fixture
async def ann(service: Service, admin: Client) -> Client:
    await service.create(admin, "ann", email=ANN)
    return await service.login("ann", PASSWORD)


async def test_an_enrolment_tells_secret_address_and_picture(service: Service, admin: Client, ann: Client) -> None:
    assert (await admin.put("/api/branding", {"name": "Example & Co"})).code == 200
    answer = await ann.post(ENROL, {"name": "Telephone"})
    assert set(answer.data) == {"id", "secret", "uri", "qr"}
    assert re.fullmatch("[A-Z2-7]{32}", answer.data["secret"])
    uri = urlsplit(answer.data["uri"])
    assert (uri.scheme, uri.netloc, unquote(uri.path)) == ("otpauth", "totp", "/Example & Co:ann")
    assert {name: values[0] for name, values in parse_qs(uri.query).items()} == {
        "secret": answer.data["secret"],
        "issuer": "Example & Co",
        "algorithm": "SHA1",
        "digits": "6",
        "period": "30",
    }


async def test_the_picture_may_stand_in_a_page_with_a_strict_policy(ann: Client) -> None:
    """Neither styles nor scripts nor links. It is dark on white on every page."""
    root = ElementTree.fromstring((await ann.post(ENROL, {})).data["qr"])
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert set(root.attrib) == {"viewBox"}
    assert [(part.tag.partition("}")[2], set(part.attrib)) for part in root] == [
        ("path", {"fill", "d"}),
        ("path", {"stroke", "d"}),
    ]
    assert [part.attrib.get("fill", part.attrib.get("stroke")) for part in root] == ["#fff", "#000"]


async def test_the_longest_names_fit_into_the_picture(service: Service, admin: Client) -> None:
    assert (await admin.put("/api/branding", {"name": "\U0001f600" * 60})).code == 200
    await service.create(admin, "\u4e2d" * 64)
    client = await service.login("\u4e2d" * 64, PASSWORD)
    assert (await client.post(ENROL, {})).data["qr"].startswith("<svg")


async def test_an_unconfirmed_enrolment_changes_nothing(service: Service, admin: Client, ann: Client) -> None:
    before = (await admin.get(f"/api/users/{ann.id}")).body
    await enrol(ann)
    assert (await ann.get(FACTORS)).data == {"list": [], "hasPassword": True}
    assert (await admin.get(f"/api/users/{ann.id}")).body == before
    assert (await service.login("ann", PASSWORD)).id == ann.id
    assert await mails_to(admin, ANN) == []


async def test_an_unconfirmed_app_does_not_count_when_other_factors_change(service: Service, ann: Client) -> None:
    """Mutant: `summarise` that counts every app. The sign-in would ask for a code that no app shows."""
    await enrol(ann)
    passkey = await add(ann, Authenticator())
    asked = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD})
    assert asked.data["methods"] == ["passkey", "recoveryCode"]
    assert (await ann.delete(f"{FACTORS}/{passkey.data['id']}")).code == 200
    assert (await service.login("ann", PASSWORD)).id == ann.id


async def test_an_enrolment_needs_no_body(ann: Client) -> None:
    assert (await ann.post(ENROL)).code == 200


async def test_a_confirmed_app_counts_and_brings_recovery_codes(service: Service, admin: Client, ann: Client) -> None:
    other = await service.login("ann", PASSWORD)
    app, codes = await set_up(ann, "Telephone")
    assert len(set(codes)) == 10
    assert all(re.fullmatch("[a-z2-7]{4}(-[a-z2-7]{4}){5}", code) for code in codes)
    listed = (await ann.get(FACTORS)).data["list"]
    assert [(each["type"], each["name"], each["lastUsedAt"]) for each in listed] == [
        ("totp", "Telephone", None),
        ("recoveryCodes", "", None),
    ]
    assert listed[0]["id"] == app.id
    assert (await admin.get(f"/api/users/{ann.id}")).data["strength"] == "twoFactors"
    assert (await other.get("/api/auth/user")).reason == "session_ended"
    assert (await ann.get("/api/auth/user")).code == 200
    mail = await newest_mail(admin, ANN, "factor_added")
    assert "Telephone" in mail.text
    entry = (await admin.get("/api/audit", params={"action": "auth.factor_added"})).data["list"][0]
    assert entry["details"] == {"factor": app.id, "type": "totp", "sessionsEnded": 1}


async def test_a_second_app_brings_no_further_codes(ann: Client) -> None:
    await set_up(ann, "One")
    _, codes = await set_up(ann, "Two")
    assert codes == []
    assert [each["type"] for each in (await ann.get(FACTORS)).data["list"]] == ["totp", "recoveryCodes", "totp"]


async def test_a_mail_names_an_app_without_a_name_by_what_it_is(service: Service, admin: Client, ann: Client) -> None:
    ann.http.headers["Accept-Language"] = "zh"
    await set_up(ann)
    assert "身份验证器应用" in (await newest_mail(admin, ANN, "factor_added")).text


@pytest.mark.parametrize("steps", [-2, -1, 0, 1, 2, -3, 3, -20, 20])
async def test_a_clock_that_is_off_is_told_and_one_step_is_accepted(ann: Client, steps: int) -> None:
    """A clock that is 90 seconds off, three steps, is refused with the seconds to correct it by."""
    app = await enrol(ann)
    answer = await ann.post(CONFIRM, {"id": app.id, "code": app.code(steps)})
    if abs(steps) <= 1:
        assert answer.code == 200
        return
    assert (answer.code, answer.reason) == (400, "authenticator_clock_off")
    assert answer.data["seconds"] == steps * STEP
    assert (await ann.get(FACTORS)).data == {"list": [], "hasPassword": True}


async def test_a_wrong_code_confirms_nothing_and_leaves_the_enrolment(ann: Client) -> None:
    app = await enrol(ann)
    for code in ("000", "no code", app.code(21), "１" * 6):
        answer = await ann.post(CONFIRM, {"id": app.id, "code": code})
        assert (answer.code, answer.reason, set(answer.data)) == (400, "invalid_code", {"reason"})
    # As people type it: with a space, and on an East Asian keyboard.
    code = "".join(chr(0xFF10 + int(digit)) for digit in app.code())
    assert (await ann.post(CONFIRM, {"id": app.id, "code": f"{code[:3]} {code[3:]}"})).code == 200


async def test_an_enrolment_is_confirmed_once_by_its_own_user_in_time(
    service: Service, admin: Client, ann: Client
) -> None:
    app = await enrol(ann)
    assert (await admin.post(CONFIRM, {"id": app.id, "code": app.code()})).reason == "factor_not_found"
    await confirm(ann, app)
    assert (await ann.post(CONFIRM, {"id": app.id, "code": app.next_code()})).reason == "factor_not_found"
    late = await enrol(ann)
    service.clock.advance(hours=1)
    await ann.refresh()
    assert (await ann.post(STEP_UP, {"method": "totp", "code": app.code()})).code == 200
    assert (await ann.post(CONFIRM, {"id": late.id, "code": late.code()})).reason == "factor_not_found"


async def test_enrolments_that_were_not_confirmed_are_deleted(service: Service, ann: Client) -> None:
    await set_up(ann)
    await enrol(ann)
    apps = AuthenticatorApps(service.core)
    count = "SELECT count(*) FROM factors WHERE type = 'totp'"
    for expected, minutes in ((2, 59), (1, 2)):
        service.clock.advance(minutes=minutes)
        await apps.purge()
        row = await service.core.database.fetchrow(count)
        assert row is not None
        assert row[0] == expected


async def test_of_many_enrolments_the_newest_count(ann: Client) -> None:
    apps = [await enrol(ann) for _ in range(MAX_UNCONFIRMED + 1)]
    answers = [await ann.post(CONFIRM, {"id": app.id, "code": app.code()}) for app in (apps[0], apps[1])]
    assert [answer.reason for answer in answers] == ["factor_not_found", None]


async def test_the_number_of_apps_is_bounded(ann: Client) -> None:
    waiting = await enrol(ann)
    for _ in range(MAX_CONFIRMED):
        await set_up(ann)
    answer = await ann.post(ENROL, {})
    assert (answer.code, answer.reason, answer.data["limit"]) == (409, "authenticator_limit_reached", MAX_CONFIRMED)
    answer = await ann.post(CONFIRM, {"id": waiting.id, "code": waiting.code()})
    assert answer.reason == "authenticator_limit_reached"


async def test_changes_of_factors_are_bounded_in_time(service: Service, ann: Client) -> None:
    answers = [await ann.post(ENROL, {}) for _ in range(61)]
    assert {answer.code for answer in answers[:60]} == {200}
    assert (answers[60].code, answers[60].reason) == (429, "too_many_requests")
    assert int(answers[60].headers["retry-after"]) > 0


@pytest.mark.parametrize("name", ["x" * 65, "tab\there", "\u200b", "new\nline"])
async def test_a_name_that_cannot_be_shown_is_refused(ann: Client, name: str) -> None:
    answer = await ann.post(ENROL, {"name": name})
    assert (answer.code, list(answer.fields)) == (400, ["name"])


async def test_enrolling_needs_recent_authentication(service: Service, ann: Client) -> None:
    app = await enrol(ann)
    service.clock.advance(minutes=16)
    await ann.refresh()
    for path, body in ((ENROL, {}), (CONFIRM, {"id": app.id, "code": app.code()})):
        answer = await ann.post(path, body)
        assert (answer.code, answer.reason, answer.data["methods"]) == (401, "step_up_required", ["password"])
    ann.tokens |= (await ann.post(STEP_UP, {"method": "password", "password": PASSWORD})).data
    await confirm(ann, app)
    # From now on the password is not enough.
    service.clock.advance(minutes=16)
    await ann.refresh()
    assert (await ann.post(ENROL, {})).data["methods"] == ["totp"]
    answer = await ann.post(STEP_UP, {"method": "password", "password": PASSWORD})
    assert (answer.reason, answer.data["methods"]) == ("step_up_required", ["totp"])
    ann.tokens |= (await ann.post(STEP_UP, {"method": "totp", "code": app.next_code()})).data
    assert (await ann.post(ENROL, {})).code == 200


async def test_secrets_lie_sealed_and_appear_nowhere_else(
    service: Service, admin: Client, ann: Client, capfd: pytest.CaptureFixture[str]
) -> None:
    answer = await ann.post(ENROL, {})
    secret = answer.data["secret"]
    rows = await service.core.database.fetch("SELECT sealed FROM factors")
    assert rows
    assert all(secret not in row[0] and len(row[0]) > 60 for row in rows)
    assert secret not in str((await admin.get("/api/audit?pageSize=100")).body)
    assert secret not in (await service.http.get("/metrics")).text
    assert secret not in "".join(capfd.readouterr())
    assert "no-store" in answer.headers["cache-control"]


async def test_a_role_that_asks_for_two_factors_is_met_by_enrolling(service: Service, admin: Client) -> None:
    role = {"name": "guarded", "permissions": ["users:read"], "requiredStrength": "twoFactors"}
    assert (await admin.post("/api/roles", role)).code == 200
    await service.create(admin, "bob", roles=["guarded"])
    bob = await service.login("bob", PASSWORD)
    assert (await bob.get("/api/users")).reason == "enrolment_required"
    await enrol(bob)
    assert (await bob.get("/api/users")).reason == "enrolment_required"
    await set_up(bob)
    assert (await bob.get("/api/users")).code == 200
    assert await pending(service.anonymous, "bob")
