"""The packages that a release publishes. They contain the built console, which `make test-browser` builds first."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tests.support.process import ROOT, serving


def build(kind: str, source: Path, target: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return next(target.glob("*.tar.gz" if kind == "sdist" else "*.whl"))


async def test_a_wheel_built_from_the_source_package_serves_the_console(tmp_path: Path, anyio_backend: str) -> None:
    """Mutant: `artifacts` for the wheel only, as `python -m build` makes the wheel of the sdist."""
    with tarfile.open(build("sdist", ROOT, tmp_path)) as sdist:
        sdist.extractall(tmp_path / "source", filter="data")
    unpacked = next((tmp_path / "source").iterdir())
    installed = tmp_path / "installed"
    with zipfile.ZipFile(build("wheel", unpacked, tmp_path)) as wheel:
        wheel.extractall(installed)
    # Before the editable installation of these tests.
    environ = {"PYTHONPATH": str(installed), "DOORWARD_DATA_DIR": str(tmp_path / "data")}
    log = tmp_path / "log"
    async with serving(environ, log=log) as node:
        page = await node.http.get("/console")
        assert page.status_code == 200
        script = page.text.split('src="')[1].split('"')[0]
        assert (await node.http.get(script)).status_code == 200
    assert "/console" in log.read_text()
    assert (
        str(installed)
        in subprocess.run(
            [sys.executable, "-c", "import doorward; print(doorward.__file__)"],
            env=environ,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    )
