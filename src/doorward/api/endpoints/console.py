"""Serves the files of the web console. Its policy allows scripts and requests of this origin only."""

from typing import Final

from doorward import console
from doorward.errors import MethodNotAllowed, NotFound
from doorward.web.messages import Header, Request, Response
from doorward.web.security_headers import page_headers

PREFIX: Final = "/console"

_POLICY: Final = (
    b"default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; connect-src 'self'; "
    b"object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
_HEADERS: Final[tuple[Header, ...]] = (*page_headers(_POLICY), (b"vary", b"Accept-Encoding"))


def matches(path: str) -> bool:
    return path == PREFIX or path.startswith(PREFIX + "/")


def serve(request: Request) -> Response:
    if request.method not in ("GET", "HEAD"):
        raise MethodNotAllowed("GET, HEAD, OPTIONS")
    asset = console.find(request.path.removeprefix(PREFIX))
    if asset is None:
        raise NotFound
    coding = _best_coding(request.headers.get(b"accept-encoding", b""), asset.bodies)
    headers = [
        (b"content-type", asset.media_type),
        (b"cache-control", b"public, max-age=31536000, immutable" if asset.for_ever else b"no-cache"),
        *_HEADERS,
    ]
    if coding:
        headers.append((b"content-encoding", coding))
    return Response(asset.bodies[coding], headers=headers)


def _best_coding(accepted: bytes, bodies: dict[bytes, bytes]) -> bytes:
    """The smallest encoding that the client accepts; empty for the file itself."""
    wanted = {coding.strip().lower() for coding, _, q in _weighted(accepted) if not _is_zero(q)}
    return min((coding for coding in bodies if not coding or coding in wanted), key=lambda coding: len(bodies[coding]))


def _weighted(accepted: bytes) -> list[tuple[bytes, bytes, bytes]]:
    return [entry.partition(b";") for entry in accepted.split(b",")]


def _is_zero(parameters: bytes) -> bool:
    name, _, value = parameters.strip().partition(b"=")
    return name == b"q" and value.strip().rstrip(b"0") in (b"", b"0.", b".")
