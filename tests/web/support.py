"""Small applications made of the toolkit, with routes of a test's own."""

import httpx

from doorward.api.application import Application
from doorward.core import Core
from doorward.telemetry.metrics import GaugeSource
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route
from tests.support.service import Answer, Service


def application(service: Service, *routes: Route, gauge_sources: tuple[GaugeSource, ...] = ()) -> Application:
    return Application(service.core, service.settings, routes, gauge_sources)


def client(app: Application) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://service.test", trust_env=False)


async def get(app: Application, path: str, method: str = "GET", **headers: str) -> Answer:
    async with client(app) as http:
        return Answer(await http.request(method, path, headers=headers))


async def show_params(core: Core, request: Request) -> Response:
    """Responds with the route's path and the parameters."""
    return success([request.route.path, dict(request.params)])


def public(method: str, path: str, **options: object) -> Route:
    return Route(method, path, show_params, "Show parameters", signed_in=False, **options)  # type: ignore[arg-type]
