"""Use cases of imports over HTTP: upload a file, which is checked; then import it, or discard it."""

from collections.abc import AsyncIterator
from contextlib import suppress

import msgspec

from doorward.core import UseCases, rights
from doorward.database.protocol import Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.operations import CANCELLED, DONE, FAILED, Operation
from doorward.errors import OperationEnded, OperationNotFound, ValidationFailed
from doorward.features.transfer import upload_queries
from doorward.features.transfer.model import ImportGone, ImportNotReady
from doorward.features.transfer.over_http.parameters import APPLY, CHECK, KIND, PERMISSION, ImportParameters
from doorward.features.transfer.over_http.uploads import KEPT_FOR, Uploads


class Imports(UseCases, frozen=True):
    async def upload(self, actor: Actor, wanted: ImportParameters, pieces: AsyncIterator[bytes]) -> Operation:
        """Stores the file and starts its check. `wanted.upload` is not known yet."""
        actor.require(PERMISSION)
        upload_id, size = await Uploads(self.core).receive(actor, pieces)
        try:
            if not size:
                raise ValidationFailed(("body", "must not be empty"))
            return await self._start_check(actor, msgspec.structs.replace(wanted, upload=upload_id), size)
        except BaseException:
            await self.database.write(lambda tx: upload_queries.delete(tx, upload_id))
            raise

    @transaction
    async def _start_check(self, tx: Transaction, actor: Actor, wanted: ImportParameters, size: int) -> Operation:
        acting = await self._acting(tx, actor)
        await upload_queries.complete(tx, wanted.upload, size, self.core.clock() + KEPT_FOR)
        started = await self.core.operations.queue(tx, acting, KIND, CHECK, wanted, None)
        await upload_queries.assign(tx, wanted.upload, started.id)
        return started

    async def waiting(self, actor: Actor) -> list[Operation]:
        """The checks of the caller's files that are neither imported nor discarded, the newest first."""
        actor.require(PERMISSION)
        return await upload_queries.checks(self.database, actor.user_id or 0, self.core.clock())

    async def apply(self, actor: Actor, operation_id: int) -> Operation:
        """Starts the import of a file that was checked, with the rights of the caller who asks for it."""
        actor.require(PERMISSION)
        checked = await self._own_check(actor, operation_id)
        if checked.state != DONE:
            raise ImportNotReady
        await self._require_recent_factor(actor, msgspec.json.decode(checked.parameters, type=ImportParameters))
        return await self._start(actor, checked)

    async def _require_recent_factor(self, actor: Actor, wanted: ImportParameters) -> None:
        """Where the permissions ask for it that the rows use, as in single requests. That of the import itself has been
        checked by the route."""
        used = {"users:create", "users:update"} if wanted.existing == "update" else {"users:create"}
        if not used.isdisjoint(self.core.settings.step_up_permissions):
            await self.core.step_up.require_recent_factor(actor)

    @transaction
    async def _start(self, tx: Transaction, actor: Actor, checked: Operation) -> Operation:
        wanted = msgspec.json.decode(checked.parameters, type=ImportParameters)
        acting = await self._acting(tx, actor)
        if not await upload_queries.claim(tx, wanted.upload, checked.id, self.core.clock()):
            raise ImportGone
        started = await self.core.operations.queue(tx, acting, KIND, APPLY, wanted, checked.done)
        await upload_queries.assign(tx, wanted.upload, started.id)
        return started

    async def discard(self, actor: Actor, operation_id: int) -> None:
        """Deletes the file, and ends its check. An import that has begun is cancelled as an operation."""
        actor.require(PERMISSION)
        checked = await self._own_check(actor, operation_id)
        wanted = msgspec.json.decode(checked.parameters, type=ImportParameters)

        async def work(tx: Transaction) -> bool:
            free = await upload_queries.claim(tx, wanted.upload, checked.id, self.core.clock())
            if free:
                await upload_queries.delete(tx, wanted.upload)
            return free

        # Of a check that has failed or was stopped, the file may be deleted already.
        if not await self.database.write(work) and checked.state not in (FAILED, CANCELLED):
            raise ImportGone
        with suppress(OperationEnded):
            await self.core.operations.cancel(actor, operation_id)

    async def _own_check(self, actor: Actor, operation_id: int) -> Operation:
        """Files are seen by the users who uploaded them alone: they may have passwords."""
        found = await self.core.operations.read(actor, operation_id)
        if (found.kind, found.action) != (KIND, CHECK) or found.creator_id != actor.user_id:
            raise OperationNotFound
        return found

    async def _acting(self, tx: Transaction, actor: Actor) -> Actor:
        acting = await rights.current(tx, actor, self.core.clock())
        acting.require(PERMISSION)
        return acting
