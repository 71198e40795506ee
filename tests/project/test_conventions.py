"""The source keeps the rules of docs/architecture.md."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.support import conventions
from tests.support.conventions import RULES, VAGUE, Module, Rule, crowded

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "doorward"
FILES = sorted(path for path in PACKAGE.rglob("*.py"))
TEXT = {".py", ".md", ".ts", ".vue", ".html", ".css"}


def modules() -> list[Module]:
    return [Module(path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")) for path in FILES]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_module_keeps_the_rule(rule: Rule) -> None:
    violations = [f"src/doorward/{module.path}: {found}" for module in modules() for found in rule(module)]
    assert not violations, "\n".join([f"{rule.__doc__}:", *violations])


@pytest.mark.parametrize(
    ("rule", "path", "source"),
    [
        (conventions.environment, "core/users.py", "import os\nDEBUG = os.environ.get('DEBUG')"),
        (conventions.environment, "core/users.py", "from os import getenv as read\nread('DEBUG')"),
        (conventions.clock_and_randomness, "core/users.py", "import time\ntime.time()"),
        (conventions.clock_and_randomness, "core/users.py", "from time import time_ns as now\nnow()"),
        (conventions.clock_and_randomness, "core/users.py", "import datetime as dt\ndt.datetime.now(dt.UTC)"),
        (conventions.clock_and_randomness, "core/users.py", "from datetime import date\ndate.today()"),
        (conventions.clock_and_randomness, "core/users.py", "import secrets\nmake = secrets.token_bytes"),
        (conventions.clock_and_randomness, "core/users.py", "import time\ntime.gmtime()"),
        (conventions.clock_and_randomness, "core/users.py", "from uuid import uuid4\nuuid4()"),
        (conventions.clock_and_randomness, "app.py", "import random\nrandom.random()"),
        (conventions.sql, "core/users.py", "fetch('SELECT id FROM users')"),
        (conventions.sql, "features/transfer/service.py", "fetch(f'DELETE FROM users WHERE id = {n}')"),
        (conventions.global_state, "core/users.py", "cache = {}"),
        (conventions.global_state, "core/users.py", "_seen: set[int] = set()"),
        (conventions.global_state, "core/users.py", "_known: Final = FifoCache[str, int](10)"),
        (conventions.global_state, "core/users.py", "_rows: Final = {}\ndef add(n):\n    _rows[n] = 1"),
        (conventions.global_state, "core/users.py", "_rows: Final = []\ndef add(n):\n    _rows.append(n)"),
        (conventions.length, "core/users.py", "pass\n" * 301),
    ],
)
def test_each_rule_finds_a_violation(rule: Rule, path: str, source: str) -> None:
    assert len(list(rule(Module(path, source)))) == 1


@pytest.mark.parametrize(
    ("rule", "path", "source"),
    [
        (conventions.environment, "settings/loading.py", "import os\nos.environ"),
        (conventions.clock_and_randomness, "core/users.py", "from time import monotonic, perf_counter\nmonotonic()"),
        (conventions.clock_and_randomness, "core/users.py", "import time\ntime.gmtime(seconds)"),
        (conventions.clock_and_randomness, "core/users.py", "def work(time, secrets):\n    time.time(secrets.x)"),
        (conventions.sql, "features/transfer/queries.py", "fetch('SELECT id FROM users')"),
        (conventions.sql, "cli/root.py", "help('Update a user'); help('WITH')"),
        (conventions.global_state, "core/users.py", "NAMES: Final = {1: 'one'}\n__all__ = ['NAMES']"),
        (conventions.length, "core/users.py", "pass\n" * 300),
    ],
)
def test_no_rule_forbids_what_is_allowed(rule: Rule, path: str, source: str) -> None:
    assert list(rule(Module(path, source))) == []


def test_the_exceptions_of_the_clock_rule_are_all_needed() -> None:
    needed = {
        module.path: {name for name in names if any(name == found for _, found in conventions._names(module.tree))}
        for module in modules()
        if (names := conventions.CLOCK_AND_RANDOMNESS.get(module.path))
    }
    assert needed == conventions.CLOCK_AND_RANDOMNESS


def test_packages_have_at_most_fifteen_modules() -> None:
    assert crowded([path.relative_to(PACKAGE).as_posix() for path in FILES]) == []
    assert crowded([f"core/module{number}.py" for number in range(16)] + ["core/__init__.py"]) == [
        "core: 16 modules, at most 15"
    ]


def test_every_top_level_module_has_a_layer() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    named = {name.strip().split(".")[1] for layer in layers for name in layer.split("|")}
    parts = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in FILES} - {"__init__", "__main__"}
    assert sorted(parts - named) == [], "name it in the layers of pyproject.toml"
    assert sorted(named - parts) == [], "a layer of pyproject.toml that is gone"


def test_the_text_names_programs_and_people_by_their_role() -> None:
    """Not "whoever" or "nobody", but the caller, the client, an administrator. The Chinese texts have no such words."""
    places = [PACKAGE, ROOT / "docs", ROOT / "console" / "src"]
    files = [ROOT / "README.md", *(path for place in places for path in sorted(place.rglob("*")))]
    generated = PACKAGE / "console" / "dist"
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for path in files
        if path.suffix in TEXT and not path.is_relative_to(generated)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if (match := VAGUE.search(line))
    ]
    assert not found, "\n".join(["name the role instead: the caller, the client, an administrator", *found])
    assert VAGUE.search("Nobody is there to be asked")


def test_http_is_only_in_web_api_and_the_endpoints_of_features() -> None:
    """Telemetry measures requests; app.py, feature.py and the server pass the application on."""
    allowed = re.compile(r"(web|api|telemetry|server)/|app\.py|feature\.py|features/\w+/endpoints\.py")
    knows_http = re.compile(r"doorward\.(web|api)\b")
    assert [it.path for it in modules() if not allowed.match(it.path) and knows_http.search(it.source)] == []


def test_a_fault_becomes_an_envelope_in_one_place() -> None:
    """The OpenAPI document calls the same function, to show which headers come with a fault."""
    allowed = ("web/messages.py", "web/openapi/failures.py", "api/application.py")
    assert [it.path for it in modules() if it.path not in allowed and re.search(r"\bfailure\(", it.source)] == []
