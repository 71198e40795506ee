"""Documents that are the same for every client."""

import asyncio
import gzip
from typing import Any

import pytest

from tests.support.service import Service


@pytest.mark.parametrize("path", ["/docs", "/openapi.json", "/docs/style.css", "/docs/try.js"])
async def test_documents_are_compressed_for_clients_that_accept_it(service: Service, path: str) -> None:
    plain = await service.http.get(path, headers={"Accept-Encoding": "identity"})
    answer = await service.http.get(path, headers={"Accept-Encoding": "br, gzip;q=0.5"})
    assert "content-encoding" not in plain.headers
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.content == plain.content
    assert answer.num_bytes_downloaded < len(plain.content) / 2
    for response in (plain, answer):
        assert "Accept-Encoding" in response.headers["vary"]
    refused = await service.http.get(path, headers={"Accept-Encoding": "gzip;q=0"})
    assert "content-encoding" not in refused.headers


async def test_each_coding_has_its_own_tag_and_a_client_that_has_the_document_is_told_so(service: Service) -> None:
    tags = {}
    for coding in ("identity", "gzip"):
        headers = {"Accept-Encoding": coding}
        tags[coding] = (await service.http.get("/docs", headers=headers)).headers["etag"]
        for given in (tags[coding], f'"other", W/{tags[coding]}', "*"):
            again = await service.http.get("/docs", headers=headers | {"If-None-Match": given})
            assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tags[coding])
    assert tags["identity"] != tags["gzip"]
    other = await service.http.get("/docs", headers={"Accept-Encoding": "gzip", "If-None-Match": tags["identity"]})
    assert other.status_code == 200


async def test_concurrent_first_requests_make_a_document_once(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: `SharedDocument.get` without its lock."""
    made = []
    compress = gzip.compress

    def counted(data: bytes, **options: Any) -> bytes:
        made.append(data)
        return compress(data, **options)

    monkeypatch.setattr(gzip, "compress", counted)
    answers = await asyncio.gather(*(service.http.get("/docs/style.css") for _ in range(10)))
    assert len({answer.content for answer in answers}) == 1
    assert len(made) == 1
