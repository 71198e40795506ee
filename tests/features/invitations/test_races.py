"""Concurrent requests about one invitation."""

import asyncio

import pytest

from tests.features.invitations.support import accept, invite, token_of
from tests.support.mail import mails_to
from tests.support.service import Client, Service


async def test_of_concurrent_acceptances_one_succeeds(service: Service, admin: Client) -> None:
    """Mutant: `find_link` in the place of `take_link`, and an update of the invitation without its condition."""
    token = token_of(await invite(admin, None))
    answers = await asyncio.gather(*(accept(service, token, f"ann{number}") for number in range(8)))
    assert sorted(answer.code for answer in answers) == [200] + [400] * 7
    assert {answer.reason for answer in answers} == {None, "invalid_one_time_token"}
    assert (await admin.get("/api/users?keyword=ann")).data["total"] == 1


async def test_of_concurrent_invitations_to_one_address_one_is_made(service: Service, admin: Client) -> None:
    """Mutant: `rights.current` in the place of `rights.lock`, so that all look before one of them writes."""
    answers = await asyncio.gather(*(invite(admin) for _ in range(8)))
    assert sorted(answer.reason or "" for answer in answers) == [""] + ["already_invited"] * 7
    assert len(await mails_to(admin, "ann@example.com")) == 1


async def test_the_bound_on_invitations_holds_for_concurrent_ones(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: as above."""
    monkeypatch.setattr("doorward.features.invitations.service.MAX_PENDING", 3)
    answers = await asyncio.gather(*(invite(admin, f"ann{number}@example.com") for number in range(9)))
    assert sorted(answer.reason or "" for answer in answers) == [""] * 3 + ["too_many_invitations"] * 6


async def test_concurrent_repetitions_of_a_request_get_one_link(service: Service, admin: Client) -> None:
    """Mutant: the answer is kept after the transaction of the request."""
    key = {"Idempotency-Key": "once"}
    answers = await asyncio.gather(
        *(admin.post("/api/invitations", {"email": "ann@example.com"}, headers=key) for _ in range(6))
    )
    assert len({token_of(answer) for answer in answers}) == 1
    assert len(await mails_to(admin, "ann@example.com")) == 1
