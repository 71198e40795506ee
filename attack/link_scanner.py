"""Visits a link as mail gateways, chat previews and link scanners do: `python -m attack.link_scanner LINK`.

None of these visits is a click. A link that works once (a reset, an invitation, a confirmation) must still work after
all of them; `--check` runs a command that finds out. It works with the links of any service, sends no more than some
tens of requests for a link, and follows links on the host of the link alone.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from html.parser import HTMLParser
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

import httpx

AGENTS: Final = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
    "Mozilla/5.0 (compatible; Microsoft Office/16.0; MSOffice 16) SafeLinks",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "facebookexternalhit/1.1",
    "Barracuda Sentinel (EE)",
    "curl/8.5.0",
)
CHROMIUM: Final = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
)
_REQUEST_SECONDS: Final = 10
_MOST_LINKS: Final = 25
# What a person sees and uses. A form without any of these asks for nothing, and some scanners send it.
_CONTROLS: Final = ("text", "password", "email", "tel", "number", "search", "submit", "checkbox", "radio", "image")


class Visit(NamedTuple):
    how: str
    outcome: str


class Form(NamedTuple):
    method: str
    action: str
    values: dict[str, str]
    asks: bool  # Whether it has a control that a person would use.


class Document(HTMLParser):
    """The addresses and the forms of a page."""

    def __init__(self, base: str, text: str) -> None:
        super().__init__()
        self.base, self.addresses, self.forms = base, list[str](), list[Form]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = urljoin(self.base, given.get("action", ""))
            self.forms.append(Form(given.get("method", "get").upper(), action, {}, asks=False))
        elif tag in ("a", "link", "script", "img", "iframe", "area"):
            self.addresses += [urljoin(self.base, given[name]) for name in ("href", "src") if given.get(name)]
        elif tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            self.addresses.append(urljoin(self.base, given.get("content", "").partition("=")[2].strip("'\" ")))
        elif self.forms and tag in ("input", "button", "select", "textarea"):
            self._add_control(tag, given)

    def _add_control(self, tag: str, given: dict[str, str]) -> None:
        form = self.forms[-1]
        if given.get("name"):
            form.values[given["name"]] = given.get("value", "")
        if tag != "input" or given.get("type", "text").lower() in _CONTROLS:
            self.forms[-1] = form._replace(asks=True)


class Scanner:
    def __init__(self, link: str, chromium: str | None, seconds: float) -> None:
        self.link, self._chromium, self._seconds = link, chromium, seconds

    def visits(self) -> Iterator[Visit]:
        for agent in AGENTS:
            for method in ("HEAD", "GET"):
                yield self._visit(f"{method} as {agent.split(' ')[0]}", partial(self._get, method, agent))
        for address in self._rewritten():
            yield self._visit("GET with the fragment sent along", partial(self._get, "GET", AGENTS[0], address))
        yield self._visit("GET of everything that the page names", lambda: self._follow(self._page()))
        if self._chromium:
            # Real time, as most scanners take it; then a minute of timers in a moment.
            yield self._visit("Chromium that runs scripts and waits", lambda: self._browse("--timeout=3000"))
            yield self._visit("Chromium whose clock runs ahead", lambda: self._browse("--virtual-time-budget=60000"))

    def _visit(self, how: str, visit: Callable[[], str]) -> Visit:
        try:
            return Visit(how, visit())
        except (httpx.HTTPError, subprocess.SubprocessError) as error:
            return Visit(how, type(error).__name__)

    def _get(self, method: str, agent: str, address: str = "") -> str:
        with _client(agent) as http:
            return str(http.request(method, address or urldefrag(self.link).url).status_code)

    def _rewritten(self) -> Iterator[str]:
        """Gateways that rewrite links take the fragment for a part of the path or the query."""
        address, fragment = urldefrag(self.link)
        if fragment:
            yield f"{address}?{fragment}"
            yield f"{address}%23{fragment}"
            yield f"{address}/{fragment}"

    def _page(self) -> Document:
        address = urldefrag(self.link).url
        with _client(AGENTS[0]) as http:
            return Document(address, http.get(address).text)

    def _follow(self, page: Document) -> str:
        """Opens what the page names on the same host, and sends its forms that ask for nothing."""
        host = urlsplit(self.link).netloc
        fragment = dict(parse_qsl(urldefrag(self.link).fragment))
        addresses = [address for address in dict.fromkeys(page.addresses) if urlsplit(address).netloc == host]
        forms = [form for form in page.forms if not form.asks and urlsplit(form.action).netloc == host]
        with _client(AGENTS[0]) as http:
            for address in addresses[:_MOST_LINKS]:
                http.get(address)
            for form in forms[:_MOST_LINKS]:
                values = {name: value or fragment.get(name, "") for name, value in form.values.items()}
                sent = {"params": values} if form.method == "GET" else {"data": values}
                http.request(form.method, form.action, **sent)  # type: ignore[arg-type]
        return f"{min(len(addresses), _MOST_LINKS)} addresses, {len(forms)} of {len(page.forms)} forms sent"

    def _browse(self, waiting: str) -> str:
        """Forms that submit themselves are submitted, as by any browser; then those that ask for nothing."""
        assert self._chromium is not None
        with tempfile.TemporaryDirectory(prefix="link-scanner-") as profile:
            command = [
                self._chromium, "--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                f"--user-data-dir={profile}", waiting, "--dump-dom",
                *(["--no-sandbox"] if os.getuid() == 0 else []), self.link,
            ]  # fmt: skip
            found = subprocess.run(command, capture_output=True, text=True, timeout=self._seconds, check=False)
        if found.returncode or "<" not in found.stdout:
            return f"failed with {found.returncode}"
        return self._follow(Document(urldefrag(self.link).url, found.stdout))


def _client(agent: str) -> httpx.Client:
    return httpx.Client(
        headers={"User-Agent": agent, "Accept": "text/html,*/*"}, follow_redirects=True, timeout=_REQUEST_SECONDS,
        trust_env=False, verify=False,
    )  # fmt: skip


def find_chromium() -> str | None:
    return next((path for name in CHROMIUM if (path := shutil.which(name))), None)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m attack.link_scanner", description=__doc__)
    parser.add_argument("links", nargs="+", metavar="LINK", help="a link that must still work after the visits")
    parser.add_argument(
        "--check", metavar="COMMAND", help="run with the link as its last argument; 0 if it still works"
    )
    parser.add_argument("--chromium", metavar="PATH", default=find_chromium(), help="default: the one on the PATH")
    parser.add_argument("--no-browser", action="store_true", help="visit by HTTP alone")
    parser.add_argument("--seconds", type=float, default=30, help="time limit of a visit by a browser")
    options = parser.parse_args()
    if not options.chromium and not options.no_browser:
        parser.error("Chromium was not found; name it with --chromium, or pass --no-browser")
    failed = False
    for number, link in enumerate(options.links, 1):
        # Not the link: it holds a secret.
        for visit in Scanner(link, None if options.no_browser else options.chromium, options.seconds).visits():
            failed |= visit.outcome.startswith(("failed", "TimeoutExpired", "ConnectError"))
            print(f"link {number}: {visit.how}: {visit.outcome}", flush=True)
        if options.check and subprocess.run([*shlex.split(options.check), link], check=False).returncode:
            print(f"link {number}: USED UP by a visit", flush=True)
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
