"""Every response is the envelope and reveals nothing internal."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from doorward.domain.access import Actor
from doorward.web.routing import Route
from tests.support.databases import Databases
from tests.support.process import Node, serving
from tests.support.routes import ROUTES, path_of
from tests.support.service import PASSWORD, Client, Service

# None of this depends on the database.
pytestmark = pytest.mark.parametrize("databases", ["sqlite"], indirect=True)

SIGNED_IN = [route for route in ROUTES if route.signed_in]
CANARY = "canary-8d1f SELECT password_hash FROM users"
NOWHERE = [
    "/api",
    "/api/",
    "/api/nothing",
    "/api/users/",
    "/api//users",
    "//api/users",
    "/api/users/1/2",
    "/API/users",
]


@pytest.mark.parametrize("path", NOWHERE)
async def test_an_unknown_address_answers_404_in_the_envelope(service: Service, path: str) -> None:
    for method in ("GET", "POST", "DELETE", "PROPFIND"):
        answer = await service.anonymous.call(method, f"http://doorward.test{path}")
        assert (answer.code, answer.reason) == (404, "not_found")


async def test_a_method_that_an_address_does_not_answer_is_405_and_says_which_it_does(service: Service) -> None:
    for path, methods in {
        "/api/auth/login": ["OPTIONS", "POST"],
        "/api/users": ["GET", "HEAD", "OPTIONS", "POST"],
        "/api/users/7": ["DELETE", "GET", "HEAD", "OPTIONS", "PUT"],
    }.items():
        answer = await service.anonymous.call("PATCH", path)
        assert (answer.code, answer.reason, answer.data["allowed"]) == (405, "method_not_allowed", methods)
        assert answer.headers["allow"] == ", ".join(methods)


async def test_head_answers_as_get_without_a_body(service: Service, admin: Client) -> None:
    authorization = {"Authorization": f"Bearer {admin.token}"}
    read = await service.http.get("/api/users/1", headers=authorization)
    head = await service.http.head("/api/users/1", headers=authorization)
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", read.headers["etag"])
    assert (await service.http.head("/api/users/1")).status_code == 401
    assert (await service.http.head("/api/auth/login")).status_code == 405


async def test_options_needs_no_token_and_says_what_is_allowed(service: Service) -> None:
    answer = await service.anonymous.call("OPTIONS", "/api/users/1")
    assert (answer.code, answer.data) == (200, None)
    assert answer.headers["allow"] == "DELETE, GET, HEAD, OPTIONS, PUT"
    assert (await service.anonymous.call("OPTIONS", "/api/nothing")).code == 404


async def test_success_is_200_for_create_and_delete_too(service: Service, admin: Client) -> None:
    created = await admin.post("/api/users", {"username": "ann", "password": PASSWORD})
    deleted = await admin.delete(f"/api/users/{created.data['id']}")
    assert (created.code, deleted.code, deleted.data) == (200, 200, None)
    assert {created.body["message"], deleted.body["message"]} == {"success"}


@pytest.mark.parametrize("route", SIGNED_IN, ids=lambda route: f"{route.method} {route.path}")
async def test_every_endpoint_that_needs_a_token_challenges_missing_and_invalid_ones(
    service: Service, route: Route
) -> None:
    method, path = route.method, path_of(route)
    missing = await service.anonymous.call(method, path)
    assert (missing.code, missing.reason) == (401, "authentication_required")
    assert missing.headers["www-authenticate"] == "Bearer"
    forged = await service.anonymous.call(method, path, headers={"Authorization": "Bearer forged"})
    assert (forged.code, forged.reason) == (401, "invalid_token")
    assert forged.headers["www-authenticate"] == 'Bearer error="invalid_token"'


async def test_a_missing_right_is_named_and_challenged_before_mistakes_in_the_request(
    service: Service, admin: Client
) -> None:
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    for method, path, right in [
        ("GET", "/api/users?page=x", "users:read"),
        ("POST", "/api/users", "users:create"),
        ("PUT", "/api/users/1", "users:update"),
        ("DELETE", "/api/users/999", "users:delete"),
    ]:
        answer = await ann.call(method, path, content=b"{", headers={"Content-Type": "image/png"})
        assert (answer.code, answer.data) == (403, {"reason": "permission_denied", "required": right})
        assert answer.headers["www-authenticate"] == 'Bearer error="insufficient_scope"'


async def test_a_request_has_an_id_that_the_service_chose_with_the_one_it_brought_beside_it(service: Service) -> None:
    ids = [(await service.http.get("/api/nothing")).headers["x-request-id"] for _ in range(3)]
    assert len(set(ids)) == 3
    assert all(re.fullmatch(r"[0-9a-f]{18}", own) for own in ids)
    headers = {"X-Request-Id": "trace-1.2_3"}
    brought = [(await service.http.get("/healthz", headers=headers)).headers["x-request-id"] for _ in range(3)]
    assert len(set(brought)) == 3
    assert all(re.fullmatch(r"[0-9a-f]{18}/trace-1\.2_3", both) for both in brought)


@pytest.mark.parametrize("brought", ["short", "x" * 65, "with space", "<script>", "trace\u00e9trace", ""])
async def test_a_request_id_that_could_do_harm_is_replaced(service: Service, brought: str) -> None:
    response = await service.http.get("/healthz", headers={b"X-Request-Id": brought.encode("latin-1")})
    assert re.fullmatch(r"[0-9a-f]{18}", response.headers["x-request-id"])


async def test_answers_are_neither_stored_nor_guessed_at(service: Service) -> None:
    for path in ("/api/users", "/api/nothing", "/healthz"):
        response = await service.http.get(path)
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["x-content-type-options"] == "nosniff"


async def test_a_fault_of_ours_tells_the_log_everything_and_the_client_nothing(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(actor: Actor, permission: str) -> None:
        raise RuntimeError(CANARY)

    monkeypatch.setattr(Actor, "require", fail)
    answer = await admin.get("/api/users", headers={"X-Request-Id": "look-me-up"})
    assert answer.body == {
        "code": 500,
        "message": "An internal error occurred",
        "data": {"reason": "internal_error"},
    }
    assert "canary" not in str(answer.headers) + answer.response.text
    assert answer.headers["x-request-id"].endswith("/look-me-up")
    assert answer.headers["x-request-id"] in caplog.text
    assert CANARY in caplog.text


@pytest.fixture
async def node(databases: Databases, tmp_path: Path, anyio_backend: str) -> AsyncIterator[Node]:
    async with databases.new(tmp_path) as environ, serving(environ) as node:
        yield node


async def _answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, object]]:
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
    length = re.search(rb"content-length: (\d+)", head.lower())
    assert length is not None
    return int(head.split()[1]), json.loads(await reader.readexactly(int(length[1])))


async def test_a_body_over_the_limit_is_refused_by_a_real_server_without_reading_it_all(node: Node) -> None:
    request = b"POST /api/auth/login HTTP/1.1\r\nHost: test\r\n%s\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    # With a content-length: refused before the first byte arrives.
    writer.write(request % b"Content-Length: 1000000000")
    status, body = await _answer(reader)
    assert (status, body["data"]) == (413, {"reason": "body_too_large"})
    writer.close()
    # Without one: refused at the first byte over the limit, before the body ends.
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    writer.write(request % b"Transfer-Encoding: chunked")
    writer.write(b"10000\r\n" + b" " * 0x10000 + b"\r\n" + b"1\r\n \r\n")
    status, body = await _answer(reader)
    assert (status, body["data"]) == (413, {"reason": "body_too_large"})
    writer.close()


@pytest.mark.parametrize(("size", "code"), [(65536, 401), (65537, 413)])
async def test_a_body_may_be_as_large_as_the_limit_and_no_larger(service: Service, size: int, code: int) -> None:
    start = b'{"username": "ann", "password": "x", "padding": "'
    body = start + b"x" * (size - len(start) - 2) + b'"}'
    assert (await service.anonymous.post("/api/auth/login", content=body)).code == code

    async def in_pieces() -> AsyncIterator[bytes]:
        for begin in range(0, len(body), 5000):
            yield body[begin : begin + 5000]

    assert (await service.anonymous.post("/api/auth/login", content=in_pieces())).code == code


@pytest.mark.settings(body_limit=1024)
async def test_the_limit_is_a_setting(service: Service) -> None:
    assert (await service.anonymous.post("/api/auth/login", content=b" " * 1025)).code == 413


async def test_a_huge_content_length_is_too_large_as_well(service: Service) -> None:
    answer = await service.anonymous.post("/api/auth/login", content=b"{}", headers={"Content-Length": "9" * 5000})
    assert answer.code == 413
