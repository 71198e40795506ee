"""Ways in other than the password ask for the second factor as well."""

import pytest

from doorward.features.email_code.service import EmailCodes
from doorward.features.recovery.service import Recovery
from tests.support.factors import FACTORS, login, prove, set_up
from tests.support.mail import newest_mail
from tests.support.service import PASSWORD, Client, Service

ANN = "ann@example.com"
NEW = "another long password"


@pytest.fixture
async def ann(service: Service, admin: Client) -> Client:
    await service.create(admin, "ann", email=ANN)
    return await service.login("ann", PASSWORD)


async def test_a_reset_password_keeps_the_factors_and_the_sign_in_asks_for_them(
    service: Service, admin: Client, ann: Client
) -> None:
    app, codes = await set_up(ann)
    before = (await admin.get(f"/api/users/{ann.id}/factors")).data
    assert (await service.anonymous.post("/api/auth/password/forgot", {"identifier": "ann"})).code == 200
    await Recovery(service.core).carry_out_requests()
    token = (await newest_mail(admin, ANN, "password_reset")).token
    answer = await service.anonymous.post("/api/auth/password/reset", {"token": token, "password": NEW})
    assert (answer.code, answer.data) == (200, None)
    assert (await admin.get(f"/api/users/{ann.id}/factors")).data == before
    assert (await ann.get("/api/auth/user")).reason == "session_ended"
    signed_in = await login(service, "ann", app, NEW)
    assert len((await signed_in.get(FACTORS)).data["list"]) == 2
    pending = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": NEW})
    assert (await prove(service.anonymous, pending.data["flow"], "recoveryCode", codes[0])).code == 200


async def test_a_password_set_by_an_administrator_keeps_the_factors(
    service: Service, admin: Client, ann: Client
) -> None:
    app, _ = await set_up(ann)
    assert (await admin.put(f"/api/users/{ann.id}", {"password": NEW})).code == 200
    assert (await login(service, "ann", app, NEW)).id == ann.id


async def test_an_own_new_password_keeps_the_factors(service: Service, ann: Client) -> None:
    app, _ = await set_up(ann)
    body = {"currentPassword": PASSWORD, "newPassword": NEW}
    assert (await ann.put("/api/auth/password", body)).code == 200
    assert (await login(service, "ann", app, NEW)).id == ann.id


@pytest.mark.settings(email_code=True)
async def test_a_mailed_code_leads_to_the_second_factor(service: Service, admin: Client, ann: Client) -> None:
    app, _ = await set_up(ann)
    asked = await service.anonymous.post("/api/auth/email-code", {"identifier": "ann"})
    await EmailCodes(service.core).carry_out_requests()
    code = (await newest_mail(admin, ANN, "email_code")).code
    body = {"flow": asked.data["flow"], "code": code}
    answer = await service.anonymous.post("/api/auth/email-code/verify", body)
    assert (answer.code, answer.reason) == (401, "second_factor_required")
    assert answer.data["methods"] == ["totp", "recoveryCode"]
    finished = await prove(service.anonymous, answer.data["flow"], "totp", app.next_code())
    assert finished.code == 200
    assert finished.data["user"]["emailVerified"] is True


async def test_a_refresh_keeps_the_strength_of_its_session(service: Service, admin: Client, ann: Client) -> None:
    """And gives no more: a session from before the factor would end with its set-up."""
    app, _ = await set_up(ann)
    role = {"name": "guarded", "permissions": ["users:read"], "requiredStrength": "twoFactors"}
    await admin.post("/api/roles", role)
    await admin.put(f"/api/users/{ann.id}", {"roles": ["guarded"]})
    signed_in = await login(service, "ann", app)
    assert (await signed_in.refresh()).code == 200
    assert (await signed_in.get("/api/users")).code == 200
