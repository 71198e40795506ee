"""Every detail that an entry of the audit trail can have is called by a text of the console, in its languages."""

import ast
import re
from collections.abc import Iterator

from doorward.domain.user_fields import AUDITED
from doorward.domain.user_query import UserFilter
from doorward.features.transfer.over_http.operation import Tally
from tests.project.test_conventions import PACKAGE, ROOT

# What the source does not spell out in the call or in its function, by its text: with which keys it ends up.
_USER = {field.wire for field in AUDITED}
_ACCOUNT = {"name", "description", "roles", "status"}
_WEBHOOK = {"host", "events", "description", "enabled"}
_KNOWN = {
    "user.audited()": _USER,
    "before.audited()": _USER,
    "after.audited()": _USER,
    "account.audited()": _ACCOUNT,
    "created.audited()": _ACCOUNT,
    "changed.audited()": _ACCOUNT,
    "webhook.recorded()": _WEBHOOK,
    "before.recorded()": _WEBHOOK,
    "changed.recorded()": _WEBHOOK,
    "shown(": {"name", "colour", "footerLinks"},
    "note_username(": {"confusableWith"},
    "fault.data": {"reason", "problem"},
    "self.flow.opener.open_unrecorded(": {"endedSessions"},
    "self.open_unrecorded(": {"endedSessions"},
    "replace(Tally()": set(Tally.__struct_fields__),
    "{name: found[name] for name in _OUTCOMES}": {"created", "changed", "unchanged", "refused"},
    "{key: details[key] for key in (": {"email", "username", "name", "roles", "expiresAt"},
    # Settings are called by their names, which are those of the environment.
    "after": set[str](),
    "{name: before[name] for name in after}": set[str](),
}
# `AuditTrail.record` adds these.
_ALWAYS = {"apiKey", "impersonator"}

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def _functions() -> list[tuple[_Function, ast.Module, str]]:
    found = list[tuple[_Function, ast.Module, str]]()
    for path in sorted(PACKAGE.rglob("*.py")):
        module = ast.parse(path.read_text("utf-8"))
        where = str(path.relative_to(PACKAGE))
        found += [(node, module, where) for node in ast.walk(module) if isinstance(node, _Function)]
    return found


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _keys(value: ast.expr, function: _Function, module: ast.Module, where: str) -> Iterator[str]:
    """The keys of a dictionary that is passed on as details."""
    text = ast.unparse(value)
    for known, keys in _KNOWN.items():
        if text.removeprefix("await ").startswith(known):
            yield from keys
            return
    match value:
        case ast.Dict(keys=names) if all(isinstance(name, ast.Constant) for name in names):
            yield from (str(name.value) for name in names if isinstance(name, ast.Constant))
        case ast.BinOp(left=left, right=right):
            yield from (key for side in (left, right) for key in _keys(side, function, module, where))
        case ast.IfExp(body=body, orelse=orelse):
            yield from (key for side in (body, orelse) for key in _keys(side, function, module, where))
        case ast.Name(id=name) if function.args.kwarg and name == function.args.kwarg.arg:
            pass  # Its callers are examined as well.
        case ast.Name(id=name):
            given = list(_assigned(name, function))
            assert given, f"{where}: {name} is nowhere assigned in {function.name}: add it to _KNOWN"
            for each in given:
                yield from [each] if isinstance(each, str) else _keys(each, function, module, where)
        case ast.Call(func=ast.Name(id=name)):
            returning = [
                each.value
                for node in module.body
                if isinstance(node, _Function) and node.name == name
                for each in ast.walk(node)
                if isinstance(each, ast.Return) and each.value
            ]
            assert returning, f"{where}: what does {text} have? Add it to _KNOWN"
            yield from (key for each in returning for key in _keys(each, function, module, where))
        case _:
            raise AssertionError(f"{where}: what keys has {text}? Add it to _KNOWN")


def _assigned(name: str, function: _Function) -> Iterator[ast.expr | str]:
    """The values of a variable, and the keys that are set in it."""
    for node in ast.walk(function):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        if not isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.NamedExpr) or value is None:
            continue
        for target in targets:
            match target:
                case ast.Name(id=found) if found == name:
                    yield value
                case ast.Tuple(elts=parts) if name in {getattr(part, "id", "") for part in parts}:
                    yield value
                case ast.Subscript(value=ast.Name(id=found), slice=ast.Constant(value=key)) if found == name:
                    yield str(key)


def _details() -> set[str]:
    """What the calls pass on to the trail, themselves or through a function that takes `**details`."""
    functions = _functions()
    recording = {node.name for node, _, _ in functions if node.args.kwarg and node.args.kwarg.arg == "details"}
    found = set(_ALWAYS)
    for function, module, where in functions:
        for call in ast.walk(function):
            if not isinstance(call, ast.Call):
                continue
            if _called(call) == "differences":
                for side in call.args:
                    found.update(_keys(side, function, module, where))
            elif _called(call) in recording:
                for keyword in call.keywords:
                    found.update([keyword.arg] if keyword.arg else _keys(keyword.value, function, module, where))
    # `changes` holds the fields that are examined above; `recent` is passed to another method that is called `begin`.
    return found - {"changes", "recent"}


def test_the_console_has_a_text_for_every_detail_of_the_audit_trail() -> None:
    source = (ROOT / "console/src/pages/audit/details.ts").read_text("utf-8")
    fields = re.search(r"const FIELDS: .*?= \{(.*?)\n\}", source, re.DOTALL)
    assert fields
    texts = (ROOT / "console/src/i18n/en/audit.ts").read_text("utf-8")
    named = set(re.findall(r"^  (\w+): '", fields[1], re.MULTILINE)) | set(re.findall(r"'audit\.detail\.(\w+)'", texts))
    details = _details()
    assert {"sessionsEnded", "mailedTo", "confusableWith", "userCount", "endedSessions", "emailVerified"} <= details
    filters = {re.sub(r"_(\w)", lambda match: match[1].upper(), name) for name in UserFilter.__struct_fields__}
    assert sorted((details | filters) - named) == [], "give it a text: audit.detail in console/src/i18n, or FIELDS"
    unused = named - details - filters - {"actor", "password", "id"}
    assert sorted(unused) == [], "texts of details that no entry has"
