"""The console has a text for what the service names by a code, and for every message of a field that is not valid."""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path

import aiosmtplib.smtp
import pytest

from doorward import app
from doorward.features.transfer.files.report import COLUMNS
from tests.support.process import ROOT

_CATALOGUE = ROOT / "console" / "src" / "i18n" / "en"
_MESSAGES = json.loads((ROOT / "console/src/ui/fieldMessages.json").read_text())
_PATTERNS = [pattern for pattern, _ in _MESSAGES]
_SENDING = [pattern for pattern, _ in json.loads((ROOT / "console/src/ui/sendingErrors.json").read_text())]
# Where errors of mails and webhooks are written: the exceptions and methods that take them, the functions that return
# them, and the variable that holds one.
_SENDERS = (
    "core/mail/smtp.py",
    "core/mail/sender.py",
    "features/webhooks/delivery.py",
    "features/webhooks/outbound.py",
)
_TAKES_ERROR = ("Refused", "TryLater", "ServerTrouble", "Undelivered", "_fail", "_postpone")
_GIVES_ERROR = ("_explain", "attempt")
# Messages that say what is wrong with a field begin like this.
# One that ends with a space is the beginning of a composed one.
_PREDICATE = re.compile(r"(?:must|is|has|cannot) (?:.*\S)?$")
_PLACES = ("api", "core", "crypto/passwords", "domain", "features", "web")
# Of requests that the console never makes, or of files and settings that only commands read.
_ELSEWHERE = (
    "api/endpoints/account.py",
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
# Calls with the reason for which the import engine refuses a row, as their last argument.
_REFUSALS = ("BrokenRow", "ValueError", "Verdict")
# Puts a message of another place behind a column, or behind "The row".
_WRAPPER = re.compile(r"(?:The row|\w+) 7$")
# Of ids that are kept, which commands alone can do.
_OF_KEPT_IDS = re.compile(r"id (?:is )?7|--keep-ids")
# Texts that do not say which values are allowed.
_VAGUE = ("fieldError.choice", "fieldError.unreadable")


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


def test_every_reason_to_refuse_a_row_of_a_file_has_a_text_that_names_the_column_and_what_it_may_hold() -> None:
    """Mutant: another message in `files/proposals.py`, or one that does not begin with the column."""
    reasons = list(_reasons_of_rows())
    assert len(reasons) > 15
    unknown = [text for text in reasons if _key(text) is None]
    about_values = [text for text in reasons if " must " in text]
    unnamed = [text for text in about_values if text.split()[0] not in (*COLUMNS, "7")]
    assert (unknown, unnamed, [text for text in about_values if _key(text) in _VAGUE]) == ([], [], [])
    assert _key("mustChangePassword must be true or false") not in _VAGUE


def _key(message: str) -> str | None:
    return next((key for pattern, key in _MESSAGES if re.search(pattern, message)), None)


def _reasons_of_rows() -> Iterator[str]:
    for path in sorted((ROOT / "src/doorward/features/transfer").rglob("*.py")):
        # Second factors that are left out refuse no row.
        if path.name not in ("commands.py", "second_factors.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _REFUSALS:
                    text = _text(node.args[-1]) if len(node.args) > (node.func.id != "ValueError") else None
                    if text and not _WRAPPER.match(text) and not _OF_KEPT_IDS.search(text):
                        yield text


def _text(node: ast.expr) -> str | None:
    """A text, with a number for each value that is filled in."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def test_every_error_of_a_mail_or_a_webhook_has_a_pattern_in_the_console() -> None:
    """Otherwise it would be shown in English. What only names the server, and quotes what a library says, has none."""
    messages = [found for found in _sending_errors() if re.search("[a-z]{2}", found[1])]
    assert len(messages) > 24
    assert [found for found in messages if not any(re.search(pattern, found[1]) for pattern in _SENDING)] == []
    unused = [it for it in _SENDING if not any(re.search(it, text) for _, text in messages)]
    # What aiosmtplib says without a connection, and the end of a connection, which outbound.py composes.
    assert unused == [it for it in _SENDING if "Error connecting to" in it or "closed without" in it]


def test_the_console_knows_what_the_library_says_without_a_connection() -> None:
    library = inspect.getsource(aiosmtplib.smtp)
    assert 'f"Error connecting to {hostname} on port {port}: {exc}"' in library


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


def _sending_errors() -> Iterator[tuple[str, str]]:
    for name in _SENDERS:
        for node in ast.walk(ast.parse((ROOT / "src" / "doorward" / name).read_text())):
            for written in _written(node):
                yield from ((f"{name}:{line}", text) for line, text in _literals_of(written))


def _written(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if name in _TAKES_ERROR:
            yield from args
        case ast.Assign(targets=[ast.Name(id="error")], value=value):
            yield value
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name in _GIVES_ERROR:
            yield from (each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value)


def _literals(path: Path) -> Iterator[tuple[int, str]]:
    return _literals_of(ast.parse(path.read_text()))


def _literals_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The texts of a tree, with a number for each value that is filled in."""
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and id(node) not in parts and (text := _text(node)) is not None:
            yield node.lineno, text
