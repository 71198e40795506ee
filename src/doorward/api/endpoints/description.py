"""Serves the OpenAPI document and the documentation page."""

from typing import Final

from doorward.api.state import State
from doorward.core import Core
from doorward.web import documents
from doorward.web.messages import Request, Response
from doorward.web.security_headers import page_headers

_CACHE: Final = b"public, max-age=300"
# The page may load its style sheet, its script and images, and call the API here: nothing elsewhere, no inline script,
# and no text that becomes markup.
_PAGE_POLICY: Final = (
    b"default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:;"
    b" base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script';"
    b" trusted-types 'none'"
)


async def openapi(core: Core, request: Request) -> Response:
    """The OpenAPI 3.1 document of this API."""
    state: State = request.app
    return documents.serve(request, await state.openapi.get(), _CACHE)


async def docs(core: Core, request: Request) -> Response:
    state: State = request.app
    return documents.serve(request, await state.docs.get(), _CACHE, page_headers(_PAGE_POLICY))


async def docs_style(core: Core, request: Request) -> Response:
    state: State = request.app
    return documents.serve(request, await state.docs_style.get(), _CACHE)


async def docs_script(core: Core, request: Request) -> Response:
    state: State = request.app
    return documents.serve(request, await state.docs_script.get(), _CACHE)
