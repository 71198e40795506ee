"""Verification of the audit trail as an operation: in batches, with progress, resumable by any node."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from doorward.core import Core
from doorward.core.audit.proof import Damage, LaneWalk
from doorward.core.operations.kinds import OperationKind, RunningOperation
from doorward.database.protocol import Transaction
from doorward.domain.access import Actor
from doorward.domain.operations import Step
from doorward.store import audit

KIND: Final = "audit_verification"
ACTION: Final = "verify"
# Batches of one lane before the progress is stored.
_BATCHES: Final = 4


class Progress(Struct, frozen=True):
    """The entry that was reached, with its hash, which the next one must continue."""

    lane: int = 0
    seq: int = 0
    hash: str = ""
    removed: int = 0
    damages: tuple[Damage, ...] = ()


def kinds(core: Core) -> Sequence[OperationKind]:
    async def run(running: RunningOperation) -> None:
        reached = running.progress(Progress)
        if reached.lane >= audit.LANES:
            return await _finish(core, running, reached)
        chain, marks = core.keys.audit, dict[int, Any]()
        walk = LaneWalk(core.database, chain, reached.lane, marks, reached.seq, bytes.fromhex(reached.hash))
        damage = None
        for _ in range(_BATCHES):
            damage = await walk.step()
            if damage is not None or walk.finished:
                break
        removed = reached.removed + walk.removed
        if damage is not None or walk.finished:
            damages = (*reached.damages, damage) if damage else reached.damages
            following = Progress(reached.lane + 1, 0, "", removed, damages)
        else:
            following = replace(reached, seq=walk.seq, hash=walk.hash.hex(), removed=removed)
        return await _store(running, Step(_plain(following), succeeded=walk.seen))

    return (OperationKind(KIND, run),)


async def _finish(core: Core, running: RunningOperation, reached: Progress) -> None:
    damages = list(reached.damages)
    misplaced = await audit.find_misplaced(core.database, await audit.all_heads(core.database))
    if misplaced is not None:
        damages.append(Damage(misplaced, "was added"))
    result = {
        "intact": not damages,
        "entries": running.operation.succeeded,
        "removedByRetention": reached.removed,
        "damages": [{"entry": damage.entry, "what": damage.what} for damage in damages],
    }
    # Entries were written meanwhile, and counted as they were reached.
    total = running.operation.succeeded
    await _store(running, Step(_plain(reached), total=total, result=result, finished=True))


async def _store(running: RunningOperation, step: Step) -> None:
    async def work(tx: Transaction, acting: Actor) -> Step:
        return step

    await running.write("system:write", work)


def _plain(progress: Progress) -> dict[str, Any]:
    plain: dict[str, Any] = to_builtins(progress)
    return plain
