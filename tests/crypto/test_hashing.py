"""How passwords are hashed: by which library, with whose memory, and beside whom."""

import asyncio
import contextlib
import ctypes
import os
import re
import subprocess
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from doorward.crypto import giving_way
from doorward.crypto.passwords import argon2, hasher
from doorward.crypto.passwords.hasher import Hasher
from tests.support.service import Client, Service

MEMORY_KIB, PASSES = 19456, 2
MIB = 1 << 20
LIBRARIES = [argon2.Libsodium(), argon2.Reference()]


@pytest.mark.parametrize("made_by", LIBRARIES, ids=["libsodium", "reference"])
@pytest.mark.parametrize("read_by", LIBRARIES, ids=["libsodium", "reference"])
def test_a_hash_of_one_library_is_known_to_the_other(made_by: argon2.Library, read_by: argon2.Library) -> None:
    stored = made_by.hash("пароль\0".encode(), PASSES, MEMORY_KIB)
    assert re.fullmatch(r"\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}", stored)
    assert stored != made_by.hash("пароль\0".encode(), PASSES, MEMORY_KIB)
    assert read_by.verify("пароль\0".encode(), stored)
    assert not read_by.verify("пароль".encode(), stored)


@pytest.mark.parametrize("library", LIBRARIES, ids=["libsodium", "reference"])
def test_nothing_matches_a_damaged_hash(library: argon2.Library) -> None:
    stored = library.hash(b"a password", PASSES, MEMORY_KIB)
    assert not library.verify(b"a password", stored[:-1])
    assert not library.verify(b"a password", stored.replace("t=2", "t=3"))
    assert not library.verify(b"a password", stored[: stored.index("p=1")])
    assert not library.verify(b"a password", stored.replace("m=19456", "m=" + "9" * 40))
    assert not library.verify(b"a password", stored[:-43] + "not base64!")
    assert not library.verify(b"a password", stored[:-43] + "AAA")
    assert not library.verify(b"a password", stored.replace("m=19456", "m=019456"))
    assert not library.verify(b"a password", stored + "=")
    # The last character has two bits more than the hash.
    assert not library.verify(b"a password", stored[:-1] + chr(ord(stored[-1]) + 1))


@pytest.mark.parametrize(
    ("machine", "library"),
    [("x86_64", argon2.Libsodium), ("aarch64", argon2.Reference), ("riscv64", argon2.Reference)],
)
def test_libsodium_hashes_where_it_has_vector_code(
    machine: str, library: type[argon2.Library], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine=machine))
    assert isinstance(argon2.fastest(), library)


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="libc keeps what it likes")
def test_the_next_hash_finds_the_memory_of_the_last_one_and_then_it_is_given_back() -> None:
    """In a process of its own, as the heap of this one has a history.

    Mutants: memory is never given back; libsodium, which keeps none; a heap for each thread, which can't be trimmed.
    """
    program = [sys.executable, "-c", f"from {__name__} import watch_memory; watch_memory()"]
    assert subprocess.run(program, capture_output=True, text=True, timeout=60).stdout == "kept\ngiven back\n"


def watch_memory() -> None:
    hasher._argon2id = argon2.Reference()  # type: ignore[misc]

    async def watch() -> None:
        hasher = Hasher(MEMORY_KIB, PASSES, 64, bytes)
        hasher.warm_up()
        before = resident()
        await asyncio.gather(*(hasher.hash("a password") for _ in range(6)))
        assert resident() - before > hasher.threads * 15 * MIB
        print("kept")
        while resident() - before > 8 * MIB:
            await asyncio.sleep(0.05)
        print("given back")
        hasher.close()

    asyncio.run(watch())


async def test_a_python_without_ctypes_hashes_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutants: no exception for it where the function of C is looked for, or where a priority is lowered."""
    monkeypatch.delitem(sys.modules, "doorward.crypto.giving_way", raising=False)
    monkeypatch.setitem(sys.modules, "ctypes", None)
    argon2._argon2id_ctx.cache_clear()
    hasher = Hasher(MEMORY_KIB, PASSES, 32, bytes)
    hasher.warm_up()
    hasher.onlookers += 1
    try:
        assert await hasher.verify("a password", await hasher.hash("a password"))
    finally:
        argon2._argon2id_ctx.cache_clear()
        hasher.close()


async def test_a_system_that_refuses_a_low_priority_hashes_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutants: the refusal ends the thread that hashes, that verifies a foreign hash, or what is computed apart."""

    def refuse(*_: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "setpriority", refuse)
    hasher = Hasher(MEMORY_KIB, PASSES, 32, bytes)
    hasher.onlookers += 1
    try:
        assert await hasher.verify("a password", await hasher.hash("a password"))
        assert not await hasher.verify("a password", f"$pbkdf2-sha256$i=1000$c2FsdHNhbHQ${'A' * 43}")
    finally:
        hasher.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other schedulers")
def test_whoever_hashes_at_a_low_priority_runs_no_python() -> None:
    """Or everybody would wait for the interpreter behind a thread that everybody may push aside.

    Mutants: the pool's thread hashes itself; the priority is not lowered.
    """
    with ThreadPoolExecutor(1) as pool:
        caller = pool.submit(threading.get_native_id).result()
        before = nicenesses()
        hashing = pool.submit(argon2.Reference().hash, b"a password", 40, MEMORY_KIB, give_way=True)
        after = watch_for_a_low_priority(before, hashing)
    assert after[caller] == before[caller]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other schedulers")
async def test_a_foreign_hash_is_verified_at_a_low_priority_as_well() -> None:
    """Mutant: it is verified in the pool's own thread."""
    hasher = Hasher(MEMORY_KIB, PASSES, 32, bytes)
    before = nicenesses()
    verifying = asyncio.ensure_future(hasher.verify("a password", f"$pbkdf2-sha256$i=3000000$c2FsdHNhbHQ${'A' * 43}"))
    await asyncio.to_thread(watch_for_a_low_priority, before, verifying)
    assert not await verifying
    hasher.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other schedulers")
@pytest.mark.parametrize("library", LIBRARIES, ids=["libsodium", "reference"])
def test_a_hash_offers_its_core_to_a_busy_neighbour_again_and_again_and_still_comes_to_its_end(
    library: argon2.Library,
) -> None:
    """The same hash twice beside the same neighbour on one core, and how often the core changes hands.

    Mutants: without the timer the core changes hands when the kernel's clock says so, some ten times; without short
    turns, the second hash ends when the neighbour does.
    """
    core = min(os.sched_getaffinity(0))
    switches: list[int] = []

    def hash_beside(neighbour: int) -> None:
        os.sched_setaffinity(0, {core})
        library.load(MIB)
        library.prepare_thread()
        for give_way in (False, True):
            before = times_preempted(neighbour)
            library.hash(b"a password", PASSES, MEMORY_KIB, give_way=give_way)
            switches.append(times_preempted(neighbour) - before)

    if not has_short_turns():
        pytest.skip("Linux has short turns from 6.12 on")
    program = [sys.executable, "-c", "print(flush=True)\nwhile True: pass"]
    with subprocess.Popen(program, stdout=subprocess.PIPE) as neighbour:
        try:
            assert neighbour.stdout is not None
            neighbour.stdout.readline()
            os.sched_setaffinity(neighbour.pid, {core})
            thread = threading.Thread(target=hash_beside, args=[neighbour.pid])
            thread.start()
            thread.join(timeout=30)
            assert not thread.is_alive()
        finally:
            neighbour.kill()
    assert switches[1] > 2 * switches[0]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other threads")
def test_what_is_computed_apart_may_be_over_before_anybody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: a thread that is gone can't be told to go last, and that is taken for a failure."""
    look = giving_way._kernel_number

    def look_until_it_is_gone(thread: ctypes.c_ulong) -> int:
        while True:
            look(thread)

    monkeypatch.setattr(giving_way, "_kernel_number", look_until_it_is_gone)
    assert giving_way.compute_apart(ctypes.CDLL(None).abs, -7) == 7


async def test_whoever_asks_with_a_token_or_refreshes_is_somebody_to_give_way_to(
    service: Service, admin: Client
) -> None:
    """Mutants: the count is left out of either; signing in counts as well."""
    hasher = service.core.hasher
    before = hasher.onlookers
    await admin.get("/api/auth/user")
    assert hasher.onlookers == before + 1
    await admin.refresh()
    assert hasher.onlookers == before + 2
    await service.nobody.post("/api/auth/login", {"username": "admin", "password": "whatever it is"})
    assert hasher.onlookers == before + 2


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def times_preempted(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.findall(r"nonvoluntary_ctxt_switches:\s+(\d+)", status)[0])


def watch_for_a_low_priority(before: dict[int, int], work: Future[Any] | asyncio.Future[Any]) -> dict[int, int]:
    """Returns the first moment when a thread has it that was not there before, and fails if there is none."""
    if os.nice(0) >= 10:
        pytest.skip("everybody's priority is low already")
    while not work.done():
        now = nicenesses()
        if 10 in {now[number] for number in now.keys() - before.keys()}:
            return now
    pytest.fail("nobody had a low priority")


def nicenesses() -> dict[int, int]:
    found = {}
    for thread in Path("/proc/self/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            found[int(thread.name)] = int((thread / "stat").read_text().rpartition(")")[2].split()[16])
    return found


def has_short_turns() -> bool:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: giving_way.go_last(threading.get_native_id())).result()
