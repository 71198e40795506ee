"""The wheel: its contents, its version, and an installation into an empty environment."""

import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import doorward
import doorward_client

ROOT = Path(__file__).parents[3]
PACKAGE = Path(__file__).parents[1]
PROGRAM = """
import doorward_client, importlib.util, sys
assert importlib.util.find_spec("httpx") is None
from doorward_client import Verifier
verifier = Verifier("https://auth.example.com", audience="orders")
try:
    import doorward_client.api
except ModuleNotFoundError as error:
    print(doorward_client.__version__, error.name)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=PACKAGE, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_the_version_is_that_of_the_service() -> None:
    projects = [tomllib.loads((place / "pyproject.toml").read_text("utf-8"))["project"] for place in (ROOT, PACKAGE)]
    versions = {project["version"] for project in projects}
    assert versions == {doorward.__version__} == {doorward_client.__version__}


def test_the_wheel_needs_what_the_specification_names(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = next(archive.read(name).decode() for name in names if name.endswith("METADATA"))
    required = [line for line in metadata.splitlines() if line.startswith("Requires-Dist:") and "extra" not in line]
    assert {line.split()[1].partition(">")[0] for line in required} == {"pyjwt", "cryptography"}
    assert "doorward_client/py.typed" in names
    assert {name.partition("/")[0] for name in names} == {
        "doorward_client",
        f"doorward_client-{doorward.__version__}.dist-info",
    }


def test_the_wheel_works_in_an_empty_environment_without_httpx(wheel: Path, tmp_path: Path) -> None:
    """The dependencies are those of this environment: pip would need a package index to install them."""
    venv.create(tmp_path / "empty", symlinks=True)
    python = tmp_path / "empty" / "bin" / "python"
    site = next((tmp_path / "empty").rglob("site-packages"))
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(site)]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True)
    here = next(Path(path) for path in sys.path if path.endswith("site-packages"))
    for name in ("jwt", "cryptography", "cffi", "_cffi_backend*", "pycparser"):
        for found in here.glob(name):
            (site / found.name).symlink_to(found)
    done = subprocess.run([python, "-I", "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, [doorward.__version__, "httpx"]), done.stderr
