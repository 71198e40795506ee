"""Webhooks under faults: receivers that fail, hang, reset, redirect and are gone, and nodes that are killed."""

import asyncio
import random
import time
import zlib
from collections import defaultdict

from doorward import app
from doorward.core import Core
from doorward.database.protocol import Transaction
from doorward.domain.access import SYSTEM
from doorward.domain.audit import Target
from tests.support.databases import settings_for
from tests.support.measurements import Measurements
from tests.support.process import Node, serving_many
from tests.support.receiver import HANG, RESET, Received, Receiver, receiving

_BATCH = 50
_ACTIONS = ("role.created", "role.updated", "role.deleted", "key.created")
# Each receiver gets one kind of event and fails in its own way, at the first attempt of some events.
_FAULTS = {"/fails": 500, "/hangs": HANG, "/resets": RESET, "/redirects": 302}
_GONE_AFTER = 10


class Misbehaviour:
    """At random, but the same in each run."""

    def __init__(self, one_in: int) -> None:
        self.one_in = one_in
        self.failed = defaultdict[str, set[str]](set)
        self.gone = 0

    def answer(self, request: Received) -> int:
        if request.path == "/gone":
            self.gone += 1
            return 410 if self.gone >= _GONE_AFTER else 200
        if request.path == "/silent":
            return HANG
        fault = _FAULTS.get(request.path, 200)
        drawn = zlib.crc32(request.document["data"]["target"].encode())
        if fault == 200 or drawn % self.one_in or request.id in self.failed[request.path]:
            return 200
        self.failed[request.path].add(request.id)
        return fault


async def create(node: Node, receiver: Receiver) -> dict[str, str]:
    """Webhooks by path; returns the path of each webhook by its id."""
    admin = await node.login()
    wanted = {path: [action] for path, action in zip(_FAULTS, _ACTIONS, strict=True)}
    wanted |= {"/good": list(_ACTIONS), "/gone": ["role.created"], "/silent": ["role.created"]}
    made = {}
    for path, events in wanted.items():
        url = f"http://127.0.0.1:{receiver.port}{path}"
        answer = await node.http.post("/api/webhooks", json={"url": url, "events": events}, headers=admin)
        assert answer.status_code == 200, answer.text
        made[str(answer.json()["data"]["id"])] = path
    return made


async def record_many(core: Core, count: int) -> None:
    """In transactions of some events each. After each comes one that is rolled back."""
    for start in range(0, count, _BATCH):

        async def work(tx: Transaction, start: int = start, fail: bool = False) -> None:
            for number in range(start, min(start + _BATCH, count)):
                name = f"{'lost' if fail else 'event'}:{number}"
                await core.trail.record(tx, SYSTEM, _ACTIONS[number % len(_ACTIONS)], Target(name, ""))
            if fail:
                raise RuntimeError

        await core.database.write(work)
        await asyncio.gather(
            core.database.write(lambda tx, work=work: work(tx, fail=True)),  # type: ignore[misc]
            return_exceptions=True,
        )


async def kill_by_turns(nodes: list[Node], receiver: Receiver, kills: int, count: int) -> None:
    """Each node is killed while deliveries are under way, at moments spread over the run."""
    for turn in range(kills):
        wanted = count * (turn + 1) // (kills + 2)
        await receiver.wait_for(lambda wanted=wanted: len(receiver.accepted("/good")) >= wanted, 900)  # type: ignore[misc]
        for node in nodes:
            await asyncio.sleep(random.Random(turn).uniform(0, 0.05))  # A moment within an attempt.
            node.kill()
            await node.start()


async def all_ended(core: Core, made: dict[str, str], seconds: float) -> dict[str, dict[str, int]]:
    """Waits until nothing is queued but for the receiver that never answers; returns how many by path and state."""
    async with asyncio.timeout(seconds):
        while True:
            rows = await core.database.fetch(
                "SELECT recipient, state, count(*) FROM outbox WHERE topic = 'webhook' GROUP BY recipient, state"
            )
            states = defaultdict[str, dict[str, int]](dict)
            for recipient, state, number in rows:
                states[made[recipient]][state] = number
            queued = {path for path, found in states.items() if found.get("queued")}
            if queued <= {"/silent", "/gone"}:
                return states
            await asyncio.sleep(0.2)


async def test_no_event_is_lost_and_order_is_kept_by_nodes_that_are_killed(
    environ: dict[str, str], measurements: Measurements, full: bool
) -> None:
    """Mutants: an outcome that is stored before the answer loses events of a killed node; endpoints that are claimed
    without a lease get two requests at a time; claimed deliveries that become due later are overtaken."""
    count, kills = (10_000, 10) if full else (100, 1)
    kind, number_of_nodes = ("sqlite", 1) if "sqlite" in environ["DOORWARD_DATABASE_URL"] else ("postgres", 2)
    # In short, receivers behave on SQLite: each fault takes the pause after it.
    rules = Misbehaviour(50 if full else 30 if kind == "postgres" else 2**32)
    async with receiving(answer=rules.answer) as receiver:
        more = {"outbound_private": "true", "webhook_timeout": "1"}
        environ |= {f"DOORWARD_{name.upper()}": value for name, value in more.items()}
        async with serving_many(number_of_nodes, environ) as nodes:
            core = app.build(settings_for(environ, **more), patient=True)
            await core.database.open()
            await core.keys.load()
            made = await create(nodes[0], receiver)
            begun = time.monotonic()
            recording = asyncio.create_task(record_many(core, count))
            await kill_by_turns(nodes, receiver, kills, count)
            await recording
            states = await all_ended(core, made, 1800 if full else 90)
            took = time.monotonic() - begun
            rows = await core.database.fetch(
                "SELECT e.seq, e.type FROM events AS e JOIN audit AS a ON a.lane = e.lane AND a.seq = e.entry"
                " WHERE a.target LIKE 'event:%' ORDER BY e.seq"
            )
            await core.database.close()
    events = [(f"evt_{seq}", action) for seq, action in rows]
    wanted = {
        path: [event for event, kind in events if kind == action]
        for path, action in zip(_FAULTS, _ACTIONS, strict=True)
    }
    wanted["/good"] = [event for event, _ in events]
    assert len(wanted["/good"]) == count
    again = sum(check(receiver, path, expected, rules.failed[path]) for path, expected in wanted.items())
    assert [states[path] for path in wanted] == [{"delivered": len(expected)} for expected in wanted.values()]
    assert not [each for each in receiver.received if b"lost:" in each.body]
    assert receiver.most_at_once == 1
    assert states["/gone"]["delivered"] == len(receiver.accepted("/gone"))
    assert len(receiver.accepted("/gone")) <= _GONE_AFTER
    assert not states["/silent"].get("delivered")
    faults = sum(map(len, rules.failed.values()))
    measured = (
        f"{len(events)} events, {sum(map(len, wanted.values()))} deliveries, {kills * number_of_nodes} kills, {faults}"
        f" faults of receivers: none lost, order kept, {again} sent again with the same id, {took:.0f} s"
    )
    measurements.add("webhooks under faults", kind, measured)


def check(receiver: Receiver, path: str, expected: list[str], failed: set[str]) -> int:
    """Every event came, in order unless an attempt of it had failed; returns how many came again after they were
    acknowledged."""
    accepted = receiver.accepted(path)
    assert set(accepted) == set(expected), path
    first = list(dict.fromkeys(accepted))
    assert [event for event in first if event not in failed] == [event for event in expected if event not in failed], (
        path
    )
    bodies = defaultdict[str, set[bytes]](set)
    for each in receiver.received:
        bodies[each.id].add(each.body)
    assert {len(found) for found in bodies.values()} == {1}
    return len(accepted) - len(first)
