"""Attacks by enrolment: a weak sign-in must not make itself strong."""

import pytest

from tests.features.passkeys.support import NEW_OPTIONS, PASSKEYS, added, second_factor, step_up
from tests.support.authenticator import Authenticator
from tests.support.factors import App, login, pending, prove, set_up
from tests.support.service import PASSWORD, Client, Service


class Ann:
    """A user with an authenticator app, a passkey, and a role that asks for the passkey."""

    def __init__(self, app: App, codes: list[str], key: Authenticator) -> None:
        self.app, self.codes, self.key = app, codes, key


@pytest.fixture
async def ann(service: Service, admin: Client) -> Ann:
    strict = {"name": "strict", "permissions": ["users:read"], "requiredStrength": "phishingResistant"}
    assert (await admin.post("/api/roles", strict)).code == 200
    await service.create(admin, "ann", roles=["strict"])
    client = await service.login("ann", PASSWORD)
    app, codes = await set_up(client)
    return Ann(app, codes, await added(client))


async def enrol(client: Client) -> str | None:
    """The reason why a new passkey is refused."""
    begun = await client.post(NEW_OPTIONS)
    if begun.code != 200:
        return begun.reason
    credential = Authenticator().create(begun.data["options"])
    return (await client.post(PASSKEYS, {"flow": begun.data["flow"], "credential": credential})).reason


async def test_a_phished_code_adds_no_passkey(service: Service, ann: Ann) -> None:
    """Mutant: `begin` asks for any recent factor."""
    thief = await login(service, "ann", ann.app)
    assert (await thief.get("/api/users")).reason == "step_up_required"
    assert await enrol(thief) == "step_up_required"
    assert (await thief.post("/api/auth/recovery-codes")).reason == "step_up_required"
    factors = (await thief.get("/api/auth/factors")).data["list"]
    for factor in factors:
        refused = await thief.delete(f"/api/auth/factors/{factor['id']}")
        assert (refused.reason, refused.data["methods"]) == ("step_up_required", ["passkey"])
    assert (await thief.get("/api/users")).reason == "step_up_required"
    assert (await step_up(thief, ann.key)).code == 200
    assert await enrol(thief) is None, "the owner of the passkey adds another one"


async def test_a_recovery_code_is_the_way_back_to_a_new_passkey(service: Service, ann: Ann) -> None:
    flow = await pending(service.anonymous, "ann")
    owner = Client(service, (await prove(service.anonymous, flow, "recoveryCode", ann.codes[0])).data)
    assert (await owner.get("/api/users")).reason == "step_up_required"
    assert await enrol(owner) is None
    assert (await owner.get("/api/users")).code == 200


async def test_the_passkey_as_second_factor_is_strong_enough(service: Service, ann: Ann) -> None:
    flow = await pending(service.anonymous, "ann")
    owner = Client(service, (await second_factor(service.anonymous, flow, ann.key)).data)
    assert (await owner.get("/api/users")).code == 200
    assert await enrol(owner) is None


@pytest.mark.settings(login_account_failures=6, login_failures=0, login_network_failures=0)
async def test_wrong_codes_of_a_thief_leave_the_recovery_codes_of_the_owner(service: Service, ann: Ann) -> None:
    """Mutant: recovery codes that are locked with the codes of an app."""
    for number in range(7):
        thief = service.at(f"198.18.0.{number}")
        answer = await prove(thief, await pending(thief, "ann"), "totp", ann.app.wrong_code())
    assert answer.reason == "too_many_attempts"
    owner = service.at("203.0.113.5")
    answer = await prove(owner, await pending(owner, "ann"), "totp", ann.app.next_code())
    assert answer.reason == "too_many_attempts"
    assert (await prove(owner, await pending(owner, "ann"), "recoveryCode", ann.codes[0])).code == 200


async def test_proofs_in_a_session_are_limited(service: Service, ann: Ann) -> None:
    """Each is an entry of the audit trail."""
    client = await login(service, "ann", ann.app)
    body = {
        "method": "passkey",
        "credential": Authenticator().create({"user": {"id": ""}, "challenge": "", "rp": {"id": "localhost"}}),
    }
    started, tries = service.clock(), 0
    while (answer := await client.post("/api/auth/step-up", body)).reason == "invalid_code":
        tries += 1
    assert answer.reason == "too_many_requests"
    # One more for each second that the tries took.
    assert 60 <= tries <= 60 + (service.clock() - started) / 1000
