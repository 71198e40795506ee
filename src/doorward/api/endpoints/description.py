"""The description of the API, for machines and for people: made of the route table, itself included.

It is put together on the first request for it: no start of the service should wait for that.
"""

from functools import cache
from typing import Any, Final

import msgspec

from doorward.api.routes import ROUTES, SYSTEM_ROUTES
from doorward.core import Core
from doorward.web.messages import Request, Response, document_of
from doorward.web.routing import Route
from doorward.web.security_headers import page_headers

_A_WHILE: Final = b"public, max-age=300"
# The page consists of itself and one style sheet; it may load, run and send nothing else.
_PAGE_POLICY: Final = (
    b"default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none';"
    b" frame-ancestors 'none'"
)


async def openapi(core: Core, request: Request) -> Response:
    """The OpenAPI 3.1 document of all of this."""
    return document_of(b"application/json", encoded(), _A_WHILE)


async def docs(core: Core, request: Request) -> Response:
    return document_of(b"text/html; charset=utf-8", _page(), _A_WHILE, page_headers(_PAGE_POLICY))


async def docs_style(core: Core, request: Request) -> Response:
    from doorward.web.docs import style

    return document_of(b"text/css; charset=utf-8", style(), _A_WHILE)


ALL_ROUTES: Final[tuple[Route, ...]] = (
    *ROUTES,
    *SYSTEM_ROUTES,
    Route(
        "GET", "/openapi.json", openapi, "OpenAPI document", data=dict[str, Any], signed_in=False, enveloped=False,
    ),
    Route("GET", "/docs", docs, "Documentation page", signed_in=False, documented=False),
    Route("GET", "/docs/style.css", docs_style, "Style of that page", signed_in=False, documented=False),
)  # fmt: skip


@cache
def document() -> dict[str, Any]:
    from doorward.web.openapi import describe

    return describe([route for route in ALL_ROUTES if route.documented])


@cache
def encoded() -> bytes:
    return msgspec.json.encode(document())


@cache
def _page() -> bytes:
    from doorward.web.docs import page

    return page(document())
