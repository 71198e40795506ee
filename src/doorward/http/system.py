"""Health, readiness and public keys."""

from doorward.core import Core
from doorward.http.messages import Request, Response, plain_json, success


async def healthz(core: Core, request: Request) -> Response:
    return success({"status": "ok"})


async def readyz(core: Core, request: Request) -> Response:
    await core.check_ready()
    return success({"status": "ready"})


async def jwks(core: Core, request: Request) -> Response:
    return plain_json(core.keys.access.jwks, b"public, max-age=300")
