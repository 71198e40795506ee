"""An administrator begins to act as a user and signs out, both at the same time."""

import asyncio
from typing import Any

import pytest

from doorward.database.sqlite.transaction import SQLiteTransaction
from doorward.features.impersonation.service import Impersonation
from doorward.store.sign_in import sessions
from tests.features.impersonation.test_impersonation import Scene, begin, scene
from tests.features.revocations.support import claims_of, is_revoked, read
from tests.support.service import Answer

__all__ = ["scene"]


async def test_signing_out_while_it_is_begun_ends_it_and_tells_verifiers(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sign-out begins when the new session is written and not yet committed. Mutants: `sessions.end` that leaves
    sessions opened from the one that it ends, on both databases; on PostgreSQL also `sessions.hold` that reads without
    a lock, and `sessions.end` that looks for opened sessions before it waits for the lock."""
    loop, open_session = asyncio.get_running_loop(), sessions.open_session
    signing_out: list[asyncio.Task[Answer]] = []

    def sign_out() -> None:
        signing_out.append(loop.create_task(scene.helper.post("/api/auth/logout")))

    async def interrupted(tx: Any, *args: Any) -> None:
        await open_session(tx, *args)
        if isinstance(tx, SQLiteTransaction):
            loop.call_soon_threadsafe(sign_out)  # Waits for this transaction, which has the only writer.
        else:
            sign_out()
            for _ in range(30):  # It waits for the lock of `hold`. Without that lock it would end meanwhile.
                if not signing_out[0].done():
                    await tx.fetchrow("SELECT 1 FROM pg_sleep(0.01)")

    monkeypatch.setattr(sessions, "open_session", interrupted)
    begun = await begin(scene.helper, scene.ann.id)
    assert begun.code == 200, begun.body
    assert (await signing_out[0]).code == 200
    listed = (await scene.ann.get("/api/auth/sessions")).data["list"]
    assert [each["impersonator"] for each in listed] == [None]
    scene.clock.advance(2)
    assert is_revoked(await read(scene.service), begun.data["token"])


async def test_it_is_not_begun_by_a_session_that_ended_since_the_request_came(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: `_open` takes the rights and the session of the administrator as they were when the request came, without
    `rights.lock` and `hold`."""
    open_as = Impersonation._open

    async def late(self: Impersonation, *args: Any) -> Any:
        assert (await scene.helper.post("/api/auth/logout")).code == 200
        return await open_as(self, *args)

    monkeypatch.setattr(Impersonation, "_open", late)
    assert (await begin(scene.helper, scene.ann.id)).reason == "session_ended"
    listed = (await scene.ann.get("/api/auth/sessions")).data["list"]
    assert [str(each["id"]) for each in listed] == [claims_of(scene.ann.token)["sid"]]
