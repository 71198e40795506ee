"""Health, readiness, metrics and public keys."""

from typing import Final

from doorward.api.schemas.users import Health
from doorward.core import Core
from doorward.web.messages import Request, Response, document_of, plain_json, success

_A_WHILE: Final = b"public, max-age=300"


async def healthz(core: Core, request: Request) -> Response:
    """Answers as long as the process lives, whatever the database does. For liveness probes."""
    return success(Health("ok"))


async def readyz(core: Core, request: Request) -> Response:
    """Answers 200 when the database answers and its schema is the one this version needs. For readiness probes
    and load balancers."""
    await core.check_ready()
    return success(Health("ready"))


async def metrics(core: Core, request: Request) -> Response:
    """Numbers for Prometheus, of all workers of this node. Asks for `DOORWARD_METRICS_TOKEN` where that is set."""
    from doorward.telemetry.metrics import render

    media_type, page = await render(core, request.meter)
    return document_of(media_type, page, b"no-store")


async def jwks(core: Core, request: Request) -> Response:
    """The keys with which other services check access tokens by themselves (RFC 7517). A token names its key in the
    `kid` of its header. Read the set again when a token names a key that is not in it."""
    return plain_json(core.keys.access.jwks, _A_WHILE)
