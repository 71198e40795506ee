"""Uploaded avatars: who may set them, where they are served, and when they are gone."""

import asyncio
import contextlib
import socket

import httpx
import pytest

from doorward.features.avatars.pictures.bounds import BYTES_MAX
from tests.features.avatars.samples import POSITION, chunk, jpeg, png
from tests.support.process import serving
from tests.support.service import PASSWORD, Answer, Client, Service

TAGGED = png(2, 2, chunk(b"tEXt", POSITION))
PNG, JPEG = png(), jpeg()
OWN = "/api/account/avatar"


async def upload(client: Client, body: bytes, path: str = OWN, **headers: str) -> Answer:
    given = {"Authorization": f"Bearer {client.token}", "Content-Type": "text/html", **headers}
    return Answer(await client.http.put(path, content=body, headers=given))


async def fetch(service: Service, address: str, **headers: str) -> httpx.Response:
    return await service.http.get(address, headers=headers)


async def test_an_uploaded_picture_is_the_avatar_and_served_as_a_picture_only(service: Service, admin: Client) -> None:
    """Mutant: the type that the client declared (text/html), or the body with its metadata."""
    answer = await upload(admin, TAGGED)
    address = answer.data["avatar"]
    assert address.startswith("/avatars/")
    assert len(address) == len("/avatars/") + 32
    found = await fetch(service, address, Origin="http://localhost:5173")
    assert (found.status_code, found.content, found.headers["content-type"]) == (200, PNG, "image/png")
    assert found.headers["content-length"] == str(len(PNG))
    assert found.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in found.headers["content-security-policy"]
    assert "default-src 'none'" in found.headers["content-security-policy"]
    assert found.headers["cache-control"] == "public, max-age=86400, immutable"
    assert found.headers["cross-origin-resource-policy"] == "cross-origin"
    assert found.headers["access-control-allow-origin"] == "http://localhost:5173"
    again = await fetch(service, address, **{"If-None-Match": found.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = await service.http.head(address)
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", str(len(PNG)))


async def test_the_avatar_is_in_every_user_object_and_in_the_audit_trail(service: Service, admin: Client) -> None:
    address = (await upload(admin, PNG)).data["avatar"]
    assert (await admin.get("/api/auth/user")).data["avatar"] == address
    assert (await admin.get(f"/api/users/{admin.id}")).data["avatar"] == address
    entry = (await admin.get("/api/audit?action=user.updated")).data["list"][0]
    assert entry["details"]["changes"]["avatar"] == [None, address]


@pytest.mark.settings(public_url="https://login.example.com")
async def test_with_a_public_url_the_address_is_absolute(service: Service, admin: Client) -> None:
    """Mutant: a path. A front end of another origin would look for it on its own host."""
    address = (await upload(admin, PNG)).data["avatar"]
    assert address.startswith("https://login.example.com/avatars/")
    assert (await fetch(service, address.removeprefix("https://login.example.com"))).content == PNG


async def test_a_picture_is_gone_when_the_user_gets_another_avatar(service: Service, admin: Client) -> None:
    """Mutant: without the trigger of migration 0020. Pictures would stay for ever, readable by their address."""
    first = (await upload(admin, PNG)).data["avatar"]
    second = (await upload(admin, JPEG)).data["avatar"]
    assert first != second
    assert (await fetch(service, first)).status_code == 404
    assert (await fetch(service, second)).headers["content-type"] == "image/jpeg"
    # A form echoes the user object: the picture stays.
    await admin.put(f"/api/users/{admin.id}", {"name": "Ada", "avatar": second})
    assert (await fetch(service, second)).status_code == 200
    await admin.put(f"/api/users/{admin.id}", {"avatar": "https://example.com/ann.png"})
    assert (await fetch(service, second)).status_code == 404
    third = (await upload(admin, PNG)).data["avatar"]
    assert (await admin.delete(OWN)).data["avatar"] is None
    assert (await fetch(service, third)).status_code == 404
    assert await _stored(service) == 0


async def test_a_picture_is_gone_with_its_user(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann")
    address = (await upload(admin, PNG, f"/api/users/{ann['id']}/avatar")).data["avatar"]
    assert (await fetch(service, address)).status_code == 200
    await admin.delete(f"/api/users/{ann['id']}")
    assert (await fetch(service, address)).status_code == 404
    assert await _stored(service) == 0


async def test_a_large_picture_is_sent_in_pieces(service: Service, admin: Client) -> None:
    scan = b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00"
    large = jpeg().replace(scan, scan + b"\x11" * 300_000)
    address = (await upload(admin, large)).data["avatar"]
    found = await fetch(service, address)
    assert found.content == large
    assert found.headers["content-length"] == str(len(large))


async def test_what_is_no_small_picture_is_refused_and_changes_nothing(service: Service, admin: Client) -> None:
    address = (await upload(admin, PNG)).data["avatar"]
    for body, code, reason in (
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 400, "validation_failed"),
        (b"", 400, "validation_failed"),
        (png(2000, 1), 400, "validation_failed"),
        (bytes(BYTES_MAX + 1), 413, "body_too_large"),
    ):
        answer = await upload(admin, body)
        assert (answer.code, answer.reason) == (code, reason)
    assert (await admin.get("/api/auth/user")).data["avatar"] == address


async def test_setting_the_avatar_of_others_takes_the_rights_of_changing_them(service: Service, admin: Client) -> None:
    """Mutant: the picture is written without `Users.change`, which compares ranks."""
    await admin.post("/api/roles", {"name": "clerk", "permissions": ["users:update"]})
    await service.create(admin, "clerk", roles=["clerk"])
    ann = await service.create(admin, "ann")
    clerk, plain = await service.login("clerk", PASSWORD), await service.login("ann", PASSWORD)
    assert (await upload(clerk, PNG, f"/api/users/{ann['id']}/avatar")).code == 200
    outranked = await upload(clerk, PNG, f"/api/users/{admin.id}/avatar")
    assert (outranked.code, outranked.reason) == (403, "outranked")
    assert (await clerk.delete(f"/api/users/{admin.id}/avatar")).reason == "outranked"
    assert (await upload(plain, PNG, f"/api/users/{admin.id}/avatar")).reason == "permission_denied"
    assert (await upload(plain, PNG)).code == 200
    assert (await upload(admin, PNG, "/api/users/999/avatar")).reason == "user_not_found"
    stale = await upload(admin, PNG, f"/api/users/{ann['id']}/avatar", **{"If-Match": '"1"'})
    assert (stale.code, stale.reason) == (412, "precondition_failed")


async def test_a_service_account_has_an_avatar_by_callers_who_may_change_it(service: Service, admin: Client) -> None:
    account = (await admin.post("/api/service-accounts", {"name": "robot"})).data
    path = f"/api/users/{account['id']}/avatar"
    address = (await upload(admin, PNG, path)).data["avatar"]
    assert (await fetch(service, address)).status_code == 200
    await admin.post("/api/roles", {"name": "clerk", "permissions": ["users:update"]})
    await service.create(admin, "clerk", roles=["clerk"])
    refused = await upload(await service.login("clerk", PASSWORD), PNG, path)
    assert (refused.code, refused.data["required"]) == (403, "services:update")
    assert (await admin.delete(path)).data["avatar"] is None


async def test_users_change_their_own_avatar_so_often_only(service: Service, admin: Client) -> None:
    """Mutant: without `limit_changes`. Each change is an audit entry, which no ordinary user may flood."""
    core = service.core
    while not core.account.changes.take(f"user:{admin.id}", core.clock()):
        pass
    assert (await upload(admin, PNG)).reason == "too_many_requests"
    assert (await admin.delete(OWN)).reason == "too_many_requests"


async def test_an_unknown_picture_is_not_found(service: Service) -> None:
    for name in ("0" * 32, "_" * 32, "%25"):
        assert (await fetch(service, f"/avatars/{name}")).status_code == 404


async def _stored(service: Service) -> int:
    row = await service.core.database.fetchrow("SELECT count(*) FROM avatars")
    assert row is not None
    return int(row[0])


async def test_a_picture_that_is_replaced_while_it_is_sent_ends_the_connection(environ: dict[str, str]) -> None:
    """Mutant: the missing pieces are left out. The client takes the next response on the connection for the rest of the
    picture, and waits for more."""
    scan = b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00"
    large = jpeg().replace(scan, scan + b"\x11" * 500_000)
    async with serving(environ) as node:
        headers = await node.login()
        address = (await node.http.put(OWN, content=large, headers=headers)).json()["data"]["avatar"]
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", node.port))
        reader, writer = await asyncio.open_connection(sock=connection, limit=4096)
        asked = b"".join(b"GET %b HTTP/1.1\r\nHost: a\r\n\r\n" % path for path in (address.encode(), b"/healthz"))
        writer.write(asked)
        received = await reader.readuntil(b"\r\n\r\n")
        assert b"content-length: %d\r\n" % len(large) in received
        assert (await node.http.put(OWN, content=PNG, headers=headers)).status_code == 200
        async with asyncio.timeout(20):
            with contextlib.suppress(ConnectionResetError):
                while piece := await reader.read(65_536):
                    received += piece
        writer.close()
    assert received.count(b"HTTP/1.1") == 1
    assert len(received) < len(large)
