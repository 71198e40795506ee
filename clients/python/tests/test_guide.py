"""The Python snippets of docs/protect-your-api.md, with real tokens."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
from adapter_apps import django_with

import doorward_client
from doorward.testing.service import Doorward
from doorward_client import Verifier, api
from doorward_client import django as django_adapter
from doorward_client.api import AsyncClient, Client

pytestmark = pytest.mark.anyio
PAGE = Path(__file__).parents[3] / "docs" / "protect-your-api.md"
SNIPPETS = dict(re.findall(r"<!-- runs: ([\w-]+) -->\n```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))
README = Path(__file__).parents[1] / "README.md"
LIBRARY = dict(re.findall(r"<!-- runs: ([\w-]+) -->\n```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL))


@pytest.fixture
def run(doorward: Doorward, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], dict[str, Any]]]:
    """Executes a snippet whose verifier asks the service of this test."""
    made: list[Verifier] = []

    def verifier(url: str, **options: Any) -> Verifier:
        assert url == "https://auth.example.com"
        made.append(Verifier(doorward.url, http=doorward.client, **options))
        return made[-1]

    def executed(source: str) -> dict[str, Any]:
        module = ModuleType("snippet")
        monkeypatch.setitem(sys.modules, "snippet", module)  # Litestar looks up the module of a handler.
        exec(compile(source, "snippet", "exec"), vars(module))
        return vars(module)

    monkeypatch.setattr(doorward_client, "Verifier", verifier)
    yield executed
    for each in made:
        each.close()


@pytest.fixture
def tokens(doorward: Doorward) -> tuple[dict[str, str], dict[str, str]]:
    """Headers of a user with the permission, and of one without."""
    admin = doorward.client_for(doorward.sign_in("admin"))
    assert admin.post("/api/roles", json={"name": "clerk", "permissions": ["orders:*"]}).status_code == 200
    return doorward.user("ann", roles=["clerk"]).headers, doorward.user("bob").headers


def test_every_python_snippet_of_the_guide_is_run() -> None:
    for page, snippets in ((PAGE, SNIPPETS), (README, LIBRARY)):
        assert page.read_text("utf-8").count("```python") == len(snippets) > 0
    assert set(SNIPPETS) == {"fastapi", "fastapi-principal", "django-settings", "django", "flask", "verifier"}
    assert set(LIBRARY) == {"starlette", "litestar", "client", "async-client"}


@pytest.mark.parametrize("name", ["fastapi", "fastapi-principal", "starlette", "litestar"])
async def test_an_asgi_snippet_protects_its_endpoint(name: str, run: Any, tokens: Any) -> None:
    app = run((SNIPPETS | LIBRARY)[name])["app"]
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://shop") as http:
        answers = [(await http.get("/orders", headers=headers)).status_code for headers in (*tokens, {})]
    assert answers == [200, 403, 401]


def test_the_flask_snippet_protects_its_endpoint(run: Any, tokens: Any) -> None:
    http = run(SNIPPETS["flask"])["app"].test_client()
    assert [http.get("/orders", headers=headers).status_code for headers in (*tokens, {})] == [200, 403, 401]


def test_the_django_snippets_protect_their_endpoint(run: Any, tokens: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = run(SNIPPETS["django-settings"])
    made = doorward_client.Verifier(**settings["DOORWARD"])
    monkeypatch.setattr(django_adapter, "verifier", lambda: made)
    app = django_with(run(SNIPPETS["django"])["orders"], settings["MIDDLEWARE"])
    with httpx.Client(transport=httpx.WSGITransport(app), base_url="http://shop") as http:
        assert [http.get("/orders", headers=headers).status_code for headers in (*tokens, {})] == [200, 403, 401]


def test_the_snippet_without_a_framework_tells_who_may(run: Any, tokens: Any) -> None:
    may = run(SNIPPETS["verifier"])["may_read_orders"]
    bearers = [headers["Authorization"].removeprefix("Bearer ") for headers in tokens]
    assert [may(token) for token in (*bearers, "no token")] == [True, False, False]


@pytest.mark.parametrize("name", ["client", "async-client"])
async def test_the_snippets_of_the_client_create_a_user(
    name: str, run: Any, doorward: Doorward, monkeypatch: pytest.MonkeyPatch
) -> None:
    http, async_http = doorward.client_for(None), doorward.async_client_for(None)
    monkeypatch.setattr(api, "Client", lambda url: Client(doorward.url, http=http))
    monkeypatch.setattr(api, "AsyncClient", lambda url: AsyncClient(doorward.url, http=async_http))
    main, password = run(LIBRARY[name])["main"], "correct horse battery staple"
    if name == "async-client":
        await main(password)
    else:
        main(password)
    admin = doorward.client_for(doorward.sign_in("admin"))
    assert admin.get("/api/users", params={"keyword": "ann"}).json()["data"]["total"] == 1
