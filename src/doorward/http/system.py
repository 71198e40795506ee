"""Health, readiness, public keys and the description of the API."""

from typing import Final

from doorward.core import Core
from doorward.http.messages import Request, Response, document_of, plain_json, success
from doorward.http.schemas import Health
from doorward.http.security import page_headers

_A_WHILE: Final = b"public, max-age=300"
# The page consists of itself and one style sheet; it may load, run and send nothing else.
_PAGE_POLICY: Final = (
    b"default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none';"
    b" frame-ancestors 'none'"
)


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
    from doorward.http.metrics import render

    media_type, page = await render(core, request.meter)
    return document_of(media_type, page, b"no-store")


async def jwks(core: Core, request: Request) -> Response:
    """The keys with which other services check access tokens by themselves (RFC 7517). A token names its key in the
    `kid` of its header. Read the set again when a token names a key that is not in it."""
    return plain_json(core.keys.access.jwks, _A_WHILE)


# The description is put together on the first request for it: no start of the service should wait for that.


async def openapi(core: Core, request: Request) -> Response:
    """The OpenAPI 3.1 document of all of this."""
    from doorward.http.openapi import encoded

    return document_of(b"application/json", encoded(), _A_WHILE)


async def docs(core: Core, request: Request) -> Response:
    from doorward.http.docs import page

    return document_of(b"text/html; charset=utf-8", page(), _A_WHILE, page_headers(_PAGE_POLICY))


async def docs_style(core: Core, request: Request) -> Response:
    from doorward.http.docs import style

    return document_of(b"text/css; charset=utf-8", style(), _A_WHILE)
