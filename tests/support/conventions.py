"""Rules of docs/architecture.md that can be read off the source: each yields the violations of one module."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

MAX_LINES = 300
MAX_MODULES = 15
# (module, names): the other places that read the clock or ask for randomness. Each needs a reason.
CLOCK_AND_RANDOMNESS = {
    "app.py": {"time.time_ns", "secrets.token_bytes"},  # The composition root passes them on as arguments.
    "cli/commands/doctor.py": {"secrets.token_bytes"},  # Measures a hasher of its own, without a service.
    "demo/chance.py": {"random.Random"},  # The demo is the same each time; its secrets come from the entropy.
    "preparation.py": {"secrets.token_bytes"},  # Makes the first secrets, before there is a service.
    "search/sqlite/candidates.py": {"random.sample"},  # Whatever sample it takes, the result is the same.
    "server/demo.py": {"secrets.token_bytes"},  # As in preparation.py.
    "server/serve.py": {"time.gmtime"},  # Stamps the lines that it prints before there is a service.
}
_CLOCKS = {"time.time", "time.time_ns"}
_CONVERSIONS = {"time.gmtime", "time.localtime", "time.ctime"}  # They read the clock when they are given no moment.
_CALENDARS = re.compile(r"(datetime\.)?(datetime|date)\.(now|utcnow|today)")
_RANDOM = re.compile(r"(secrets|random)\.\w+|os\.(urandom|getrandom)|uuid\.uuid[14]")
_ENVIRONMENT = {"os.environ", "os.environb", "os.getenv", "os.putenv"}
_SQL = re.compile(r"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER TABLE|DROP|WITH)\s+\S")
_SQL_PLACES = re.compile(r"(database|store|search)/|features/\w+/(\w+_)?queries\.py")
_CONTAINERS = {
    *("list", "dict", "set", "bytearray", "OrderedDict", "deque", "defaultdict", "Counter", "ChainMap"),
    *("WeakValueDictionary", "WeakKeyDictionary", "WeakSet", "FifoCache"),
}
_TABLES = {"list", "dict", "set"}  # Allowed as Final constants; the others exist only to be changed.
_MUTATORS = {
    *("append", "extend", "insert", "remove", "pop", "popitem", "clear", "update", "setdefault", "add", "discard"),
    *("sort", "reverse", "difference_update", "intersection_update"),
}
VAGUE = re.compile(r"\b(whoever|whomever|somebody|nobody|everybody|anybody)\b", re.IGNORECASE)


class Module(NamedTuple):
    path: str
    """Relative to src/doorward."""
    source: str

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.source)


Rule = Callable[[Module], Iterator[str]]


def environment(module: Module) -> Iterator[str]:
    """The environment is read only in settings/"""
    if module.path.startswith("settings/"):
        return
    for node, name in _names(module.tree):
        if name in _ENVIRONMENT:
            yield f"line {node.lineno}: {name}; take the value from Settings"


def clock_and_randomness(module: Module) -> Iterator[str]:
    """Time and randomness are arguments"""
    allowed, tree = CLOCK_AND_RANDOMNESS.get(module.path, set()), module.tree
    bare = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call) and not node.args]
    for node, name in _names(tree):
        read = name in _CLOCKS or _CALENDARS.fullmatch(name) or (name in _CONVERSIONS and node in bare)
        if (read or _RANDOM.fullmatch(name)) and name not in allowed:
            yield f"line {node.lineno}: {name}; take a clock or a source of randomness as an argument"


def sql(module: Module) -> Iterator[str]:
    """SQL is only in database/, store/, search/ and a feature's queries.py"""
    if _SQL_PLACES.match(module.path):
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _SQL.match(node.value):
            yield f"line {node.lineno}: {node.value[:40]!r}; move the statement to store/"


def global_state(module: Module) -> Iterator[str]:
    """No module has mutable state"""
    tree = module.tree
    changed = set(_changed(tree))
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        kind = _container(node.value)
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if kind is None or not isinstance(target, ast.Name) or target.id == "__all__":
                continue
            if kind not in _TABLES:
                yield f"line {node.lineno}: {target.id} is a {kind}; keep it in an object that app.build makes"
            elif not isinstance(node, ast.AnnAssign) or not ast.unparse(node.annotation).startswith("Final"):
                yield f"line {node.lineno}: {target.id} is a {kind} without Final; annotate a constant table"
            elif target.id in changed:
                yield f"line {node.lineno}: {target.id} is changed in its module; keep it in an object"


def length(module: Module) -> Iterator[str]:
    """Files have about 250 lines at most"""
    lines = module.source.count("\n")
    if lines > MAX_LINES:
        yield f"{lines} lines; split the file at about 250"


RULES: tuple[Rule, ...] = (environment, clock_and_randomness, sql, global_state, length)


def crowded(paths: list[str]) -> list[str]:
    """Packages with too many modules; `__init__` and the migrations, which only grow, are not counted."""
    counts: dict[str, int] = {}
    for path in map(PurePosixPath, paths):
        if path.name != "__init__.py" and path.parent.as_posix() != "database/migrations/versions":
            counts[path.parent.as_posix()] = counts.get(path.parent.as_posix(), 0) + 1
    return [
        f"{package}: {count} modules, at most {MAX_MODULES}" for package, count in counts.items() if count > MAX_MODULES
    ]


def _names(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Names and attributes with their full name, as the imports of the module say."""
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                package = name.name.partition(".")[0]
                known[name.asname or package] = name.name if name.asname else package
        elif isinstance(node, ast.ImportFrom) and not node.level:
            known |= {name.asname or name.name: f"{node.module}.{name.name}" for name in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Load):
            first, _, rest = ast.unparse(node).partition(".")
            if first in known:
                yield node, f"{known[first]}.{rest}" if rest else known[first]


def _container(value: ast.expr) -> str | None:
    """The kind of mutable container that an expression makes."""
    displays = {ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.DictComp: "dict", ast.Set: "set"}
    if type(value) in displays:
        return displays[type(value)]
    if isinstance(value, ast.SetComp):
        return "set"
    if isinstance(value, ast.Call):
        called = value.func.value if isinstance(value.func, ast.Subscript) else value.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        return name if name in _CONTAINERS else None
    return None


def _changed(tree: ast.Module) -> Iterator[str]:
    """Names whose items are assigned or deleted, or on which a method is called that changes them."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in _MUTATORS:
                yield name
            case ast.AugAssign(target=ast.Name(id=name)) | ast.Global(names=[name, *_]):
                yield name
