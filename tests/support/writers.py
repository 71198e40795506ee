"""Writers that count their acknowledged writes and check that the database still has them.

Each changes one user again and again. Every change adds one to the user's version, so the version counts the changes
that took effect: fewer than were acknowledged means that one was lost, more than were sent that one was invented.
"""

import asyncio
from collections import Counter
from collections.abc import Callable

import httpx

from tests.support.process import Node
from tests.support.service import PASSWORD


class Writer:
    def __init__(self, user_id: int, version: int) -> None:
        self.user_id = user_id
        self._first_version = version
        self.acknowledged = 0
        # No answer, or one that does not say whether the change took effect.
        self.unknown = 0
        self.statuses: Counter[int] = Counter()

    async def write(self, http: httpx.AsyncClient, headers: dict[str, str]) -> bool:
        change = {"name": f"after {self.acknowledged}"}
        try:
            answer = await http.put(f"/api/users/{self.user_id}", json=change, headers=headers)
        except httpx.TransportError:
            self.unknown += 1
            return False
        self.statuses[answer.status_code] += 1
        if answer.status_code == 200:
            self.acknowledged += 1
            return True
        assert answer.json()["code"] == answer.status_code, "an error without an envelope"
        self.unknown += 1
        return False

    async def lost(self, http: httpx.AsyncClient, headers: dict[str, str]) -> int:
        """How many acknowledged changes the database does not have."""
        answer = await http.get(f"/api/users/{self.user_id}", headers=headers)
        assert answer.status_code == 200, answer.text
        changes = int(answer.headers["etag"].strip('"')) - self._first_version
        assert changes <= self.acknowledged + self.unknown, "more changes than were asked for"
        return max(0, self.acknowledged - changes)


class Writers:
    def __init__(self, node: Node, headers: dict[str, str], writers: list[Writer]) -> None:
        self.node, self.headers, self.writers = node, headers, writers

    @classmethod
    async def of(cls, node: Node, count: int = 4) -> "Writers":
        """Writers with a user each; they act as the administrator."""
        headers = await node.login()
        writers = []
        for number in range(count):
            body = {"username": f"written{number}", "password": PASSWORD}
            answer = await node.http.post("/api/users", json=body, headers=headers)
            assert answer.status_code == 200, answer.text
            user_id = answer.json()["data"]["id"]
            version = (await node.http.get(f"/api/users/{user_id}", headers=headers)).headers["etag"]
            writers.append(Writer(user_id, int(version.strip('"'))))
        return cls(node, headers, writers)

    @property
    def acknowledged(self) -> int:
        return sum(writer.acknowledged for writer in self.writers)

    @property
    def statuses(self) -> Counter[int]:
        return sum((writer.statuses for writer in self.writers), Counter())

    async def write_until(self, done: Callable[[], bool], http: httpx.AsyncClient | None = None) -> None:
        """All write at once, each its next change as soon as the last was answered."""

        async def keep_writing(writer: Writer) -> None:
            while not done():
                if not await writer.write(http or self.node.http, self.headers):
                    await asyncio.sleep(0.02)  # As a client would before it tries again.

        await asyncio.gather(*map(keep_writing, self.writers))

    async def lost(self, http: httpx.AsyncClient | None = None) -> int:
        headers = self.headers
        return sum([await writer.lost(http or self.node.http, headers) for writer in self.writers])
