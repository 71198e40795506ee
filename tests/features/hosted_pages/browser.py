"""A browser without scripts: it keeps cookies, sends what browsers send, and reads forms."""

import re
from html.parser import HTMLParser
from typing import Any

import httpx

from tests.support.service import Service

ORIGIN = {"Origin": "https://auth.example.com", "Sec-Fetch-Site": "same-origin"}

AGENT = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}


class Form(HTMLParser):
    """The visible form of a page: its address and the fields that the browser would send."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.action, self.fields, self._hidden = "", dict[str, str](), False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if "data-panel" in given:
            self._hidden = "hidden" in given
        if self._hidden:
            return
        if tag == "form":
            self.action = given["action"] or ""
        elif tag == "input" and given.get("name") and (given.get("type") != "checkbox" or "checked" in given):
            self.fields[str(given["name"])] = given.get("value") or ""


class Browser:
    def __init__(self, service: Service, language: str = "en") -> None:
        self.service, self.language = service, language
        self.page = httpx.Response(200)

    async def open(self, path: str, method: str = "GET", **headers: str) -> httpx.Response:
        given = (
            AGENT
            | {"Accept-Language": self.language}
            | {name.replace("_", "-"): value for name, value in headers.items()}
        )
        self.page = await self.service.http.request(method, path, headers=given)
        return self.page

    async def submit(self, headers: dict[str, str] | None = None, **values: str) -> httpx.Response:
        """Fills the visible form in and sends it. `use` presses the button for another method."""
        form = Form(self.page.text)
        assert set(values) <= set(form.fields) | {"use", "trustDevice"}, form.fields
        return await self.post(form.action, form.fields | values, headers)

    async def post(self, path: str, values: dict[str, Any], headers: dict[str, str] | None = None) -> httpx.Response:
        given = AGENT | {"Accept-Language": self.language} | (ORIGIN if headers is None else headers)
        self.page = await self.service.http.post(path, data=values, headers=given)
        return self.page

    @property
    def title(self) -> str:
        """The heading of the visible panel."""
        visible = re.sub(r"<section[^>]* hidden>.*?</section>", "", self.page.text)
        match = re.search(r"<h1[^>]*>(.*?)</h1>", visible)
        return match[1] if match else ""

    @property
    def alert(self) -> str:
        match = re.search(r'role="alert" data-alert tabindex="-1">(.*?)</p>', self.page.text)
        return match[1] if match else ""

    @property
    def buttons(self) -> list[str]:
        """The methods to which the visible form changes."""
        visible = re.sub(r"<section[^>]* hidden>.*?</section>", "", self.page.text)
        return re.findall(r'name="use" value="(\w+)" formnovalidate>', visible)

    def error(self, name: str) -> str:
        """What the page says about a field."""
        match = re.search(rf'<p id="\w+-{name}-error" class="error">(.*?)</p>', self.page.text)
        return match[1] if match else ""
