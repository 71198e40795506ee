"""Logos are told by their content, and served as pictures only."""

import struct
import zlib
from pathlib import Path

import httpx
import pytest

from doorward.settings import SettingsError
from tests.support.databases import settings_for
from tests.support.service import Answer, Client, Service, running

PATH = "/api/branding/logo"


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PNG = b"\x89PNG\r\n\x1a\n" + b"".join(
    (
        _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)),
        _chunk(b"IDAT", zlib.compress(b"\0\xff\0\0")),
        _chunk(b"IEND", b""),
    )
)
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="red"/></svg>'
PICTURES = {
    "image/png": PNG,
    "image/jpeg": b"\xff\xd8\xff\xe0" + bytes(40),
    "image/gif": b"GIF89a" + bytes(40),
    "image/webp": b"RIFF\x20\0\0\0WEBPVP8 " + bytes(40),
    "image/svg+xml; charset=utf-8": SVG,
}


async def upload(client: Client, body: bytes, variant: str = "light", media_type: str = "text/html") -> Answer:
    return Answer(
        await client.http.put(
            f"{PATH}/{variant}",
            content=body,
            headers={"Authorization": f"Bearer {client.token}", "Content-Type": media_type},
        )
    )


async def fetch(service: Service, variant: str = "light", **headers: str) -> httpx.Response:
    return await service.http.get(f"/branding/logo/{variant}", headers=headers)


@pytest.mark.parametrize("media_type", PICTURES)
async def test_a_picture_is_served_with_the_type_of_its_content(
    service: Service, admin: Client, media_type: str
) -> None:
    """Mutant: the type that the client declared."""
    body = PICTURES[media_type]
    answer = await upload(admin, body)
    assert answer.data["logoLight"].startswith("/branding/logo/light?v=")
    assert answer.data["logoDark"] is None
    found = await service.http.get(answer.data["logoLight"])
    assert (found.status_code, found.content, found.headers["content-type"]) == (200, body, media_type)
    assert found.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in found.headers["content-security-policy"]
    assert "sandbox;" in found.headers["content-security-policy"]
    assert found.headers["cache-control"] == "public, max-age=300"
    again = await fetch(service, **{"If-None-Match": found.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_logos_for_light_and_dark_are_replaced_and_removed(service: Service, admin: Client) -> None:
    light = (await upload(admin, PNG)).data["logoLight"]
    both = (await upload(admin, SVG, "dark")).data
    assert both["logoLight"] == light
    replaced = (await upload(admin, SVG)).data["logoLight"]
    assert replaced != light
    assert (await fetch(service)).content == SVG
    assert (await admin.delete(f"{PATH}/light")).data["logoLight"] is None
    assert (await fetch(service)).status_code == 404
    assert (await fetch(service, "dark")).status_code == 200
    assert (await admin.delete(f"{PATH}/light")).code == 200
    entries = (await admin.get("/api/audit", params={"action": "branding.logo_removed"})).data["list"]
    assert [entry["target"] for entry in entries] == ["branding:logo.light"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "must not be empty"),
        (b"hello", "must be a PNG"),
        (b"<html><script>alert(1)</script></html>", "must be a PNG"),
        (b"<!doctype html><svg></svg>", "must be a PNG"),
        (b"<svg></svg>", "must be a PNG"),
        (b"%PDF-1.7", "must be a PNG"),
        (b"\x89PNG", "must be a PNG"),
        (SVG[:-3], "not well-formed"),
        (SVG.replace(b"<circle", b"<script>alert(1)</script><circle"), "'script'"),
        (SVG.replace(b"<circle", b"<SCRIPT>alert(1)</SCRIPT><circle"), "'SCRIPT'"),
        (
            SVG.replace(b"<circle", b'<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script><circle'),
            "'script'",
        ),
        (SVG.replace(b"<circle", b"<foreignObject/><circle"), "'foreignObject'"),
        (SVG.replace(b"<circle", b'<set attributeName="href" to="javascript:1"/><circle'), "'set'"),
        (SVG.replace(b"<circle", b'<circle onload="alert(1)"'), "'onload'"),
        (SVG.replace(b"<circle", b'<a href="https://evil.example"/><circle'), "nothing outside"),
        (SVG.replace(b"<circle", b'<a href=" java&#115;cript:alert(1)"/><circle'), "nothing outside"),
        (
            SVG.replace(
                b"<circle", b'<image xmlns:l="http://www.w3.org/1999/xlink" l:href="http://evil.example/x"/><circle'
            ),
            "nothing outside",
        ),
        (SVG.replace(b"<circle", b'<use href="data:image/svg+xml;base64,AAAA"/><circle'), "nothing outside"),
        (SVG.replace(b"<circle", b'<circle stroke="url(https://evil.example/x.svg#y)"'), "nothing outside"),
        (SVG.replace(b"<circle", b"<circle style=\"fill: URL( '//evil.example/x.svg#y')\""), "nothing outside"),
        (SVG.replace(b"<circle", b"<circle style=\"background: image-set('//evil.example/x' 1x)\""), "nothing outside"),
        (SVG.replace(b"<circle", b"<style>@import '//evil.example/x.css'</style><circle"), "nothing outside"),
        (SVG.replace(b"<circle", b"<style>a{b:ur<!-- -->l(/x)}</style><circle"), "nothing outside"),
        (SVG.replace(b"<circle", b"<style><![CDATA[a{b:\\75rl(/x)}]]></style><circle"), "nothing outside"),
        (
            SVG.replace(b"<circle", b'<h:meta xmlns:h="http://www.w3.org/1999/xhtml" content="0;url=/x"/><circle'),
            "'meta'",
        ),
        (b'<?xml-stylesheet href="https://evil.example/x.css"?>' + SVG, "processing instruction"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG, "DOCTYPE"),
        (SVG.replace(b"<circle", b"<g/>" * 5000 + b"<circle"), "at most 5000 elements"),
        (b'<?xml version="1.0" encoding="utf-7"?>' + SVG, "UTF-8"),
        ("<svg/>".encode("utf-16"), "must be a PNG"),
    ],
)
async def test_other_content_is_refused(service: Service, admin: Client, body: bytes, message: str) -> None:
    answer = await upload(admin, body, media_type="image/png")
    assert (answer.code, answer.reason) == (400, "validation_failed")
    assert message in answer.fields["body"]
    assert (await fetch(service)).status_code == 404


async def test_a_large_file_is_refused_before_it_is_read_whole(service: Service, admin: Client) -> None:
    assert (await upload(admin, PNG + bytes(128 * 1024 - len(PNG)))).code == 200
    answer = await upload(admin, PNG + bytes(128 * 1024))
    assert (answer.code, answer.reason) == (413, "body_too_large")


@pytest.mark.parametrize("variant", ["medium", "Light", "light.png"])
async def test_other_variants_do_not_exist(service: Service, admin: Client, variant: str) -> None:
    assert (await upload(admin, PNG, variant)).reason == "not_found"
    assert (await admin.delete(f"{PATH}/{variant}")).reason == "not_found"
    assert (await fetch(service, variant)).status_code == 404


async def test_uploads_are_recorded_with_type_size_and_digest(service: Service, admin: Client) -> None:
    for _ in range(2):  # The second one changes nothing.
        await upload(admin, PNG)
    (entry,) = (await admin.get("/api/audit", params={"action": "branding.*"})).data["list"]
    assert entry["details"] | {"sha256": ""} == {"mediaType": "image/png", "size": len(PNG), "sha256": ""}
    assert entry["target"] == "branding:logo.light"


async def test_a_file_of_the_settings_is_shown_until_one_is_uploaded(
    environ: dict[str, str], tmp_path: Path, anyio_backend: str
) -> None:
    file = tmp_path / "logo"
    file.write_bytes(PNG)
    settings = settings_for(environ, brand_logo=str(file), public_url="https://a.example/b")
    async with running(settings) as service:
        admin = await service.login()
        path = (await admin.get("/api/branding")).data["logoLight"]
        assert (await fetch(service)).content == PNG
        assert service.core.branding.current().logo_url == f"https://a.example/b{path}"
        await upload(admin, SVG)
        assert (await fetch(service)).content == SVG
        # Mail programs do not show SVG.
        assert service.core.branding.current().logo_url == ""
        await admin.delete(f"{PATH}/light")
        assert (await fetch(service)).content == PNG


@pytest.mark.parametrize("content", [None, b"hello", PNG + bytes(128 * 1024)])
async def test_a_service_with_a_logo_that_it_cannot_use_does_not_start(
    environ: dict[str, str], tmp_path: Path, anyio_backend: str, content: bytes | None
) -> None:
    file = tmp_path / "logo"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SettingsError, match=r"The logo .*logo (can't be read|must)"):
        async with running(settings_for(environ, brand_logo=str(file))):
            pass
