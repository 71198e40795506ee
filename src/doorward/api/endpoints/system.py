"""Health, readiness, metrics and public keys."""

import hmac
from typing import Final

import msgspec

from doorward.api.schemas.users import Health
from doorward.api.state import State
from doorward.core import Core
from doorward.errors import AuthenticationRequired, NotFound, Stopping
from doorward.web.messages import Request, Response, document_response, success

_CACHE: Final = b"public, max-age=300"


def not_draining(core: Core, request: Request) -> None:
    state: State = request.app
    if state.draining:
        raise Stopping


def may_scrape(core: Core, request: Request) -> None:
    state: State = request.app
    if not state.settings.metrics:
        raise NotFound
    token = state.settings.metrics_token
    if token and not hmac.compare_digest(request.headers.get(b"authorization", b""), f"Bearer {token}".encode()):
        raise AuthenticationRequired


async def healthz(core: Core, request: Request) -> Response:
    """Succeeds as long as the process runs, whatever the state of the database. For liveness probes."""
    return success(Health("ok"))


async def readyz(core: Core, request: Request) -> Response:
    """Succeeds when the database responds and has a schema that this version can work with. For readiness probes and
    load balancers."""
    await core.schema_watch.check_ready()
    return success(Health("ready"))


async def metrics(core: Core, request: Request) -> Response:
    """Metrics of all workers of this node, for Prometheus. Requires `DOORWARD_METRICS_TOKEN` where that is set."""
    from doorward.telemetry.metrics import render

    state: State = request.app
    media_type, page = await render(core, state.meter, state.gauge_sources)
    return document_response(media_type, page, b"no-store")


async def jwks(core: Core, request: Request) -> Response:
    """The keys with which other services verify access tokens themselves (RFC 7517). A token names its key in the `kid`
    of its header. Read the set again when a token names a key that is not in it."""
    return document_response(b"application/json", msgspec.json.encode(await core.keys.published()), _CACHE)
