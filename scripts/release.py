"""Builds what a release publishes, checks it, and lists it: `make release`. Publishes nothing.

In `dist/`: source packages and wheels of the service and the Python library, the npm package of the TypeScript library,
an SBOM of the locked dependencies, and checksums.
"""

import hashlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
PACKAGES = (ROOT, ROOT / "clients" / "python")
_START_SECONDS = 60
_shown = Console(highlight=False)


def main(tools: Path) -> None:
    version = _version()
    shutil.rmtree(DIST, ignore_errors=True)
    for package in PACKAGES:
        _step(f"build {package.name if package != ROOT else 'doorward'}")
        # --no-isolation: the tools are pinned; an isolated build would take the newest.
        _run(tools / "python", "-m", "build", "--no-isolation", "--outdir", DIST, package)
    python_packages = sorted(DIST.iterdir())
    _step("check the metadata")
    _run(tools / "twine", "check", "--strict", *python_packages)
    _step("build the TypeScript library")
    _run("npm", "run", "build", "--workspace", "@doorward/client")
    _run("npm", "pack", "--workspace", "@doorward/client", "--pack-destination", DIST)
    packages = [*python_packages, *DIST.glob("*.tgz")]
    _step("list the dependencies")
    sbom = DIST / f"doorward-{version}.cdx.json"
    arguments = ("--pyproject", ROOT / "pyproject.toml", "--short-PURLs", "--output-reproducible", "-o", sbom)
    _run(tools / "cyclonedx-py", "requirements", ROOT / "requirements.lock", *arguments)
    _step("install the wheel into an empty environment and serve")
    _serve(next(DIST.glob("doorward-*.whl")), version)
    sums = {file: hashlib.sha256(file.read_bytes()).hexdigest() for file in (*packages, sbom)}
    (DIST / "SHA256SUMS").write_text("".join(f"{digest}  {file.name}\n" for file, digest in sums.items()))
    _list(version, sums)


def _version() -> str:
    """The version that all packages agree on. A clean tree, so that a tag can name what was built."""
    version = str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])
    changed = subprocess.run(("git", "status", "--porcelain"), cwd=ROOT, check=True, capture_output=True, text=True)
    if changed.stdout:
        raise SystemExit(f"Commit or stash these first, so that the packages are those of a commit:\n{changed.stdout}")
    if not re.search(rf"^## \[?{re.escape(version)}\b", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE):
        _shown.print(f"[yellow]CHANGELOG.md has no section {version} yet; a release needs one.[/yellow]")
    return version


def _serve(wheel: Path, version: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        _run(sys.executable, "-m", "venv", home / "environment")
        bin = home / "environment" / "bin"
        _run(bin / "python", "-m", "pip", "--disable-pip-version-check", "--quiet", "install", wheel)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = (bin / "doorward", "serve", "--port", str(port))
        server = subprocess.Popen(command, cwd=home, stdout=subprocess.DEVNULL)
        try:
            for path in ("/readyz", "/console", "/docs"):
                _fetch(f"http://127.0.0.1:{port}{path}")
        finally:
            server.terminate()
            server.wait(_START_SECONDS)
        shown = subprocess.run((bin / "doorward", "--version"), check=True, capture_output=True, text=True).stdout
        if version not in shown:
            raise SystemExit(f"The wheel says that it is {shown.strip()}, and not {version}")


def _fetch(url: str) -> None:
    until = time.monotonic() + _START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310
                return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def _step(text: str) -> None:
    _shown.print(f"[bold]{text}[/bold]")


def _run(*command: str | Path) -> None:
    done = subprocess.run([str(each) for each in command], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def _list(version: str, sums: dict[Path, str]) -> None:
    table = Table(title=f"Would be published as {version}")
    for name in ("file", "KiB", "SHA-256"):
        table.add_column(name, overflow="fold")  # Complete, also where there are 80 columns or no terminal.
    for file, digest in sums.items():
        table.add_row(file.name, f"{file.stat().st_size / 1024:,.0f}", digest)
    _shown.print(table)
    _shown.print("Once it is published, name its commit in tests/support/previous_version.py; tests upgrade from it.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
