"""How passwords are hashed: by which implementation, with which salt, at which priority.

Both implementations are tested on every machine: which of them is used is an argument.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from doorward.crypto.passwords import foreign
from doorward.crypto.passwords import hasher as hasher_module
from doorward.crypto.passwords.argon2 import Argon2id, Libsodium, Reference, fastest
from doorward.crypto.passwords.hasher import Hasher, lower_priority

MEMORY_KIB, PASSES = 19456, 2
SALT = bytes(range(16))
FOREIGN = f"$pbkdf2-sha256$i=1000$c2FsdHNhbHQ${'A' * 43}"

BOTH: list[Argon2id] = [Libsodium(), Reference()]


@pytest.fixture(params=BOTH, ids=["libsodium", "reference"])
def argon2id(request: pytest.FixtureRequest, anyio_backend: str) -> Argon2id:
    implementation: Argon2id = request.param
    return implementation


@pytest.fixture
def hasher(argon2id: Argon2id) -> Iterator[Hasher]:
    hasher = Hasher(MEMORY_KIB, PASSES, 32, bytes, argon2id)
    yield hasher
    hasher.close()


@pytest.fixture
def lowered(monkeypatch: pytest.MonkeyPatch) -> dict[int, int]:
    """The niceness that each thread asked for, instead of a change of priorities."""
    asked: dict[int, int] = {}
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "getpriority", lambda which, thread: 0)
    monkeypatch.setattr(os, "setpriority", lambda which, thread, niceness: asked.update({thread: niceness}))
    return asked


def test_both_implementations_write_the_same_hash(argon2id: Argon2id) -> None:
    """The expected text is what the reference library's own encoder (`argon2.low_level.hash_secret`) writes."""
    assert argon2id.hash("пароль\0".encode(), SALT, PASSES, MEMORY_KIB) == (
        "$argon2id$v=19$m=19456,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$NC/hn8AW00+PCBMDFYTgz/sKR/Q7Wkb3LW6wdDUcvis"
    )


@pytest.mark.parametrize("read_by", BOTH, ids=["libsodium", "reference"])
def test_a_hash_of_one_implementation_is_verified_by_the_other(argon2id: Argon2id, read_by: Argon2id) -> None:
    stored = argon2id.hash("пароль\0".encode(), SALT, PASSES, MEMORY_KIB)
    assert read_by.verify("пароль\0".encode(), stored)
    assert not read_by.verify("пароль".encode(), stored)


def test_no_password_matches_a_damaged_hash(argon2id: Argon2id) -> None:
    stored = argon2id.hash(b"a password", SALT, PASSES, MEMORY_KIB)
    assert not argon2id.verify(b"a password", stored[:-1])
    assert not argon2id.verify(b"a password", stored.replace("t=2", "t=3"))
    assert not argon2id.verify(b"a password", stored[: stored.index("p=1")])
    assert not argon2id.verify(b"a password", stored.replace("m=19456", "m=" + "9" * 40))
    assert not argon2id.verify(b"a password", stored[:-43] + "not base64!")
    assert not argon2id.verify(b"a password", stored[:-43] + "AAA")
    assert not argon2id.verify(b"a password", stored.replace("m=19456", "m=019456"))
    assert not argon2id.verify(b"a password", stored + "=")
    # The last character has two bits more than the hash.
    assert not argon2id.verify(b"a password", stored[:-1] + chr(ord(stored[-1]) + 1))


@pytest.mark.parametrize(
    ("machine", "implementation"), [("x86_64", Libsodium), ("aarch64", Reference), ("riscv64", Reference)]
)
def test_libsodium_hashes_where_it_has_vector_code(
    machine: str, implementation: type[Argon2id], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(fastest(machine), implementation)
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine=machine))
    assert isinstance(fastest(), implementation)


async def test_a_hasher_uses_the_fastest_implementation_unless_it_is_given_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Mutants: the argument is ignored; one of `hash`, `verify` and `warm_up` uses another implementation."""

    class Labelled:
        def __init__(self, label: str) -> None:
            self.label, self.loaded = label, False

        def load(self) -> None:
            self.loaded = True

        def hash(self, password: bytes, salt: bytes, passes: int, memory_kib: int) -> str:
            return self.label

        def verify(self, password: bytes, stored: str) -> bool:
            return self.label == "fastest"

    given, chosen = Labelled("given"), Labelled("fastest")
    monkeypatch.setattr(hasher_module, "fastest", lambda: chosen)
    for argument, used in ((given, given), (None, chosen)):
        hasher = Hasher(MEMORY_KIB, PASSES, 32, bytes, argument)
        hasher.warm_up()
        assert used.loaded
        assert await hasher.hash("a password") == used.label
        assert await hasher.verify("a password", hasher.unmatchable) is (used is chosen)
        hasher.close()


async def test_each_salt_comes_from_the_injected_entropy(argon2id: Argon2id) -> None:
    """Mutants: an implementation draws its own salt; one salt is used for every hash."""
    drawn: list[bytes] = []

    def entropy(size: int) -> bytes:
        drawn.append(bytes([len(drawn)]) * size)
        return drawn[-1]

    hasher = Hasher(MEMORY_KIB, PASSES, 32, entropy, argon2id)
    drawn.clear()
    stored = [await hasher.hash("a password") for _ in range(2)]
    hasher.close()
    assert drawn == [bytes(16), b"\1" * 16]
    assert stored == [argon2id.hash(b"a password", salt, PASSES, MEMORY_KIB) for salt in drawn]


async def test_a_hasher_verifies_what_it_hashed_and_nothing_matches_its_unmatchable_hash(hasher: Hasher) -> None:
    hasher.warm_up()
    stored = await hasher.hash("a password")
    assert not hasher.is_outdated(stored)
    assert await hasher.verify("a password", stored)
    assert not await hasher.verify("another password", stored)
    assert not await hasher.verify("a password", hasher.unmatchable)


async def test_a_user_without_a_password_is_refused_no_faster(
    hasher: Hasher, argon2id: Argon2id, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: the mark for "no password" is refused without computing a hash."""
    verified: list[str] = []
    monkeypatch.setattr(argon2id, "verify", lambda password, stored: verified.append(stored))
    assert not await hasher.verify(hasher_module.NO_PASSWORD, hasher_module.NO_PASSWORD)
    assert verified == [hasher.unmatchable]


async def test_every_thread_that_hashes_lowers_its_own_priority(hasher: Hasher, lowered: dict[int, int]) -> None:
    """Mutants: no initializer; the priority of the whole process (thread 0) is lowered."""
    await hasher.hash("a password")
    thread, _ = await hasher._ours.run(threading.get_native_id)
    assert lowered == {thread: 10}


async def test_a_foreign_hash_is_verified_at_a_low_priority_as_well(
    hasher: Hasher, lowered: dict[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: it is verified on the event loop, or in a thread outside the pools."""
    threads: list[int] = []

    def verify(password: str, stored: str) -> bool:
        threads.append(threading.get_native_id())
        return (password, stored) == ("a password", FOREIGN)

    monkeypatch.setattr(foreign, "verify", verify)
    assert await hasher.verify("a password", FOREIGN)
    assert threads == list(lowered)


async def test_a_system_that_refuses_a_low_priority_hashes_as_well(
    hasher: Hasher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: the refusal ends the thread, and the pool with it."""

    def refuse(*_: int) -> None:
        raise PermissionError

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "setpriority", refuse)
    assert await hasher.verify("a password", await hasher.hash("a password"))
    assert not await hasher.verify("a password", FOREIGN)


def test_a_priority_that_is_lower_already_is_not_raised(
    lowered: dict[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getpriority", lambda which, thread: 15)
    lower_priority()
    assert lowered == {threading.get_native_id(): 15}


def test_no_priority_is_changed_where_it_belongs_to_the_process(
    lowered: dict[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    lower_priority()
    assert lowered == {}


async def test_a_cancelled_hash_gives_its_slot_back(hasher: Hasher) -> None:
    """Mutant: the slot is given back only when the hash ends well."""
    hashing = [asyncio.ensure_future(hasher.hash("a password")) for _ in range(3)]
    await asyncio.sleep(0)
    assert hasher.gauges()["hash_pending"] == 3
    for task in hashing:
        task.cancel()
    await asyncio.wait(hashing)
    assert hasher.gauges()["hash_pending"] == 0
    assert await hasher.verify("a password", await hasher.hash("a password"))


class Gated:
    """Verifies one password after the other, each when the test lets it."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._gate = threading.Semaphore(0)
        self.started: asyncio.Queue[None] = asyncio.Queue()

    def load(self) -> None: ...

    def hash(self, password: bytes, salt: bytes, passes: int, memory_kib: int) -> str:
        raise NotImplementedError

    def verify(self, password: bytes, stored: str) -> bool:
        self._loop.call_soon_threadsafe(self.started.put_nowait, None)
        assert self._gate.acquire(timeout=30)
        return True

    async def next_start(self) -> None:
        """Returns when the next one is being verified, and the callers that were resumed before have gone on."""
        await self.started.get()
        for _ in range(5):
            await asyncio.sleep(0)

    def let_one_end(self) -> None:
        self._gate.release()


def _verify_at_once(hasher: Hasher, count: int, resumed: list[int]) -> list[asyncio.Task[None]]:
    async def verify(number: int) -> None:
        assert await hasher.verify("a password", hasher.unmatchable)
        resumed.append(number)

    return [asyncio.create_task(verify(number)) for number in range(count)]


async def test_sign_ins_are_resumed_in_groups_while_many_wait_and_singly_when_few_do() -> None:
    """Mutants: each is resumed when its hash ends; a group waits for a hash that no other follows."""
    gated, resumed, seen = Gated(), list[int](), []
    hasher = Hasher(MEMORY_KIB, PASSES, 32, bytes, gated)
    tasks = _verify_at_once(hasher, 8, resumed)
    for _ in range(8):
        await gated.next_start()
        seen.append(len(resumed))
        gated.let_one_end()
    async with asyncio.timeout(20):
        await asyncio.gather(*tasks)
    assert seen == [0, 0, 0, 3, 3, 5, 6, 7]
    hasher.close()


async def test_a_sign_in_that_was_held_back_goes_on_when_the_ones_behind_it_are_cancelled() -> None:
    """Mutant: a hash that is cancelled in the queue does not count as finished."""
    gated, resumed = Gated(), list[int]()
    hasher = Hasher(MEMORY_KIB, PASSES, 32, bytes, gated)
    tasks = _verify_at_once(hasher, 8, resumed)
    await gated.next_start()
    gated.let_one_end()
    await gated.next_start()
    assert resumed == []
    for task in tasks[2:]:
        task.cancel()
    async with asyncio.timeout(20):
        await tasks[0]
    assert resumed == [0]
    gated.let_one_end()
    await tasks[1]
    hasher.close()


async def test_closing_the_pool_cancels_the_hashes_that_wait() -> None:
    """Mutant: their callers wait for ever."""
    gated = Gated()
    hasher = Hasher(MEMORY_KIB, PASSES, 32, bytes, gated)
    tasks = _verify_at_once(hasher, 3, [])
    await gated.next_start()
    hasher.close()
    gated.let_one_end()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(result) for result in results] == [type(None), asyncio.CancelledError, asyncio.CancelledError]
