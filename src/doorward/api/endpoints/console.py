"""Serves the files of the web console. Its policy allows scripts and requests of this origin only."""

from functools import cache
from typing import Final

from doorward import console
from doorward.api.state import State
from doorward.errors import MethodNotAllowed, NotFound
from doorward.web.messages import Header, Request, Response
from doorward.web.security_headers import page_headers

PREFIX: Final = "/console"

_POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src {}; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
# In the index, for ui/avatars.ts: without it the console would try to load pictures that its policy blocks.
_AVATAR_ORIGINS: Final = b'name="avatar-origins" content="%s"'


def matches(path: str) -> bool:
    return path == PREFIX or path.startswith(PREFIX + "/")


def serve(request: Request) -> Response:
    if request.method not in ("GET", "HEAD"):
        raise MethodNotAllowed("GET, HEAD, OPTIONS")
    asset = console.find(request.path.removeprefix(PREFIX))
    if asset is None:
        raise NotFound
    state: State = request.app
    avatar_origins = state.settings.avatar_origins
    bodies = _with_origins(asset.bodies[b""], avatar_origins) if avatar_origins and asset.is_page else asset.bodies
    coding = _best_coding(request.headers.get(b"accept-encoding", b""), bodies)
    headers = [
        (b"content-type", asset.media_type),
        (b"cache-control", b"public, max-age=31536000, immutable" if asset.for_ever else b"no-cache"),
        *_headers(avatar_origins),
    ]
    if coding:
        headers.append((b"content-encoding", coding))
    return Response(bodies[coding], headers=headers)


@cache
def _headers(avatar_origins: tuple[str, ...]) -> tuple[Header, ...]:
    pictures = " ".join(("'self'", "data:", *avatar_origins))
    return *page_headers(_POLICY.format(pictures).encode()), (b"vary", b"Accept-Encoding")


@cache
def _with_origins(index: bytes, avatar_origins: tuple[str, ...]) -> dict[bytes, bytes]:
    """The index names the origins. Made once, uncompressed: the files of the build are compressed in advance."""
    return {b"": index.replace(_AVATAR_ORIGINS % b"", _AVATAR_ORIGINS % " ".join(avatar_origins).encode())}


def _best_coding(accepted: bytes, bodies: dict[bytes, bytes]) -> bytes:
    """The smallest encoding that the client accepts; empty for the file itself."""
    wanted = {coding.strip().lower() for coding, _, q in _weighted(accepted) if not _is_zero(q)}
    return min((coding for coding in bodies if not coding or coding in wanted), key=lambda coding: len(bodies[coding]))


def _weighted(accepted: bytes) -> list[tuple[bytes, bytes, bytes]]:
    return [entry.partition(b";") for entry in accepted.split(b",")]


def _is_zero(parameters: bytes) -> bool:
    name, _, value = parameters.strip().partition(b"=")
    return name == b"q" and value.strip().rstrip(b"0") in (b"", b"0.", b".")
