"""The hosted pages: their headers, their languages, and that opening them changes nothing."""

import json
import re
from pathlib import Path

import pytest

from doorward import app, console
from doorward.errors import catalogue
from doorward.features.hosted_pages.pages import PAGES
from doorward.features.hosted_pages.texts import LANGUAGES, load
from tests.features.hosted_pages.browser import Browser
from tests.support.service import Service

ADDRESSES = ["/account", "/account/passkey", *(f"/account/{name}" for name in PAGES)]
OPEN = [path for path in ADDRESSES if path not in ("/account/register", "/account/code")]


@pytest.fixture
def unbuilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(console, "DIST", tmp_path)
    return tmp_path


@pytest.fixture
def built(unbuilt: Path) -> Path:
    """The hosted pages as the build leaves them."""
    folder = unbuilt / "hosted"
    (folder / "assets").mkdir(parents=True)
    (folder / "assets" / "main-4f3a.js").write_text("run()" * 20)
    (folder / "assets" / "main-4f3a.js.br").write_bytes(b"not looked at by the service")
    (folder / "assets" / "main-4f3a.css").write_text("p{}")
    manifest = {"src/account/main.ts": {"file": "assets/main-4f3a.js", "css": ["assets/main-4f3a.css"]}}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return unbuilt


@pytest.mark.parametrize("path", ADDRESSES)
async def test_no_page_can_be_framed_cached_or_given_a_script(service: Service, path: str) -> None:
    answer = await service.http.get(path)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert not re.search(r"<script(?![^>]* src=)|<style| style=| on\w+=", answer.text)


async def test_a_forms_origin_is_not_hidden_from_this_service(service: Service) -> None:
    """Mutant: `no-referrer`, with which browsers send `Origin: null` with every form, so that none is accepted."""
    assert (await service.http.get("/account/sign-in")).headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("path", OPEN)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_opening_a_page_sets_no_cookie_and_sends_nowhere(service: Service, path: str, method: str) -> None:
    answer = await service.http.request(method, path)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert "refresh" not in answer.headers
    assert 'http-equiv="refresh"' not in answer.text


@pytest.mark.parametrize(
    ("path", "accepted", "tag"),
    [
        ("/account/sign-in", "zh-CN,zh;q=0.9,en;q=0.8", "zh-CN"),
        ("/account/sign-in", "fr,de;q=0.5", "en"),
        ("/account/sign-in?lang=zh", "en", "zh-CN"),
        ("/account/sign-in?lang=en", "zh", "en"),
        ("/account/sign-in?lang=xx", "zh", "zh-CN"),
        ("/account/sign-in?lang=%ff&lang", "zh", "zh-CN"),
        ("/account/sign-in?" + "a=1&" * 100, "en", "en"),
    ],
)
async def test_the_language_is_that_of_the_link_then_that_of_the_browser(
    service: Service, path: str, accepted: str, tag: str
) -> None:
    answer = await Browser(service, accepted).open(path)
    assert answer.status_code == 200
    assert f'<html lang="{tag}">' in answer.text
    assert "Accept-Language" in answer.headers.get_list("vary")


async def test_a_chosen_language_stays_in_every_link(service: Service) -> None:
    page = (await service.http.get("/account/sign-in?lang=zh")).text
    assert 'href="/account/forgot?lang=zh"' in page
    assert 'action="/account/sign-in?lang=zh"' in page


async def test_what_is_not_open_is_not_offered_and_says_so(service: Service) -> None:
    page = (await service.http.get("/account/sign-in")).text
    assert "/account/register" not in page
    assert "/account/code" not in page
    for path, title in (("register", "Registration is closed"), ("code", "Sign-in by code is off")):
        answer = await service.http.get(f"/account/{path}")
        assert answer.status_code == 404
        assert title in answer.text
        assert "<form" not in answer.text


@pytest.mark.parametrize(("language", "title"), [("en", "There is no such page"), ("zh", "页面不存在")])
async def test_an_address_without_a_page_is_answered_by_one(service: Service, language: str, title: str) -> None:
    answer = await Browser(service, language).open("/account/no-such-page")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert f">{title}</h1>" in answer.text
    assert "no-such-page" not in answer.text


@pytest.mark.parametrize(
    ("cookie", "signed_in"),
    [("", False), ("__Host-doorward-refresh=x", True), ("doorward-refresh-8000=x", True), ("doorward-device=x", False)],
)
async def test_only_visitors_with_the_cookie_can_sign_out(service: Service, cookie: str, signed_in: bool) -> None:
    """Opening the page must not use the refresh token up, so the cookie itself is all that the service looks at."""
    page = (await Browser(service).open("/account", **({"Cookie": cookie} if cookie else {}))).text
    assert ("data-sign-out>" in page, "hidden data-sign-out>" in page) == (True, not signed_in)
    assert ('<noscript><a href="/account/sign-in" class="button">' in page) == (not signed_in)


@pytest.mark.settings(registration="open")
@pytest.mark.parametrize(("language", "label"), [("en", "Name<span"), ("zh", "姓名<span")])
async def test_optional_fields_are_marked_as_the_language_does_it(service: Service, language: str, label: str) -> None:
    page = (await Browser(service, language).open("/account/register")).text
    text = " (optional)" if language == "en" else "（可选）"
    assert f'{label} class="optional">{text}</span>' in page


async def test_clients_learn_what_sign_in_pages_offer(service: Service) -> None:
    answer = await service.anonymous.get("/api/auth/configuration")
    assert answer.code == 200
    assert answer.data["registration"] == "closed"
    assert answer.data["emailCode"] is False
    assert (answer.data["passwordMinLength"], answer.data["languages"]) == (8, ["en", "zh"])


async def test_pages_name_the_built_files_which_may_be_kept_for_ever(service: Service, built: Path) -> None:
    page = (await service.http.get("/account/sign-in")).text
    assert '<script type="module" src="/account/assets/main-4f3a.js"></script>' in page
    assert '<link rel="stylesheet" href="/account/assets/main-4f3a.css">' in page
    for name, kind in (("main-4f3a.js", "text/javascript"), ("main-4f3a.css", "text/css")):
        answer = await service.http.get(f"/account/assets/{name}", headers={"Accept-Encoding": "identity"})
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    async with service.http.stream("GET", "/account/assets/main-4f3a.js", headers={"Accept-Encoding": "br"}) as packed:
        assert packed.headers["content-encoding"] == "br"


@pytest.mark.parametrize("name", ["manifest.json", "none.js", "..%2f..%2fsecret.key", "main-4f3a.js.br", "main"])
async def test_no_other_file_is_served(service: Service, built: Path, name: str) -> None:
    assert (await service.http.get(f"/account/assets/{name}")).status_code == 404


async def test_unbuilt_pages_say_so_and_their_forms_stay(service: Service, unbuilt: Path) -> None:
    page = (await service.http.get("/account/sign-in")).text
    assert "make console" in page
    assert "<script" not in page
    assert '<form method="post"' in page


def test_every_language_has_every_text_with_the_same_placeholders() -> None:
    english = load("en").messages
    for language in LANGUAGES:
        messages = load(language).messages
        assert set(messages) == set(english)
        for key, text in messages.items():
            assert text.strip()
            assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[key])), key


# Impossible for these forms, or answered by a refresh.
UNSEEN = {
    *("malformed_request", "unsupported_media_type", "body_too_large", "request_timeout", "precondition_failed"),
    *("authentication_required", "invalid_token", "token_expired"),
}


def test_every_failure_of_an_endpoint_behind_a_form_has_a_text() -> None:
    paths = {panel.endpoint for page in PAGES.values() for panel in page.panels}
    paths |= {"/api/auth/user", "/api/auth/email", "/api/auth/password", "/api/auth/step-up"}
    owned = ("/api/auth/factors", "/api/auth/passkeys", "/api/auth/recovery-codes", "/api/auth/devices")
    paths |= {"/api/auth/login/passkey/options", "/api/auth/login/passkey"}
    paths |= {route.path for route in app.routes() if route.path.startswith(owned)}
    faults = {fault.reason for route in app.routes() if route.path in paths for fault in route.possible_faults}
    messages = load("en").messages
    assert sorted(reason for reason in faults - UNSEEN if f"error.{reason}" not in messages) == []
    known = {fault.reason for fault in catalogue()} | {"code_void", "unreachable", "wrong_code"}
    assert sorted(key for key in messages if key.startswith("error.") and key[6:] not in known) == []
