"""FastAPI: a dependency that requires permissions.

guard = Guard(Verifier("https://auth.example.com", audience="orders"))

@app.get("/orders", dependencies=[Depends(guard.require("orders:read"))])
"""

from fastapi import HTTPException
from fastapi.openapi.models import HTTPBearer as HTTPBearerModel
from fastapi.security.base import SecurityBase
from starlette.requests import HTTPConnection

from doorward_client import refusals
from doorward_client.errors import Refused
from doorward_client.principal import Principal
from doorward_client.verifier import Verifier

__all__ = ["Guard", "Required"]


class Required(SecurityBase):
    """The dependency. FastAPI shows it as a bearer token in the OpenAPI document."""

    def __init__(self, verifier: Verifier, permissions: tuple[str, ...]) -> None:
        self.model = HTTPBearerModel(bearerFormat="JWT")
        self.scheme_name = "Doorward"
        self._verifier, self._permissions = verifier, frozenset(permissions)

    async def __call__(self, request: HTTPConnection) -> Principal:
        try:
            token = refusals.bearer_of(request.scope["headers"])
            # Most tokens are cached: this saves a coroutine for each request.
            principal = self._verifier.recall(token) or await self._verifier.verify_async(token)
            if not self._permissions <= principal.permissions:
                principal.require(*self._permissions)
        except Refused as refused:
            raise HTTPException(refused.status, refusals.body(refused), refusals.headers(refused)) from None
        return principal


class Guard:
    def __init__(self, verifier: Verifier) -> None:
        self._verifier = verifier

    def require(self, *permissions: str) -> Required:
        """A dependency that yields the principal, for `Depends`. Without permissions: any valid token."""
        return Required(self._verifier, permissions)
