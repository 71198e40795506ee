"""The same application with every framework: `/orders` needs `orders:read`, `/open` nothing."""

from collections.abc import Callable
from typing import Annotated, Any

from doorward_client import Principal, Verifier

App = Any  # An application for ASGI, or for WSGI.


def fastapi_app(verifier: Verifier) -> App:
    from fastapi import Depends, FastAPI

    from doorward_client.fastapi import Guard

    app, guard = FastAPI(), Guard(verifier)

    @app.get("/orders")
    async def orders(user: Annotated[Principal, Depends(guard.require("orders:read"))]) -> dict[str, str]:
        return {"user": user.subject}

    app.get("/open")(lambda: {"open": "yes"})
    return app


def starlette_app(verifier: Verifier) -> App:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route

    from doorward_client.starlette import Guard

    @Guard(verifier).require("orders:read")
    async def orders(request: Request) -> Response:
        return JSONResponse({"user": request.state.principal.subject})

    return Starlette(routes=[Route("/orders", orders), Route("/open", lambda request: Response())])


def litestar_app(verifier: Verifier) -> App:
    from litestar import Litestar, Request, get

    from doorward_client.litestar import Guard

    @get("/orders", guards=[Guard(verifier).require("orders:read")])
    async def orders(request: Request[Any, Any, Any]) -> dict[str, str]:
        return {"user": request.state.principal.subject}

    @get("/open", sync_to_thread=False)
    def opened() -> None:
        return None

    # Its usual configuration of logging would reach the other tests of this process.
    return Litestar([orders, opened], logging_config=None)


def flask_app(verifier: Verifier) -> App:
    from flask import Flask, g

    from doorward_client.flask import Guard

    app = Flask(__name__)

    @app.get("/orders")
    @Guard(verifier).require("orders:read")
    def orders() -> dict[str, str]:
        return {"user": g.principal.subject}

    app.get("/open")(lambda: {"open": "yes"})
    return app.wsgi_app


def flask_async_app(verifier: Verifier) -> App:
    from flask import Flask, g

    from doorward_client.flask import Guard

    app = Flask(__name__)

    @app.get("/orders")
    @Guard(verifier).require("orders:read")
    async def orders() -> dict[str, str]:
        return {"user": g.principal.subject}

    app.get("/open")(lambda: {"open": "yes"})
    return app.wsgi_app


def django_app(verifier: Verifier, middleware: list[str], asynchronous: bool) -> App:
    from django.http import JsonResponse

    import doorward_client.django as adapter

    @adapter.require("orders:read")
    def orders(request: Any) -> Any:
        return JsonResponse({"user": request.principal.subject})

    @adapter.require("orders:read")
    async def orders_async(request: Any) -> Any:
        return JsonResponse({"user": request.principal.subject})

    adapter.verifier = lambda: verifier
    return django_with(orders_async if asynchronous else orders, middleware, asynchronous)


def django_with(view: Any, middleware: list[str], asynchronous: bool = False) -> App:
    from django.conf import settings
    from django.core.handlers.asgi import ASGIHandler
    from django.core.handlers.wsgi import WSGIHandler
    from django.http import HttpResponse
    from django.urls import clear_url_caches, path

    if not settings.configured:
        import django

        settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF="", SECRET_KEY="for tests")
        django.setup()
    urls = [path("orders", view), path("open", lambda _: HttpResponse())]
    settings.ROOT_URLCONF = type("Urls", (), {"urlpatterns": urls})
    settings.MIDDLEWARE = middleware
    clear_url_caches()
    return ASGIHandler() if asynchronous else WSGIHandler()


def django_sync_app(verifier: Verifier) -> App:
    return django_app(verifier, [], asynchronous=False)


def django_async_app(verifier: Verifier) -> App:
    return django_app(verifier, ["doorward_client.django.DoorwardMiddleware"], asynchronous=True)


def django_middleware_app(verifier: Verifier) -> App:
    return django_app(verifier, ["doorward_client.django.DoorwardMiddleware"], asynchronous=False)


BUILDERS: dict[str, Callable[[Verifier], App]] = {
    "fastapi": fastapi_app,
    "starlette": starlette_app,
    "litestar": litestar_app,
    "flask": flask_app,
    "flask_async": flask_async_app,
    "django": django_sync_app,
    "django_async": django_async_app,
    "django_middleware": django_middleware_app,
}
