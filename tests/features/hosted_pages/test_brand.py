"""The brand on the hosted pages: its name, links, logo and colour, without inline styles."""

from tests.support.service import Service

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'


async def test_pages_show_name_and_links_of_the_brand_as_text(service: Service) -> None:
    admin = await service.login()
    links = [{"label": "A & B <b>", "address": "https://example.com/privacy?a=1&b=2"}]
    answer = await admin.put("/api/branding", {"name": "Ann <i>& Co", "footerLinks": links})
    assert answer.code == 200
    page = (await service.http.get("/account/sign-in")).text
    assert "<title>Sign in · Ann &lt;i&gt;&amp; Co</title>" in page
    assert '<a href="https://example.com/privacy?a=1&amp;b=2">A &amp; B &lt;b&gt;</a>' in page


async def test_the_colour_is_in_a_style_sheet_that_browsers_ask_for_again(service: Service) -> None:
    admin = await service.login()
    before = await service.http.get("/account/brand.css")
    assert (before.status_code, before.text) == (200, "")
    assert (await admin.put("/api/branding", {"colour": "#0a7a4b"})).code == 200
    after = await service.http.get("/account/brand.css", headers={"If-None-Match": before.headers["etag"]})
    assert after.status_code == 200
    assert "--accent: light-dark(#0a7a4b, " in after.text
    assert after.headers["cache-control"] == "no-cache"
    assert after.headers["content-type"] == "text/css; charset=utf-8"
    again = await service.http.get("/account/brand.css", headers={"If-None-Match": after.headers["etag"]})
    assert again.status_code == 304


async def test_each_background_has_its_logo(service: Service) -> None:
    admin = await service.login()
    for variant in ("light", "dark"):
        page = (await service.http.get("/account/sign-in")).text
        assert f"/branding/logo/{variant}" not in page
        body = SVG.replace(b"8", b"9") if variant == "dark" else SVG
        headers = {"Content-Type": "image/svg+xml"}
        assert (await admin.call("PUT", f"/api/branding/logo/{variant}", content=body, headers=headers)).code == 200
    page = (await service.http.get("/account/sign-in")).text
    assert '<img src="/branding/logo/light?v=' in page
    assert '<img src="/branding/logo/dark?v=' in page
    assert "img-src 'self' data:" in (await service.http.get("/account/sign-in")).headers["content-security-policy"]
