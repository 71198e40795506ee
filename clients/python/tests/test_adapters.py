"""Every adapter gives the same answers to the same requests."""

import asyncio
import importlib.util
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from adapter_apps import BUILDERS
from client_support import NOW, Stub, token, vector_verifier

from doorward_client import Verifier

Call = Callable[[str, dict[str, str]], Awaitable[httpx.Response]]
pytestmark = pytest.mark.anyio
WSGI = ("flask", "flask_async", "django", "django_middleware")


@pytest.fixture
def stub() -> Stub:
    return Stub()


@pytest.fixture
def verifier(stub: Stub) -> Verifier:
    return vector_verifier(stub)


def calling(framework: str, verifier: Verifier) -> Call:
    app = BUILDERS[framework](verifier)

    async def call(path: str, headers: dict[str, str]) -> httpx.Response:
        if framework in WSGI:
            with httpx.Client(transport=httpx.WSGITransport(app), base_url="http://shop") as client:
                return await asyncio.to_thread(client.get, path, headers=headers)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://shop") as client:
            return await client.get(path, headers=headers)

    return call


@pytest.fixture(params=BUILDERS)
def call(request: pytest.FixtureRequest, verifier: Verifier) -> Call:
    return calling(request.param, verifier)


def authorization(**claims: Any) -> dict[str, str]:
    return {"Authorization": f"Bearer {token(**claims)}"}


def told(response: httpx.Response) -> dict[str, Any]:
    """The data of a refusal, which frameworks wrap in their own way."""
    content = response.json()
    data: dict[str, Any] = content.get("detail") if isinstance(content.get("detail"), dict) else content.get("extra")
    return data or content


async def test_a_permission_opens_the_endpoint_and_names_the_user(call: Call) -> None:
    for held in ("orders:read", "orders:*", "*"):
        response = await call("/orders", authorization(permissions=[held]))
        assert (response.status_code, response.json()) == (200, {"user": "7"})
    assert (await call("/orders", {"authorization": f"bearer {token()}"})).status_code == 200


async def test_without_the_permission_it_is_403(call: Call) -> None:
    response = await call("/orders", authorization(permissions=["orders:write", "invoices:*"]))
    assert response.status_code == 403
    assert response.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope"'
    assert told(response)["reason"] == "permission_denied"
    assert told(response)["required"] == "orders:read"


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Basic YTpi"}, {"Authorization": "Bearer"}])
async def test_without_a_token_it_is_401(call: Call, headers: dict[str, str]) -> None:
    response = await call("/orders", headers)
    assert (response.status_code, response.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert told(response)["reason"] == "missing_token"


async def test_with_an_expired_token_it_is_401(call: Call) -> None:
    response = await call("/orders", authorization(exp=NOW))
    assert (response.status_code, told(response)["reason"]) == (401, "expired")
    assert told(response)["message"] == "The token has expired; refresh it"
    assert response.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


async def test_while_nothing_can_be_verified_it_is_503(call: Call, stub: Stub) -> None:
    stub.away = True
    response = await call("/orders", authorization())
    assert (response.status_code, response.headers["Retry-After"]) == (503, "1")
    assert told(response)["reason"] == "keys_unavailable"


async def test_an_endpoint_without_a_guard_stays_open(call: Call) -> None:
    assert (await call("/open", {})).status_code == 200


async def test_the_middleware_of_django_refuses_bad_tokens_for_every_view(verifier: Verifier) -> None:
    for framework in ("django_middleware", "django_async"):
        assert (await calling(framework, verifier)("/open", authorization(exp=NOW))).status_code == 401


async def test_fastapi_shows_the_bearer_token_in_its_openapi_document(verifier: Verifier) -> None:
    document = (await calling("fastapi", verifier)("/openapi.json", {})).json()
    assert document["components"]["securitySchemes"]["Doorward"]["scheme"] == "bearer"
    assert document["paths"]["/orders"]["get"]["security"] == [{"Doorward": []}]


def test_flask_protects_a_whole_blueprint(verifier: Verifier) -> None:
    from flask import Blueprint, Flask, g

    from doorward_client.flask import Guard

    app, orders = Flask(__name__), Blueprint("orders", __name__)
    orders.get("/orders")(lambda: {"user": g.principal.subject})
    Guard(verifier).protect(orders, "orders:read")
    app.register_blueprint(orders)
    client = app.test_client()
    assert client.get("/orders").status_code == 401
    assert client.get("/orders", headers=authorization()).json == {"user": "7"}


def test_the_first_requests_of_django_share_one_verifier(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: `functools.cache`, which calls once for each thread that comes early. Each verifier follows the feed."""
    spec = importlib.util.find_spec("doorward_client.django")
    assert spec is not None
    assert spec.loader is not None
    adapter = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(adapter)
    made: list[object] = []
    asked = threading.Barrier(8)

    def make(**options: Any) -> object:
        time.sleep(0.05)  # As long as a certificate store takes: the others arrive meanwhile.
        made.append(object())
        return made[-1]

    def first_request(number: int) -> object:
        asked.wait(10)
        return adapter.verifier()

    monkeypatch.setattr(adapter, "Verifier", make)
    monkeypatch.setattr(adapter, "settings", SimpleNamespace(DOORWARD={"url": "http://doorward.invalid"}))
    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(first_request, range(8))) == set(made)
    assert len(made) == 1
