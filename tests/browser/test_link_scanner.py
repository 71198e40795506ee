"""Scanners that open the links of mails in Chromium, and run their scripts, use no token up; `make test-browser`."""

import asyncio
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from attack.link_scanner import Scanner, find_chromium

from doorward import console
from tests.support.mailed_links import SETTINGS, mailed_links
from tests.support.process import serving

_SCRIPT = "new URLSearchParams(location.hash.slice(1)).get('token')"
# Pages that a scanner uses up, each in another way.
MUTANTS = {
    "opened": "Thank you",
    "script": f"<script>fetch('/use', {{method: 'POST', body: {_SCRIPT}}})</script>",
    "late script": f"<script>setTimeout(() => fetch('/use', {{method: 'POST', body: {_SCRIPT}}}), 20000)</script>",
    "form that a script submits": "<form method=post action=/use><button>Confirm</button></form>"
    "<script>document.forms[0].submit()</script>",
    "form that asks for nothing": "<form method=post action=/use><input type=hidden name=token></form>",
    "frame": "<iframe src=/use></iframe>",
    "link": "<a href=/use>Confirm</a>",
    "button": "<form method=post action=/use><button>Confirm</button></form>",
}


@contextmanager
def mutant(page: str, *, used_by_opening: bool) -> Iterator[tuple[str, list[str]]]:
    """A service with one page for its links, and the requests that used a token up."""
    used: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/use" or (used_by_opening and self.path.startswith("/confirm")):
                used.append(self.path)
            self._answer()

        def do_POST(self) -> None:
            used.append(self.path)
            self.rfile.read(int(self.headers.get("content-length") or 0))
            self._answer("Thank you")  # The page would submit itself again and again.

        def do_HEAD(self) -> None:
            self.do_GET()

        def _answer(self, text: str = page) -> None:
            body = f"<!doctype html><title>x</title>{text}".encode()
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/confirm#token=x", used
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def scan(link: str) -> dict[str, str]:
    chromium = os.environ.get("DOORWARD_TEST_CHROMIUM") or find_chromium()
    assert chromium, "Chromium is needed: make chromium"
    return {visit.how: visit.outcome for visit in Scanner(link, chromium, 60).visits()}


@pytest.mark.parametrize("kind", MUTANTS)
def test_the_scanner_uses_up_what_needs_no_click_and_nothing_else(kind: str) -> None:
    with mutant(MUTANTS[kind], used_by_opening=kind == "opened") as (link, used):
        scan(link)
    assert bool(used) == (kind != "button")


async def test_no_link_of_a_mail_is_used_up_by_a_browser_without_a_click(environ: dict[str, str]) -> None:
    assert console.hosted_entry()[0], "the pages have no script yet: make console"
    async with serving(environ | SETTINGS) as node:
        links = await mailed_links(node.http)
        for name, link in links.items():
            visits = await asyncio.to_thread(scan, link.url)
            browsers = {how: outcome for how, outcome in visits.items() if how.startswith("Chromium")}
            # The forms are there, and none was sent.
            assert len(browsers) == 2, name
            assert all(re.search("0 of [1-9] forms sent", it) for it in browsers.values()), (name, browsers)
        for name, link in links.items():
            answer = await link.redeem(node.http)
            assert answer.status_code == 200, (name, answer.text)
