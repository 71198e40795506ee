"""Serves the files of the web console. Its policy allows scripts and requests of this origin only."""

from functools import cache
from typing import Final

from doorward import console
from doorward.api.state import State
from doorward.errors import MethodNotAllowed, NotFound
from doorward.web import documents
from doorward.web.messages import Header, Request, Response, redirect
from doorward.web.security_headers import page_headers

PREFIX: Final = "/console"

_POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src {}; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
# In the index, for ui/avatars.ts: without it the console would try to load pictures that its policy blocks.
_AVATAR_ORIGINS: Final = b'name="avatar-origins" content="%s"'


def matches(request: Request) -> bool:
    """Whether the console answers: for its own paths, and for `/` where a browser asks."""
    path = request.path
    return path == PREFIX or path.startswith(PREFIX + "/") or (path == "/" and _wants_page(request))


def _wants_page(request: Request) -> bool:
    """Browsers name text/html when they open a page. Programs ask for JSON, or for anything, and get the envelope."""
    return request.method in ("GET", "HEAD") and b"text/html" in request.headers.get(b"accept", b"").lower()


def serve(request: Request) -> Response:
    if request.path == "/":
        home = redirect(PREFIX)
        home.headers.append((b"vary", b"Accept"))
        return home
    if request.method not in ("GET", "HEAD"):
        raise MethodNotAllowed("GET, HEAD, OPTIONS")
    asset = console.find(request.path.removeprefix(PREFIX))
    if asset is None:
        raise NotFound
    state: State = request.app
    avatar_origins = state.settings.avatar_origins
    bodies = _with_origins(asset.bodies[b""], avatar_origins) if avatar_origins and asset.is_page else asset.bodies
    return file_response(request, asset, _headers(avatar_origins), bodies)


def file_response(
    request: Request, asset: console.Asset, security: tuple[Header, ...], bodies: dict[bytes, bytes] | None = None
) -> Response:
    """A built file in the best coding. `bodies` replaces those of the build."""
    bodies = bodies or asset.bodies
    coding = documents.best_coding(request.headers.get(b"accept-encoding", b""), bodies)
    headers = [
        (b"content-type", asset.media_type),
        (b"cache-control", b"public, max-age=31536000, immutable" if asset.for_ever else b"no-cache"),
        *security,
        documents.VARY,
    ]
    if coding:
        headers.append((b"content-encoding", coding))
    return Response(bodies[coding], headers=headers)


@cache
def _headers(avatar_origins: tuple[str, ...]) -> tuple[Header, ...]:
    pictures = " ".join(("'self'", "data:", *avatar_origins))
    return page_headers(_POLICY.format(pictures).encode())


@cache
def _with_origins(index: bytes, avatar_origins: tuple[str, ...]) -> dict[bytes, bytes]:
    """The index names the origins. Made once, uncompressed: the files of the build are compressed in advance."""
    return {b"": index.replace(_AVATAR_ORIGINS % b"", _AVATAR_ORIGINS % " ".join(avatar_origins).encode())}
