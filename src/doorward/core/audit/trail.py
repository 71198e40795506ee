"""Writes audit entries and their events, each in the transaction of the change that it records."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from doorward.crypto.hash_chain import NO_HASH, HashChain
from doorward.database.protocol import Transaction
from doorward.domain.access import Actor
from doorward.domain.audit import Entry, Event, LaneHead, Target, event, unknown_user
from doorward.domain.events.types import event_type
from doorward.store import audit, events

# Enough to tell apart the usernames of millions of failed sign-ins. Keyed, so that the text cannot be guessed from it.
_DIGEST_BYTES: Final = 8


class AuditTrail(Struct, frozen=True):
    chain: Callable[[], HashChain]
    clock: Callable[[], int]
    actions: Mapping[str, str]  # Every action that may be recorded, with its description.

    def unknown_user(self, account: str) -> Target:
        """The target for a username that no user has; `account` is its `account_key`."""
        return unknown_user(self.chain().fingerprint("username", account)[:_DIGEST_BYTES].hex())

    async def record(
        self, tx: Transaction, actor: Actor, action: str, target: Target, revokes: str = "", /, **details: Any
    ) -> None:
        """Call it last in a transaction: from here on the transaction holds the lock of a lane.

        `revokes`: the session (`session:ID`) or the user (`user:ID`) whose tokens end with this change.
        """
        if action not in self.actions:
            raise ValueError(f"{action} is not in the catalogue of actions")
        if actor.key is not None:
            details["apiKey"] = {"id": actor.key.id, "name": actor.key.name}
        if actor.impersonator is not None:
            details["impersonator"] = {"id": actor.impersonator.user_id, "name": actor.impersonator.name}
        text = msgspec.json.encode(details, order="sorted").decode()
        await append(tx, self.chain(), event(actor, action, target, text, self.clock()), revokes)


async def append(tx: Transaction, chain: HashChain, happened: Event, revokes: str = "") -> None:
    head = await audit.claim_lane(tx, hint=happened.at)
    seq = head.seq + 1
    entry = Entry(head.lane, seq, happened, chain.link(head.hash, head.lane, seq, happened))
    await audit.append(tx, entry, _moved(chain, head, head.first, head.anchor, seq, entry.hash))
    await events.insert(tx, happened.at, head.lane, seq, event_type(happened.action), revokes)


async def open_lanes(tx: Transaction, chain: HashChain) -> None:
    """Creates all lanes, sealed. A lane that is missing or unsealed later was tampered with."""
    for lane in range(audit.LANES):
        await audit.open_lane(tx, sealed(chain, lane, 1, NO_HASH, 0, NO_HASH))


def sealed(chain: HashChain, lane: int, first: int, anchor: bytes, seq: int, last: bytes) -> LaneHead:
    return LaneHead(lane, first, anchor, seq, last, chain.seal(lane, first, anchor, seq, last))


def is_sealed(chain: HashChain, head: LaneHead) -> bool:
    return chain.seal(head.lane, head.first, head.anchor, head.seq, head.hash) == head.seal


def _moved(chain: HashChain, head: LaneHead, first: int, anchor: bytes, seq: int, last: bytes) -> LaneHead:
    """The next head. One that was tampered with is never sealed again: a later entry would hide a tail that was cut."""
    if not is_sealed(chain, head):
        return LaneHead(head.lane, first, anchor, seq, last, NO_HASH)
    return sealed(chain, head.lane, first, anchor, seq, last)


class Trimmed(Struct, frozen=True):
    removed: int
    damaged: str = ""  # Id of the entry, or of the lane, where retention stopped because it is not as it was written.


async def trim_lane(tx: Transaction, chain: HashChain, lane: int, before: int, most: int) -> Trimmed:
    """Deletes the oldest entries of a lane and seals the hash of the last deleted one into the head.

    Only entries that are as they were written: otherwise an entry that was given an old time would be removed, and the
    rest sealed as if nothing had happened.
    """
    head = await audit.lock_lane(tx, lane)
    if not is_sealed(chain, head):
        return Trimmed(0, f"{lane}")
    seq, last, damaged = head.first - 1, head.anchor, ""
    for entry in await audit.entries_after(tx, lane, seq, most):
        if entry.event.at >= before:
            break
        if entry.seq != seq + 1 or chain.link(last, lane, seq + 1, entry.event) != entry.hash:
            damaged = f"{lane}-{seq + 1}"
            break
        seq, last = entry.seq, entry.hash
    if seq >= head.first:
        await audit.delete_range(tx, lane, head.first, seq)
        await audit.set_head(tx, sealed(chain, lane, seq + 1, last, head.seq, head.hash))
    return Trimmed(seq + 1 - head.first, damaged)
