"""The previous version of Doorward: a wheel that is built out of the history of this repository.

`COMMIT` is the only place that names it. After a release, set it to the commit of the release's tag: from then on the
tests upgrade from that release, and the schema of the next one has to work with it.
"""

import io
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

from tests.support.process import ROOT

COMMIT = "87e20edb90d1c97f984abfa2d209e3793858d7a6"
# What a wheel is built from. The console is not in the history and is left out: the upgrade concerns the API.
_SOURCES = ("pyproject.toml", "README.md", "LICENSE", "src")


def install(folder: Path) -> Path:
    """Builds the wheel and installs it; returns the folder for PYTHONPATH.

    Only the wheel itself is installed. The dependencies are those of the present environment, which come behind it on
    the path: to install them a second time would take longer than the upgrade.
    """
    source, target = folder / "source", folder / "installed"
    with tarfile.open(fileobj=io.BytesIO(_archive())) as files:
        extract(files, source)
    _run("hatchling", "build", "--target", "wheel", "--directory", str(folder), cwd=source)
    (wheel,) = folder.glob("*.whl")
    quiet = ("--quiet", "--disable-pip-version-check")
    _run("pip", "install", *quiet, "--no-index", "--no-deps", "--target", str(target), str(wheel), cwd=folder)
    return target


def extract(files: tarfile.TarFile, folder: Path) -> None:
    """With the filter that later versions of Python ask for, and 3.11 has since 3.11.4."""
    options: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    files.extractall(folder, **options)


def _archive() -> bytes:
    found = subprocess.run(["git", "archive", COMMIT, *_SOURCES], cwd=ROOT, capture_output=True)
    assert found.returncode == 0, (
        f"this repository has no commit {COMMIT}, the previous version that tests upgrade from. A shallow clone lacks"
        f" it (git fetch --unshallow adds it), and so does a source package. git says: {found.stderr.decode().strip()}"
    )
    return found.stdout


def _run(module: str, *arguments: str, cwd: Path) -> None:
    done = subprocess.run([sys.executable, "-m", module, *arguments], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
