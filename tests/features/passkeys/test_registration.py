"""Adding, listing, renaming and removing passkeys."""

import asyncio
from typing import Any

import pytest

from doorward.features.passkeys.model import PASSKEYS_MAX
from tests.features.passkeys.support import NEW_OPTIONS, PASSKEYS, actions, add, added, options, sign_in, step_up
from tests.support.authenticator import EDDSA, ES256, RS256, Authenticator, b64, cbor, unb64
from tests.support.service import PASSWORD, Client, Clock, Service


@pytest.fixture
async def ann(service: Service, admin: Client) -> Client:
    await service.create(admin, "ann", email="ann@example.com", name="Ann Lee")
    return await service.login("ann", PASSWORD)


async def test_the_options_are_what_a_browser_takes(service: Service, ann: Client) -> None:
    data = (await ann.post(NEW_OPTIONS)).data["options"]
    assert data["rp"] == {"id": "localhost", "name": "Doorward"}
    assert (data["user"]["name"], data["user"]["displayName"]) == ("ann", "Ann Lee")
    assert b"ann" not in unb64(data["user"]["id"])
    assert len(unb64(data["challenge"])) >= 32
    assert [each["alg"] for each in data["pubKeyCredParams"]] == [EDDSA, ES256, RS256]
    assert data["attestation"] == "none"
    assert data["excludeCredentials"] == []
    assert data["authenticatorSelection"] == {
        "residentKey": "required",
        "requireResidentKey": True,
        "userVerification": "preferred",
    }


async def test_a_passkey_is_added_and_signs_in(service: Service, ann: Client) -> None:
    for algorithm in (ES256, EDDSA, RS256):
        authenticator = Authenticator(algorithm=algorithm)
        created = await add(ann, authenticator, "Telephone")
        assert created.code == 200, created.body
        assert (created.data["type"], created.data["name"]) == ("passkey", "Telephone")
        assert (created.data["userVerified"], created.data["rpId"]) == (True, "localhost")
        assert created.data["lastUsedAt"] is None
        answer = await sign_in(service.anonymous, authenticator)
        assert answer.code == 200, answer.body
        assert answer.data["user"]["username"] == "ann"
        last = (await ann.get(PASSKEYS)).data["list"][-1]
        assert last["id"] == created.data["id"]
        assert last["lastUsedAt"] is not None


async def test_the_first_factor_brings_recovery_codes_and_the_second_one_does_not(ann: Client) -> None:
    first = await add(ann, Authenticator())
    assert len(first.data["recoveryCodes"]) == 10
    second = await add(ann, Authenticator())
    assert second.code == 200
    assert "recoveryCodes" not in second.data


async def test_a_passkey_without_a_name_is_named_after_the_browser(ann: Client) -> None:
    begun = (await ann.post(NEW_OPTIONS)).data
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    body = {"flow": begun["flow"], "credential": Authenticator().create(begun["options"])}
    assert (await ann.post(PASSKEYS, body, headers={"User-Agent": agent})).data["name"] == "Firefox on Linux"
    nameless = await add(ann, Authenticator())
    assert nameless.data["name"]


async def test_existing_passkeys_are_excluded_from_new_ones(ann: Client) -> None:
    authenticator = await added(ann)
    excluded = (await ann.post(NEW_OPTIONS)).data["options"]["excludeCredentials"]
    assert [unb64(each["id"]) for each in excluded] == [authenticator.credential_id]
    assert excluded[0]["transports"] == ["internal", "hybrid"]


@pytest.mark.settings(step_up_ttl=60)
async def test_adding_needs_recent_authentication_at_both_steps(ann: Client, clock: Clock) -> None:
    begun = (await ann.post(NEW_OPTIONS)).data
    credential = Authenticator().create(begun["options"])
    clock.advance(minutes=2)
    assert (await ann.post(NEW_OPTIONS)).reason == "step_up_required"
    body = {"flow": begun["flow"], "credential": credential}
    assert (await ann.post(PASSKEYS, body)).reason == "step_up_required"
    stepped = await ann.post("/api/auth/step-up", {"method": "password", "password": PASSWORD})
    ann.tokens |= stepped.data
    # The refusal used nothing up: the user does not have to touch the authenticator again.
    assert (await ann.post(PASSKEYS, body)).code == 200


async def test_adding_sends_mail_ends_other_sessions_and_is_audited(
    service: Service, admin: Client, ann: Client
) -> None:
    other = await service.login("ann", PASSWORD)
    created = await add(ann, Authenticator(), "Telephone")
    assert (await other.get("/api/auth/user")).reason == "session_ended"
    assert (await ann.get("/api/auth/user")).code == 200
    mails = (await admin.get("/api/mail")).data["list"]
    assert [(mail["kind"], mail["recipient"]) for mail in mails] == [("factor_added", "ann@example.com")]
    (entry,) = await actions(service, admin, "auth.factor_added")
    assert entry["details"]["factor"] == created.data["id"]


async def test_a_passkey_with_user_verification_counts_as_two_factors(service: Service, ann: Client) -> None:
    await added(ann, verifies_user=True)
    assert (await ann.get("/api/auth/user")).data["strength"] == "phishingResistant"


async def test_a_credential_belongs_to_one_user(service: Service, admin: Client, ann: Client) -> None:
    """Mutant: the insert without the unique credential id, or a registration that takes the passkey over."""
    authenticator = await added(ann)
    assert (await add(ann, authenticator)).reason == "passkey_taken"
    assert (await add(admin, authenticator)).reason == "passkey_taken"
    authenticator.user_handle = (ann.id).to_bytes(8)
    assert (await sign_in(service.anonymous, authenticator)).data["user"]["username"] == "ann"
    assert (await admin.get(PASSKEYS)).data["list"] == []


async def test_of_two_registrations_of_one_credential_at_once_one_succeeds(
    service: Service, admin: Client, ann: Client
) -> None:
    """Mutant: an insert without ON CONFLICT after a read that found the credential free."""
    authenticator = Authenticator()
    bodies = []
    for client in (admin, ann):
        begun = (await client.post(NEW_OPTIONS)).data
        bodies.append({"flow": begun["flow"], "credential": authenticator.create(begun["options"])})
    answers = await asyncio.gather(admin.post(PASSKEYS, bodies[0]), ann.post(PASSKEYS, bodies[1]))
    assert sorted(answer.code for answer in answers) == [200, 409]


async def test_one_registration_sent_many_times_at_once_adds_one_passkey(ann: Client) -> None:
    begun = (await ann.post(NEW_OPTIONS)).data
    body = {"flow": begun["flow"], "credential": Authenticator().create(begun["options"])}
    answers = await asyncio.gather(*(ann.post(PASSKEYS, body) for _ in range(10)))
    codes = [answer.code for answer in answers]
    assert codes.count(200) == 1
    assert set(codes) <= {200, 400, 503}, "with 503 a pool of connections refuses more than it has"
    assert len((await ann.get(PASSKEYS)).data["list"]) == 1


async def test_a_challenge_of_another_session_or_user_registers_nothing(
    service: Service, admin: Client, ann: Client
) -> None:
    """Mutant: a registration that does not compare user and session of its challenge."""
    begun = (await ann.post(NEW_OPTIONS)).data
    body = {"flow": begun["flow"], "credential": Authenticator().create(begun["options"])}
    other = await service.login("ann", PASSWORD)
    assert (await other.post(PASSKEYS, body)).data == {"reason": "invalid_registration", "problem": "challenge"}
    begun = (await ann.post(NEW_OPTIONS)).data
    body = {"flow": begun["flow"], "credential": Authenticator().create(begun["options"])}
    assert (await admin.post(PASSKEYS, body)).data["problem"] == "challenge"
    assert (await ann.post(PASSKEYS, body)).data["problem"] == "challenge", "it was used up"


async def test_a_registration_with_the_flow_of_another_challenge_is_refused(ann: Client) -> None:
    one, other = [(await ann.post(NEW_OPTIONS)).data for _ in range(2)]
    body = {"flow": other["flow"], "credential": Authenticator().create(one["options"])}
    assert (await ann.post(PASSKEYS, body)).data["problem"] == "challenge"


async def test_a_challenge_for_signing_in_registers_nothing(service: Service, ann: Client) -> None:
    begun = await options(service.anonymous)
    made = (await ann.post(NEW_OPTIONS)).data["options"] | {"challenge": begun["options"]["challenge"]}
    body = {"flow": begun["flow"], "credential": Authenticator().create(made)}
    assert (await ann.post(PASSKEYS, body)).data["problem"] == "challenge"


async def test_a_challenge_for_a_new_passkey_expires(ann: Client, clock: Clock) -> None:
    begun = (await ann.post(NEW_OPTIONS)).data
    body = {"flow": begun["flow"], "credential": Authenticator().create(begun["options"])}
    clock.advance(minutes=11)
    assert (await ann.post(PASSKEYS, body)).data["problem"] == "challenge"


WRONG: list[tuple[str, Any, str]] = [
    ("origin", "https://evil.example", "origin"),
    ("origin", "http://localhost.evil.example:8000", "origin"),
    ("client_data", {"type": "webauthn.get"}, "type"),
    ("client_data", {"crossOrigin": True}, "crossOrigin"),
    ("client_data", {"topOrigin": "https://evil.example"}, "crossOrigin"),
    ("rp_id", "evil.example", "rpId"),
    ("present", False, "userPresence"),
    ("algorithm", -65535, "algorithm"),
]


async def test_a_wrong_registration_is_refused(ann: Client) -> None:
    """Mutants: each check left out."""
    for name, wrong, problem in WRONG:
        authenticator = Authenticator()
        setattr(authenticator, name, wrong)
        refused = await add(ann, authenticator)
        assert refused.data == {"reason": "invalid_registration", "problem": problem}, (name, wrong)
    assert (await ann.get(PASSKEYS)).data["list"] == []


async def test_a_passkey_is_renamed(service: Service, admin: Client, ann: Client) -> None:
    created = await add(ann, Authenticator(), "Telephone")
    path = f"{PASSKEYS}/{created.data['id']}"
    assert (await ann.put(path, {"name": "Laptop"})).data["name"] == "Laptop"
    assert (await ann.put(path, {})).fields == {"name": "is required"}
    assert (await ann.put(path, {"name": "two\nlines"})).fields.keys() == {"name"}
    assert (await admin.put(path, {"name": "Mine"})).reason == "factor_not_found"
    (entry,) = (await admin.get("/api/audit", params={"action": "auth.factor_renamed"})).data["list"]
    assert entry["details"] == {"factor": created.data["id"], "type": "passkey"}


async def test_both_addresses_of_a_passkey_rename_it_by_the_same_rules(ann: Client) -> None:
    """A factor of another kind is no passkey. Mutant: `kind` is not compared."""
    created = await add(ann, Authenticator(), "Telephone")
    for collection in (PASSKEYS, "/api/auth/factors"):
        path = f"{collection}/{created.data['id']}"
        assert (await ann.put(path, {"name": " Laptop "})).data["name"] == "Laptop"
        assert (await ann.put(path, {"name": ""})).data["name"] == ""
        assert (await ann.put(path, {"name": "two\nlines"})).fields.keys() == {"name"}
        assert (await ann.put(path, {"name": "x" * 65})).fields.keys() == {"name"}
    listed = (await ann.get("/api/auth/factors")).data["list"]
    codes = next(each["id"] for each in listed if each["type"] == "recoveryCodes")
    assert (await ann.put(f"{PASSKEYS}/{codes}", {"name": "Mine"})).reason == "factor_not_found"


async def test_a_passkey_is_removed(service: Service, admin: Client, ann: Client) -> None:
    authenticator = Authenticator()
    created = await add(ann, authenticator, "Telephone")
    path = f"{PASSKEYS}/{created.data['id']}"
    assert (await admin.delete(path)).reason == "factor_not_found"
    assert (await ann.delete(path)).code == 200
    assert (await ann.delete(path)).reason == "factor_not_found"
    assert (await sign_in(service.anonymous, authenticator)).reason == "invalid_passkey"
    assert (await service.login("ann", PASSWORD)).token, "the password alone suffices again"
    kinds = [mail["kind"] for mail in (await admin.get("/api/mail")).data["list"]]
    assert sorted(kinds) == ["factor_added", "factor_removed"]


@pytest.mark.settings(step_up_ttl=60)
async def test_removing_needs_a_recent_factor(ann: Client, clock: Clock) -> None:
    authenticator = await added(ann)
    (listed,) = (await ann.get(PASSKEYS)).data["list"]
    clock.advance(minutes=2)
    refused = await ann.delete(f"{PASSKEYS}/{listed['id']}")
    assert (refused.reason, refused.data["methods"]) == ("step_up_required", ["passkey"])
    assert (await step_up(ann, authenticator)).code == 200
    assert (await ann.delete(f"{PASSKEYS}/{listed['id']}")).code == 200


async def test_a_user_has_a_bounded_number_of_passkeys(ann: Client) -> None:
    waiting = (await ann.post(NEW_OPTIONS)).data
    for _ in range(PASSKEYS_MAX):
        await added(ann)
    assert (await ann.post(NEW_OPTIONS)).reason == "too_many_passkeys"
    body = {"flow": waiting["flow"], "credential": Authenticator().create(waiting["options"])}
    assert (await ann.post(PASSKEYS, body)).reason == "too_many_passkeys"


async def test_an_attestation_object_of_garbage_is_refused(ann: Client) -> None:
    for garbage in (b"", b"\x81" * 8000, b"\x9b" + b"\xff" * 8, cbor({"fmt": "none"}), cbor([1, 2]), b"\x00" * 9000):
        begun = (await ann.post(NEW_OPTIONS)).data
        credential = Authenticator().create(begun["options"])
        credential["response"]["attestationObject"] = b64(garbage)
        refused = await ann.post(PASSKEYS, {"flow": begun["flow"], "credential": credential})
        assert refused.data == {"reason": "invalid_registration", "problem": "attestationObject"}
