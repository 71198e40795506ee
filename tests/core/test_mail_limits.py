"""Limits on the mails that requests cause."""

import asyncio

import pytest

from doorward.errors import TooManyMails
from tests.support.databases import settings_for
from tests.support.service import Clock, Service, running


async def admitted(service: Service, address: str) -> bool:
    try:
        await service.core.database.write(lambda tx: service.core.mail_limits.admit(tx, address))
    except TooManyMails:
        return False
    return True


async def may_send(service: Service, recipient: str) -> bool:
    return await service.core.database.write(lambda tx: service.core.mail_limits.may_send(tx, recipient))


@pytest.mark.settings(mail_address_limit=2)
async def test_an_address_gets_as_many_mails_in_an_hour_and_three_times_as_many_in_a_day(
    service: Service, clock: Clock
) -> None:
    """And then one an hour. Mutant: none, so that a stranger keeps all resets of a day from a user."""
    clock.advance(milliseconds=86_400_000 - clock() % 86_400_000)  # Windows begin at midnight.
    sent = []
    for _ in range(5):
        sent += [await may_send(service, "ann@example.com"), await may_send(service, "ANN@example.com")]
        assert not await may_send(service, "ann@example.com")
        clock.advance(hours=1)
    assert sent == [True] * 6 + [True, False] * 2
    assert await may_send(service, "bob@example.com")
    clock.advance(hours=24)
    assert await may_send(service, "ann@example.com")


@pytest.mark.settings(mail_network_limit=3)
async def test_a_network_asks_for_as_many_mails_in_an_hour_on_all_nodes_together(
    service: Service, environ: dict[str, str], clock: Clock
) -> None:
    """Mutant: buckets in the memory of each node."""
    clock.advance(milliseconds=3_600_000 - clock() % 3_600_000)
    async with running(settings_for(environ, mail_network_limit=3), clock) as other:
        answers = await asyncio.gather(*(admitted(node, "192.0.2.7") for node in (service, other) * 4))
    assert sum(answers) == 3
    with pytest.raises(TooManyMails) as refused:
        await service.core.database.write(lambda tx: service.core.mail_limits.admit(tx, "192.0.2.7"))
    assert 3590 <= refused.value.data["retryAfter"] <= 3600
    assert await admitted(service, "192.0.2.8")
    clock.advance(hours=1)
    assert await admitted(service, "192.0.2.7")


@pytest.mark.settings(mail_network_limit=2)
async def test_a_wider_ipv6_network_has_a_larger_limit(service: Service, clock: Clock) -> None:
    clock.advance(milliseconds=3_600_000 - clock() % 3_600_000)
    answers = [await admitted(service, f"2001:db8:1:{link:x}::1") for link in range(9)]
    assert answers == [True] * 8 + [False]


@pytest.mark.settings(mail_address_limit=0, mail_network_limit=0)
async def test_zero_sets_no_limit(service: Service) -> None:
    assert all([await may_send(service, "ann@example.com") for _ in range(50)])
    assert all([await admitted(service, "192.0.2.7") for _ in range(50)])
