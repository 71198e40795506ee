"""The clients of the API, against a real service in this process."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from client_support import until
from scripts import client_types

from doorward.errors import catalogue
from doorward.testing.in_process import PASSWORD
from doorward.testing.service import Doorward, _AsyncTransport, _Transport
from doorward_client.api import ApiError, AsyncClient, Client, ConnectionFailed, Tokens, faults

pytestmark = pytest.mark.anyio


class Wire(httpx.BaseTransport):
    """Counts requests on their way to the service. `broken` fails them, `before` is called with each."""

    def __init__(self, service: Doorward) -> None:
        self._service, self.paths, self.broken = _Transport(service), list[str](), ""
        self.answered = 0
        self.before: Callable[[httpx.Request], object] = lambda request: None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.paths.append(request.url.path)
        self.before(request)
        if self.broken and request.url.path.endswith(self.broken):
            raise httpx.ConnectError("refused")
        response = self._service.handle_request(request)
        self.answered += 1
        return response


@pytest.fixture
def wire(doorward: Doorward) -> Wire:
    return Wire(doorward)


@pytest.fixture
def client(doorward: Doorward, wire: Wire) -> Iterator[Client]:
    with Client(doorward.url, http=httpx.Client(transport=wire)) as client:
        yield client


def test_the_generated_files_are_up_to_date() -> None:
    for name, text in client_types.files().items():
        assert (client_types.FOLDER / name).read_text("utf-8") == text, "run: make docs"


def test_every_reason_of_the_service_has_a_class() -> None:
    assert {fault.reason for fault in catalogue()} >= faults.BY_REASON.keys()
    assert issubclass(faults.BY_REASON["username_taken"], ApiError)


def test_it_signs_in_manages_users_and_signs_out(client: Client) -> None:
    assert client.sign_in("admin", PASSWORD)["user"]["username"] == "admin"
    created = client.users_create({"username": "ann", "password": PASSWORD, "roles": ["user"]})
    assert client.users_page(keyword="ann")["list"] == [client.users_read(created["id"])]
    assert client.users_update(created["id"], {"name": "Ann"})["name"] == "Ann"
    with pytest.raises(faults.UsernameTaken) as taken:
        client.users_create({"username": "ANN", "password": PASSWORD})
    assert (taken.value.status, taken.value.reason) == (409, "username_taken")
    assert taken.value.request_id
    with pytest.raises(faults.ValidationFailed) as invalid:
        client.users_create({"username": "bob", "password": "short"})
    assert "password" in invalid.value.fields
    client.users_delete(created["id"])
    with pytest.raises(faults.UserNotFound):
        client.users_read(created["id"])
    client.sign_out()
    assert client.tokens is None
    with pytest.raises(faults.AuthenticationRequired):
        client.auth_current_user()


def test_fifty_requests_with_an_expired_token_cause_one_refresh(client: Client, doorward: Doorward, wire: Wire) -> None:
    """Mutant: a refresh without the lock, or without the comparison of the token that was refused."""
    client.sign_in("admin", PASSWORD)
    doorward.clock.advance(minutes=16)
    with ThreadPoolExecutor(50) as threads:
        names = list(threads.map(lambda _: client.auth_current_user()["username"], range(50)))
    assert names == ["admin"] * 50
    assert wire.paths.count("/api/auth/refresh") == 1


async def test_fifty_tasks_with_an_expired_token_cause_one_refresh(doorward: Doorward) -> None:
    """Mutant: as above."""
    paths: list[str] = []

    async def count(request: httpx.Request) -> None:
        paths.append(request.url.path)

    http = httpx.AsyncClient(transport=_AsyncTransport(doorward), event_hooks={"request": [count]})
    async with AsyncClient(doorward.url, http=http) as client:
        await client.sign_in("admin", PASSWORD)
        doorward.clock.advance(minutes=16)
        users = await asyncio.gather(*(client.auth_current_user() for _ in range(50)))
        assert {user["username"] for user in users} == {"admin"}
        assert paths.count("/api/auth/refresh") == 1
        await client.sign_out()
        with pytest.raises(faults.AuthenticationRequired):
            await client.request("GET", "/api/auth/user")


def test_a_network_error_is_no_logout(client: Client, doorward: Doorward, wire: Wire) -> None:
    """Mutant: tokens that are dropped whenever a refresh fails."""
    client.sign_in("admin", PASSWORD)
    doorward.clock.advance(minutes=16)
    wire.broken = "/refresh"
    with pytest.raises(ConnectionFailed):
        client.auth_current_user()
    assert client.tokens is not None
    wire.broken = ""
    assert client.auth_current_user()["username"] == "admin"
    wire.broken = "/logout"
    with pytest.raises(ConnectionFailed):
        client.sign_out()
    assert client.tokens is not None


def test_an_ended_session_is_a_logout_and_is_told(doorward: Doorward, wire: Wire) -> None:
    told: list[Tokens | None] = []
    with Client(doorward.url, http=httpx.Client(transport=wire), on_tokens=told.append) as client:
        client.sign_in("admin", PASSWORD)
        doorward.clock.advance(minutes=16)
        client.auth_current_user()
        assert len(told) == 2
        assert client.tokens == told[-1]
        doorward.clock.advance(days=100)
        with pytest.raises(ApiError) as refused:
            client.auth_current_user()
        assert refused.value.status == 401
        assert (client.tokens, told[-1]) == (None, None)


def test_a_stored_session_goes_on(doorward: Doorward, wire: Wire) -> None:
    ann = doorward.user("ann")
    with Client(doorward.url, http=httpx.Client(transport=wire), tokens=Tokens(ann.token, ann.refresh_token)) as client:
        assert client.auth_current_user()["username"] == "ann"


def test_a_body_that_cannot_be_repeated_is_not_sent_again(client: Client, doorward: Doorward, wire: Wire) -> None:
    """Mutant: a second request with the rest of a stream, which is empty."""
    client.sign_in("admin", PASSWORD)
    user = json.dumps({"username": "ann", "password": PASSWORD}).encode()
    options: dict[str, Any] = {"headers": {"Content-Type": "application/json"}}
    doorward.clock.advance(minutes=16)
    with pytest.raises(faults.TokenExpired):
        client.request("POST", "/api/users", content=iter([user]), **options)
    assert wire.paths.count("/api/users") == 1
    assert client.request("POST", "/api/users", content=iter([user]), **options)["username"] == "ann"
    doorward.clock.advance(minutes=16)
    assert client.request("POST", "/api/users", content=user.replace(b"ann", b"bob"), **options)["username"] == "bob"


def test_an_api_key_is_sent_and_never_refreshed(wire: Wire, doorward: Doorward) -> None:
    sent: list[str] = []
    wire.before = lambda request: sent.append(request.headers["Authorization"])
    with (
        Client(doorward.url, api_key="dwk_unknown", http=httpx.Client(transport=wire)) as client,
        pytest.raises(faults.InvalidToken),
    ):
        client.auth_current_user()
    assert (sent, wire.paths) == (["Bearer dwk_unknown"], ["/api/auth/user"])


def test_an_answer_that_is_no_envelope_is_a_failure_of_the_connection() -> None:
    transport = httpx.MockTransport(lambda request: httpx.Response(502, text="<html>Bad gateway</html>"))
    with Client("http://proxy", http=httpx.Client(transport=transport)) as client, pytest.raises(ConnectionFailed):
        client.auth_current_user()


def test_a_text_in_a_path_cannot_reach_another_path(client: Client, wire: Wire) -> None:
    client.sign_in("admin", PASSWORD)
    with pytest.raises(ApiError):
        client.mail_texts_reset("../../users/1", "en")
    assert not any(path.startswith("/api/users") for path in wire.paths)


NEW_PASSWORD = "another long enough password"


def test_tokens_that_a_new_password_brings_are_kept(doorward: Doorward, wire: Wire) -> None:
    """Mutant: tokens that only a sign-in and a refresh replace. The next refresh would count as that of a thief."""
    ann = doorward.user("ann")
    told: list[Tokens | None] = []
    tokens = Tokens(ann.token, ann.refresh_token)
    with Client(doorward.url, http=httpx.Client(transport=wire), tokens=tokens, on_tokens=told.append) as client:
        data = client.account_change_password({"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD})
        assert client.tokens == told[-1] == Tokens(data["token"], data["refreshToken"])
        doorward.clock.advance(minutes=16)
        client.account_step_up({"method": "password", "password": NEW_PASSWORD})
        doorward.clock.advance(minutes=16)
        assert client.auth_current_user()["username"] == "ann"


async def test_the_async_client_keeps_them_too(doorward: Doorward) -> None:
    ann = doorward.user("ann")
    http = httpx.AsyncClient(transport=_AsyncTransport(doorward))
    async with AsyncClient(doorward.url, http=http, tokens=Tokens(ann.token, ann.refresh_token)) as client:
        await client.account_change_password({"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD})
        doorward.clock.advance(minutes=16)
        assert (await client.auth_current_user())["username"] == "ann"


def test_a_session_that_an_administrator_ended_is_forgotten_with_the_first_refusal(
    doorward: Doorward, wire: Wire
) -> None:
    """Mutant: tokens that are dropped only when a refresh is refused: nothing is refreshed after `session_ended`."""
    ann, told = doorward.user("ann"), list[Tokens | None]()
    admin = doorward.client_for(doorward.sign_in("admin"))
    tokens = Tokens(ann.token, ann.refresh_token)
    with Client(doorward.url, http=httpx.Client(transport=wire), tokens=tokens, on_tokens=told.append) as client:
        assert admin.delete(f"/api/users/{ann.id}/sessions").status_code == 200
        with pytest.raises(faults.SessionEnded):
            client.auth_current_user()
        assert (client.tokens, told) == (None, [None])


def test_a_refresh_that_fails_fails_all_requests_that_wait_for_it(
    client: Client, doorward: Doorward, wire: Wire
) -> None:
    """Mutant: a lock, by which each of twenty threads tries in turn, for ten seconds each."""
    client.sign_in("admin", PASSWORD)
    doorward.clock.advance(minutes=16)
    wire.answered, released = 0, threading.Event()
    wire.before = lambda request: request.url.path.endswith("/refresh") and released.wait(30)
    wire.broken = "/refresh"

    def read(number: int) -> str:
        with pytest.raises(ConnectionFailed) as failed:
            client.auth_current_user()
        return failed.value.reason

    with ThreadPoolExecutor(20) as threads:
        reasons = [threads.submit(read, number) for number in range(20)]
        until(lambda: wire.answered == 20)
        released.set()
        assert {each.result() for each in reasons} == {"connection_failed"}
    # A thread that was late, between its refusal and the wait, may try once more.
    assert wire.paths.count("/api/auth/refresh") < 5


class Held:
    """Keeps the answer to a refresh until `released`."""

    def __init__(self) -> None:
        self.answered, self.released = asyncio.Event(), asyncio.Event()

    def connect(self, doorward: Doorward) -> AsyncClient:
        http = httpx.AsyncClient(transport=_AsyncTransport(doorward), event_hooks={"response": [self._hold]})
        return AsyncClient(doorward.url, http=http)

    async def _hold(self, response: httpx.Response) -> None:
        if response.request.url.path == "/api/auth/refresh":
            self.answered.set()
            await self.released.wait()


async def test_a_cancelled_request_does_not_lose_the_tokens_of_its_refresh(doorward: Doorward) -> None:
    """Mutant: a refresh in the task of the request. The service has replaced the refresh token, the client has not."""
    held = Held()
    async with held.connect(doorward) as client:
        await client.sign_in("admin", PASSWORD)
        doorward.clock.advance(minutes=16)
        request = asyncio.create_task(client.auth_current_user())
        await held.answered.wait()
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request
        held.released.set()
        doorward.clock.advance(minutes=1)  # Past the grace period of the former refresh token.
        assert (await client.auth_current_user())["username"] == "admin"


async def test_a_sign_in_during_a_refresh_is_not_undone_by_it(doorward: Doorward) -> None:
    """Mutant: tokens of a refresh that are kept whatever happened meanwhile."""
    held = Held()
    async with held.connect(doorward) as client:
        await client.sign_in("admin", PASSWORD)
        doorward.clock.advance(minutes=16)
        request = asyncio.create_task(client.auth_current_user())
        await held.answered.wait()
        ann = doorward.user("ann")
        client.adopt({"token": ann.token, "refreshToken": ann.refresh_token})
        held.released.set()
        assert (await request)["username"] == "ann"
        assert client.tokens == Tokens(ann.token, ann.refresh_token)
