"""The ASGI application: the way of every request, and the one place where a fault becomes an envelope."""

import asyncio
import hmac
import itertools
import logging
import re
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from doorward.api.endpoints import console
from doorward.api.endpoints.description import ALL_ROUTES
from doorward.api.routes import METRICS, READINESS
from doorward.core import Core
from doorward.domain.access import Origin
from doorward.errors import (
    AuthenticationRequired,
    Fault,
    InternalError,
    MethodNotAllowed,
    NotFound,
    Stopping,
    UnsupportedMediaType,
)
from doorward.settings import Settings
from doorward.telemetry.access_log import AccessLog
from doorward.telemetry.meter import Meter
from doorward.web.clients import client_address
from doorward.web.cors import VARY, Cors
from doorward.web.messages import Receive, Request, Response, Scope, Send, failure
from doorward.web.parsing import parse_json, parse_query
from doorward.web.rate_limit import RateLimit
from doorward.web.routing import Route, RouteTable
from doorward.web.security_headers import promise_tls

logger = logging.getLogger("doorward")

# How old the numbers of other workers may be that change without a request.
_SAMPLING_SECONDS: Final = 5
_REQUEST_ID: Final = re.compile(rb"[A-Za-z0-9._-]{8,64}")


class Application:
    def __init__(
        self, core: Core, settings: Settings, entropy: Callable[[int], bytes], metrics_folder: Path | None = None
    ) -> None:
        self._core, self._settings = core, settings
        self._meter = Meter(ALL_ROUTES, metrics_folder)
        self._access_log = AccessLog(settings.log_format) if settings.access_log else None
        self._tracing: Any = None
        self._sampling: asyncio.Task[None] | None = None
        self._metrics_token = f"Bearer {settings.metrics_token}".encode() if settings.metrics_token else None
        self._table = RouteTable(ALL_ROUTES)
        self._cors = Cors(settings.cors_origins)
        self._rate_limit = RateLimit(settings.rate_limit, settings.rate_burst) if settings.rate_limit else None
        # A random start and a counter: unique without asking the system for randomness on every request.
        self._request_prefix = entropy(6).hex()
        self._request_numbers = itertools.count(1)
        self._draining = False

    def drain(self) -> None:
        """Sends everybody elsewhere, while their requests are still answered here."""
        self._draining = True

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        # Not a coroutine itself: one less on the way of every request.
        if scope["type"] == "lifespan":
            return self._live(receive, send)
        if self._tracing is None:
            return self._serve(scope, receive, send)
        traced: Awaitable[None] = self._tracing.serve(self._serve, scope, receive, send)
        return traced

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self._core.open()
            self._watch()
        except Exception as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._core.close()
        self._stop_watching()
        await send({"type": "lifespan.shutdown.complete"})

    def _watch(self) -> None:
        if self._settings.otel:
            from doorward.telemetry.tracing import Tracing

            self._tracing = Tracing()
        self._sampling = asyncio.create_task(self._sample())

    async def _sample(self) -> None:
        while True:
            self._meter.note(self._core.gauges())
            await asyncio.sleep(_SAMPLING_SECONDS)

    def _stop_watching(self) -> None:
        if self._sampling is not None:
            self._sampling.cancel()
        if self._access_log is not None:
            self._access_log.flush()
        if self._tracing is not None:
            self._tracing.close()

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = perf_counter()
        headers = dict(scope["headers"])
        request_id = self._request_id(headers)
        origin = Origin(
            client_address(scope, self._settings.trusted_proxies),
            headers.get(b"user-agent", b"").decode("latin-1"),
            request_id,
        )
        request = Request(scope["method"], scope["path"], scope["query_string"], headers, origin, receive)
        try:
            response = await self._answer(request)
        except Fault as fault:
            self._meter.refuse(fault.reason)
            response = failure(fault)
        except Exception:
            logger.exception("request %s failed", request_id, extra={"request_id": request_id})
            self._meter.refuse(InternalError.reason)
            response = failure(InternalError())
        response.headers += ((b"x-request-id", request_id.encode()), VARY)
        if b"origin" in headers:
            self._cors.allow(headers[b"origin"], response.headers)
        promise_tls(scope, headers, self._settings.trusted_proxies, response.headers)
        if self._draining:
            response.headers.append((b"connection", b"close"))
        if self._tracing is not None and request.route is not None:
            scope["doorward.route"] = request.route.path
        await send({"type": "http.response.start", "status": response.status, "headers": response.headers})
        if response.pieces is not None and request.method != "HEAD":
            async for piece in response.pieces:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"" if request.method == "HEAD" else response.body})
        seconds = perf_counter() - begun
        self._meter.count(request.route, response.status, seconds)
        if self._access_log is not None:
            self._access_log.write(request, response.status, seconds)

    def _request_id(self, headers: dict[bytes, bytes]) -> str:
        given = headers.get(b"x-request-id")
        if given is not None and _REQUEST_ID.fullmatch(given):
            return given.decode()
        return f"{self._request_prefix}{next(self._request_numbers):06x}"

    async def _answer(self, request: Request) -> Response:
        if self._rate_limit is not None and request.path.startswith("/api"):
            self._rate_limit.take(request.origin.address, self._core.clock())
        try:
            route, request.ids = self._table.find(request.method, request.path)
        except MethodNotAllowed as fault:
            if request.method != "OPTIONS":
                raise
            return self._cors.options(request.headers, fault.data["allowed"])
        except NotFound:
            # After the table, so that the API does not pay for the question.
            if not console.answers(request.path):
                raise
            return console.serve(request)
        request.route = route
        if route is METRICS:
            self._let_into_metrics(request)
        if self._draining and route is READINESS:
            raise Stopping
        if route.signed_in:
            token = request.bearer
            if token is None:
                raise AuthenticationRequired
            request.actor, request.user = await self._core.authentication.authenticate(token, request.origin)
        if route.permission is not None:
            # The core asks as well; here it makes a missing right count before a mistake in the request.
            request.signed_in().require(route.permission)
        if route.query is not None:
            request.filter = parse_query(request.query, route.query, partial(route.rules, self._core))
        if route.body is not None:
            await self._parse_body(request, route)
        return await route.handler(self._core, request)

    def _let_into_metrics(self, request: Request) -> None:
        if not self._settings.metrics:
            raise NotFound
        given = request.headers.get(b"authorization", b"")
        if self._metrics_token is not None and not hmac.compare_digest(given, self._metrics_token):
            raise AuthenticationRequired
        request.meter = self._meter

    async def _parse_body(self, request: Request, route: Route) -> None:
        declared = request.headers.get(b"content-type")
        if (
            declared
            and not route.any_content_type
            and declared.partition(b";")[0].strip().lower() != b"application/json"
        ):
            raise UnsupportedMediaType
        body = await request.read(self._settings.body_limit, self._settings.body_timeout)
        request.body = parse_json(body, route.body, partial(route.rules, self._core))
