"""The pages of the documentation site; tests/browser builds it, and opens it in a browser."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from scripts import site

from doorward import app

KNOWN = site.pages()
CONFIGURATION = tomllib.loads((site.SITE / "zensical.toml").read_text("utf-8"))["project"]
# Reached from a list that is in the navigation.
_LISTED = re.compile(r"decisions/\d{4}-|reference/api/(?!index)")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    site.collect(folder)
    return folder / "docs"


def _named(entry: Any) -> list[str]:
    if isinstance(entry, str):
        return [entry]
    parts = entry.values() if isinstance(entry, dict) else entry
    return [page for part in parts for page in _named(part)]


def test_the_navigation_names_every_page_once_and_nothing_else(collected: Path) -> None:
    pages = [path.relative_to(collected).as_posix() for path in collected.rglob("*.md")]
    assert sorted(page for page in pages if not _LISTED.match(page)) == sorted(_named(CONFIGURATION["nav"]))


def test_the_reference_has_every_operation_reason_action_permission_and_metric(collected: Path) -> None:
    reference = {path.stem: path.read_text("utf-8") for path in (collected / "reference").glob("*.md")}
    operations = "\n".join(path.read_text("utf-8") for path in (collected / "reference" / "api").glob("*.md"))
    assert [it for it in app.routes() if it.documented and f"`{it.method} {it.template}`" not in operations] == []
    assert [name for name in app.permissions() if f"`{name}`" not in reference["permissions"]] == []
    assert [name for name in app.audit_actions() if f"`{name}`" not in reference["audit-actions"]] == []
    assert "`doorward_requests_total` | counter |" in reference["metrics"]
    assert "`validation_failed`" in reference["reasons"]


def test_links_lead_to_pages_of_the_site_and_source_files_are_named() -> None:
    def at(source: str, text: str) -> str:
        return site.rewritten(text, source, KNOWN)

    assert at("docs/protect-your-api.md", "[l](../clients/python/README.md#a)") == "[l](libraries/python.md#a)"
    assert at("clients/python/README.md", "[g](../../docs/accounts.md)") == "[g](../accounts.md)"
    assert at("docs/guides/backup.md", "![x](../images/layers.svg)") == "![x](../images/layers.svg)"
    assert at("docs/api.md", "[e](../examples/express)") == "[e](examples/express.md)"
    assert at("docs/api.md", "[f](../examples/express/server.js)") == "f (`examples/express/server.js`)"
    assert at("docs/api.md", "[w](https://example.com) [s](#users)") == "[w](https://example.com) [s](#users)"
    assert at("docs/api.md", "```\n[c](../Makefile)\n```") == "```\n[c](../Makefile)\n```"
    # The strict build refuses it.
    assert at("docs/api.md", "[gone](gone.md)") == "[gone](gone.md)"


def test_the_guide_for_fastapi_shows_the_example_that_is_tested() -> None:
    example = (site.ROOT / "examples" / "fastapi" / "app.py").read_text("utf-8")
    assert f"```python\n{example}```" in (site.DOCS / "guides" / "fastapi.md").read_text("utf-8")
