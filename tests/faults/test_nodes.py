"""Several nodes on one database: changes take effect on all at once, and one can stop without a failed request."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import httpx
import jwt
import pytest

from tests.support.cli import doorward
from tests.support.databases import settings_for
from tests.support.measurements import Measurements
from tests.support.process import serving, serving_many
from tests.support.proxy import proxy_before
from tests.support.service import PASSWORD, Client, Clock, Service, running

CLIENTS = 16


@pytest.fixture
async def nodes(environ: dict[str, str], anyio_backend: str) -> AsyncIterator[list[Service]]:
    async with contextlib.AsyncExitStack() as stack:
        settings = settings_for(environ)
        yield [await stack.enter_async_context(running(settings, Clock())) for _ in range(2)]


def at(node: Service, client: Client) -> Client:
    """The same session on another node."""
    return Client(node, client.tokens)


async def test_what_one_node_decides_holds_on_every_node_with_the_next_request(nodes: list[Service]) -> None:
    """Mutant: any answer of `sessions.find_user` or of the role look-up that is kept for the next request."""
    here, there = nodes
    admin = await here.login()
    changes: dict[str, Any] = {"disabled": {"status": 0}, "re-passworded": {"password": "another long password"}}
    for name, change in changes.items():
        user = await here.create(admin, name)
        session = await there.login(name, PASSWORD)  # Created here, signs in there.
        assert (await at(there, session).get("/api/auth/user")).code == 200
        assert (await admin.put(f"/api/users/{user['id']}", change)).code == 200
        assert (await at(there, session).get("/api/auth/user")).reason == "session_ended"
        assert (await at(there, session).refresh()).code == 401
    user = await here.create(admin, "deleted")
    session = await there.login("deleted", PASSWORD)
    assert (await admin.delete(f"/api/users/{user['id']}")).code == 200
    assert (await at(there, session).get("/api/auth/user")).reason == "session_ended"
    session = await here.login()
    assert (await session.post("/api/auth/logout")).code == 200
    assert (await at(there, session).get("/api/auth/user")).reason == "session_ended"


async def test_a_role_that_was_taken_away_is_gone_on_every_node_with_the_next_request(nodes: list[Service]) -> None:
    """Mutant: permissions from the access token instead of the database."""
    here, there = nodes
    admin = await here.login()
    user = await here.create(admin, "deputy", roles=["admin"])
    deputy = await there.login("deputy", PASSWORD)
    assert (await deputy.get("/api/users")).code == 200
    assert (await admin.put(f"/api/users/{user['id']}", {"roles": ["user"]})).code == 200
    assert (await deputy.get("/api/users")).reason == "permission_denied"


async def refresh_everywhere(urls: list[httpx.AsyncClient], token: str) -> list[dict[str, Any]]:
    """The same refresh token from all clients at once, spread over the nodes."""
    calls = [
        urls[number % len(urls)].post("/api/auth/refresh", json={"refreshToken": token}) for number in range(CLIENTS)
    ]
    return [answer.json() for answer in await asyncio.gather(*calls)]


async def test_one_refresh_token_from_many_clients_on_two_nodes_has_one_successor(
    environ: dict[str, str], measurements: Measurements, full: bool
) -> None:
    """Mutant: without `AND generation = $2` in `sessions.advance` each client moves the session on."""
    rounds = 200 if full else 5
    async with serving_many(2, environ) as nodes:
        first = token = (await nodes[0].tokens())["refreshToken"]
        for _ in range(rounds):
            answers = await refresh_everywhere([node.http for node in nodes], token)
            assert {answer["code"] for answer in answers} == {200}
            (successor,) = {answer["data"]["refreshToken"] for answer in answers}
            assert successor != token
            token = successor
        answers = await refresh_everywhere([node.http for node in nodes], first)
        assert {answer["code"] for answer in answers} == {401}
    measured = f"{rounds} rounds of {CLIENTS} clients on 2 nodes: one successor in each"
    measurements.add("one refresh token, many clients", _database(environ), measured)


async def test_without_grace_one_client_wins_and_the_session_ends(
    environ: dict[str, str], measurements: Measurements, full: bool
) -> None:
    """Mutant: `judge_replay` that excuses a twin whatever the grace."""
    rounds = 200 if full else 3
    async with serving_many(2, environ | {"DOORWARD_REFRESH_GRACE": "0"}) as nodes:
        for _ in range(rounds):
            token = (await nodes[0].tokens())["refreshToken"]
            answers = await refresh_everywhere([node.http for node in nodes], token)
            codes = Counter(answer["code"] for answer in answers)
            assert codes == {200: 1, 401: CLIENTS - 1}
            assert "refresh_token_reused" in {answer["data"].get("reason") for answer in answers}
            (winner,) = (answer["data"] for answer in answers if answer["code"] == 200)
            headers = {"Authorization": f"Bearer {winner['token']}"}
            for node in nodes:
                assert (await node.http.get("/api/auth/user", headers=headers)).status_code == 401
    measured = f"{rounds} rounds of {CLIENTS} clients on 2 nodes: one winner, then the session has ended"
    measurements.add("the same with grace 0", _database(environ), measured)


class Load:
    """Clients that read and write in a loop and count the responses."""

    def __init__(self, http: httpx.AsyncClient, token: dict[str, str], clients: int = 4) -> None:
        self.answers: Counter[str] = Counter()
        self._http, self._headers, self._done = http, token, False
        self._tasks = [asyncio.create_task(self._keep_asking(number)) for number in range(clients)]

    async def _keep_asking(self, number: int) -> None:
        while not self._done:
            await asyncio.sleep(0)
            try:
                if number % 2:
                    change = {"name": f"changed by {number}"}
                    answer = await self._http.put("/api/users/1", json=change, headers=self._headers)
                else:
                    answer = await self._http.get("/api/auth/user", headers=self._headers)
                self.answers[str(answer.status_code)] += 1
            except httpx.TransportError as error:
                self.answers[type(error).__name__] += 1

    async def until(self, more: int) -> None:
        """Returns when so many more were answered."""
        enough = self.answers.total() + more
        while self.answers.total() < enough:
            await asyncio.sleep(0.01)

    async def end(self) -> Counter[str]:
        self._done = True
        await asyncio.gather(*self._tasks)
        return self.answers


async def test_a_draining_server_answers_and_closes_connections(environ: dict[str, str]) -> None:
    """Mutant: `drain=0`, with which the server closes connections with requests in flight."""
    async with serving(environ | {"DOORWARD_DRAIN": "3"}) as node:
        assert (await node.http.get("/healthz")).headers.get("connection") is None
        stopping = asyncio.create_task(node.terminate())
        await node.ready(status=503)
        answer = await node.http.get("/healthz")
        assert (answer.status_code, answer.headers["connection"]) == (200, "close")
        assert (await node.http.get("/readyz")).json()["data"]["reason"] == "stopping"
        assert await stopping == 0


@pytest.mark.alone
async def test_a_node_of_two_leaves_without_a_failed_request(
    environ: dict[str, str], measurements: Measurements, full: bool
) -> None:
    """Mutant: `drain=0`, with which the server closes with requests in flight. Three of four short runs catch it."""
    times, requests = (10, 500) if full else (3, 150)
    async with (
        serving_many(2, environ | {"DOORWARD_DRAIN": "1"}) as nodes,
        proxy_before([node.port for node in nodes]) as proxy,
        httpx.AsyncClient(base_url=proxy.url, timeout=30, trust_env=False) as http,
    ):
        load = Load(http, await nodes[0].login(), clients=32)
        for turn in range(times):
            leaving = nodes[turn % 2]
            await load.until(requests)
            assert await leaving.terminate() == 0
            await load.until(requests)
            await leaving.start()
        answers = await load.end()
    assert set(answers) == {"200"}
    measurements.add(
        f"SIGTERM of one node of two, {times} times", _database(environ), f"{answers['200']:,} requests, 0 failed"
    )


async def test_keys_rotate_on_all_nodes_without_a_failed_request(
    environ: dict[str, str], measurements: Measurements, full: bool
) -> None:
    """Mutant: without `KeyRing.load` on an unknown key id, a node refuses what the other signed."""
    rotations, shown = (5 if full else 1), 0
    async with serving_many(2, environ) as nodes:
        loads = [Load(node.http, await nodes[0].login()) for node in nodes]
        token = (await nodes[0].tokens())["refreshToken"]
        for _ in range(rotations):
            rotated = await doorward(environ, "keys", "rotate", "--now", "--json")
            assert rotated.code == 0, rotated.err
            # A node that starts now signs with the new key, which the others have not loaded yet.
            async with serving(environ) as newcomer:
                for node in [*nodes, newcomer]:
                    answer = await newcomer.http.post("/api/auth/refresh", json={"refreshToken": token})
                    access, token = answer.json()["data"]["token"], answer.json()["data"]["refreshToken"]
                    assert jwt.get_unverified_header(access)["kid"] == rotated.json["kid"]
                    headers = {"Authorization": f"Bearer {access}"}
                    assert (await node.http.get("/api/auth/user", headers=headers)).status_code == 200
                    shown += 1
        answers = sum([await load.end() for load in loads], Counter[str]())
    assert set(answers) == {"200"}
    measured = f"{rotations} times, {shown} tokens of new keys shown, {answers.total():,} other requests, 0 failed"
    measurements.add("keys rotate under load", _database(environ), measured)


def _database(environ: dict[str, str]) -> str:
    return "sqlite" if environ["DOORWARD_DATABASE_URL"].startswith("sqlite") else "postgres"
