"""Starlette: a decorator for endpoints that requires permissions, and leaves the principal in `request.state`.

guard = Guard(Verifier("https://auth.example.com", audience="orders"))

@guard.require("orders:read")
async def orders(request): ...
"""

from collections.abc import Awaitable, Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from doorward_client import refusals
from doorward_client.errors import Refused
from doorward_client.verifier import Verifier

__all__ = ["Guard"]

Endpoint = Callable[[Request], Awaitable[Response]]


class Guard:
    def __init__(self, verifier: Verifier) -> None:
        self._verifier = verifier

    def require(self, *permissions: str) -> Callable[[Endpoint], Endpoint]:
        """Without permissions: any valid token."""

        def decorate(endpoint: Endpoint) -> Endpoint:
            @wraps(endpoint)
            async def protected(request: Request) -> Response:
                try:
                    principal = await self._verifier.verify_async(refusals.bearer_of(request.scope["headers"]))
                    principal.require(*permissions)
                except Refused as refused:
                    return JSONResponse(refusals.body(refused), refused.status, refusals.headers(refused))
                request.state.principal = principal
                return await endpoint(request)

            return protected

        return decorate
