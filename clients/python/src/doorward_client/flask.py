"""Flask: a decorator that requires permissions, and leaves the principal in `g.principal`.

guard = Guard(Verifier("https://auth.example.com", audience="orders"))

@app.get("/orders")
@guard.require("orders:read")
def orders(): ...
"""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar, overload

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request

from doorward_client import refusals
from doorward_client.errors import Refused
from doorward_client.verifier import Verifier

__all__ = ["Guard"]

P = ParamSpec("P")
R = TypeVar("R")


class Decorator(Protocol):
    @overload
    def __call__(self, view: Callable[P, Awaitable[R]], /) -> Callable[P, R | Response]: ...
    @overload
    def __call__(self, view: Callable[P, R], /) -> Callable[P, R | Response]: ...


class Guard:
    def __init__(self, verifier: Verifier) -> None:
        self._verifier = verifier

    def require(self, *permissions: str) -> Decorator:
        """Without permissions: any valid token."""

        def decorate(view: Callable[..., Any], /) -> Callable[..., Any]:
            @wraps(view)
            def protected(*args: Any, **kwargs: Any) -> Any:
                refusal = self._check(permissions)
                # Flask runs views that are coroutine functions, too; `ensure_sync` leaves others as they are.
                return current_app.ensure_sync(view)(*args, **kwargs) if refusal is None else refusal

            return protected

        return decorate

    def protect(self, app: Flask | Blueprint, *permissions: str) -> None:
        """Requires them for every request of the application or the blueprint."""
        app.before_request(lambda: self._check(permissions))

    def _check(self, permissions: tuple[str, ...]) -> Response | None:
        try:
            principal: Any = self._verifier.verify(refusals.bearer(request.headers.get("Authorization")))
            principal.require(*permissions)
        except Refused as refused:
            response = jsonify(refusals.body(refused))
            response.status_code = refused.status
            response.headers.update(refusals.headers(refused))
            return response
        g.principal = principal
        return None
