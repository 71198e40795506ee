"""Registration over HTTP: an account exists once its address is confirmed, and not before."""

from typing import Any

import pytest

from tests.api.test_step_up import claims
from tests.support.databases import settings_for
from tests.support.mail import Mail, mails_to, newest_mail
from tests.support.service import PASSWORD, Answer, Client, Clock, Service, running

OPEN = pytest.mark.settings(registration="open")
EMAIL = "ann@example.com"


async def register(service: Service, username: str = "ann", email: str = EMAIL, **more: Any) -> Answer:
    body = {"username": username, "email": email, "password": PASSWORD} | more
    return await service.anonymous.post("/api/auth/register", body)


async def confirm(service: Service, **proof: str) -> Answer:
    return await service.anonymous.post("/api/auth/register/confirm", proof)


async def registered(service: Service, admin: Client, username: str = "ann", email: str = EMAIL) -> tuple[str, Mail]:
    """The flow of a registration, and its mail."""
    before = await mails_to(admin, email)
    answer = await register(service, username, email)
    assert answer.code == 200, answer.body
    mail = await newest_mail(admin, email, "registration", before[0]["id"] if before else 0)
    return answer.data["flow"], mail


@OPEN
async def test_a_person_registers_and_confirms_by_the_code(service: Service, admin: Client) -> None:
    answer = await register(service, name="Ann Lee")
    assert answer.data == {"flow": answer.data["flow"], "expiresIn": 86400}
    mail = await newest_mail(admin, EMAIL, "registration")
    assert mail.link.partition("#")[0].endswith("/account/confirm-registration")
    wide = mail.code[:3].translate({ord(str(digit)): 0xFF10 + digit for digit in range(10)})
    confirmed = await confirm(service, flow=answer.data["flow"], code=f" {wide} {mail.code[3:]}")
    assert confirmed.code == 200, confirmed.body
    user = confirmed.data["user"]
    assert (user["username"], user["name"], user["email"]) == ("ann", "Ann Lee", EMAIL)
    assert (user["emailVerified"], user["roles"], user["permissions"]) == (True, ["user"], [])
    assert user["lastLoginAt"] is not None
    ann = Client(service, confirmed.data)
    assert (await ann.get("/api/auth/user")).data["id"] == user["id"]
    assert (await ann.refresh()).code == 200
    assert (await service.login("ann", PASSWORD)).id == user["id"]


@OPEN
async def test_a_person_confirms_by_the_link_alone_and_its_secrets_work_once(service: Service, admin: Client) -> None:
    flow, mail = await registered(service, admin)
    assert (await confirm(service, token=mail.token)).data["user"]["emailVerified"] is True
    assert (await confirm(service, token=mail.token)).reason == "invalid_one_time_token"
    assert (await confirm(service, flow=flow, code=mail.code)).reason == "invalid_code"


@OPEN
async def test_no_user_exists_before_the_confirmation(service: Service, admin: Client) -> None:
    flow, _ = await registered(service, admin)
    assert (await admin.get("/api/users?keyword=ann")).data["total"] == 0
    login = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD})
    assert login.reason == "invalid_credentials"
    assert (await service.anonymous.get("/api/auth/user", headers={"Authorization": f"Bearer {flow}"})).code == 401


@OPEN
async def test_a_link_with_a_password_asks_for_the_password_of_the_registration(
    service: Service, admin: Client
) -> None:
    """The page asks for it where the browser does not hold the flow: a person who opens a link that another one caused
    must not activate the other one's password."""
    _, mail = await registered(service, admin)
    for remaining in (4, 3):
        wrong = await confirm(service, token=mail.token, password="not the right password")
        assert (wrong.code, wrong.reason, wrong.data["remaining"]) == (400, "wrong_registration_password", remaining)
    assert (await confirm(service, token=mail.token, password=PASSWORD)).code == 200


@OPEN
async def test_a_link_takes_five_passwords_and_codes_together(service: Service, admin: Client) -> None:
    flow, mail = await registered(service, admin)
    wrong_code = "000000" if mail.code != "000000" else "000001"
    for _ in range(2):
        assert (await confirm(service, flow=flow, code=wrong_code)).reason == "invalid_code"
    for _ in range(3):
        assert (await confirm(service, token=mail.token, password="wrong password")).code == 400
    refused = await confirm(service, token=mail.token, password=PASSWORD)
    assert refused.reason == "invalid_one_time_token"
    assert (await confirm(service, flow=flow, code=mail.code)).reason == "invalid_code"
    assert (await admin.get("/api/users?keyword=ann")).data["total"] == 0


@OPEN
async def test_a_confirmation_expires_after_a_day(service: Service, admin: Client, clock: Clock) -> None:
    flow, mail = await registered(service, admin)
    clock.advance(hours=24, seconds=1)
    assert (await confirm(service, token=mail.token)).reason == "invalid_one_time_token"
    assert (await confirm(service, flow=flow, code=mail.code)).reason == "invalid_code"


@pytest.mark.parametrize("mode", ["closed", "invited"])
async def test_registering_is_refused_unless_it_is_open(
    environ: dict[str, str], mode: str, clock: Clock, anyio_backend: str
) -> None:
    async with running(settings_for(environ, registration=mode), clock) as service:
        reason = {"closed": "registration_closed", "invited": "invitation_required"}[mode]
        for answer in (await register(service), await register(service, password="x", email="nothing")):
            assert (answer.code, answer.reason) == (403, reason)
        assert (await service.anonymous.get("/api/auth/configuration")).data["registration"] == mode


async def test_registration_is_closed_by_default(service: Service) -> None:
    assert (await register(service)).reason == "registration_closed"


@OPEN
async def test_a_registration_that_was_requested_before_it_was_closed_is_refused(
    service: Service, admin: Client, environ: dict[str, str], clock: Clock
) -> None:
    _, mail = await registered(service, admin)
    async with running(settings_for(environ), clock) as closed:
        assert (await confirm(closed, token=mail.token)).reason == "registration_closed"
    async with running(settings_for(environ, registration="open", registration_domains="example.org"), clock) as other:
        assert (await confirm(other, token=mail.token)).fields == {"email": "must be an address at example.org"}


@pytest.mark.settings(registration="open", registration_domains="example.com, *.Example.org, münchen.example")
async def test_only_addresses_of_the_listed_domains_register(service: Service) -> None:
    allowed = ["a@example.com", "b@EXAMPLE.com", "c@team.example.org", "d@xn--mnchen-3ya.example", "e@MÜNCHEN.example"]
    refused = [
        "f@sub.example.com",  # Only *. includes subdomains.
        "g@example.org",
        "h@notexample.com",
        "i@example.com.evil.example",
        "j@example.com@evil.example",
        "k@evilexample.org",
    ]
    for number, email in enumerate(allowed):
        assert (await register(service, f"user{number}", email)).code == 200, email
    for email in refused:
        answer = await register(service, "another", email)
        assert (answer.code, list(answer.fields)) == (400, ["email"]), email
    described = (await service.anonymous.get("/api/auth/configuration")).data
    assert described["registrationDomains"] == ["example.com", "*.example.org", "xn--mnchen-3ya.example"]


@pytest.mark.settings(registration="open", registration_domains="strasse.example")
async def test_domains_that_only_case_folding_makes_equal_are_two(service: Service) -> None:
    """Mutant: `casefold` in the place of `lower`, by which ß is ss. Another owner may have that domain."""
    assert (await register(service, "ann", "ann@straße.example")).code == 400
    assert (await register(service, "ann", "ann@STRASSE.example")).code == 200


@pytest.mark.settings(registration="open", registration_role="member")
async def test_registration_is_closed_without_a_role_that_is_safe_to_give_to_all(
    service: Service, admin: Client
) -> None:
    assert (await register(service)).reason == "registration_closed"
    role = (await admin.post("/api/roles", {"name": "Member", "permissions": ["orders:read"]})).data
    _, mail = await registered(service, admin)
    for dangerous in ("*", "users:*", "users:read", "roles:grant", "mail:read"):
        path = f"/api/roles/{role['id']}"
        assert (await admin.put(path, {"permissions": ["orders:read", dangerous]})).code == 200
        assert (await register(service, "bob", "bob@example.com")).reason == "registration_closed"
        assert (await confirm(service, token=mail.token)).reason == "registration_closed"
    await admin.put(path, {"permissions": ["orders:read", "orders:*"]})
    assert (await confirm(service, token=mail.token)).data["user"]["roles"] == ["Member"]


@OPEN
async def test_a_taken_username_is_told_and_a_bad_password_refused(service: Service, admin: Client) -> None:
    await service.create(admin, "Ann")
    assert (await register(service, "aNN")).reason == "username_taken"
    weak = await register(service, "bob", "bob@example.com", password="password1")
    assert list(weak.fields) == ["password"]
    assert list((await register(service, "bob", "no address", password="short")).fields) == ["email", "password"]
    assert list((await register(service, "bob", "   ")).fields) == ["email"]
    same = await register(service, "bob", "bob@example.com", password="BOB@example.com")
    assert same.fields == {"password": "must not be the username or the e-mail address"}


@OPEN
async def test_a_username_that_was_taken_meanwhile_is_replaced_and_the_link_stays_valid(
    service: Service, admin: Client
) -> None:
    _, mail = await registered(service, admin)
    await service.create(admin, "ann")
    assert (await confirm(service, token=mail.token)).reason == "username_taken"
    assert (await confirm(service, token=mail.token, username="admin")).reason == "username_taken"
    assert list((await confirm(service, token=mail.token, username="a b")).fields) == ["username"]
    assert (await confirm(service, token=mail.token, username=PASSWORD)).code == 400
    confirmed = await confirm(service, token=mail.token, username="ann2")
    assert (confirmed.data["user"]["username"], confirmed.data["user"]["email"]) == ("ann2", EMAIL)


@OPEN
async def test_a_registration_compares_no_more_usernames_with_its_password_than_it_has_tries(
    service: Service, admin: Client
) -> None:
    """Each takes a hash. Mutant: the comparison before the try is counted, or without one."""
    password = "lantern-at-dusk"
    await register(service, password=password)
    mail = await newest_mail(admin, EMAIL, "registration")
    answers = [await confirm(service, token=mail.token, username=password) for _ in range(6)]
    assert answers[0].fields == {"username": "must not be the password"}
    assert [answer.reason for answer in answers] == ["validation_failed"] * 5 + ["invalid_one_time_token"]
    flow = (await register(service, "bob", "bob@example.com", password=password)).data["flow"]
    wrong = [await confirm(service, flow=flow, code="0x0000", username=f"bob{number}") for number in range(5)]
    assert [answer.data["remaining"] for answer in wrong] == [4, 3, 2, 1, 0]
    spent = await confirm(service, flow=flow, code="0x0000", username=password)
    assert (spent.reason, spent.data["remaining"]) == ("invalid_code", 0)


@OPEN
async def test_usernames_cannot_be_listed_by_trying_them(service: Service, admin: Client) -> None:
    """Mutant: a limit on registering alone, while confirmations name taken usernames without end."""
    _, mail = await registered(service, admin)
    reasons = [(await register(service, "admin", f"x{number}@example.com")).reason for number in range(12)]
    reasons += [(await confirm(service, token=mail.token, username="admin")).reason for _ in range(10)]
    assert reasons == ["username_taken"] * 20 + ["too_many_requests"] * 2
    assert (await register(service, "free", "x@example.com")).reason == "too_many_requests"
    elsewhere = await service.at("198.51.100.7").post("/api/auth/register/confirm", {"token": mail.token})
    assert elsewhere.code == 200


@OPEN
async def test_an_address_that_was_taken_meanwhile_voids_the_registration(service: Service, admin: Client) -> None:
    _, mail = await registered(service, admin)
    await service.create(admin, "other", email="ANN@example.com")
    assert (await confirm(service, token=mail.token)).reason == "email_taken"
    assert (await confirm(service, token=mail.token)).reason == "invalid_one_time_token"


@OPEN
async def test_a_confirmation_discards_all_other_registrations_of_its_address(service: Service, admin: Client) -> None:
    flow, first = await registered(service, admin, "mallory")
    _, second = await registered(service, admin, "ann", "Ann@example.com")
    assert (await confirm(service, token=second.token)).code == 200
    user_id = (await admin.get("/api/users?keyword=ann")).data["list"][0]["id"]
    assert (await admin.delete(f"/api/users/{user_id}")).code == 200
    # The address is free again; the earlier registration stays void all the same.
    assert (await confirm(service, token=first.token)).reason == "invalid_one_time_token"
    assert (await confirm(service, flow=flow, code=first.code)).reason == "invalid_code"


@OPEN
async def test_mails_are_in_the_language_of_the_request(service: Service, admin: Client) -> None:
    body = {"username": "li", "email": "li@example.com", "password": PASSWORD}
    await service.anonymous.post("/api/auth/register", body, headers={"Accept-Language": "zh-CN,zh;q=0.9"})
    mail = await newest_mail(admin, "li@example.com", "registration")
    assert mail.subject == "请确认您的邮箱"
    assert mail.code in mail.text
    assert mail.link in mail.text


@OPEN
async def test_a_name_sends_no_message_to_an_address_that_is_not_proved(service: Service, admin: Client) -> None:
    for number, (name, greeted) in enumerate(
        (("Zoë O’Hara-Li", "Zoë O’Hara-Li"), ("win at evil.example", None), ("x" * 41, None), ("<b>Ann</b>", None))
    ):
        email = f"p{number}@example.com"
        assert (await register(service, f"person{number}", email, name=name)).code == 200
        text = (await newest_mail(admin, email)).text.replace("\u2060", "")  # Keeps mail readers from making links.
        assert (greeted or email) in text
        assert greeted or name not in text


@OPEN
async def test_a_registration_is_in_the_audit_trail_without_its_secrets(service: Service, admin: Client) -> None:
    flow, mail = await registered(service, admin)
    await confirm(service, flow=flow, code="x23456")
    await confirm(service, flow=flow, code=mail.code)
    entries = (await admin.get("/api/audit?pageSize=100")).data["list"]
    found = {entry["action"]: entry for entry in reversed(entries)}
    assert found["registration.requested"]["details"] == {"outcome": "mailed"}
    assert found["registration.refused"]["details"] == {"reason": "invalid_code"}
    assert found["user.registered"]["details"]["confirmedBy"] == "code"
    assert found["user.registered"]["actorName"] == found["auth.login"]["targetName"] == "ann"
    text = str([entry for entry in entries if not entry["action"].startswith("mail.")])
    assert not any(secret in text for secret in (flow, mail.code, mail.token, PASSWORD, "argon2"))
    assert EMAIL not in str(found["registration.requested"])


@OPEN
async def test_a_page_gets_the_refresh_token_in_the_cookie_and_the_tokens_say_how_the_person_proved_who_they_are(
    service: Service, admin: Client
) -> None:
    flow, mail = await registered(service, admin)
    page = {"Origin": "https://auth.example.com", "Sec-Fetch-Site": "same-origin", "X-Refresh-Cookie": "1"}
    body = {"flow": flow, "code": mail.code, "username": ""}  # Forms send an input that was left empty.
    other = await service.anonymous.post(
        "/api/auth/register/confirm", body, headers=page | {"Sec-Fetch-Site": "cross-site"}
    )
    assert other.reason == "cross_site_request"
    answer = await service.anonymous.post("/api/auth/register/confirm", body, headers=page)
    assert (answer.code, answer.data["refreshToken"]) == (200, "")
    assert answer.headers["set-cookie"].startswith("__Host-doorward-refresh=")
    assert claims(answer.data["token"])["amr"] == ["otp"]


@OPEN
async def test_a_name_that_looks_like_another_is_noted_in_the_audit_trail(service: Service, admin: Client) -> None:
    await service.create(admin, "anna")
    _, mail = await registered(service, admin, "аnna")  # Begins with a Cyrillic letter.
    assert (await confirm(service, token=mail.token)).code == 200
    (entry,) = (await admin.get("/api/audit?action=user.registered")).data["list"]
    assert entry["details"]["confusableWith"] == ["anna"]


@OPEN
async def test_a_confirmation_without_a_proof_says_what_is_missing(service: Service) -> None:
    assert (await confirm(service)).fields == {"token": "is required, or flow and code"}
    assert (await confirm(service, flow="dwf_x")).fields == {"code": "is required without a token"}
    assert (await confirm(service, code="123456")).fields == {"flow": "is required without a token"}
    assert (await confirm(service, flow="dwf_x", code="12345")).fields == {"code": "must have 6 digits"}
    assert (await confirm(service, flow="dwf_x", code="123456")).reason == "invalid_code"
    assert (await confirm(service, token="dwl_x")).reason == "invalid_one_time_token"
    assert (await confirm(service, token="dwl_x", password="x")).reason == "invalid_one_time_token"
