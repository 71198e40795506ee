"""Clients that do what an admin panel does, again and again, and remember what was acknowledged."""

import asyncio
import itertools
from collections import Counter
from typing import Any

import httpx

from tests.support.service import ADMIN_PASSWORD, PASSWORD

# Between two requests of a client: the load must leave the processor to the nodes that start.
_PAUSE_SECONDS = 0.02
# Rounds of a client between two sign-ins.
_SIGN_IN_EVERY = 2
_PAGE = 100


class Refused(Exception):
    """A request that was not answered with 200."""


class _Client:
    def __init__(self, http: httpx.AsyncClient, number: int) -> None:
        self._http, self._number = http, number
        self._tokens: dict[str, str] = {}
        self.rounds = 0
        self.requests: Counter[str] = Counter()
        # Username and the name that was acknowledged last.
        self.names: dict[str, str] = {}

    async def round(self) -> None:
        """Sign-in (now and then), refresh, current user, list, create, update."""
        if self.rounds % _SIGN_IN_EVERY == 0:
            self._tokens = await self._ask(
                "POST", "/api/auth/login", {"username": "admin", "password": ADMIN_PASSWORD}, signed_in=False
            )
        self._tokens |= await self._ask(
            "POST", "/api/auth/refresh", {"refreshToken": self._tokens["refreshToken"]}, signed_in=False
        )
        await self._ask("GET", "/api/auth/user")
        await self._ask("GET", f"/api/users?pageSize={_PAGE}")
        username = f"client{self._number}-{self.rounds}"
        created = await self._ask("POST", "/api/users", {"username": username, "password": PASSWORD})
        self.names[username] = created["name"]
        name = f"Name {self.rounds}"
        await self._ask("PUT", f"/api/users/{created['id']}", {"name": name})
        self.names[username] = name
        self.rounds += 1

    async def _ask(self, method: str, path: str, body: Any = None, *, signed_in: bool = True) -> Any:
        await asyncio.sleep(_PAUSE_SECONDS)
        headers = {"Authorization": f"Bearer {self._tokens['token']}"} if signed_in else {}
        what = f"{method} {path.partition('?')[0]}"
        try:
            answer = await self._http.request(method, path, json=body, headers=headers)
        except httpx.TransportError as error:
            raise Refused(f"{what}: {error!r}") from error
        if answer.status_code != 200:
            raise Refused(f"{what}: {answer.status_code} {answer.text}")
        self.requests[what.rstrip("0123456789")] += 1
        return answer.json()["data"]

    async def users(self) -> dict[str, str]:
        """All users that the service has, with their names."""
        found: dict[str, str] = {}
        for page in itertools.count(1):
            listed = await self._ask("GET", f"/api/users?page={page}&pageSize={_PAGE}")
            found |= {user["username"]: user["name"] for user in listed["list"]}
            if len(listed["list"]) < _PAGE:
                return found
        raise AssertionError


class EverydayLoad:
    """As a context: the clients ask until the block ends. Raises Refused at the first request that failed."""

    def __init__(self, http: httpx.AsyncClient, clients: int = 2) -> None:
        self._clients = [_Client(http, number) for number in range(clients)]
        self._done = False

    async def __aenter__(self) -> "EverydayLoad":
        self._tasks = [asyncio.create_task(self._keep_asking(client)) for client in self._clients]
        return self

    async def __aexit__(self, kind: object, *_: object) -> None:
        self._done = True
        outcomes = await asyncio.gather(*self._tasks, return_exceptions=True)
        failed = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
        if failed and kind is None:
            raise failed[0]

    async def _keep_asking(self, client: _Client) -> None:
        while not self._done:
            await client.round()

    async def everything_again(self) -> None:
        """Returns when each client has made every kind of request from now on."""
        enough = [client.rounds + 1 + _SIGN_IN_EVERY for client in self._clients]
        while any(client.rounds < rounds for client, rounds in zip(self._clients, enough, strict=True)):
            for task in self._tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.02)

    @property
    def requests(self) -> Counter[str]:
        return sum((client.requests for client in self._clients), Counter())

    async def lost(self) -> list[str]:
        """Users who are not as the last acknowledged request left them. After the block."""
        found = await self._clients[0].users()
        acknowledged = {name: value for client in self._clients for name, value in client.names.items()}
        return [username for username, name in acknowledged.items() if found.get(username) != name]
