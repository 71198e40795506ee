"""The service that the fixture `doorward` gives to a test: in a thread, so that tests of any kind can call it."""

import asyncio
import contextlib
import threading
from collections.abc import Coroutine, Sequence
from functools import cached_property
from typing import Any, Final, TypeVar

import httpx

from doorward.core import Core
from doorward.core.sign_in.tokens import Tokens
from doorward.domain.access import trusted
from doorward.domain.roles import RoleChange
from doorward.domain.users import Profile, User
from doorward.errors import Fault
from doorward.settings import Settings
from doorward.testing.in_process import PASSWORD, URL, Clock, InProcessService
from doorward.testing.listener import Listener

T = TypeVar("T")

_ACTOR: Final = trusted("test")


class SignedIn:
    """A user with tokens, which are valid until they expire or the session ends."""

    def __init__(self, user: User, tokens: Tokens) -> None:
        self.id, self.username = user.id, user.username
        self.token, self.refresh_token = tokens.access, tokens.refresh

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


class Doorward:
    """Runs the service in a thread with an event loop of its own, so that tests need none."""

    url: Final = URL

    def __init__(self, settings: Settings) -> None:
        self.settings, self.clock = settings, Clock()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="doorward", daemon=True)
        self._thread.start()
        self._resources = contextlib.AsyncExitStack()
        self.core: Core = self._do(self._open())
        self.client = self.client_for(None)

    def user(self, username: str, *, password: str = PASSWORD, roles: Sequence[str] = (), **fields: Any) -> SignedIn:
        """Creates a user by the rules of the service and signs them in."""
        profile = Profile.parse(username=username, password=password, roles=list(roles), **fields)
        return self.sign_in(self._do(self.core.users.create(_ACTOR, profile)).username)

    def role(self, name: str, *permissions: str) -> None:
        """Creates a role with these permissions, for `user(..., roles=[name])`."""
        self._do(self.core.roles.create(_ACTOR, RoleChange.parse(name=name, permissions=list(permissions))))

    def sign_in(self, username: str) -> SignedIn:
        """Signs in an existing user without a password."""
        found = self._do(self.core.users.find(_ACTOR, username))
        return SignedIn(found, self._do(self.core.sign_in.mint(_ACTOR, found.id)))

    @cached_property
    def address(self) -> str:
        """A URL that other code can open: the service on a free port of this machine, started at the first use."""
        listener = Listener(self.client)
        self._resources.callback(listener.close)
        return listener.url

    @property
    def jwks_url(self) -> str:
        """For libraries that fetch the keys themselves, such as PyJWT's `PyJWKClient`."""
        return f"{self.address}/.well-known/jwks.json"

    @property
    def jwks(self) -> dict[str, Any]:
        """The public keys, for applications that verify tokens themselves."""
        keys: dict[str, Any] = self.core.keys.access.jwks
        return keys

    def client_for(self, user: SignedIn | None) -> httpx.Client:
        """A client of the API, with the user's access token."""
        headers = user.headers if user else {}
        return httpx.Client(transport=_Transport(self), base_url=self.url, headers=headers)

    def async_client_for(self, user: SignedIn | None) -> httpx.AsyncClient:
        headers = user.headers if user else {}
        return httpx.AsyncClient(transport=_AsyncTransport(self), base_url=self.url, headers=headers)

    def close(self) -> None:
        self._do(self._resources.aclose())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self) -> Core:
        service = InProcessService(self.settings, self.clock)
        await self._resources.enter_async_context(service.running())
        self._http = await self._resources.enter_async_context(service.connect())
        return service.core

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return asyncio.run_coroutine_threadsafe(work, self._loop).result()
        except Fault as fault:
            fields = [f"{each['field']} {each['message']}" for each in fault.data.get("fields", ())]
            fault.add_note("; ".join([fault.message, *fields]))
            raise


class _Transport(httpx.BaseTransport):
    def __init__(self, service: Doorward) -> None:
        self._service = service

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._service._do(_forward(self._service._http, request, request.read()))


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
