"""Writes audit entries, each in the transaction of the change that it records."""

import itertools
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from doorward.crypto.hash_chain import NO_HASH, HashChain
from doorward.database.protocol import Transaction
from doorward.domain.access import Actor
from doorward.domain.audit import Entry, Event, LaneHead, Target, event
from doorward.store import audit


class AuditTrail(Struct, frozen=True):
    chain: Callable[[], HashChain]
    clock: Callable[[], int]
    actions: Mapping[str, str]  # Every action that may be recorded, with its description.

    async def record(self, tx: Transaction, actor: Actor, action: str, target: Target, **details: Any) -> None:
        """Call it last in a transaction: from here on the transaction holds the lock of a lane."""
        if action not in self.actions:
            raise ValueError(f"{action} is not in the catalogue of actions")
        text = msgspec.json.encode(details, order="sorted").decode()
        await append(tx, self.chain(), event(actor, action, target, text, self.clock()))


async def append(tx: Transaction, chain: HashChain, happened: Event) -> None:
    head = await audit.claim_lane(tx, hint=happened.at)
    seq = head.seq + 1
    entry = Entry(head.lane, seq, happened, chain.link(head.hash, head.lane, seq, happened))
    await audit.append(tx, entry, sealed(chain, head.lane, head.first, head.anchor, seq, entry.hash))


async def open_lanes(tx: Transaction, chain: HashChain) -> None:
    """Creates all lanes, sealed. A lane that is missing or unsealed later was tampered with."""
    for lane in range(audit.LANES):
        await audit.open_lane(tx, sealed(chain, lane, 1, NO_HASH, 0, NO_HASH))


def sealed(chain: HashChain, lane: int, first: int, anchor: bytes, seq: int, last: bytes) -> LaneHead:
    return LaneHead(lane, first, anchor, seq, last, chain.seal(lane, first, anchor, seq, last))


async def trim_lane(tx: Transaction, chain: HashChain, lane: int, before: int, most: int) -> None:
    """Deletes the oldest entries of a lane and seals the hash of the last deleted one into the head."""
    head = await audit.lock_lane(tx, lane)
    old = itertools.takewhile(
        lambda entry: entry.event.at < before, await audit.entries_after(tx, lane, head.first - 1, most)
    )
    last = next(reversed(list(old)), None)
    if last is not None:
        await audit.delete_through(tx, lane, last.seq)
        await audit.set_head(tx, sealed(chain, lane, last.seq + 1, last.hash, head.seq, head.hash))
