"""The file of an import: sealed chunks in the database, where the node that works on the import finds them."""

import tempfile
from collections.abc import AsyncIterator
from typing import BinaryIO, Final

from doorward.core import UseCases
from doorward.database.protocol import Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.errors import RequestTimeout
from doorward.features.transfer import upload_queries as queries
from doorward.features.transfer.model import ImportGone, TooManyImports

CHUNK: Final = 256 * 1024
_MINUTE: Final = 60_000
# Milliseconds that an upload may take, and how long its file waits to be imported.
_RECEIVED_WITHIN: Final = 30 * _MINUTE
KEPT_FOR: Final = 24 * 60 * _MINUTE
# Files at a time: of one user, and of all.
OF_USER_MAX: Final = 3
ALL_MAX: Final = 20
_LOCK: Final = "uploads"


class Uploads(UseCases, frozen=True):
    async def receive(self, actor: Actor, pieces: AsyncIterator[bytes]) -> tuple[int, int]:
        """Stores the file. Returns its id and its size. A file that is not received completely is deleted."""
        upload_id, until = await self._begin(actor), self.core.clock() + _RECEIVED_WITHIN
        try:
            waiting, number, size = bytearray(), 0, 0
            async for piece in pieces:
                if self.core.clock() > until:
                    raise RequestTimeout
                waiting += piece
                while len(waiting) >= CHUNK:
                    await self._add(upload_id, number, bytes(waiting[:CHUNK]))
                    del waiting[:CHUNK]
                    number, size = number + 1, size + CHUNK
            if waiting:
                await self._add(upload_id, number, bytes(waiting))
            return upload_id, size + len(waiting)
        except BaseException:
            await self.database.write(lambda tx: queries.delete(tx, upload_id))
            raise

    @transaction
    async def _begin(self, tx: Transaction, actor: Actor) -> int:
        await tx.lock(_LOCK)  # Requests at the same time do not exceed the limits together.
        # Those whose check has failed or was stopped do not count, and are deleted here rather than left to the job: so
        # that no more files than the limit are stored at any time.
        await queries.delete_ended(tx, actor.user_id or 0)
        for limit, user_id in ((OF_USER_MAX, actor.user_id or 0), (ALL_MAX, None)):
            if await queries.count(tx, user_id) >= limit:
                raise TooManyImports(limit)
        return await queries.insert(tx, actor.user_id, self.core.clock() + 2 * _RECEIVED_WITHIN)

    async def _add(self, upload_id: int, number: int, content: bytes) -> None:
        sealed = self.core.keys.data.seal_bytes(content, _label(upload_id, number))
        await self.database.write(lambda tx: queries.add_chunk(tx, upload_id, number, sealed))

    async def retrieve(self, upload_id: int) -> BinaryIO:
        """The content, in a file without a name: no copy is left when the process is killed. ImportGone also if it is
        deleted meanwhile: a part of a file would be a file with fewer users."""
        upload = await queries.find(self.database, upload_id)
        if upload is None:
            raise ImportGone
        file = tempfile.TemporaryFile()  # noqa: SIM115  (the caller closes it)
        try:
            number = 0
            while (sealed := await queries.find_chunk(self.database, upload_id, number)) is not None:
                file.write(self.core.keys.data.open_bytes(sealed, _label(upload_id, number)))
                number += 1
            file.flush()
            if file.tell() != upload.size:
                raise ImportGone
        except BaseException:
            file.close()
            raise
        return file

    async def purge(self) -> None:
        await self.database.write(lambda tx: queries.purge(tx, self.core.clock()))


def _label(upload_id: int, number: int) -> str:
    return f"upload {upload_id} {number}"
