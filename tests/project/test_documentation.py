"""The documentation agrees with the code."""

import re
from pathlib import Path

import pytest
from scripts import docs

from doorward import app
from doorward.errors import catalogue
from tests.support.routes import ROUTES

REPOSITORY = Path(__file__).parents[2]
# Settings whose names sound like limits of what clients can do.
_NO_BOUNDS = {"refresh_max_ttl", "key_rotation", "refresh_rotation"}


@pytest.mark.parametrize("page", docs.BLOCKS)
def test_every_setting_endpoint_and_reason_is_documented(page: str) -> None:
    assert (docs.DOCS / page).read_text("utf-8") == docs.rendered(page), "run: make docs"


def test_the_tables_leave_nothing_out() -> None:
    settings, api = ((REPOSITORY / "docs" / name).read_text("utf-8") for name in ("settings.md", "api.md"))
    assert [name for name in app.setting_fields() if f"`DOORWARD_{name.upper()}`" not in settings] == []
    assert [fault.reason for fault in catalogue() if f"`{fault.reason}`" not in api] == []
    assert [route.path for route in ROUTES if f"`{route.template}`" not in api] == []


def test_reasons_are_unique_and_their_codes_are_statuses() -> None:
    faults = list(catalogue())
    assert len({fault.reason for fault in faults}) == len(faults)
    for fault in faults:
        assert re.fullmatch("[a-z0-9_]+", fault.reason)
        assert 400 <= fault.code <= 599
        assert fault.message


def test_every_promise_names_a_test_that_exists() -> None:
    page = (REPOSITORY / "docs" / "promises.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| promise |")]
    assert len(rows) > 80
    assert [row for row in rows if "::" not in row] == []
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)
    assert len(named) == page.count("::")
    missing = [
        f"{file}::{name}"
        for file, name in named
        if not re.search(rf"^(?:async def|def|class) {name}\b", (REPOSITORY / file).read_text("utf-8"), re.MULTILINE)
    ]
    assert missing == []


def test_security_names_tests_that_exist_and_every_limit() -> None:
    page = (REPOSITORY / "docs" / "security.md").read_text("utf-8")
    tests = "\n".join(file.read_text("utf-8") for file in (REPOSITORY / "tests").rglob("test_*.py"))
    defined = set(re.findall(r"^(?:async )?def (test_\w+)", tests, re.MULTILINE))
    assert set(re.findall(r"`(test_\w+)`", page)) <= defined
    assert [file for file in re.findall(r"`(tests/[\w/]+\.py)`", page) if not (REPOSITORY / file).exists()] == []
    limits = page.partition("## Limits")[2].partition("\n## ")[0]
    # What a client gets beyond a limit: other conflicts and outages are no limits.
    refusals = [fault.reason for fault in catalogue() if fault.code in (408, 413, 429, 503) or "too_" in fault.reason]
    assert [reason for reason in refusals if f"`{reason}`" not in limits and reason != "stopping"] == []
    bounds = [
        name for name in app.setting_fields() if re.search("limit|rate|timeout|connections|per_|_max_|pool", name)
    ]
    assert [name for name in bounds if f"`DOORWARD_{name.upper()}`" not in limits and name not in _NO_BOUNDS] == []


def test_the_architecture_lists_every_feature() -> None:
    page = (REPOSITORY / "docs" / "architecture.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    missing = [feature.name for feature in app.FEATURES if feature.name not in listed]
    assert missing == [], "add a row to the table of features in docs/architecture.md"


def _pages() -> list[Path]:
    folders = ("*.md", "docs/**/*.md", "examples/*.md", "examples/*/README.md", "clients/*/README.md")
    return [page for pattern in folders for page in REPOSITORY.glob(pattern)]


def test_commands_use_no_variable_that_the_page_has_not_set() -> None:
    """A command with an unset variable fails in ways that say nothing of it. The API's page says how to set TOKEN."""
    unset = []
    for page in _pages():
        text = page.read_text("utf-8")
        reference = page.parent == REPOSITORY / "docs" and page.name != "start.md"
        for block in re.finditer(r"^```(?:console|sh)\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
            before = text[: block.end()]
            names = set(re.findall(r"\$\{?([A-Za-z_]\w*)", re.sub("'[^']*'", "", block[1])))
            # An operator who runs the service on PostgreSQL has set this one.
            names -= {"DOORWARD_DATABASE_URL", *(["TOKEN"] if reference else [])}
            unset += [f"{page.name}: {name}" for name in names if not re.search(rf"\b{name}=", before)]
    assert unset == [], "set the variable in a command before this one"


def test_links_between_documents_lead_somewhere() -> None:
    pages = _pages()
    assert len(pages) > 5
    broken = [
        f"{page.name}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []
