"""Sign-in: no information leaks, no bypass, no overload."""

import asyncio
import json
import statistics
import time
from pathlib import Path
from typing import Any

import pytest

from doorward.crypto.passwords.hasher import HashSlot
from tests.attacks.support import WRONG, sign_in
from tests.support.process import Node, serving
from tests.support.service import Client, Service


async def test_unknown_wrong_and_disabled_get_one_message_one_status_and_the_same_work(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: no hash is verified for an unknown user."""
    await service.create(admin, "ann")
    await service.create(admin, "off", status=0)
    verify, verified = HashSlot.verify, 0

    async def counted(slot: HashSlot, password: str, stored: str) -> bool:
        nonlocal verified
        verified += 1
        return await verify(slot, password, stored)

    monkeypatch.setattr(HashSlot, "verify", counted)
    answers = [await sign_in(service.anonymous, name, WRONG) for name in ("ann", "off", "unknown")]
    assert {answer.response.content for answer in answers} == {answers[0].response.content}
    assert {answer.code for answer in answers} == {401}
    # bench/timing.py measures what that comes to; here it is enough that each costs one look at a hash.
    assert verified == 3


@pytest.mark.parametrize("password", ["", None, [], {}, 0, False, "\x00", "   "])
async def test_an_empty_or_missing_password_never_authenticates_and_never_becomes_a_blank_one(
    service: Service, admin: Client, password: Any
) -> None:
    """Mutants: a login that takes an empty `password`; a policy without a least length; an update that does not take
    a blank password for none."""
    ann = await service.create(admin, "ann")
    # Blanks could be a password as far as a sign-in can tell; no other of these values is tried.
    refused = 401 if password == "   " else 400
    assert (await sign_in(service.anonymous, "ann", password)).code == refused
    assert (await service.anonymous.post("/api/auth/login", {"username": "ann"})).code == 400
    created = await admin.post("/api/users", {"username": "bob", "password": password})
    assert created.code == 400
    assert (await admin.post("/api/users", {"username": "bob"})).code == 400
    left_alone = password is None or (isinstance(password, str) and not password.strip(" "))
    changed = await admin.put(f"/api/users/{ann['id']}", {"password": password})
    assert changed.code == (200 if left_alone else 400)
    assert (await sign_in(service.anonymous, "ann", password)).code == refused
    assert (await sign_in(service.anonymous, "ann")).code == 200


def resident_kib(node: Node) -> int:
    """Memory of the server and its workers."""
    total = 0
    for pid in (node.pid, *node.workers()):
        status = Path(f"/proc/{pid}/status").read_text()
        total += int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))
    return total


@pytest.mark.alone
async def test_excess_sign_ins_are_rejected_at_once_with_constant_memory_and_token_checks_go_on(
    environ: dict[str, str], anyio_backend: str
) -> None:
    """Mutant: `Hasher.slot` without a bound lets all of them wait."""
    limits = {"DOORWARD_LOGIN_NETWORK_FAILURES": "0", "DOORWARD_LOGIN_ACCOUNT_FAILURES": "0"}
    async with serving(environ | limits) as node:
        headers = await node.login()
        before = resident_kib(node)
        # Two cores hash two at a time, and let 128 of one network wait.
        storm = [asyncio.create_task(attempt(node, number)) for number in range(600)]
        checks: list[float] = []
        while not all(task.done() for task in storm):
            begun = time.monotonic()
            assert (await node.http.get("/api/auth/user", headers=headers)).status_code == 200
            checks.append(time.monotonic() - begun)
        answers = [await task for task in storm]
        rejected = [took for status, took, _ in answers if status == 503]
        verified = [took for status, took, _ in answers if status == 401]
        assert {status for status, _, _ in answers} == {401, 503}
        assert all(retry_after for status, _, retry_after in answers if status == 503)
        # Compared with each other, not with a limit: a rejected request waits for no hash, nor does a token check.
        assert statistics.median(rejected) < statistics.median(verified)
        assert statistics.median(checks) < statistics.median(verified)
        # 600 hashes at once would take 11 GiB.
        assert resident_kib(node) - before < 150 * 1024


async def attempt(node: Node, number: int) -> tuple[int, float, bool]:
    """A sign-in over a connection of its own: status, how long it took, and whether it has Retry-After."""
    begun = time.monotonic()
    body = json.dumps({"username": f"user{number}", "password": WRONG}).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    head = f"POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    answer = await reader.read()
    writer.close()
    return int(answer.split()[1]), time.monotonic() - begun, b"retry-after:" in answer.lower()
