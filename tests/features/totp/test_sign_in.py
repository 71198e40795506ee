"""Signing in with a code of an authenticator app."""

import jwt
import pytest

from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import SYSTEM, Origin
from doorward.domain.sign_in.factors import Proof
from doorward.domain.users import User
from tests.support.factors import FACTORS, STEP, STEP_UP, App, confirm, enrol, login, pending, prove, set_up
from tests.support.service import PASSWORD, Client, Service


@pytest.fixture
async def ann(service: Service, admin: Client) -> Client:
    await service.create(admin, "ann", email="ann@example.com")
    return await service.login("ann", PASSWORD)


@pytest.fixture
async def app(ann: Client) -> App:
    return (await set_up(ann))[0]


async def test_the_password_alone_gives_no_token(service: Service, app: App) -> None:
    answer = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD})
    assert (answer.code, answer.reason) == (401, "second_factor_required")
    assert {"reason", "flow", "methods", "expiresIn"} <= set(answer.data)
    assert not {"token", "refreshToken", "user"} & set(answer.data)
    assert (answer.data["methods"], answer.data["expiresIn"]) == (["totp", "recoveryCode"], 600)
    for token in (answer.data["flow"], ""):
        assert (await Client(service, {"token": token}).get("/api/auth/user")).code == 401
    refreshed = await service.anonymous.post("/api/auth/refresh", {"refreshToken": answer.data["flow"]})
    assert refreshed.reason == "invalid_refresh_token"


async def test_a_code_finishes_the_sign_in(service: Service, admin: Client, ann: Client, app: App) -> None:
    signed_in = await login(service, "ann", app)
    claims = jwt.decode(signed_in.token, options={"verify_signature": False})
    assert (claims["amr"], claims["acr"]) == (["pwd", "otp", "mfa"], "urn:doorward:acr:2fa")
    assert (await signed_in.get("/api/auth/user")).data["username"] == "ann"
    used = (await signed_in.get(FACTORS)).data["list"][0]["lastUsedAt"]
    assert used is not None
    entry = (await admin.get("/api/audit", params={"action": "auth.login", "target": f"user:{ann.id}"})).data["list"][0]
    assert entry["details"]["method"] == ["pwd", "otp", "mfa"]


async def test_the_code_of_the_enrolment_is_used_up(service: Service, ann: Client) -> None:
    """Mutant: `confirm` leaves `last_step` as it is."""
    app = await enrol(ann)
    code = app.code()
    await confirm(ann, app)
    flow = await pending(service.anonymous, "ann")
    assert (await prove(service.anonymous, flow, "totp", code)).reason == "invalid_code"
    assert (await prove(service.anonymous, flow, "totp", app.code(-1))).reason == "invalid_code"
    assert (await prove(service.anonymous, flow, "totp", app.code(1))).code == 200


async def test_a_time_step_works_once_also_after_a_later_one(service: Service, app: App) -> None:
    """Also for a step-up after a sign-in. Mutant: `last_step <> $2`."""
    service.clock.advance(10 * STEP)
    earlier, later = app.code(), app.code(1)
    first = await pending(service.anonymous, "ann")
    answer = await prove(service.anonymous, first, "totp", later)
    assert answer.code == 200
    ann = Client(service, answer.data)
    for code in (later, earlier):
        flow = await pending(service.anonymous, "ann")
        assert (await prove(service.anonymous, flow, "totp", code)).reason == "invalid_code"
        assert (await ann.post(STEP_UP, {"method": "totp", "code": code})).reason == "invalid_code"
    service.clock.advance(STEP)
    assert (await ann.post(STEP_UP, {"method": "totp", "code": app.code(1)})).code == 200


@pytest.mark.parametrize(
    ("seconds", "accepted"),
    [(-90, False), (-60, False), (-30, True), (0, True), (30, True), (60, False), (90, False)],
)
async def test_a_clock_may_be_off_by_one_step_and_no_more(
    service: Service, app: App, seconds: int, accepted: bool
) -> None:
    """A clock that is off by 90 seconds is refused, in both directions, as a wrong code is."""
    service.clock.advance(10 * STEP)
    flow = await pending(service.anonymous, "ann")
    answer = await prove(service.anonymous, flow, "totp", app.code(seconds // STEP))
    assert answer.reason == (None if accepted else "invalid_code")


async def test_any_of_several_apps_is_accepted(service: Service, ann: Client, app: App) -> None:
    second, _ = await set_up(ann, "Second")
    for each in (app, second, app):
        assert (await login(service, "ann", each)).id == ann.id


async def test_a_flow_has_five_tries_and_ends_with_its_use(service: Service, app: App) -> None:
    flow = await pending(service.anonymous, "ann")
    answer = await prove(service.anonymous, flow, "totp", app.wrong_code())
    assert (answer.code, answer.reason, answer.data["remaining"]) == (400, "invalid_code", 4)
    assert (await prove(service.anonymous, flow, "passkey", "")).data["remaining"] == 3
    assert (await prove(service.anonymous, flow, "unknown", app.next_code())).data["remaining"] == 2
    assert (await prove(service.anonymous, flow, "totp", app.code())).code == 200
    assert (await prove(service.anonymous, flow, "totp", app.next_code())).reason == "sign_in_expired"
    spent = await pending(service.anonymous, "ann")
    for _ in range(5):
        await prove(service.anonymous, spent, "emailCode", "000000")
    assert (await prove(service.anonymous, spent, "totp", app.next_code())).reason == "sign_in_expired"


async def test_a_flow_expires(service: Service, app: App) -> None:
    flow = await pending(service.anonymous, "ann")
    service.clock.advance(601)
    assert (await prove(service.anonymous, flow, "totp", app.code())).reason == "sign_in_expired"


@pytest.mark.parametrize("code", ["", " ", "12345", "1234567", "١٢٣٤٥٦", "abcdef", "-00001"])
async def test_what_is_no_code_is_refused(service: Service, app: App, code: str) -> None:
    flow = await pending(service.anonymous, "ann")
    assert (await prove(service.anonymous, flow, "totp", code)).reason == "invalid_code"


async def test_a_code_of_another_user_is_refused(service: Service, admin: Client, app: App) -> None:
    await service.create(admin, "bob")
    other, _ = await set_up(await service.login("bob", PASSWORD))
    flow = await pending(service.anonymous, "ann")
    assert (await prove(service.anonymous, flow, "totp", other.next_code())).reason == "invalid_code"


async def test_a_user_who_is_disabled_meanwhile_stays_out(
    service: Service, admin: Client, ann: Client, app: App
) -> None:
    flow = await pending(service.anonymous, "ann")
    assert (await admin.put(f"/api/users/{ann.id}", {"status": 0})).code == 200
    assert (await prove(service.anonymous, flow, "totp", app.next_code())).reason == "sign_in_expired"


async def fail(service: Service, app: App, times: int) -> None:
    """Wrong codes, each in a sign-in of its own, after the pause that the ones before cause."""
    for _ in range(times):
        service.clock.advance(5)
        flow = await pending(service.anonymous, "ann")
        assert (await prove(service.anonymous, flow, "totp", app.wrong_code())).reason == "invalid_code"


@pytest.mark.settings(login_failures=3, login_account_failures=4)
async def test_wrong_codes_count_over_all_flows_and_lock_codes_alone(service: Service, app: App) -> None:
    """A locked code leaves the password: the sign-in still gets to its second factor. Mutant: codes are counted under
    the name of the user."""
    await fail(service, app, 3)
    await login(service, "ann", app)
    await fail(service, app, 4)
    flow = await pending(service.anonymous, "ann")
    for code in (app.wrong_code(), app.next_code()):
        answer = await prove(service.anonymous, flow, "totp", code)
        assert (answer.code, answer.reason) == (429, "too_many_attempts")
        assert int(answer.headers["retry-after"]) > 3600
    assert await pending(service.anonymous, "ann")
    service.clock.advance(days=2)
    assert (await login(service, "ann", app)).token


class Key:
    """A method that cannot be guessed, such as a passkey."""

    name = "passkey"
    guessable = False

    async def offered_to(self, reader: Reader, user: User) -> bool:
        return True

    async def verify(self, tx: Transaction, user: User, proof: Proof, origin: Origin) -> str | None:
        return "passkey" if proof.code == "signed" else None


@pytest.mark.settings(login_failures=3, login_account_failures=4)
async def test_a_lock_on_codes_leaves_passkeys_and_wrong_passkeys_lock_no_codes(service: Service, app: App) -> None:
    service.core.second_factors.add(Key())
    for _ in range(8):
        flow = await pending(service.anonymous, "ann")
        assert (await prove(service.anonymous, flow, "passkey", "forged")).reason == "invalid_code"
    await fail(service, app, 4)
    flow = await pending(service.anonymous, "ann")
    assert (await prove(service.anonymous, flow, "totp", app.next_code())).reason == "too_many_attempts"
    assert (await prove(service.anonymous, flow, "passkey", "signed")).code == 200


async def test_wrong_passwords_do_not_lock_a_pending_sign_in(service: Service, app: App) -> None:
    flow = await pending(service.anonymous, "ann")
    for _ in range(12):
        await service.anonymous.post("/api/auth/login", {"username": "ann", "password": "wrong password"})
    assert (await prove(service.anonymous, flow, "totp", app.next_code())).code == 200


async def test_rekeying_leaves_secrets_readable(service: Service, admin: Client, app: App) -> None:
    assert await service.core.rotation.rekey(SYSTEM) >= 4
    await service.core.keys.load()
    assert (await login(service, "ann", app)).id
