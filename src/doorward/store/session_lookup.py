"""Whose sessions are live: asked of the database with every request, for requests that come together in one statement.

A statement costs more than what it finds. On SQLite it takes locks, and lets other threads have the interpreter, which
it then has to wait for; on PostgreSQL it is a round trip. One for all who ask in the same turn of the event loop tells
each of them what the database has after they came, as one for each would.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from doorward.database.protocol import Database, Row
from doorward.store import users

# How many share a statement at most: it bounds how long the first waits for the last.
_MOST: Final = 64
# How many are not made to wait for others, after somebody waited and nobody else came: whoever is always alone waits
# one time in sixteen.
_AT_ONCE: Final = 15


class _Question(NamedTuple):
    session_id: int
    now: int
    answer: asyncio.Future[Sequence[Row]]


class SessionLookup:
    def __init__(self, database: Database, columns: str) -> None:
        """`columns`: what is to be told of the user and the roles."""
        self._database, self._columns = database, columns
        self._statement_for_one = f"SELECT {columns} FROM {users.SIGNED_IN} $1"
        self._at_once = 0
        self._questions: list[_Question] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, session_id: int, now: int) -> Sequence[Row]:
        """A row for each role of the enabled user whose session this is, as long as it is live."""
        if self._at_once:
            self._at_once -= 1
            return await self._database.fetch(self._statement_for_one, session_id, now)
        loop = asyncio.get_running_loop()
        if not self._questions:
            # Begins after whatever is ready now.
            task = loop.create_task(self._answer(self._questions))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        question = _Question(session_id, now, loop.create_future())
        self._questions.append(question)
        if len(self._questions) == _MOST:
            self._questions = []
        return await question.answer

    async def _answer(self, questions: list[_Question]) -> None:
        if questions is self._questions:
            self._questions = []
        if len(questions) == 1:
            self._at_once = _AT_ONCE
        try:
            found = await self._read({question.session_id for question in questions}, questions[-1].now)
            for question in questions:
                # Whoever went away meanwhile has cancelled it.
                if not question.answer.done():
                    question.answer.set_result(found[question.session_id])
        except Exception as error:
            for question in questions:
                if not question.answer.done():
                    question.answer.set_exception(error)
        finally:
            for question in questions:
                question.answer.cancel()  # Nobody waits for an answer that will not come.

    async def _read(self, session_ids: set[int], now: int) -> dict[int, list[Row]]:
        found: dict[int, list[Row]] = {session_id: [] for session_id in session_ids}
        for row in await self._database.fetch_each(self._columns, users.SIGNED_IN, session_ids, now):
            found[row[0]].append(row[1:])
        return found
