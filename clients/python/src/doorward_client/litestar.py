"""Litestar: a guard that requires permissions, and leaves the principal in `connection.state`.

guard = Guard(Verifier("https://auth.example.com", audience="orders"))

@get("/orders", guards=[guard.require("orders:read")])
async def orders(request: Request) -> list[str]: ...
"""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.handlers.base import BaseRouteHandler

from doorward_client import refusals
from doorward_client.errors import Refused
from doorward_client.verifier import Verifier

__all__ = ["Guard"]

Connection = ASGIConnection[Any, Any, Any, Any]


class Guard:
    def __init__(self, verifier: Verifier) -> None:
        self._verifier = verifier

    def require(self, *permissions: str) -> Callable[[Connection, BaseRouteHandler], Awaitable[None]]:
        """Without permissions: any valid token."""

        async def check(connection: Connection, _: BaseRouteHandler) -> None:
            try:
                principal = await self._verifier.verify_async(refusals.bearer_of(connection.scope["headers"]))
                principal.require(*permissions)
            except Refused as refused:
                raise HTTPException(
                    detail=str(refused),
                    status_code=refused.status,
                    headers=refusals.headers(refused),
                    extra=refusals.body(refused),
                ) from None
            connection.state.principal = principal

        return check
