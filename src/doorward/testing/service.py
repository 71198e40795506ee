"""The service that the fixture `doorward` gives to a test."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, TypeVar

import httpx

from doorward import app
from doorward.app import build, system_clock
from doorward.core import Core
from doorward.domain.access import trusted
from doorward.domain.users import Profile
from doorward.settings import Settings

T = TypeVar("T")

PASSWORD: Final = "correct horse battery staple"  # noqa: S105  (for tests)
_ACTOR: Final = trusted("test")


def settings_at(folder: Path, **changes: Any) -> Settings:
    """Hashes that cost nothing, since nobody attacks them here."""
    options: dict[str, Any] = {
        "data_dir": folder,
        "secret": "a secret for tests, and for nothing else 0123456789",  # nosec B105
        "admin_password": PASSWORD,
        "password_memory": 8,  # nosec B105
        "password_time": 1,  # nosec B105
        "access_log": False,
    }
    return Settings(**(options | changes))


class Clock:
    """The system's clock, and what a test added to it."""

    def __init__(self) -> None:
        self._offset = 0

    def __call__(self) -> int:
        return system_clock() + self._offset

    def advance(self, **duration: float) -> None:
        """`advance(seconds=30)`, `advance(days=14)`: as timedelta takes it."""
        self._offset += round(timedelta(**duration).total_seconds() * 1000)


class SignedIn:
    """A user, with tokens that count until they expire, or the session ends."""

    def __init__(self, user: dict[str, Any], tokens: Any) -> None:
        self.id: int = user["id"]
        self.username: str = user["username"]
        self.token: str = tokens.access
        self.refresh_token: str = tokens.refresh

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


class Doorward:
    """Lives in a thread with an event loop of its own, so that tests of any kind can talk to it."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.clock = settings, Clock()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="doorward", daemon=True)
        self._thread.start()
        self.core: Core = self._do(self._open)
        application = app.application(self.core, settings)
        self._http = httpx.AsyncClient(transport=httpx.ASGITransport(application), base_url=self.url)
        self.client = self.client_for(None)

    url: Final = "http://doorward.test"

    def user(self, username: str, *, password: str = PASSWORD, roles: Sequence[str] = (), **fields: Any) -> SignedIn:
        """Creates a user by the rules of the service, and signs them in."""
        profile = Profile.parse(username=username, password=password, roles=list(roles), **fields)
        made = self._do(lambda: self.core.users.create(_ACTOR, profile))
        return self.sign_in(made.username)

    def sign_in(self, username: str) -> SignedIn:
        """Tokens for a user who is there, without a password."""

        async def work() -> SignedIn:
            found = await self.core.users.find(_ACTOR, username)
            return SignedIn(
                {"id": found.id, "username": found.username}, await self.core.sign_in.mint(_ACTOR, found.id)
            )

        return self._do(work)

    @property
    def jwks(self) -> dict[str, Any]:
        """The public keys, for applications that verify tokens themselves."""
        keys: dict[str, Any] = self.core.keys.access.jwks
        return keys

    def client_for(self, user: SignedIn | None) -> httpx.Client:
        """A client of the service's API; for `my_application.doorward_client = doorward.client_for(None)`, say."""
        headers = user.headers if user else {}
        return httpx.Client(transport=_Transport(self), base_url=self.url, headers=headers)

    def async_client_for(self, user: SignedIn | None) -> httpx.AsyncClient:
        headers = user.headers if user else {}
        return httpx.AsyncClient(transport=_AsyncTransport(self), base_url=self.url, headers=headers)

    def close(self) -> None:
        self._do(self._http.aclose)
        self._do(self.core.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self) -> Core:
        core = build(self.settings, self.clock)
        await core.open()
        return core

    def _do(self, work: Callable[[], Awaitable[T]]) -> T:
        return asyncio.run_coroutine_threadsafe(_awaited(work), self._loop).result()


class _Transport(httpx.BaseTransport):
    def __init__(self, service: Doorward) -> None:
        self._service = service

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._service._do(lambda: _forward(self._service._http, request, request.read()))


class _AsyncTransport(httpx.AsyncBaseTransport):
    def __init__(self, service: Doorward) -> None:
        self._service = service

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        service, body = self._service, await request.aread()
        future = asyncio.run_coroutine_threadsafe(_forward(service._http, request, body), service._loop)
        return await asyncio.wrap_future(future)


async def _forward(http: httpx.AsyncClient, request: httpx.Request, body: bytes) -> httpx.Response:
    answer = await http.request(request.method, request.url, content=body, headers=request.headers)
    return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)


async def _awaited(work: Callable[[], Awaitable[T]]) -> T:
    return await work()
