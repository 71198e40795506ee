"""One-time tokens: used once, also under concurrency; bound to purpose, flow and time; five tries for a code."""

import asyncio
from collections import Counter
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag

from doorward.domain.sign_in.one_time_tokens import IssuedToken, OneTimeToken, WrongCode
from doorward.store.sign_in import one_time_tokens
from tests.support.service import Client, Clock, Service


async def issue(service: Service, **options: Any) -> IssuedToken:
    given: dict[str, Any] = {"purpose": "reset", "ttl": 60_000} | options
    return await service.core.database.write(lambda tx: service.core.one_time_tokens.issue(tx, **given))


async def take(service: Service, link: str, purpose: str = "reset") -> OneTimeToken | None:
    return await service.core.database.write(lambda tx: service.core.one_time_tokens.take_link(tx, purpose, link))


async def guess(service: Service, flow: str, code: str, purpose: str = "reset") -> OneTimeToken | WrongCode | None:
    return await service.core.database.write(lambda tx: service.core.one_time_tokens.take_code(tx, purpose, flow, code))


def wrong(code: str, number: int) -> str:
    return f"{(int(code) + number + 1) % 1_000_000:06d}"


async def test_of_concurrent_uses_one_succeeds(service: Service) -> None:
    """Mutant: find, then delete."""
    token = await issue(service, payload=b"what it carries", subject="ann@example.com")
    taken = [found for found in await asyncio.gather(*(take(service, token.link) for _ in range(20))) if found]
    assert [(found.payload, found.subject) for found in taken] == [(b"what it carries", "ann@example.com")]
    assert await take(service, token.link) is None


async def test_looking_at_a_link_does_not_use_it(service: Service) -> None:
    token, tokens = await issue(service), service.core.one_time_tokens
    for _ in range(3):
        assert await tokens.find_link(service.core.database, "reset", token.link)
        assert await tokens.find_flow(service.core.database, "reset", token.flow)
    assert await take(service, token.link)
    assert await tokens.find_link(service.core.database, "reset", token.link) is None


async def test_a_token_is_for_its_purpose_its_secret_and_its_time(service: Service, clock: Clock) -> None:
    """Mutants: a lookup without purpose or expiry; a flow that is accepted as a link."""
    token = await issue(service, code=True)
    for purpose, link in (
        ("invitation", token.link), ("reset", token.flow), ("reset", token.code), ("reset", ""),
        ("reset", token.link + "A"), ("reset", token.link.upper()), ("reset", "\ud800"), ("reset", "x" * 100_000),
    ):  # fmt: skip
        assert await take(service, link, purpose) is None
    assert await guess(service, token.link, token.code) is None
    assert await guess(service, token.flow, token.code, "invitation") is None
    clock.advance(60)
    assert await take(service, token.link) is None
    assert await guess(service, token.flow, token.code) is None


async def test_a_code_has_five_tries_in_all_however_many_guess_at_once(service: Service) -> None:
    """Mutant: a try that is counted after the comparison, or by reading and writing the number."""
    token = await issue(service, code=True)
    guesses = await asyncio.gather(*(guess(service, token.flow, wrong(token.code, number)) for number in range(40)))
    expected: dict[object, int] = {None: 35, **{WrongCode(left): 1 for left in range(5)}}
    assert Counter(guesses) == expected
    assert await guess(service, token.flow, token.code) is None
    assert await take(service, token.link)  # The link needs no guessing, and still works.


async def test_the_right_code_works_at_the_fifth_try_once_and_with_its_own_flow_only(service: Service) -> None:
    token, other = await issue(service, code=True), await issue(service, code=True)
    for number in range(4):
        assert await guess(service, token.flow, wrong(token.code, number)) == WrongCode(4 - number)
    if other.code != token.code:
        assert await guess(service, other.flow, token.code) == WrongCode(4)
    assert isinstance(await guess(service, token.flow, token.code), OneTimeToken)
    assert await guess(service, token.flow, token.code) is None
    assert await take(service, token.link) is None


async def test_a_token_without_a_code_accepts_none(service: Service) -> None:
    token = await issue(service)
    assert token.code == ""
    for code in ("", "000000", "None"):
        assert await guess(service, token.flow, code) is None


async def test_a_try_counts_although_the_request_is_refused(service: Service) -> None:
    """The use case decides inside the transaction and raises outside. Mutant: a fault inside takes the try back."""
    token = await issue(service, code=True)
    assert await guess(service, token.flow, wrong(token.code, 0)) == WrongCode(4)
    row = await service.core.database.fetchrow("SELECT tries FROM one_time_tokens")
    assert row is not None
    assert row[0] == 1


async def test_the_database_holds_no_secret_and_no_payload(service: Service) -> None:
    token = await issue(service, payload=b"payload canary", code=True)
    stored = [tuple(row) for row in await service.core.database.fetch("SELECT * FROM one_time_tokens")]
    shown = str([[bytes(value) if isinstance(value, memoryview) else value for value in row] for row in stored])
    for secret in (token.link, token.flow, token.link[4:], token.flow[4:], f"'{token.code}'", "canary"):
        assert secret not in shown


async def test_codes_have_six_digits_and_are_not_the_same(service: Service) -> None:
    codes = [(await issue(service, code=True)).code for _ in range(30)]
    assert {len(code) for code in codes} == {6}
    assert all(code.isdigit() for code in codes)
    assert len(set(codes)) > 25


async def test_a_payload_that_was_moved_to_another_token_does_not_open(service: Service) -> None:
    """Mutant: a seal without a label, with which a writer of the database gives an attacker another one's payload."""
    await issue(service, payload=b"of ann", subject="ann@example.com")
    theirs = await issue(service, payload=b"of bob", subject="bob@example.com")
    await service.core.database.write(
        lambda tx: tx.execute("UPDATE one_time_tokens SET sealed = (SELECT sealed FROM one_time_tokens WHERE id = 1)")
    )
    with pytest.raises(InvalidTag):
        await take(service, theirs.link)


async def test_tokens_end_with_their_user_by_subject_and_by_time(service: Service, admin: Client, clock: Clock) -> None:
    ann = await service.create(admin, "ann")
    of_user = [await issue(service, user_id=ann["id"], purpose=purpose) for purpose in ("reset", "email")]
    pending = await issue(service, purpose="registration", subject="new@example.com")
    await service.core.database.write(
        lambda tx: one_time_tokens.discard_of_subject(tx, "new@example.com", "registration")
    )
    assert await take(service, pending.link, "registration") is None
    assert await take(service, of_user[0].link)
    await admin.delete(f"/api/users/{ann['id']}")
    assert await take(service, of_user[1].link, "email") is None
    await issue(service)
    clock.advance(61)
    await service.core.cleanup.expired_one_time_tokens()
    assert await service.core.database.fetch("SELECT 1 FROM one_time_tokens") == []
