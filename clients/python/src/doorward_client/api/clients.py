"""The two clients. They differ in `await` and in their locks; what they decide is in `exchange`."""

import asyncio
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from types import TracebackType
from typing import Any

import httpx

from doorward_client.api.error import ApiError, ConnectionFailed
from doorward_client.api.exchange import Call, Exchange, OnTokens, Tokens, refresh_call
from doorward_client.api.operations import AsyncOperations, Operations
from doorward_client.api.types import LoginData


class Client(Operations):
    """Calls the API with an API key, or as a user who signs in. Several threads may share one.

    - `api_key`: sent with every request.
    - `tokens`: those of an earlier sign-in, to go on with.
    - `on_tokens`: called with every new pair, to store it, and with None when the session has ended.
    - `http`: an httpx client, for proxies, certificates or tests.
    """

    def __init__(
        self,
        url: str,
        *,
        api_key: str | None = None,
        tokens: Tokens | None = None,
        on_tokens: OnTokens | None = None,
        timeout: float = 10.0,
        http: httpx.Client | None = None,
    ) -> None:
        self._url, self._exchange = url.rstrip("/"), Exchange(api_key, tokens, on_tokens)
        self._http = http or httpx.Client(timeout=timeout)
        self._lock = threading.Lock()
        self._refreshing: Future[None] | None = None

    @property
    def tokens(self) -> Tokens | None:
        return self._exchange.tokens

    def sign_in(self, username: str, password: str) -> LoginData:
        """Signs in, and keeps the tokens. Raises `faults.SecondFactorRequired` where there is one: go on with
        `auth_continue_login`, and pass its result to `adopt`."""
        data = self.auth_login({"username": username, "password": password})
        self.adopt(data)
        return data

    def adopt(self, data: Mapping[str, Any]) -> None:
        """Goes on with the tokens of another way to sign in."""
        self._exchange.adopt(data)

    def sign_out(self) -> None:
        """Ends the session. If the service can't be reached, the tokens are kept, since they are still valid."""
        if self._exchange.tokens is not None:
            self.auth_logout()
            self._exchange.forget()

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Any request, and the `data` of its answer. `body` is sent as JSON, `content` as it is. A `content` that is
        a stream is not sent a second time after a refresh; the 401 is raised."""
        return self._send(Call(method, path, query or {}, body, content, headers or {}, anonymous=False))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _call(self, method: str, path: str, query: Any, body: Any, headers: Any, anonymous: bool) -> Any:
        return self._send(Call(method, path, query, body, None, headers, anonymous))

    def _send(self, call: Call) -> Any:
        used = self._exchange.bearer
        try:
            return self._once(call, used)
        except ApiError as error:
            if not self._exchange.helps_to_refresh(error, call):
                raise
            self._refresh(used)
            if not call.repeatable:
                raise
        return self._once(call, self._exchange.bearer)

    def _refresh(self, used: str | None) -> None:
        """One refresh for all requests that were refused with the same token. If it fails, so do all of them: one
        after the other would wait for a service that does not answer."""
        mine: Future[None] = Future()
        with self._lock:
            running = self._refreshing
            tokens = None if running else self._exchange.tokens_of(used)
            if tokens is not None:
                self._refreshing = mine
        if running is not None:
            running.result()
        elif tokens is not None:
            self._renew(tokens, mine)

    def _renew(self, tokens: Tokens, shared: "Future[None]") -> None:
        try:
            self._exchange.adopt_refreshed(tokens, self._once(refresh_call(tokens), None))
        except BaseException as error:
            self._refreshing = None
            if isinstance(error, ApiError):
                self._exchange.refresh_failed(tokens, error)
            # Not the interruption of this thread: the others have to go on.
            shared.set_exception(error if isinstance(error, Exception) else ConnectionFailed("interrupted"))
            raise
        self._refreshing = None
        shared.set_result(None)

    def _once(self, call: Call, bearer: str | None) -> Any:
        try:
            response = self._http.request(call.method, self._url + call.path, **call.options(bearer))
        except httpx.HTTPError as error:
            raise ConnectionFailed(f"{type(error).__name__}: {error}") from error
        return self._exchange.read(call, bearer, response)


class AsyncClient(AsyncOperations):
    """As `Client`, for one event loop."""

    def __init__(
        self,
        url: str,
        *,
        api_key: str | None = None,
        tokens: Tokens | None = None,
        on_tokens: OnTokens | None = None,
        timeout: float = 10.0,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._url, self._exchange = url.rstrip("/"), Exchange(api_key, tokens, on_tokens)
        self._http = http or httpx.AsyncClient(timeout=timeout)
        self._refreshing: asyncio.Task[None] | None = None

    @property
    def tokens(self) -> Tokens | None:
        return self._exchange.tokens

    async def sign_in(self, username: str, password: str) -> LoginData:
        """Signs in, and keeps the tokens. Raises `faults.SecondFactorRequired` where there is one: go on with
        `auth_continue_login`, and pass its result to `adopt`."""
        data = await self.auth_login({"username": username, "password": password})
        self.adopt(data)
        return data

    def adopt(self, data: Mapping[str, Any]) -> None:
        """Goes on with the tokens of another way to sign in."""
        self._exchange.adopt(data)

    async def sign_out(self) -> None:
        """Ends the session. If the service can't be reached, the tokens are kept, since they are still valid."""
        if self._exchange.tokens is not None:
            await self.auth_logout()
            self._exchange.forget()

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Any request, and the `data` of its answer. `body` is sent as JSON, `content` as it is. A `content` that is
        a stream is not sent a second time after a refresh; the 401 is raised."""
        return await self._send(Call(method, path, query or {}, body, content, headers or {}, anonymous=False))

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _call(self, method: str, path: str, query: Any, body: Any, headers: Any, anonymous: bool) -> Any:
        return await self._send(Call(method, path, query, body, None, headers, anonymous))

    async def _send(self, call: Call) -> Any:
        used = self._exchange.bearer
        try:
            return await self._once(call, used)
        except ApiError as error:
            if not self._exchange.helps_to_refresh(error, call):
                raise
            await self._refresh(used)
            if not call.repeatable:
                raise
        return await self._once(call, self._exchange.bearer)

    async def _refresh(self, used: str | None) -> None:
        """One refresh for all requests that were refused with the same token. It goes on when they are cancelled: the
        service has replaced the refresh token by then, and the next use of the former one would end the session."""
        if self._refreshing is None:
            tokens = self._exchange.tokens_of(used)
            if tokens is None:
                return
            self._refreshing = asyncio.create_task(self._renew(tokens))
            self._refreshing.add_done_callback(self._refreshed)
        await asyncio.shield(self._refreshing)

    def _refreshed(self, task: "asyncio.Task[None]") -> None:
        self._refreshing = None
        if not task.cancelled():
            task.exception()  # Marked as retrieved: all requests that waited for it may have been cancelled.

    async def _renew(self, tokens: Tokens) -> None:
        try:
            self._exchange.adopt_refreshed(tokens, await self._once(refresh_call(tokens), None))
        except ApiError as error:
            self._exchange.refresh_failed(tokens, error)
            raise

    async def _once(self, call: Call, bearer: str | None) -> Any:
        try:
            response = await self._http.request(call.method, self._url + call.path, **call.options(bearer))
        except httpx.HTTPError as error:
            raise ConnectionFailed(f"{type(error).__name__}: {error}") from error
        return self._exchange.read(call, bearer, response)
