"""A sign-in that waits for its second factor locks rows in the order of all other changes of its user.

PostgreSQL ends a deadlock after a second by undoing one of the transactions, which is then run again. Other sign-ins
from the same network would wait for that second.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import asyncpg
import pytest

from doorward.core import rights
from doorward.core.sign_in.email_changes import discard_request
from doorward.core.sign_in.throttle import Throttle
from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import NO_ORIGIN, Actor, Origin
from doorward.domain.sign_in.auth_context import BY_TOTP
from doorward.domain.sign_in.factors import Proof
from doorward.domain.sign_in.strength import TOTP
from doorward.domain.users import User
from doorward.store import users
from doorward.store.sign_in import factors
from tests.api.test_step_up import claims
from tests.features.email_code.support import ANN, ask_and_read, verify
from tests.features.passkeys.support import added
from tests.features.passkeys.support import sign_in as by_passkey
from tests.support import stub_factors
from tests.support.databases import settings_for
from tests.support.service import PASSWORD, Answer, Client, Clock, Service, running

pytestmark = pytest.mark.parametrize("databases", ["postgres"], indirect=True)
_WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


class PausedCode:
    """A code whose check waits for the test, in the middle of the transaction, and then writes the row of its factor as
    a code does that is used up."""

    name, guessable = "totp", True

    def __init__(self) -> None:
        self.reached, self.go = asyncio.Event(), asyncio.Event()

    async def offered_to(self, reader: Reader, user: User) -> bool:
        return bool(user.factors & TOTP)

    async def verify(self, tx: Transaction, user: User, proof: Proof, origin: Origin) -> str | None:
        self.reached.set()
        await self.go.wait()
        await tx.execute("UPDATE factors SET last_step = last_step + 1 WHERE user_id = $1", user.id)
        return BY_TOTP


@pytest.fixture
async def service(environ: dict[str, str], clock: Clock, anyio_backend: str) -> AsyncIterator[Service]:
    async with running(settings_for(environ, email_code=True), clock) as service:
        stub_factors.install(service)
        yield service


@pytest.fixture
def deadlocks(service: Service, monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    found: list[Exception] = []
    database: Any = service.core.database
    transact = database._transact

    async def watched(*args: Any) -> Any:
        try:
            return await transact(*args)
        except asyncpg.DeadlockDetectedError as error:
            found.append(error)
            raise

    monkeypatch.setattr(database, "_transact", watched)
    return found


Change = Callable[[Service, Client, Client], Awaitable[object]]


async def _guess(service: Service, admin: Client, ann: Client) -> Answer:
    body = {"username": "ann", "password": "not a password in use"}
    return await service.anonymous.post("/api/auth/login", body)


async def _sign_in(service: Service, admin: Client, ann: Client) -> Answer:
    return await service.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD})


async def _change_password(service: Service, admin: Client, ann: Client) -> Answer:
    body = {"currentPassword": PASSWORD, "newPassword": "another perfectly fine one"}
    return await ann.put("/api/auth/password", body)


async def _delete(service: Service, admin: Client, ann: Client) -> Answer:
    return await admin.delete(f"/api/users/{ann.id}")


async def _set_password(service: Service, admin: Client, ann: Client) -> Answer:
    return await admin.put(f"/api/users/{ann.id}", {"password": "another perfectly fine one"})


async def _remove_factor(service: Service, admin: Client, ann: Client) -> None:
    actor = Actor(ann.id, int(claims(ann.token)["sid"]), (), NO_ORIGIN, "ann")

    async def work(tx: Transaction) -> None:
        changes = service.core.factor_changes
        acting, user = await changes.begin(tx, actor)
        (factor,) = await factors.list_of(tx, user.id)
        await changes.remove(tx, acting, user, factor.id, "en")

    await service.core.database.write(work)


async def _reset_factors(service: Service, admin: Client, ann: Client) -> Answer:
    return await admin.delete(f"/api/users/{ann.id}/factors")


@pytest.mark.parametrize("step_up", [False, True], ids=["sign-in", "step-up"])
@pytest.mark.parametrize(
    "change", [_guess, _sign_in, _change_password, _delete, _set_password, _remove_factor, _reset_factors]
)
async def test_a_second_factor_and_another_change_of_its_user_do_not_deadlock(
    service: Service, admin: Client, deadlocks: list[Exception], change: Change, step_up: bool
) -> None:
    """Mutants: the flow counted before the user's row is locked; the failures of the code counted before those of the
    password are reserved; a factor removed before the user's row is locked; a step-up that does not lock it."""
    made = await service.create(admin, "ann")
    await stub_factors.give(service, made["id"], TOTP)
    asked = await _sign_in(service, admin, admin)
    finished = await stub_factors.proceed(service.anonymous, asked.data["flow"], "totp")
    ann = Client(service, finished.data)
    asked = await _sign_in(service, admin, admin)
    finished = await stub_factors.proceed(service.anonymous, asked.data["flow"], "totp")
    second = Client(service, finished.data)
    asked = await _sign_in(service, admin, admin)
    paused = PausedCode()
    service.core.second_factors.add(paused)
    proof = stub_factors.proof_of("totp")
    proving = (
        second.post("/api/auth/step-up", proof)
        if step_up
        else service.anonymous.post("/api/auth/login/continue", {"flow": asked.data["flow"], **proof})
    )
    continuing = asyncio.create_task(proving)
    await paused.reached.wait()
    other = asyncio.ensure_future(change(service, admin, ann))
    await _end_or_wait(service, other)
    paused.go.set()
    assert (await continuing).code in (200, 401)
    await other
    assert deadlocks == []


async def _remove_passkey(service: Service, admin: Client, ann: Client) -> Answer:
    (listed,) = (await ann.get("/api/auth/passkeys")).data["list"]
    return await ann.delete(f"/api/auth/passkeys/{listed['id']}")


@pytest.mark.parametrize("change", [_remove_passkey, _reset_factors, _delete, _change_password])
async def test_a_passkey_and_another_change_of_its_user_do_not_deadlock(
    service: Service, admin: Client, deadlocks: list[Exception], change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: the counter of the passkey is written before the user's row is locked."""
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    authenticator = await added(ann)
    reached, go, record_use = asyncio.Event(), asyncio.Event(), factors.record_use

    async def paused(*args: Any) -> None:
        await record_use(*args)
        reached.set()
        await go.wait()

    monkeypatch.setattr(factors, "record_use", paused)
    signing_in = asyncio.create_task(by_passkey(service.anonymous, authenticator))
    await reached.wait()
    other = asyncio.ensure_future(change(service, admin, ann))
    await _end_or_wait(service, other)
    go.set()
    assert (await signing_in).code in (200, 401)
    await other
    assert deadlocks == []


async def test_a_reset_of_factors_and_a_passkey_do_not_deadlock(
    service: Service, admin: Client, deadlocks: list[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: `reset` without `lock_row`, so that it holds the factors when it waits for the user's row."""
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    authenticator = await added(ann)
    reached, go, delete_all = asyncio.Event(), asyncio.Event(), factors.delete_all

    async def paused(*args: Any) -> None:
        await delete_all(*args)
        reached.set()
        await go.wait()

    monkeypatch.setattr(factors, "delete_all", paused)
    resetting = asyncio.create_task(_reset_factors(service, admin, ann))
    await reached.wait()
    signing_in = asyncio.ensure_future(by_passkey(service.anonymous, authenticator))
    await _end_or_wait(service, signing_in)
    go.set()
    assert (await resetting).code == 200
    assert (await signing_in).code == 401
    assert deadlocks == []


@pytest.mark.parametrize("change", [_set_password, _delete])
async def test_a_mailed_code_and_another_change_of_its_user_do_not_deadlock(
    service: Service, admin: Client, deadlocks: list[Exception], change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: `_verify` without `lock_row`, so that the flow is locked before the user, whose change discards it."""
    await service.create(admin, "ann", email=ANN)
    ann = await service.login("ann", PASSWORD)
    flow, code = await ask_and_read(service, admin)
    reached, go, count_within = asyncio.Event(), asyncio.Event(), Throttle.count_within

    async def paused(*args: Any) -> None:
        await count_within(*args)
        reached.set()
        await go.wait()

    monkeypatch.setattr(Throttle, "count_within", paused)
    proving = asyncio.create_task(verify(service.anonymous, flow, code))
    await reached.wait()
    other = asyncio.ensure_future(change(service, admin, ann))
    await _end_or_wait(service, other)
    go.set()
    assert (await proving).code == 200
    await other
    assert deadlocks == []


async def _end_or_wait(service: Service, other: asyncio.Future[Any]) -> None:
    """Until the change has ended, or waits for a lock."""
    while not other.done() and not (await service.core.database.fetch(_WAITING))[0][0]:
        await asyncio.sleep(0.01)


async def test_a_passkey_that_is_demoted_while_its_sign_in_waits_does_not_sign_in(
    service: Service, admin: Client
) -> None:
    """A thief added it, and the owner clicks "This wasn't me". Mutant: the passkey as it was before the user was
    locked decides."""
    ann = await service.create(admin, "ann", email="ann@example.com")
    authenticator = await added(await service.login("ann", PASSWORD))
    database, now = service.core.database, service.clock()
    reached, go = asyncio.Event(), asyncio.Event()

    async def disown(tx: Transaction) -> None:
        await users.lock_row(tx, ann["id"])
        reached.set()
        await go.wait()
        await factors.demote_passkeys(tx, ann["id"], 0, now)

    disowning = asyncio.create_task(database.write(disown))
    await reached.wait()
    signing_in = asyncio.create_task(by_passkey(service.anonymous, authenticator))
    async with asyncio.timeout(20):
        while not (await database.fetch(_WAITING))[0][0]:
            await asyncio.sleep(0.01)
    go.set()
    await disowning
    assert (await signing_in).data["problem"] == "userVerification"


async def test_the_purge_and_a_new_change_of_address_do_not_deadlock(
    service: Service, admin: Client, deadlocks: list[Exception]
) -> None:
    """Mutant: the purge deletes tokens before it takes the lock on rights."""
    ann = await service.create(admin, "ann", email=ANN)
    client = await service.login("ann", PASSWORD)
    await client.put("/api/auth/email", {"email": "next@example.com"})
    service.clock.advance(hours=25)
    purging: list[asyncio.Task[None]] = []

    async def replace_change(tx: Transaction) -> None:
        await tx.lock(rights.LOCK)
        if not purging:
            purging.append(asyncio.create_task(service.core.cleanup.expired_one_time_tokens()))
            await _end_or_wait(service, purging[0])
        await discard_request(tx, ann["id"], service.clock())

    await service.core.database.write(replace_change)
    await purging[0]
    assert deadlocks == []
