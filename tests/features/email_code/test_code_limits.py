"""Guesses at mailed codes, and requests for them, are counted."""

import asyncio
from typing import Any

import pytest

from doorward.domain.sign_in.one_time_tokens import MAX_TRIES
from doorward.features.email_code.service import EmailCodes
from tests.features.email_code.support import ANN, ASK, ask, ask_and_read, other_than, verify
from tests.support.mail import mails_to
from tests.support.service import PASSWORD, Client, Clock, Service


@pytest.mark.settings(login_failures=0, login_network_failures=0)
async def test_a_thousand_guesses_at_once_get_five_tries_in_all(service: Service, admin: Client) -> None:
    """Mutant: `count_try` without `tries < $4`, or a try that is counted after the comparison."""
    await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin)
    wrong = [other_than(code, number) for number in range(1, 1000)]
    answers = await asyncio.gather(*(verify(service.anonymous, flow, guess) for guess in [*wrong, code]))
    codes = [answer.code for answer in answers]
    tried = sorted((answer.data["remaining"] for answer in answers if answer.code == 400), reverse=True)
    assert len(answers) == 1000
    assert codes.count(200) <= 1
    assert tried[: MAX_TRIES - codes.count(200)] == [4, 3, 2, 1, 0][: MAX_TRIES - codes.count(200)]
    assert not any(tried[MAX_TRIES:])
    row = await service.core.database.fetchrow("SELECT max(tries) FROM one_time_tokens")
    assert row is not None
    assert row[0] in (MAX_TRIES, None)
    assert (await verify(service.anonymous, flow, code)).reason == "invalid_code"


async def test_without_the_flow_no_guess_is_a_try(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin)
    guesses = [flow[:-1] + ("A" if flow[-1] != "A" else "B"), "dwf_", code, "ann", str(admin.id)]
    answers = await asyncio.gather(*(verify(service.anonymous, guess, code) for guess in guesses * 8))
    assert {(answer.reason, answer.data["remaining"]) for answer in answers} == {("invalid_code", 0)}
    row = await service.core.database.fetchrow("SELECT tries FROM one_time_tokens")
    assert row is not None
    assert row[0] == 0
    assert (await verify(service.anonymous, flow, code)).code == 200


async def test_a_code_works_in_its_own_flow_only(service: Service, admin: Client) -> None:
    """Mutant: hash and lookup of a code without its flow."""
    await service.create(admin, "ann", email=ANN)
    first, first_code = await ask_and_read(service, admin)
    second, second_code = await ask_and_read(service, admin)
    assert first_code != second_code
    assert (await verify(service.anonymous, first, second_code)).data["remaining"] == 4
    assert (await verify(service.anonymous, second, first_code)).data["remaining"] == 4
    assert (await verify(service.anonymous, first, first_code)).code == 200
    assert (await verify(service.anonymous, second, second_code)).code == 200


async def test_one_code_presented_fifty_times_at_once_succeeds_once(service: Service, admin: Client) -> None:
    """Mutant: the flow is read and deleted in two statements."""
    await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin)
    answers = await asyncio.gather(*(verify(service.anonymous, flow, code) for _ in range(50)))
    assert sorted(answer.code for answer in answers) == [200] + [400] * 49
    row = await service.core.database.fetchrow("SELECT count(*) FROM sessions WHERE user_id <> $1", admin.id)
    assert row is not None
    assert row[0] == 1


async def test_a_used_and_an_expired_flow_are_refused_alike(service: Service, admin: Client, clock: Clock) -> None:
    await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin)
    late, late_code = await ask_and_read(service, admin)
    assert (await verify(service.anonymous, flow, code)).code == 200
    used = await verify(service.anonymous, flow, code)
    clock.advance(601)
    expired = await verify(service.anonymous, late, late_code)
    never = await verify(service.anonymous, "dwf_never", "123456")
    assert used.response.content == expired.response.content == never.response.content
    assert (used.code, used.data) == (400, {"reason": "invalid_code", "remaining": 0})


@pytest.mark.settings(login_account_failures=10, login_failures=0)
async def test_failed_codes_count_for_the_account_across_flows_and_not_for_the_password(
    service: Service, admin: Client
) -> None:
    """Mutants: no `count_within`, or the account of the password."""
    await service.create(admin, "ann", email=ANN)
    for _ in range(2):
        flow, code = await ask_and_read(service, admin)
        for number in range(MAX_TRIES):
            assert (await verify(service.anonymous, flow, other_than(code, 1 + number))).code == 400
    flow, code = await ask_and_read(service, admin)
    answer = await verify(service.at("198.51.100.7"), flow, code)
    assert answer.reason == "too_many_attempts"
    await service.login("ann", PASSWORD)
    assert (await verify(service.at("198.51.100.7"), flow, code)).reason == "too_many_attempts"


@pytest.mark.settings(login_account_failures=0)
async def test_guesses_before_the_mail_tell_nothing_of_the_identifier(service: Service, admin: Client) -> None:
    """Mutant: after the job, failures count for the user alone, from none."""
    await service.create(admin, "ann", email=ANN)

    async def attempts(identifier: str) -> list[tuple[int, int]]:
        answers = []
        for tries in (MAX_TRIES, 2):
            flow = await ask(service.anonymous, identifier)
            answers += [await verify(service.anonymous, flow, "0x0000") for _ in range(tries)]
            await EmailCodes(service.core).carry_out_requests()
            answers.append(await verify(service.anonymous, flow, "0x0000"))
        return [(answer.code, (answer.data or {}).get("remaining", -1)) for answer in answers]

    unknown = await attempts("zoe")
    assert (429, -1) in unknown
    assert await attempts("ann") == unknown
    assert await attempts("ann@example.org") == unknown


@pytest.mark.settings(login_account_failures=MAX_TRIES, login_failures=0)
async def test_a_second_identifier_of_a_user_gives_no_further_guesses(service: Service, admin: Client) -> None:
    """Mutant: failures count under what was typed alone."""
    await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin)
    for number in range(MAX_TRIES):
        assert (await verify(service.anonymous, flow, other_than(code, 1 + number))).code == 400
    flow, code = await ask_and_read(service, admin, ANN)
    assert (await verify(service.at("198.51.100.7"), flow, code)).reason == "too_many_attempts"


@pytest.mark.parametrize("identifier", ["ann", ANN])
@pytest.mark.parametrize("help_", ["unlock", "password"])
@pytest.mark.settings(login_account_failures=9)
async def test_an_administrator_unlocks_mailed_codes_too(
    service: Service, admin: Client, identifier: str, help_: str
) -> None:
    """Mutants of `accounts_of`: without the user, without the username, or without the address."""
    ann = await service.create(admin, "ann", email=ANN)
    flow, code = await ask_and_read(service, admin, identifier)
    for number in range(MAX_TRIES):
        await verify(service.anonymous, flow, other_than(code, 1 + number))
    flow, code = await ask_and_read(service, admin, identifier)
    assert (await verify(service.anonymous, flow, code)).reason == "too_many_attempts"
    if help_ == "unlock":
        assert (await admin.post(f"/api/users/{ann['id']}/unlock")).code == 200
    else:
        assert (await admin.put(f"/api/users/{ann['id']}", {"password": "another lantern at dusk"})).code == 200
        flow, code = await ask_and_read(service, admin, identifier)
    assert (await verify(service.anonymous, flow, code)).code == 200


async def test_a_success_clears_the_failures(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ANN)
    for _ in range(3):
        flow, code = await ask_and_read(service, admin)
        for number in range(3):
            assert (await verify(service.anonymous, flow, other_than(code, 1 + number))).code == 400
        assert (await verify(service.anonymous, flow, code)).code == 200


@pytest.mark.settings(mail_address_limit=2)
async def test_mails_to_one_address_are_limited_without_a_sign_of_it(service: Service, admin: Client) -> None:
    """By username and by address alike: the count is that of the recipient."""
    await service.create(admin, "ann", email=ANN)
    for identifier in ("ann", ANN, "ann", ANN):
        await ask(service.anonymous, identifier)
    await EmailCodes(service.core).carry_out_requests()
    assert len(await mails_to(admin, ANN)) == 2


@pytest.mark.settings(mail_network_limit=3)
async def test_requests_of_one_network_are_limited_for_known_and_unknown(service: Service, admin: Client) -> None:
    await service.create(admin, "ann", email=ANN)
    for identifier in ("ann", "zoe", "ann"):
        await ask(service.anonymous, identifier)
    for identifier in ("ann", "zoe"):
        answer = await service.anonymous.post(ASK, {"identifier": identifier})
        assert (answer.code, answer.reason) == (429, "too_many_mails")
    await ask(service.at("198.51.100.7"))


async def test_a_made_up_flow_costs_no_transaction(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the flow is looked up in the transaction that counts the try, so that anonymous requests queue for it."""

    async def write(*args: Any) -> None:
        raise AssertionError("a transaction began")

    monkeypatch.setattr(type(service.core.database), "write", write)
    answer = await verify(service.anonymous, "dwf_" + "A" * 43, "123456")
    assert (answer.code, answer.reason, answer.data["remaining"]) == (400, "invalid_code", 0)
