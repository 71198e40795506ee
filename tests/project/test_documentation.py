"""The documentation agrees with the code."""

import re
from pathlib import Path

import pytest
from scripts import docs

from doorward import app
from doorward.errors import catalogue
from tests.support.routes import ROUTES

REPOSITORY = Path(__file__).parents[2]


@pytest.mark.parametrize("page", docs.BLOCKS)
def test_every_setting_endpoint_and_reason_is_documented(page: str) -> None:
    assert (docs.DOCS / page).read_text("utf-8") == docs.rendered(page), "run: make docs"


def test_the_tables_leave_nothing_out() -> None:
    settings, api = ((REPOSITORY / "docs" / name).read_text("utf-8") for name in ("settings.md", "api.md"))
    assert [name for name in app.setting_fields() if f"`DOORWARD_{name.upper()}`" not in settings] == []
    assert [fault.reason for fault in catalogue() if f"`{fault.reason}`" not in api] == []
    assert [route.path for route in ROUTES if f"`{route.path}`" not in api] == []


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


def test_links_between_documents_lead_somewhere() -> None:
    pages = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")]
    assert len(pages) > 5
    broken = [
        f"{page.name}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []
