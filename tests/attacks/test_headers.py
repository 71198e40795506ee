"""Security headers, and which forwarding headers are trusted."""

import asyncio
import ssl
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.support.process import Node
from tests.support.service import ADMIN_PASSWORD, Client, Service

HSTS = "strict-transport-security"


async def test_tokens_and_users_are_never_stored_by_caches(service: Service, admin: Client) -> None:
    login = {"username": "admin", "password": ADMIN_PASSWORD}
    answers = [
        await service.anonymous.post("/api/auth/login", login),
        await service.anonymous.post("/api/auth/refresh", {"refreshToken": admin.refresh_token}),
        await admin.get("/api/auth/user"),
        await admin.get("/api/users"),
        await admin.get("/api/users/1"),
        await service.anonymous.get("/api/users"),
    ]
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}


@pytest.mark.parametrize(
    "path", ["/api/auth/user", "/api/nothing", "/docs", "/docs/style.css", "/console/", "/healthz"]
)
async def test_every_answer_forbids_sniffing_framing_and_referrers(service: Service, path: str) -> None:
    headers = (await service.http.get(path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["server"] == "doorward"


@pytest.mark.parametrize("path", ["/docs", "/console/"])
async def test_pages_run_no_script_that_is_not_ours(service: Service, path: str) -> None:
    policy = (await service.http.get(path)).headers.get_list("content-security-policy")
    assert len(policy) == 1
    assert "unsafe" not in policy[0]
    assert "*" not in policy[0]
    assert "base-uri 'none'" in policy[0]
    assert "default-src 'none'" in policy[0] or "default-src 'self'" in policy[0]


async def test_hsts_is_promised_over_tls_alone(service: Service) -> None:
    assert HSTS not in (await service.http.get("/healthz")).headers
    assert HSTS in (await service.http.get("https://doorward.test/healthz")).headers
    spoofed = await service.http.get("/healthz", headers={"X-Forwarded-Proto": "https"})
    assert HSTS not in spoofed.headers


@pytest.mark.settings(trusted_proxies="192.0.2.1")
async def test_hsts_is_promised_behind_a_trusted_proxy_that_speaks_tls(service: Service) -> None:
    assert HSTS in (await service.http.get("/healthz", headers={"X-Forwarded-Proto": "https"})).headers
    assert HSTS not in (await service.http.get("/healthz", headers={"X-Forwarded-Proto": "http"})).headers
    stranger = service.at("198.51.100.1").http
    assert HSTS not in (await stranger.get("/healthz", headers={"X-Forwarded-Proto": "https"})).headers


async def test_host_and_forwarded_appear_in_no_answer(service: Service, admin: Client) -> None:
    lies = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    for path in ("/api/auth/user", "/api/users", "/docs", "/openapi.json", "/console/", "/api/nothing"):
        response = await service.http.get(path, headers=lies | {"Authorization": f"Bearer {admin.token}"})
        assert "evil.example" not in response.text
        assert "evil.example" not in str(response.headers)


async def test_tls_is_served_directly_with_a_certificate(tmp_path: Path, anyio_backend: str) -> None:
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*make.split(), *names], check=True, capture_output=True)
    environ = {
        "DOORWARD_DATA_DIR": str(tmp_path / "data"),
        "DOORWARD_ADMIN_PASSWORD": ADMIN_PASSWORD,
        "DOORWARD_TLS_CERT": str(certificate),
        "DOORWARD_TLS_KEY": str(key),
    }
    node = Node(environ)
    await node.http.aclose()
    url = node.url.replace("http://", "https://")
    trust = ssl.create_default_context(cafile=str(certificate))
    node.http = httpx.AsyncClient(base_url=url, verify=trust, trust_env=False, timeout=30)
    try:
        await asyncio.wait_for(node.start(), 60)
        answer = await node.http.get("/healthz")
        assert answer.status_code == 200
        assert HSTS in answer.headers
        assert answer.headers.get_list("server") == ["doorward"]
        assert await node.tokens()
    finally:
        await node.close()
