"""A client that openapi-python-client generates from the description of a running service; docs/generate-a-client.md.

The generator lives in an environment of its own, as it needs another version of a library than the service does.
"""

import subprocess
import sys
from pathlib import Path

from tests.support.conformance import DOCUMENT
from tests.support.process import ROOT, serving
from tests.support.service import ADMIN_PASSWORD

GENERATOR = ROOT / ".venv-generators" / "bin" / "openapi-python-client"
FOLDER = ROOT / "clients" / "generated"
PROGRAM = FOLDER / "use_python.py"
PAGE = ROOT / "docs" / "generate-a-client.md"


async def test_a_generated_python_client_has_every_operation_and_types_that_hold(
    tmp_path: Path, anyio_backend: str
) -> None:
    """Mutants: an enum of two types for `status`, as the generator then skips the operation; times without a format."""
    package = tmp_path / "doorward_api"
    environ = {"DOORWARD_DATA_DIR": str(tmp_path / "data"), "DOORWARD_ADMIN_PASSWORD": ADMIN_PASSWORD}
    async with serving(environ) as node:
        _generate(f"{node.url}/openapi.json", package)
        operations = [path for path in package.glob("api/*/*.py") if path.name != "__init__.py"]
        assert len(operations) == sum(len(methods) for methods in DOCUMENT["paths"].values())
        # It imports every model, which takes mypy four times as long.
        (package / "models" / "__init__.py").write_text("")
        mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path / 'mypy'}"]
        assert "no issues found" in _run(*mypy, str(PROGRAM), packages=tmp_path)
        program = [sys.executable, str(PROGRAM), node.url, "admin", ADMIN_PASSWORD]
        printed = _run(*program, packages=tmp_path).splitlines()
    assert printed[0] == "created ann UTC"
    assert printed[1] == "found ['ann']"
    assert printed[2].startswith("refused {'username': ")
    assert "'password': " in printed[2]


def test_the_page_shows_the_program_and_the_settings_that_are_tested() -> None:
    page = PAGE.read_text("utf-8")
    program = PROGRAM.read_text("utf-8").partition('"""\n\n')[2]
    settings = (FOLDER / "openapi-python-client.yml").read_text("utf-8").partition("\n")[2]
    assert f"```python\n{program}```" in page
    assert f"```yaml\n{settings}```" in page


def _generate(url: str, package: Path) -> None:
    assert GENERATOR.exists(), "run: make generators"
    settings = FOLDER / "openapi-python-client.yml"
    options = ["--meta", "none", "--fail-on-warning", "--config", str(settings), "--output-path", str(package)]
    _run(str(GENERATOR), "generate", "--url", url, *options, packages=package.parent)


def _run(*command: str, packages: Path) -> str:
    environ = {"PYTHONPATH": str(packages), "MYPYPATH": str(packages), "PATH": "", "no_proxy": "*"}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
