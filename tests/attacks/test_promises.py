"""Every test that docs/security.md names for a promise exists."""

import re

from tests.support.process import ROOT


def test_every_test_that_a_promise_names_is_there() -> None:
    page = (ROOT / "docs" / "security.md").read_text("utf-8")
    sources = {path.relative_to(ROOT): path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py")}
    named = set(re.findall(r"`(test_\w+)`", page))
    assert len(named) > 30
    everything = "\n".join(sources.values())
    assert [name for name in sorted(named) if f"def {name}(" not in everything] == []
    files = {name.rpartition("/")[2] for name in re.findall(r"`([\w/]+\.py)`", page)}
    assert sorted(files - {path.name for path in sources} - {"timing.py"}) == []
