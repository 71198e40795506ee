"""Attacks on second factors: what all kinds of factors have in common, with factors that a fixed word proves."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from doorward.domain.sign_in.one_time_tokens import MAX_TRIES
from doorward.domain.sign_in.strength import PASSKEY, TOTP
from tests.attacks.support import addresses, guess, sign_in
from tests.support import stub_factors
from tests.support.service import PASSWORD, Client, Clock, Service
from tests.support.stub_factors import RIGHT, WRONG, give, proceed, proof_of

NEW_PASSWORD = "another perfectly fine one"
CONTINUE, STEP_UP = "/api/auth/login/continue", "/api/auth/step-up"


@pytest.fixture
async def service(service: Service) -> Service:
    stub_factors.install(service)
    return service


async def user_with(service: Service, admin: Client, kinds: int = TOTP, name: str = "ann", **fields: Any) -> int:
    made = await service.create(admin, name, **fields)
    await give(service, made["id"], kinds)
    return int(made["id"])


async def flow_of(client: Client, name: str = "ann", password: str = PASSWORD) -> str:
    asked = await sign_in(client, name, password)
    assert asked.reason == "second_factor_required", asked.body
    return str(asked.data["flow"])


async def signed_in(service: Service, name: str = "ann", method: str = "totp", password: str = PASSWORD) -> Client:
    answer = await proceed(service.anonymous, await flow_of(service.anonymous, name, password), method)
    assert answer.code == 200, answer.body
    return Client(service, answer.data)


@pytest.mark.settings(login_account_failures=6, login_network_failures=0)
async def test_a_right_password_takes_back_no_failure_that_it_was_not_counted_for(
    service: Service, admin: Client
) -> None:
    """From a known network the count of the account is left alone. Mutant: `undo` that lowers it all the same."""
    await user_with(service, admin)
    await signed_in(service)
    for number in range(1, 6):
        assert await guess(service.at(f"198.18.0.{number}"), "ann") == [401]
    for _ in range(5):
        await flow_of(service.anonymous)
    assert await guess(service.at("198.18.0.6"), "ann") == [401]
    assert await guess(service.at("198.18.0.7"), "ann") == [429]


async def test_lowering_the_strength_of_a_role_takes_the_role_or_the_right_to_grant_it(
    service: Service, admin: Client
) -> None:
    """Applications decide by the name of a role, whatever it grants here. Mutant: the role's permissions alone."""
    payroll = await admin.post("/api/roles", {"name": "payroll", "permissions": [], "requiredStrength": "twoFactors"})
    path = f"/api/roles/{payroll.data['id']}"
    await admin.post("/api/roles", {"name": "delegate", "permissions": ["roles:update"]})
    await admin.post("/api/roles", {"name": "granter", "permissions": ["roles:update", "roles:grant"]})
    await service.create(admin, "ann", roles=["delegate"])
    await service.create(admin, "bob", roles=["granter"])
    await user_with(service, admin, TOTP, "cid", roles=["delegate", "payroll"])
    ann, bob, cid = (
        await service.login("ann", PASSWORD),
        await service.login("bob", PASSWORD),
        await signed_in(service, "cid"),
    )
    refused = await ann.put(path, {"requiredStrength": "password"})
    assert (refused.code, refused.reason) == (403, "role_not_held")
    assert (await ann.put(path, {"requiredStrength": "twoFactors", "description": "Wages"})).code == 200
    for client in (bob, cid):
        assert (await client.put(path, {"requiredStrength": "password"})).code == 200
        await admin.put(path, {"requiredStrength": "twoFactors"})


async def test_raising_the_strength_of_a_role_takes_the_rights_of_all_its_holders(
    service: Service, admin: Client
) -> None:
    """It may take all rights from them until they enrol a factor. Mutant: the permissions of the role alone."""
    listed = (await admin.get("/api/roles", params={"keyword": "user"})).data["list"]
    path = f"/api/roles/{listed[0]['id']}"
    assert listed[0]["name"] == "user"
    await admin.post("/api/roles", {"name": "delegate", "permissions": ["roles:update"]})
    await service.create(admin, "ann", roles=["delegate"])
    ann = await service.login("ann", PASSWORD)
    chief = await service.create(admin, "bob", roles=["admin", "user"])
    refused = await ann.put(path, {"requiredStrength": "phishingResistant"})
    assert (refused.code, refused.reason) == (403, "outranked")
    await admin.put(f"/api/users/{chief['id']}", {"roles": ["admin"]})
    assert (await ann.put(path, {"requiredStrength": "phishingResistant"})).code == 200


async def test_a_flow_is_no_token_and_no_token_is_a_flow(service: Service, admin: Client) -> None:
    await user_with(service, admin)
    flow, ann = await flow_of(service.anonymous), await signed_in(service)
    bearer = Client(service, {"token": flow})
    for path in ("/api/auth/user", "/api/users", "/api/auth/sessions"):
        assert (await bearer.get(path)).reason == "invalid_token"
    assert (await bearer.post(STEP_UP, proof_of("totp"))).reason == "invalid_token"
    assert (await bearer.post("/api/auth/logout")).reason == "invalid_token"
    refused = await service.anonymous.post("/api/auth/refresh", {"refreshToken": flow})
    assert refused.reason == "invalid_refresh_token"
    for other in (ann.token[:256], ann.refresh_token, "", "x", flow[:-1], f" {flow}", flow.upper()):
        answer = await proceed(service.anonymous, other, "totp")
        assert answer.reason == ("sign_in_expired" if other else "validation_failed")
    assert (await proceed(service.anonymous, flow, "totp")).code == 200


async def test_a_flow_of_another_purpose_or_user_leads_nowhere(service: Service, admin: Client) -> None:
    """A flow signs in the user who began it, whatever the client that finishes it has proved before."""
    await user_with(service, admin)
    await user_with(service, admin, TOTP, "bob")
    bob = await signed_in(service, "bob")
    finished = await bob.post(CONTINUE, {"flow": await flow_of(service.anonymous), **proof_of("totp")})
    assert finished.data["user"]["username"] == "ann"
    asked = await service.anonymous.post(
        "/api/auth/register/confirm", {"flow": await flow_of(service.anonymous), "code": RIGHT}
    )
    assert asked.code in (400, 403)
    asked = await service.anonymous.post(
        "/api/auth/email-code/verify", {"flow": await flow_of(service.anonymous), "code": RIGHT}
    )
    assert asked.code in (400, 403)


async def test_a_proof_counts_for_its_own_method_alone(service: Service, admin: Client) -> None:
    """Mutant: a method that the user does not have. Each refusal is one of the five tries."""
    await user_with(service, admin)
    await user_with(service, admin, PASSKEY, "bob")
    code, key = {"code": RIGHT}, {"credential": proof_of("passkey")["credential"]}
    wrong: dict[str, list[dict[str, Any]]] = {
        "ann": [
            {"method": "passkey", **key},
            {"method": "passkey", **code},
            {"method": "totp", **key},
            {"method": "password", "code": PASSWORD},
            {"method": "TOTP", **code},
        ],
        "bob": [
            {"method": "totp", **code},
            {"method": "totp", **key},
            {"method": "passkey", **code},
            {"method": "emailCode", **code},
            {"method": "device", **code},
        ],
    }
    for name, bodies in wrong.items():
        flow = await flow_of(service.anonymous, name)
        answers = [await service.anonymous.post(CONTINUE, {"flow": flow, **body}) for body in bodies]
        assert [answer.data["remaining"] for answer in answers] == [4, 3, 2, 1, 0]
        assert {answer.reason for answer in answers} == {"invalid_code"}
        right = await proceed(service.anonymous, flow, "totp" if name == "ann" else "passkey")
        assert right.reason == "sign_in_expired"


@pytest.mark.settings(login_failures=0)
async def test_concurrent_guesses_at_one_flow_get_five_tries_in_all(service: Service, admin: Client) -> None:
    """Mutant: the try counted after the code is compared."""
    await user_with(service, admin)
    flow = await flow_of(service.anonymous)
    answers = await asyncio.gather(*(proceed(service.anonymous, flow, "totp", WRONG) for _ in range(30)))
    assert Counter(answer.reason for answer in answers) == {"invalid_code": MAX_TRIES, "sign_in_expired": 25}


async def test_of_concurrent_requests_with_the_right_proof_one_finishes_a_flow(service: Service, admin: Client) -> None:
    """Mutant: `take_flow` left out."""
    await user_with(service, admin)
    for method in ("totp", "recoveryCode"):
        flow = await flow_of(service.anonymous)
        answers = await asyncio.gather(*(proceed(service.anonymous, flow, method) for _ in range(10)))
        assert Counter(answer.code for answer in answers) == {200: 1, 401: 9}


@pytest.mark.settings(login_account_failures=12, login_failures=0, login_network_failures=0)
async def test_guesses_count_for_the_account_over_flows_networks_and_methods(service: Service, admin: Client) -> None:
    """Step-ups count too. A lock on codes blocks neither the password nor a passkey. Mutants: a count for each flow; a
    count that passwords share; passkeys counted as codes."""
    await user_with(service, admin, TOTP | PASSKEY)
    ann = Client(service, (await proceed(service.anonymous, await flow_of(service.anonymous), "passkey")).data)
    assert (await service.at("198.18.9.9").post(STEP_UP)).code == 401
    answers = []
    for address in addresses(16):
        client = service.at(address)
        answers.append(await proceed(client, await flow_of(client), "totp", WRONG))
    assert [answer.code for answer in answers] == [400] * 12 + [429] * 4
    elsewhere = service.at("203.0.113.7")
    assert (await proceed(elsewhere, await flow_of(elsewhere), "totp", RIGHT)).reason == "too_many_attempts"
    stepping = Client(service, ann.tokens, http=service.at("203.0.113.8").http)
    assert (await stepping.post(STEP_UP, proof_of("totp"))).reason == "too_many_attempts"
    assert (await stepping.post(STEP_UP, proof_of("passkey"))).code == 200
    elsewhere = service.at("203.0.113.9")
    assert (await proceed(elsewhere, await flow_of(elsewhere), "passkey")).code == 200


@pytest.mark.settings(login_failures=0, login_network_failures=0, login_account_failures=10)
async def test_concurrent_guesses_over_many_flows_each_count(service: Service, admin: Client) -> None:
    """Mutant: the failure counted after the code was compared."""
    await user_with(service, admin)
    clients = [service.at(address) for address in addresses(25)]
    flows = [await flow_of(client) for client in clients]
    answers = await asyncio.gather(
        *(proceed(client, flow, "totp", WRONG) for client, flow in zip(clients, flows, strict=True))
    )
    assert Counter(answer.code for answer in answers) == {400: 10, 429: 15}


async def test_a_pending_sign_in_ends_with_what_its_first_factor_proved(
    service: Service, admin: Client, clock: Clock
) -> None:
    """Mutants: flows that outlive a new password; a session for a user who was disabled meanwhile."""
    user_id = await user_with(service, admin)
    path = f"/api/users/{user_id}"

    async def dies(change: Any) -> None:
        flow = await flow_of(service.anonymous)
        assert (await change).code == 200
        assert (await proceed(service.anonymous, flow, "totp")).reason == "sign_in_expired"

    await dies(admin.put(path, {"password": NEW_PASSWORD}))
    await admin.put(path, {"password": PASSWORD})
    ann = await signed_in(service)
    await dies(ann.put("/api/auth/password", {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}))
    await admin.put(path, {"password": PASSWORD})
    await dies(admin.put(path, {"status": 0}))
    await admin.put(path, {"status": 1})
    await dies(admin.put(path, {"email": "other@example.com"}))
    flow = await flow_of(service.anonymous)
    clock.advance(601)
    assert (await proceed(service.anonymous, flow, "totp")).reason == "sign_in_expired"
    await dies(admin.delete(path))


@pytest.mark.settings(step_up_ttl=60)
async def test_a_thief_of_session_and_password_does_not_get_past_the_factor(
    service: Service, admin: Client, clock: Clock
) -> None:
    """The password alone renews no authentication of a user with a factor, neither by a step-up nor by changing it.
    Mutants: `by_password` for users with factors; `counts_as_recent` after a password change."""
    await user_with(service, admin, email="ann@example.com")
    ann = await signed_in(service)
    assert (await ann.put("/api/auth/email", {"email": "early@example.com"})).code == 200
    clock.advance(61)
    refused = await ann.post(STEP_UP, {"method": "password", "password": PASSWORD})
    assert (refused.code, refused.reason, refused.data["methods"]) == (401, "step_up_required", ["totp"])
    changed = await ann.put("/api/auth/password", {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD})
    ann.tokens |= changed.data
    refused = await ann.put("/api/auth/email", {"email": "thief@example.com"})
    assert (refused.code, refused.reason, refused.data["methods"]) == (401, "step_up_required", ["totp"])
    assert (await ann.post(STEP_UP, proof_of("totp", WRONG))).reason == "invalid_code"
    ann.tokens |= (await ann.post(STEP_UP, proof_of("totp"))).data
    assert (await ann.put("/api/auth/email", {"email": "own@example.com"})).code == 200


@pytest.mark.settings(login_failures=0, login_account_failures=0, login_network_failures=0)
async def test_step_ups_are_limited_as_sign_ins_are_and_do_not_say_which_password_is_right(
    service: Service, admin: Client
) -> None:
    """A stolen session tells nothing about the password of a user with a factor."""
    await user_with(service, admin)
    ann = await signed_in(service)
    answers = [
        (await ann.post(STEP_UP, {"method": "password", "password": each})).body for each in (PASSWORD, NEW_PASSWORD)
    ]
    assert answers[0] == answers[1]


HUGE = "A" * 70_000


@pytest.mark.parametrize(
    "body",
    [
        {"flow": "A" * 257, "method": "totp", "code": RIGHT},
        {"flow": "A", "method": "A" * 33, "code": RIGHT},
        {"flow": "A", "method": "totp", "code": "1" * 65},
        {"flow": "A", "method": "totp", "code": HUGE},
        {"flow": "A", "method": "totp", "code": None},
        {"flow": None, "method": "totp", "code": RIGHT},
        {"flow": "A", "method": ["totp"], "code": RIGHT},
        {"flow": "A", "method": "passkey", "credential": {"id": "A" * 1401}},
        {"flow": "A", "method": "passkey", "credential": []},
        {"flow": "A", "method": "passkey", "credential": {"id": "A", "rawId": "A", "type": "A", "response": {}}},
        {
            "flow": "A",
            "method": "passkey",
            "credential": {"id": "A", "rawId": "A", "type": "A", "response": {"clientDataJSON": "A" * 16_385}},
        },
    ],
    ids=range(11),
)
async def test_inputs_of_the_wrong_size_or_type_are_refused_before_they_are_used(
    service: Service, body: dict[str, Any]
) -> None:
    answer = await service.anonymous.post(CONTINUE, body)
    assert answer.code in (400, 413)
    assert answer.reason in ("validation_failed", "malformed_request", "body_too_large")


@pytest.mark.parametrize("code", ["١٢٣٤٥٦", "１２３４５６", "-1", "1e5", " ", "𝟏" * 64, "' OR 1=1 --"])
async def test_strange_codes_are_wrong_codes(service: Service, admin: Client, code: str) -> None:
    await user_with(service, admin)
    ann = await signed_in(service)
    for method in ("totp", "recoveryCode"):
        answer = await proceed(service.anonymous, await flow_of(service.anonymous), method, code)
        assert (answer.code, answer.reason) in ((400, "invalid_code"), (400, "malformed_request"))
    assert (await ann.post(STEP_UP, {"method": "totp", "code": code})).code == 400
