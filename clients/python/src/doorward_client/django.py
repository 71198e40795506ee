"""Django: a middleware that reads the token, and a decorator that requires permissions.

    DOORWARD = {"url": "https://auth.example.com", "audience": "orders"}      # settings.py, arguments of Verifier
    MIDDLEWARE = ["doorward_client.django.DoorwardMiddleware", ...]

    @require("orders:read")
    def orders(request): ...                                                   # request.principal

The middleware refuses invalid tokens for every view, and leaves `request.principal` None where there is no token.
The decorator works without it, too. Views may be functions or coroutine functions.
"""

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, Final

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import JsonResponse

from doorward_client import refusals
from doorward_client.errors import MissingToken, Refused
from doorward_client.principal import Principal
from doorward_client.verifier import Verifier

__all__ = ["DoorwardMiddleware", "require", "verifier"]

View = Callable[..., Any]


_made: Final[list[Verifier]] = []
_making: Final = Lock()


def verifier() -> Verifier:
    """Made from the setting DOORWARD when the first request arrives: once, since each follows the feed."""
    if not _made:
        with _making:
            if not _made:
                _made.append(Verifier(**settings.DOORWARD))
    return _made[0]


class DoorwardMiddleware:
    sync_capable = async_capable = True

    def __init__(self, get_response: View) -> None:
        self._get_response = get_response
        self._is_async = iscoroutinefunction(get_response)
        if self._is_async:
            markcoroutinefunction(self)

    def __call__(self, request: Any) -> Any:
        if self._is_async:
            return self._answer(request)
        try:
            request.principal = verifier().verify(_token(request))
        except MissingToken:
            request.principal = None
        except Refused as refused:
            return _response(refused)
        return self._get_response(request)

    async def _answer(self, request: Any) -> Any:
        try:
            request.principal = await verifier().verify_async(_token(request))
        except MissingToken:
            request.principal = None
        except Refused as refused:
            return _response(refused)
        return await self._get_response(request)


def require(*permissions: str) -> Callable[[View], View]:
    """Without permissions: any valid token."""

    def decorate(view: View) -> View:
        if iscoroutinefunction(view):

            @wraps(view)
            async def protected_async(request: Any, *args: Any, **kwargs: Any) -> Any:
                try:
                    found = _known(request) or await verifier().verify_async(_token(request))
                    found.require(*permissions)
                except Refused as refused:
                    return _response(refused)
                request.principal = found
                return await view(request, *args, **kwargs)

            return protected_async

        @wraps(view)
        def protected(request: Any, *args: Any, **kwargs: Any) -> Any:
            try:
                found = _known(request) or verifier().verify(_token(request))
                found.require(*permissions)
            except Refused as refused:
                return _response(refused)
            request.principal = found
            return view(request, *args, **kwargs)

        return protected

    return decorate


def _known(request: Any) -> Principal | None:
    """What the middleware found out."""
    found = getattr(request, "principal", None)
    return found if isinstance(found, Principal) else None


def _token(request: Any) -> str:
    return refusals.bearer(request.headers.get("Authorization"))


def _response(refused: Refused) -> JsonResponse:
    return JsonResponse(refusals.body(refused), status=refused.status, headers=refusals.headers(refused))
