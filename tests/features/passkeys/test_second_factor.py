"""Passkeys and security keys as a second factor, and for step-up."""

import asyncio

import pytest

from tests.features.passkeys.support import (
    CONTINUE,
    LOGIN,
    LOGIN_OPTIONS,
    NEW_OPTIONS,
    STEP_UP,
    actions,
    added,
    options,
    pending,
    second_factor,
    sign_in,
    step_up,
)
from tests.support.api_keys import new_key
from tests.support.authenticator import unb64
from tests.support.service import PASSWORD, Client, Clock, Service


@pytest.fixture
async def ann(service: Service, admin: Client) -> Client:
    await service.create(admin, "ann", email="ann@example.com")
    return await service.login("ann", PASSWORD)


async def test_a_key_finishes_a_sign_in_by_password(service: Service, ann: Client) -> None:
    for verifies_user in (False, True):
        authenticator = await added(ann, verifies_user=verifies_user)
        asked = await pending(service, "ann")
        assert "passkey" in asked.data["methods"]
        answer = await second_factor(service.anonymous, asked.data["flow"], authenticator)
        assert answer.code == 200, answer.body


async def test_the_options_of_a_pending_sign_in_name_the_passkeys_of_its_user(service: Service, ann: Client) -> None:
    authenticator = await added(ann)
    flow = (await pending(service, "ann")).data["flow"]
    begun = await options(service.anonymous, flow)
    assert begun["flow"] == flow
    assert [unb64(each["id"]) for each in begun["options"]["allowCredentials"]] == [authenticator.credential_id]
    unknown = await service.anonymous.post(LOGIN_OPTIONS, {"flow": "dwf_unknown"})
    assert unknown.reason == "sign_in_expired"


async def test_a_passkey_of_another_user_finishes_no_sign_in(service: Service, admin: Client, ann: Client) -> None:
    """Mutant: the owner of the credential is not compared with the user of the sign-in."""
    await added(ann)
    of_admin = await added(admin)
    flow = (await pending(service, "ann")).data["flow"]
    assert (await second_factor(service.anonymous, flow, of_admin)).reason == "invalid_code"


async def test_a_second_factor_is_bound_to_its_pending_sign_in(service: Service, ann: Client) -> None:
    """Mutant: the challenge is bound to the user alone."""
    authenticator = await added(ann)
    one, other = (await pending(service, "ann")).data["flow"], (await pending(service, "ann")).data["flow"]
    begun = await options(service.anonymous, one)
    body = {"flow": other, "method": "passkey", "credential": authenticator.get(begun["options"])}
    assert (await service.anonymous.post(CONTINUE, body)).reason == "invalid_code"


async def test_challenges_for_other_purposes_finish_no_sign_in(service: Service, ann: Client) -> None:
    authenticator = await added(ann)
    flow = (await pending(service, "ann")).data["flow"]
    others = (await options(service.anonymous), await options(ann), (await ann.post(NEW_OPTIONS)).data)
    for begun in others:
        made = authenticator.get({"rpId": "localhost", "challenge": begun["options"]["challenge"]})
        body = {"flow": flow, "method": "passkey", "credential": made}
        assert (await service.anonymous.post(CONTINUE, body)).reason == "invalid_code"


async def test_a_pending_sign_in_is_no_sign_in_by_passkey_alone(service: Service, ann: Client) -> None:
    """A security key after the password is two factors; the same answer at the endpoint for passkeys is one."""
    authenticator = await added(ann)
    begun = await options(service.anonymous, (await pending(service, "ann")).data["flow"])
    body = {"flow": begun["flow"], "credential": authenticator.get(begun["options"])}
    assert (await service.anonymous.post(LOGIN, body)).data["problem"] == "challenge"


async def test_a_second_factor_presented_many_times_at_once_opens_one_session(service: Service, ann: Client) -> None:
    authenticator = await added(ann, counts=False)
    flow = (await pending(service, "ann")).data["flow"]
    begun = await options(service.anonymous, flow)
    body = {"flow": flow, "method": "passkey", "credential": authenticator.get(begun["options"])}
    answers = await asyncio.gather(*(service.anonymous.post(CONTINUE, body) for _ in range(20)))
    assert sorted(answer.code for answer in answers)[:2] == [200, 401]


async def test_wrong_passkeys_count_for_their_flow_and_not_for_the_account(service: Service, ann: Client) -> None:
    authenticator = await added(ann)
    authenticator.origin = "https://evil.example"
    for _ in range(3):
        flow = (await pending(service, "ann")).data["flow"]
        remaining = [
            (await second_factor(service.anonymous, flow, authenticator)).data.get("remaining") for _ in range(5)
        ]
        assert remaining == [4, 3, 2, 1, 0]
        assert (await second_factor(service.anonymous, flow, authenticator)).reason == "sign_in_expired"
    authenticator.origin = "http://localhost:8000"
    flow = (await pending(service, "ann")).data["flow"]
    assert (await second_factor(service.anonymous, flow, authenticator)).code == 200


@pytest.mark.settings(step_up_ttl=60)
async def test_a_passkey_steps_up(service: Service, admin: Client, ann: Client, clock: Clock) -> None:
    authenticator = await added(ann)
    clock.advance(minutes=2)
    assert (await ann.post(NEW_OPTIONS)).reason == "step_up_required"
    by_password = await ann.post(STEP_UP, {"method": "password", "password": PASSWORD})
    assert (by_password.reason, by_password.data["methods"]) == ("step_up_required", ["passkey"])
    begun = await options(ann)
    assert [unb64(each["id"]) for each in begun["options"]["allowCredentials"]] == [authenticator.credential_id]
    assert (await step_up(ann, authenticator)).code == 200
    assert (await ann.post(NEW_OPTIONS)).code == 200


async def test_a_step_up_is_bound_to_user_and_session(service: Service, admin: Client, ann: Client) -> None:
    """Mutants: the challenge is not bound to the session, or not to the user."""
    authenticator, of_admin = await added(ann), await added(admin)
    other = Client(service, (await sign_in(service.anonymous, authenticator)).data)
    begun = await options(ann)
    body = {"method": "passkey", "credential": authenticator.get(begun["options"])}
    assert (await other.post(STEP_UP, body)).reason == "invalid_code"
    begun = await options(ann)
    body = {"method": "passkey", "credential": of_admin.get(begun["options"])}
    assert (await admin.post(STEP_UP, body)).reason == "invalid_code"
    assert (await ann.post(STEP_UP, body)).reason == "invalid_code"


async def test_challenges_for_other_purposes_do_not_step_up(service: Service, ann: Client) -> None:
    authenticator = await added(ann)
    flow = (await pending(service, "ann")).data["flow"]
    for begun in (await options(service.anonymous), await options(service.anonymous, flow)):
        body = {"method": "passkey", "credential": authenticator.get(begun["options"])}
        assert (await ann.post(STEP_UP, body)).reason == "invalid_code"


async def test_options_with_a_bad_token_are_refused(service: Service, ann: Client) -> None:
    headers = {"Authorization": "Bearer forged"}
    assert (await service.anonymous.post(LOGIN_OPTIONS, {}, headers=headers)).reason == "invalid_token"
    await ann.post("/api/auth/logout")
    assert (await ann.post(LOGIN_OPTIONS, {})).reason == "session_ended"


async def test_a_copied_key_is_refused_as_a_second_factor_and_audited(
    service: Service, admin: Client, ann: Client
) -> None:
    authenticator = await added(ann)
    authenticator.counter = 0
    flow = (await pending(service, "ann")).data["flow"]
    assert (await second_factor(service.anonymous, flow, authenticator)).reason == "invalid_code"
    assert len(await actions(service, admin, "auth.passkey_cloned")) == 1


async def test_a_passkey_that_did_not_verify_its_user_is_a_security_key(service: Service, ann: Client) -> None:
    """Step-up by it renews the session, which stays as strong as it was."""
    authenticator = await added(ann)
    authenticator.verifies_user = False
    flow = (await pending(service, "ann")).data["flow"]
    client = Client(service, (await second_factor(service.anonymous, flow, authenticator)).data)
    assert (await client.get("/api/auth/user")).code == 200
    assert (await step_up(client, authenticator)).code == 200


async def test_an_api_key_gets_no_options_for_a_step_up(service: Service, ann: Client) -> None:
    """They name the passkeys of its owner. Mutant: the endpoint authenticates by itself, and asks for no session."""
    key = await new_key(ann)
    assert (await key.post(LOGIN_OPTIONS, {})).reason == "key_not_allowed"
