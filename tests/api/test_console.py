"""The console's files over HTTP. What people see of it is tested in a browser, in console/browser."""

import gzip
from pathlib import Path

import httpx
import pytest

from doorward import console
from tests.support.service import Client, Service

META = '<meta name="avatar-origins" content="" />'
SCRIPT = b"console.log('hello')" * 20


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A console as the build leaves it."""
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Doorward</title>" + META)
    (folder / "assets" / "index-4f3a.js").write_bytes(SCRIPT)
    (folder / "assets" / "index-4f3a.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "assets" / "index-4f3a.js.br").write_bytes(b"not looked at by the service")
    (tmp_path / "secret.json").write_text("not for you")
    monkeypatch.setattr(console, "DIST", folder)
    return folder


async def get(service: Service, path: str, encoding: str = "identity") -> httpx.Response:
    return await service.http.get(path, headers={"Accept-Encoding": encoding})


async def test_every_address_of_a_page_gives_the_index_fresh(service: Service, built: Path) -> None:
    for path in ("/console", "/console/", "/console/users?status=1", "/console/users/17", "/console/roles/new"):
        answer = await get(service, path)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        assert "<title>Doorward</title>" in answer.text


async def test_a_hashed_file_may_be_kept_for_ever(service: Service, built: Path) -> None:
    answer = await get(service, "/console/assets/index-4f3a.js")
    assert answer.content == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip;q=0.5", "gzip"), ("br;q=0.0", None), ("", None)],
)
async def test_a_file_comes_in_the_smallest_form_that_the_browser_takes(
    service: Service, built: Path, accepted: str, chosen: str | None
) -> None:
    async with service.http.stream(
        "GET", "/console/assets/index-4f3a.js", headers={"Accept-Encoding": accepted}
    ) as answer:
        assert answer.headers.get("content-encoding") == chosen
        assert "Accept-Encoding" in answer.headers["vary"]


async def test_the_console_runs_under_a_policy_without_inline_script_and_eval(service: Service, built: Path) -> None:
    policy = (await get(service, "/console")).headers["content-security-policy"]
    directives = {name: sources for name, _, sources in (part.strip().partition(" ") for part in policy.split(";"))}
    assert directives["script-src"] == "'self'"
    assert directives["default-src"] == "'self'"
    assert directives["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy


def _pictures(answer: httpx.Response) -> str:
    return answer.headers["content-security-policy"].partition("img-src ")[2].partition(";")[0]


async def test_pictures_of_other_origins_are_blocked(service: Service, built: Path) -> None:
    answer = await get(service, "/console")
    assert _pictures(answer) == "'self' data:"
    assert 'content=""' in answer.text


@pytest.mark.settings(avatar_origins="https://pictures.example.com, http://127.0.0.1:9000")
async def test_pictures_are_allowed_from_the_origins_in_the_settings(service: Service, built: Path) -> None:
    answer = await get(service, "/console/users", "gzip, br")
    assert _pictures(answer) == "'self' data: https://pictures.example.com http://127.0.0.1:9000"
    assert '<meta name="avatar-origins" content="https://pictures.example.com http://127.0.0.1:9000" />' in answer.text
    script = await get(service, "/console/assets/index-4f3a.js", "gzip")
    assert (script.headers["content-encoding"], script.content) == ("gzip", SCRIPT)


@pytest.mark.parametrize(
    "path", ["assets/other.js", "../secret.json", "%2e%2e/secret.json", "assets/..%2f..%2fsecret.json", "x%00.js"]
)
async def test_nothing_but_the_console_is_served(service: Service, built: Path, path: str) -> None:
    answer = await get(service, f"/console/{path}")
    assert answer.status_code == 404
    assert answer.json()["data"]["reason"] == "not_found"


async def test_without_a_build_the_console_says_how_to_make_one(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "DIST", tmp_path / "nothing")
    answer = await get(service, "/console/users")
    assert answer.status_code == 200
    assert "make console" in answer.text


async def test_the_console_takes_no_writes(service: Service, admin: Client, built: Path) -> None:
    answer = await admin.post("/console", {})
    assert answer.code == 405
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS"


async def test_a_browser_at_the_root_is_sent_to_the_console_and_a_program_gets_the_envelope(service: Service) -> None:
    """Mutants: a redirect for every client; one that shared caches give to all."""
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    answer = await service.http.get("/", headers=browser)
    assert (answer.status_code, answer.headers["location"]) == (303, "/console")
    assert "Accept" in answer.headers.get_list("vary")
    for headers in ({"Accept": "application/json"}, {"Accept": "*/*"}):
        program = await service.http.get("/", headers=headers)
        assert (program.status_code, program.json()["data"]["reason"]) == (404, "not_found")
    assert (await service.http.post("/", headers=browser)).json()["data"]["reason"] == "not_found"
