"""The packages that a release publishes. They contain the built console, which `make test-browser` builds first."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.support.postgres_install import free_port
from tests.support.previous_version import extract
from tests.support.process import ROOT, serving

# Downloads and installs the dependencies.
PATIENCE_SECONDS = 120
TOOLS = Path(sysconfig.get_path("scripts"))


def build(kind: str, source: Path, target: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return next(target.glob("*.tar.gz" if kind == "sdist" else "*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the source package, as `python -m build` does."""
    folder = tmp_path_factory.mktemp("packages")
    with tarfile.open(build("sdist", ROOT, folder)) as sdist:
        extract(sdist, folder / "source")
    return build("wheel", next((folder / "source").iterdir()), folder)


async def test_a_wheel_built_from_the_source_package_serves_the_console(
    wheel: Path, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutant: `artifacts` for the wheel only, as `python -m build` makes the wheel of the sdist."""
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as files:
        files.extractall(installed)
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


async def test_each_line_of_the_readme_installs_the_wheel_and_serves(
    wheel: Path, tmp_path: Path, anyio_backend: str
) -> None:
    """With the built wheel in the place of the published one. The environments are new; they share what was downloaded,
    so they are made one after the other. The last is made by uv's pip, to save time; `make release` uses pip."""
    by_pip = f'uv venv --quiet own && uv pip install --quiet --python own {wheel} && exec own/bin/doorward "$@"'
    for name, line in {
        "uvx": ["uvx", "--from", str(wheel), "doorward"],
        "pipx": ["pipx", "run", "--spec", str(wheel), "doorward"],
        "pip": ["sh", "-c", by_pip, "sh"],
    }.items():
        folder = tmp_path / name
        folder.mkdir()
        async with _running(line, folder, tmp_path / "downloads") as http:
            assert (await http.get("/healthz")).status_code == 200
            assert '<div id="app">' in (await http.get("/console")).text
        assert (folder / "doorward-data" / "first-admin-password").exists(), name


@contextlib.asynccontextmanager
async def _running(command: list[str], folder: Path, downloads: Path) -> AsyncIterator[httpx.AsyncClient]:
    """Runs `COMMAND serve` in an empty folder until the block ends, as Ctrl-C ends it."""
    port = free_port()
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("DOORWARD_", "PYTHON"))}
    environ = inherited | {
        "PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}",
        "UV_CACHE_DIR": str(downloads),
        "PIPX_HOME": str(folder / "pipx"),
        "PIPX_DEFAULT_BACKEND": "uv",
    }
    process = await asyncio.create_subprocess_exec(
        *command, "serve", "--port", str(port), cwd=folder, env=environ, start_new_session=True,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not await _answers(http):
                    assert process.returncode is None, (await process.communicate())[1].decode()
                    await asyncio.sleep(0.05)
            yield http
        os.killpg(process.pid, signal.SIGINT)
        await asyncio.wait_for(process.wait(), PATIENCE_SECONDS)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


async def _answers(http: httpx.AsyncClient) -> bool:
    try:
        return (await http.get("/readyz")).status_code == 200
    except httpx.TransportError:
        return False
