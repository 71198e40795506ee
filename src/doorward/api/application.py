"""The ASGI application: the life of a request, and the one place where a fault becomes an envelope."""

import asyncio
import itertools
import logging
import re
from collections.abc import Awaitable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from doorward.api.endpoints import console
from doorward.api.state import State
from doorward.core import Core
from doorward.database.caller import caller
from doorward.domain.access import Origin
from doorward.domain.sign_in.throttle import networks_of
from doorward.errors import (
    AuthenticationRequired,
    Fault,
    InternalError,
    MethodNotAllowed,
    NotFound,
    UnsupportedMediaType,
    ValidationFailed,
)
from doorward.settings import Settings
from doorward.telemetry.access_log import AccessLog
from doorward.telemetry.metrics import GaugeSource
from doorward.telemetry.watchdog import Watchdog
from doorward.web.client_address import client_address
from doorward.web.cors import VARY, Cors
from doorward.web.disconnection import WhileConnected
from doorward.web.messages import Receive, Request, Response, Scope, Send, failure
from doorward.web.parsing import parse_json, parse_urlencoded, with_late_errors
from doorward.web.rate_limit import RateLimit
from doorward.web.routing import Guard, Route, RouteTable
from doorward.web.security_headers import add_hsts
from doorward.web.sending import UnsentBytes, send_response

logger = logging.getLogger("doorward")

# Gauges change without a request, so each worker samples its own for the others to read.
_SAMPLING_SECONDS: Final = 5
_JSON: Final = b"application/json"
_FORM: Final = b"application/x-www-form-urlencoded"
_REQUEST_ID: Final = re.compile(rb"[A-Za-z0-9._-]{8,64}")


class Application:
    def __init__(
        self,
        core: Core,
        settings: Settings,
        routes: Sequence[Route],
        gauge_sources: Sequence[GaugeSource] = (),
        metrics_folder: Path | None = None,
    ) -> None:
        self._core, self._settings, self.clock = core, settings, core.clock
        self._state = State(settings, routes, metrics_folder, gauge_sources, self._dispatch)
        self.meter = self._state.meter
        self._access_log = AccessLog(settings.log_format, self.clock) if settings.access_log else None
        self._tracing: Any = None
        self._watchdog = Watchdog(self.meter.count_stall)
        self._sampling: asyncio.Task[None] | None = None
        self._unsent = UnsentBytes()
        self._table = RouteTable(routes)
        self.grouped = tuple(f"{route.method} {route.path}".encode() for route in routes if route.grouped)
        self._cors = Cors(settings.cors_origins)
        self._step_up_permissions = frozenset(settings.step_up_permissions)
        self._rate_limit = RateLimit(settings.rate_limit, settings.rate_burst) if settings.rate_limit else None
        # A random prefix and a counter: unique without a system call for each request.
        self._request_prefix = core.entropy(6).hex()
        self._request_numbers = itertools.count(1)

    @property
    def draining(self) -> bool:
        return self._state.draining

    def drain(self) -> None:
        """Reports not ready and closes connections after their response, so that clients move to another server."""
        self._state.draining = True

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        # Returns the inner coroutine: a coroutine of its own would cost every request one more.
        if scope["type"] == "lifespan":
            return self._lifespan(receive, send)
        if self._tracing is None:
            return self._serve(scope, receive, send)
        traced: Awaitable[None] = self._tracing.serve(self._serve, scope, receive, send)
        return traced

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self._core.open()
            self._start_telemetry()
        except Exception as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._core.close()
        self._stop_telemetry()
        await send({"type": "lifespan.shutdown.complete"})

    def _start_telemetry(self) -> None:
        if self._settings.otel:
            from doorward.telemetry.tracing import Tracing

            self._tracing = Tracing()
        self._sampling = asyncio.create_task(self._sample())
        self._watchdog.start()

    async def _sample(self) -> None:
        while True:
            self.meter.set_gauges(self._core.gauges())
            await asyncio.sleep(_SAMPLING_SECONDS)

    def _stop_telemetry(self) -> None:
        if self._sampling is not None:
            self._sampling.cancel()
            self._watchdog.stop()
        if self._access_log is not None:
            self._access_log.flush()
        if self._tracing is not None:
            self._tracing.close()

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = perf_counter()
        headers = dict(scope["headers"])
        request_id = self._request_id(headers)
        origin = Origin(
            client_address(scope, self._settings.trusted_proxies),
            headers.get(b"user-agent", b"").decode("latin-1"),
            request_id,
        )
        request = Request(scope["method"], scope["path"], scope["query_string"], headers, origin, receive, self._state)
        unsent = 0
        try:
            response = await self._respond(request)
            unsent = self._unsent.take(request, response)
        except Fault as fault:
            response = self.refusal(fault)
        except Exception:
            logger.exception("request %s failed", request_id, extra={"request_id": request_id})
            response = self.refusal(InternalError())
        self._add_headers(scope, request, response)
        if self._tracing is not None and request.route is not None:
            scope["doorward.route"] = request.route.template
        try:
            await send_response(send, request, response)
        finally:
            self._unsent.give_back(request, unsent)
        seconds = perf_counter() - started
        self.meter.count(request.route, response.status, seconds)
        if self._access_log is not None:
            self._access_log.write(request, response.status, seconds)

    def _add_headers(self, scope: Scope, request: Request, response: Response) -> None:
        response.headers += ((b"x-request-id", request.origin.request_id.encode()), VARY)
        if b"origin" in request.headers:
            self._cors.allow(request.headers[b"origin"], response.headers)
        add_hsts(scope, request.headers, self._settings.trusted_proxies, response.headers)
        if self._state.draining:
            response.headers.append((b"connection", b"close"))

    def _request_id(self, headers: dict[bytes, bytes]) -> str:
        """Our own id, unique whatever clients send; after it, the id that the client gave the request."""
        own = f"{self._request_prefix}{next(self._request_numbers):06x}"
        given = headers.get(b"x-request-id")
        return f"{own}/{given.decode()}" if given is not None and _REQUEST_ID.fullmatch(given) else own

    def refusal(self, fault: Fault) -> Response:
        """The envelope of a fault, which is counted."""
        self.meter.count_fault(fault.reason)
        return failure(fault)

    async def _dispatch(self, request: Request, guard: Guard) -> Response:
        """Answers a request of this process, with the limits and the envelope that a client of the API gets."""
        try:
            guard(self._core, request)
            return await self._respond(request)
        except Fault as fault:
            return self.refusal(fault)

    async def _respond(self, request: Request) -> Response:
        if self._rate_limit is not None and request.path.startswith("/api"):
            self._rate_limit.take(request.origin.address, self.clock())
        try:
            route, request.params = self._table.find(request.method, request.path)
        except MethodNotAllowed as fault:
            if request.method != "OPTIONS":
                raise
            return self._cors.options(request.headers, fault.data["allowed"])
        except NotFound:
            # Checked after the table, so that API requests do not pay for it.
            if not console.matches(request):
                raise
            return console.serve(request)
        request.route = route
        if route.signed_in:
            token = request.bearer
            if token is None:
                raise AuthenticationRequired
            request.actor, request.user = await self._core.authentication.authenticate(token, request.origin)
            if request.actor.key is not None:
                route.admit(request.actor.key)
            if request.actor.impersonator is not None:
                route.admit_impersonator()
        if route.permission is not None:
            # The core checks as well. Here, a missing permission is reported before an invalid request.
            request.signed_in().require(route.permission)
            if route.permission in self._step_up_permissions:
                await self._core.step_up.require_recent_factor(request.signed_in())
        if route.method != "GET":
            caller.set(request.actor.ref if request.actor else networks_of(request.origin.address)[-1])
        for guard in route.guards:
            guard(self._core, request)
        if route.query is not None:
            request.filter = parse_urlencoded(request.query, route.query, partial(route.rules, self._core))
        try:
            if route.body is not None:
                await self._parse_body(request, route)
            elif route.upload:
                request.body = await request.read(route.upload, self._settings.body_timeout)
            if not route.lists:
                return await route.handler(self._core, request)
        except ValidationFailed as fault:
            if route.late_rules is None:
                raise
            raise await with_late_errors(fault, request.raw, partial(route.late_rules, self._core)) from None
        with WhileConnected(request.receive):
            return await route.handler(self._core, request)

    async def _parse_body(self, request: Request, route: Route) -> None:
        expected, parse = (_FORM, parse_urlencoded) if route.form else (_JSON, parse_json)
        declared = request.headers.get(b"content-type")
        if declared and not route.any_content_type and declared.partition(b";")[0].strip().lower() != expected:
            raise UnsupportedMediaType
        body = await request.read(self._settings.body_limit, self._settings.body_timeout)
        if route.optional_body and not body:
            body = b"{}"
        request.raw = body
        request.body = parse(body, route.body, partial(route.rules, self._core))
