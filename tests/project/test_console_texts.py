"""The console has a text for what the service names by a code, and for every message of a field that is not valid."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from doorward import app
from tests.support.process import ROOT

_CATALOGUE = ROOT / "console" / "src" / "i18n" / "en"
_PATTERNS = [pattern for pattern, _ in json.loads((ROOT / "console/src/ui/fieldMessages.json").read_text())]
# Messages that say what is wrong with a field begin like this.
# One that ends with a space is the beginning of a composed one.
_PREDICATE = re.compile(r"(?:must|is|has|cannot) (?:.*\S)?$")
_PLACES = ("api", "core", "crypto/passwords", "domain", "features", "web")
# Of requests that the console never makes, or of files and settings that only commands read.
_ELSEWHERE = (
    "api/schemas/account.py",
    "core/api_keys/keys.py",
    "core/audit/proof.py",
    "core/sign_in/new_accounts.py",
    "domain/audit_query.py",
    "features/event_stream",
    "features/hosted_pages",
    "features/registration",
    "web/conditional.py",
    "web/messages.py",
    "web/parsing.py",
)
# The messages that web/parsing.py and domain/validation.py compose.
_COMPOSED = (
    "must have at least 7 characters",
    "must have at most 7 entries",
    "must be at least 7",
    "must be at most 7",
    "must be a whole number",
    "must be text or null",
    "must be true or false",
    "has an entry that must be text",
    "is not one of the allowed values",
    "must not contain spaces or control characters",
)


def test_every_permission_and_every_kind_of_mail_has_a_text() -> None:
    texts = _texts()
    assert [name for name in app.permissions() if f"permission.{name}" not in texts] == []
    assert [name for name in app.mail_kinds() if f"mail.kind.{name}" not in texts] == []
    assert [name for name in app.mail_kinds() if f"texts.when.{name}" not in texts] == []


@pytest.mark.parametrize("name", ["admin", "user"])
def test_the_console_knows_the_descriptions_of_built_in_roles(name: str) -> None:
    migration = (ROOT / "src/doorward/database/migrations/versions/0001_users_roles_sessions_keys.py").read_text()
    known = (ROOT / "console/src/pages/roles/roleText.ts").read_text()
    described = re.search(rf'"name": "{name}".*"description": "([^"]+)"', migration)
    assert described
    assert f"{name}: '{described[1]}'" in known
    assert f"roles.given.{name}" in _texts()


def test_every_message_of_a_field_has_a_pattern_in_the_console() -> None:
    """Otherwise it would be shown in English, whatever the language of the console."""
    messages = [*_field_messages(), *(("composed", text) for text in _COMPOSED)]
    assert len(messages) > 60
    assert [found for found in messages if not any(re.search(pattern, found[1]) for pattern in _PATTERNS)] == []


def _texts() -> set[str]:
    return {key for path in _CATALOGUE.glob("*.ts") for key in re.findall(r"^  '([^']+)':", path.read_text(), re.M)}


def _field_messages() -> Iterator[tuple[str, str]]:
    source = ROOT / "src" / "doorward"
    for place in _PLACES:
        for path in sorted((source / place).rglob("*.py")):
            for line, text in _literals(path):
                where = f"{path.relative_to(source)}:{line}"
                if _PREDICATE.match(text) and not where.startswith(_ELSEWHERE) and path.name != "commands.py":
                    yield where, text


def _literals(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a module, with a number for each value that is filled in."""
    tree = ast.parse(path.read_text())
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            values = (part.value if isinstance(part, ast.Constant) else "7" for part in node.values)
            yield node.lineno, "".join(map(str, values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            yield node.lineno, node.value
