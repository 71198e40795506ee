"""Pages of other origins: which may call, and which headers they may read."""

import httpx
import pytest

from tests.support.service import Client, Service

pytestmark = pytest.mark.parametrize("databases", ["sqlite"], indirect=True)

LOOPBACK = [
    "http://localhost",
    "http://localhost:5173",
    "https://localhost:8443",
    "http://127.0.0.1:3000",
    "http://[::1]:8080",
]
STRANGERS = [
    "https://evil.example",
    "http://localhost.evil.example",
    "http://evil-localhost:3000",
    "http://localhost:3000.evil.example",
    "http://localhost:3000@evil.example",
    "http://127.0.0.1.nip.example",
    "http://127.0.0.2",
    "http://localhost:123456",
    "http://localhost:3000/",
    "http://localhost:3000\u00e9",
    "file://localhost",
    "null",
    "*",
    "loopback",
    "",
]
PREFLIGHT = {"Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "authorization, content-type"}


def _granted(response: httpx.Response) -> list[str]:
    return [name for name in response.headers if name.startswith("access-control-")]


@pytest.mark.parametrize("origin", LOOPBACK)
async def test_a_preflight_from_a_dev_server_is_answered_without_a_token(service: Service, origin: str) -> None:
    response = await service.http.options("/api/users/1", headers={"Origin": origin, **PREFLIGHT})
    assert response.status_code == 200
    assert response.headers["access-control-allow-origin"] == origin
    assert response.headers["access-control-allow-credentials"] == "true"
    assert response.headers["access-control-allow-methods"] == "DELETE, GET, HEAD, OPTIONS, PUT"
    allowed = response.headers["access-control-allow-headers"].lower().split(", ")
    assert {"authorization", "content-type", "if-match", "idempotency-key", "x-request-id"} <= set(allowed)
    assert int(response.headers["access-control-max-age"]) > 0


@pytest.mark.parametrize("origin", STRANGERS)
async def test_a_stranger_is_never_reflected(service: Service, admin: Client, origin: str) -> None:
    sent = httpx.Headers({"Origin": origin} | PREFLIGHT, encoding="latin-1")
    preflight = await service.http.options("/api/users/1", headers=sent)
    assert (preflight.status_code, _granted(preflight)) == (200, [])
    answer = await admin.get("/api/auth/user", headers={"Origin": origin.encode("latin-1")})
    assert (answer.code, _granted(answer.response)) == (200, [])


async def test_an_allowed_page_sees_answers_failures_and_their_headers(service: Service, admin: Client) -> None:
    origin = {"Origin": "http://localhost:5173"}
    for answer in (
        await admin.get("/api/users/1", headers=origin),
        await service.anonymous.get("/api/users/1", headers=origin),
        await admin.get("/api/users?page=x", headers=origin),
        await admin.get("/api/nothing", headers=origin),
        await admin.call("PATCH", "/api/users", headers=origin),
    ):
        assert answer.headers["access-control-allow-origin"] == "http://localhost:5173"
        assert answer.headers["access-control-allow-credentials"] == "true"
        exposed = answer.headers["access-control-expose-headers"].split(", ")
        assert {"ETag", "Retry-After", "X-Request-Id"} <= set(exposed)


async def test_caches_are_told_that_the_origin_matters(service: Service) -> None:
    for path in ("/api/users", "/.well-known/jwks.json", "/openapi.json"):
        assert "Origin" in (await service.http.get(path)).headers["vary"].split(", ")


async def test_without_an_origin_nothing_is_granted(service: Service) -> None:
    assert _granted(await service.http.get("/api/users")) == []
    assert _granted(await service.http.options("/api/users")) == []


async def test_a_preflight_for_an_address_that_is_not_there_is_404(service: Service) -> None:
    response = await service.http.options("/api/nothing", headers={"Origin": "http://localhost", **PREFLIGHT})
    assert response.status_code == 404


@pytest.mark.settings(cors_origins="https://admin.example.com, https://Other.example:8443")
async def test_real_origins_are_a_setting_which_replaces_the_loopback(service: Service) -> None:
    for origin in ("https://admin.example.com", "https://other.example:8443"):
        response = await service.http.options("/api/users", headers={"Origin": origin, **PREFLIGHT})
        assert response.headers["access-control-allow-origin"] == origin
    strangers = ["http://admin.example.com", "https://admin.example.com:8443", "https://x.admin.example.com"]
    for origin in ["http://localhost:5173", *strangers]:
        assert _granted(await service.http.options("/api/users", headers={"Origin": origin, **PREFLIGHT})) == []


@pytest.mark.settings(cors_origins="loopback, https://admin.example.com")
async def test_the_loopback_can_stand_beside_real_origins(service: Service) -> None:
    for origin in ("http://localhost:5173", "https://admin.example.com"):
        response = await service.http.get("/healthz", headers={"Origin": origin})
        assert response.headers["access-control-allow-origin"] == origin


@pytest.mark.settings(cors_origins="")
async def test_no_origin_at_all_can_be_allowed(service: Service) -> None:
    response = await service.http.get("/healthz", headers={"Origin": "http://localhost:5173"})
    assert _granted(response) == []
