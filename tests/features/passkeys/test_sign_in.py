"""Signing in by a passkey alone."""

import asyncio
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from tests.features.passkeys.support import LOGIN, LOGIN_OPTIONS, NEW_OPTIONS, actions, added, options, sign_in
from tests.support.authenticator import Authenticator, b64
from tests.support.databases import settings_for
from tests.support.service import PASSWORD, Client, Clock, Service, running

REFUSED = {"reason": "invalid_passkey", "problem": "credential"}


@pytest.fixture
async def ann(service: Service, admin: Client) -> Client:
    await service.create(admin, "ann", email="ann@example.com")
    return await service.login("ann", PASSWORD)


async def test_a_passkey_signs_in_from_an_empty_field(service: Service, ann: Client) -> None:
    authenticator = await added(ann)
    answer = await sign_in(service.anonymous, authenticator)
    assert answer.code == 200, answer.body
    claims: dict[str, Any] = jwt.decode(answer.data["token"], options={"verify_signature": False})
    assert (claims["amr"], claims["acr"]) == (["swk", "user", "mfa"], "urn:doorward:acr:phr")
    assert (await Client(service, answer.data).get("/api/auth/user")).data["username"] == "ann"


async def test_options_need_no_body(service: Service) -> None:
    assert (await service.anonymous.post(LOGIN_OPTIONS)).code == 200


async def test_options_tell_nothing_of_users(service: Service, ann: Client) -> None:
    before = (await options(service.anonymous))["options"]
    await added(ann)
    after = (await options(service.anonymous))["options"]
    assert before | {"challenge": ""} == after | {"challenge": ""}
    assert after["allowCredentials"] == []
    assert (after["rpId"], after["userVerification"]) == ("localhost", "required")


async def test_an_unknown_passkey_and_a_wrong_signature_look_the_same(service: Service, ann: Client) -> None:
    """Mutant: an unknown credential is refused before the client data is checked."""
    known, unknown = await added(ann), Authenticator()
    unknown.user_handle = known.user_handle
    forged = Authenticator()
    forged.credential_id, forged.user_handle, forged.counter = known.credential_id, known.user_handle, 100
    for authenticator in (unknown, forged):
        assert (await sign_in(service.anonymous, authenticator)).data == REFUSED
        authenticator.origin = "https://evil.example"
        assert (await sign_in(service.anonymous, authenticator)).data["problem"] == "origin"


async def test_a_signature_by_the_stand_in_key_opens_nothing(service: Service, ann: Client) -> None:
    """Its private key is 1, with which every client can sign. Mutant: the user handle decides whose passkey it is."""
    await added(ann)
    stranger = Authenticator()
    stranger._key = ec.derive_private_key(1, ec.SECP256R1())
    stranger.user_handle = ann.id.to_bytes(8)
    assert (await sign_in(service.anonymous, stranger)).data == REFUSED


async def test_a_challenge_works_once(service: Service, ann: Client) -> None:
    authenticator = await added(ann, counts=False)
    begun = await options(service.anonymous)
    body = {"flow": begun["flow"], "credential": authenticator.get(begun["options"])}
    assert (await service.anonymous.post(LOGIN, body)).code == 200
    assert (await service.anonymous.post(LOGIN, body)).data["problem"] == "challenge"


async def test_one_challenge_presented_fifty_times_at_once_signs_in_once(
    service: Service, environ: dict[str, str], ann: Client, clock: Clock
) -> None:
    """On two nodes. The counter stays 0, so that only the challenge decides. Mutant: `find_link` in the place of
    `take_link`."""
    authenticator = await added(ann, counts=False)
    begun = await options(service.anonymous)
    body = {"flow": begun["flow"], "credential": authenticator.get(begun["options"])}
    async with running(settings_for(environ), clock) as other:
        nodes = (service.anonymous, other.anonymous)
        answers = await asyncio.gather(*(nodes[number % 2].post(LOGIN, body) for number in range(50)))
    codes = [answer.code for answer in answers]
    assert codes.count(200) == 1
    assert set(codes) <= {200, 401, 503}, "with 503 a pool of connections refuses more than it has"


async def test_a_wrong_answer_uses_the_challenge_up(service: Service, ann: Client) -> None:
    """Mutant: a refusal that is raised inside the transaction."""
    authenticator = await added(ann)
    begun = await options(service.anonymous)
    right = authenticator.get(begun["options"])
    wrong = right | {"response": right["response"] | {"signature": b64(b"0" * 70)}}
    assert (await service.anonymous.post(LOGIN, {"flow": begun["flow"], "credential": wrong})).data == REFUSED
    again = await service.anonymous.post(LOGIN, {"flow": begun["flow"], "credential": right})
    assert again.data["problem"] == "challenge"


async def test_a_challenge_expires(service: Service, ann: Client, clock: Clock) -> None:
    authenticator = await added(ann)
    begun = await options(service.anonymous)
    body = {"flow": begun["flow"], "credential": authenticator.get(begun["options"])}
    clock.advance(minutes=11)
    assert (await service.anonymous.post(LOGIN, body)).data["problem"] == "challenge"


async def test_a_challenge_is_bound_to_its_flow(service: Service, ann: Client) -> None:
    """Mutant: the flow is not compared."""
    authenticator = await added(ann)
    one, other = await options(service.anonymous), await options(service.anonymous)
    body = {"flow": other["flow"], "credential": authenticator.get(one["options"])}
    assert (await service.anonymous.post(LOGIN, body)).data["problem"] == "challenge"
    body = {"flow": "dwf_unknown", "credential": authenticator.get(other["options"])}
    assert (await service.anonymous.post(LOGIN, body)).data["problem"] == "challenge"


async def test_a_challenge_for_another_purpose_signs_nobody_in(service: Service, ann: Client) -> None:
    """Mutant: one purpose for all challenges."""
    authenticator = await added(ann)
    for begun in (await options(ann), (await ann.post(NEW_OPTIONS)).data):
        made = authenticator.get({"rpId": "localhost", "challenge": begun["options"]["challenge"]})
        refused = await service.anonymous.post(LOGIN, {"flow": begun["flow"], "credential": made})
        assert refused.data["problem"] == "challenge"


WRONG: list[tuple[str, Any, str]] = [
    ("origin", "https://evil.example", "origin"),
    ("client_data", {"type": "webauthn.create"}, "type"),
    ("client_data", {"type": "payment.get"}, "type"),
    ("client_data", {"crossOrigin": True}, "crossOrigin"),
    ("client_data", {"topOrigin": "http://localhost:8000"}, "crossOrigin"),
    ("client_data", {"crossOrigin": "true"}, "clientDataJSON"),
    ("rp_id", "evil.example", "rpId"),
    ("present", False, "userPresence"),
    ("verifies_user", False, "userVerification"),
    ("synced", True, "backupState"),
    ("user_handle", b"", "userHandle"),
    ("user_handle", (1).to_bytes(8), "userHandle"),
]


async def test_a_wrong_answer_is_refused(service: Service, ann: Client) -> None:
    """Mutants: each check left out."""
    authenticator = await added(ann)
    for name, wrong, problem in WRONG:
        right = getattr(authenticator, name)
        setattr(authenticator, name, wrong)
        refused = await sign_in(service.anonymous, authenticator)
        assert refused.data == {"reason": "invalid_passkey", "problem": problem}, (name, wrong)
        setattr(authenticator, name, right)
    assert (await sign_in(service.anonymous, authenticator)).code == 200


async def test_a_counter_that_goes_back_is_refused_and_audited(service: Service, admin: Client, ann: Client) -> None:
    """Mutant: the counter is stored and not compared."""
    authenticator = await added(ann)
    assert (await sign_in(service.anonymous, authenticator)).code == 200
    copy_at = authenticator.counter
    assert (await sign_in(service.anonymous, authenticator)).code == 200
    authenticator.counter = copy_at - 1
    assert (await sign_in(service.anonymous, authenticator)).data["problem"] == "counter"
    assert (await sign_in(service.anonymous, authenticator)).data["problem"] == "counter", "equal is too low"
    entries = await actions(service, admin, "auth.passkey_cloned")
    assert len(entries) == 2
    assert entries[0]["target"] == f"user:{ann.id}"
    assert (await sign_in(service.anonymous, authenticator)).code == 200, "the original goes on"


async def test_a_counter_that_counts_nothing_is_fine(service: Service, ann: Client) -> None:
    authenticator = await added(ann, counts=False)
    assert [(await sign_in(service.anonymous, authenticator)).code for _ in range(2)] == [200, 200]
    authenticator.counts = True
    assert (await sign_in(service.anonymous, authenticator)).code == 200
    authenticator.counts, authenticator.counter = False, 0
    assert (await sign_in(service.anonymous, authenticator)).data["problem"] == "counter"


async def test_of_two_sign_ins_with_one_count_at_once_one_succeeds(service: Service, ann: Client) -> None:
    """A copy and its original. Mutant: the counter is compared in Python, and then written."""
    authenticator = await added(ann)
    bodies = []
    for _ in range(2):
        begun = await options(service.anonymous)
        bodies.append({"flow": begun["flow"], "credential": authenticator.get(begun["options"])})
        authenticator.counter = 1
    answers = await asyncio.gather(*(service.anonymous.post(LOGIN, body) for body in bodies))
    assert sorted(answer.code for answer in answers) == [200, 401]


async def test_a_security_key_alone_signs_nobody_in(service: Service, ann: Client) -> None:
    """Not even once it has a PIN: its finder could have set it."""
    authenticator = await added(ann, verifies_user=False)
    assert (await sign_in(service.anonymous, authenticator)).data["problem"] == "userVerification"
    authenticator.verifies_user = True
    assert (await sign_in(service.anonymous, authenticator)).data["problem"] == "userVerification"


async def test_a_disabled_user_stays_out(service: Service, admin: Client, ann: Client) -> None:
    authenticator = await added(ann)
    await admin.put(f"/api/users/{ann.id}", {"status": 0})
    assert (await sign_in(service.anonymous, authenticator)).reason == "account_disabled"
    authenticator.origin = "https://evil.example"
    assert (await sign_in(service.anonymous, authenticator)).reason == "invalid_passkey"
    await admin.put(f"/api/users/{ann.id}", {"status": 1})
    authenticator.origin = "http://localhost:8000"
    assert (await sign_in(service.anonymous, authenticator)).code == 200


@pytest.mark.settings(login_failures=2, login_account_failures=5)
async def test_locked_passwords_do_not_block_passkeys(service: Service, ann: Client) -> None:
    authenticator = await added(ann)
    elsewhere = service.at("198.51.100.7")
    for client in (service.anonymous, elsewhere):
        for _ in range(8):
            await client.post("/api/auth/login", {"username": "ann", "password": "wrong"})
    locked = await elsewhere.post("/api/auth/login", {"username": "ann", "password": PASSWORD})
    assert locked.reason == "too_many_attempts"
    assert (await sign_in(elsewhere, authenticator)).code == 200


@pytest.mark.settings(login_failures=2, login_account_failures=5)
async def test_failed_passkeys_do_not_block_the_account(service: Service, ann: Client) -> None:
    authenticator = await added(ann)
    forged = Authenticator()
    forged.credential_id, forged.user_handle, forged.counter = authenticator.credential_id, authenticator.user_handle, 9
    for _ in range(12):
        assert (await sign_in(service.anonymous, forged)).data == REFUSED
    password = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD})
    assert password.reason == "second_factor_required"
    assert (await sign_in(service.anonymous, authenticator)).code == 200


@pytest.mark.settings(login_network_failures=5)
async def test_failed_passkeys_of_one_network_are_bounded(service: Service, ann: Client) -> None:
    """Mutant: failures are not counted."""
    authenticator, forged = await added(ann), Authenticator()
    reasons = [(await sign_in(service.anonymous, forged)).reason for _ in range(6)]
    assert reasons == [*["invalid_passkey"] * 5, "too_many_attempts"]
    assert (await sign_in(service.at("198.51.100.7"), authenticator)).code == 200
    password = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD})
    assert password.reason == "second_factor_required", "counted apart from passwords"


@pytest.mark.settings(login_network_failures=5)
async def test_passkeys_that_are_right_are_not_counted_as_failures(service: Service, ann: Client) -> None:
    authenticator = await added(ann)
    assert [(await sign_in(service.anonymous, authenticator)).code for _ in range(7)] == [200] * 7


@pytest.mark.settings(login_network_rate=4)
async def test_challenges_for_one_network_are_bounded(service: Service) -> None:
    answers = [await service.anonymous.post(LOGIN_OPTIONS, {}) for _ in range(5)]
    assert [answer.reason for answer in answers] == [*[None] * 4, "too_many_attempts"]
    assert (await service.at("198.51.100.7").post(LOGIN_OPTIONS, {})).code == 200


async def test_a_password_that_must_be_changed_withholds_the_rights_of_a_passkey_too(
    service: Service, admin: Client, ann: Client
) -> None:
    authenticator = await added(ann)
    await admin.put(f"/api/users/{ann.id}", {"roles": ["admin"], "mustChangePassword": True})
    client = Client(service, (await sign_in(service.anonymous, authenticator)).data)
    assert (await client.get("/api/users")).reason == "password_change_required"


async def test_a_passkey_reaches_every_required_strength(service: Service, admin: Client, ann: Client) -> None:
    role = await admin.post(
        "/api/roles",
        {"name": "careful", "permissions": ["users:read"], "requiredStrength": "phishingResistant"},
    )
    assert role.code == 200, role.body
    await admin.put(f"/api/users/{ann.id}", {"roles": ["careful"]})
    assert (await ann.get("/api/users")).reason == "enrolment_required"
    authenticator = await added(ann)
    assert (await ann.get("/api/users")).code == 200, "the session that proved it counts at once"
    client = Client(service, (await sign_in(service.anonymous, authenticator)).data)
    assert (await client.get("/api/users")).code == 200


async def test_nothing_of_a_ceremony_is_in_the_audit_trail(service: Service, admin: Client, ann: Client) -> None:
    authenticator = await added(ann)
    begun = await options(service.anonymous)
    credential = authenticator.get(begun["options"])
    await service.anonymous.post(LOGIN, {"flow": begun["flow"], "credential": credential})
    await service.anonymous.post(LOGIN, {"flow": begun["flow"], "credential": credential})
    trail = (await admin.get("/api/audit", params={"pageSize": 100})).response.text
    for secret in (begun["flow"], begun["options"]["challenge"], credential["response"]["signature"]):
        assert secret not in trail
    entries = await actions(service, admin, "auth.login_failed")
    assert entries[0]["details"] == {"reason": "invalid_passkey", "problem": "challenge"}
