"""Builds the load generators in C with the installed compiler, or with the one in the `ziglang` wheel."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

_ZIG = "ziglang==0.17.0"
_SOURCE = Path(__file__).with_suffix(".c")
_SHARED = Path(__file__).with_name("http_client.h")


def build(source: Path = _SOURCE) -> Path:
    program = Path(sys.prefix) / "bin" / source.stem
    changed = max(file.stat().st_mtime for file in (source, _SHARED))
    if not program.exists() or program.stat().st_mtime < changed:
        # Renamed when it is complete: another process may build it, or run it, at the same time.
        partial = program.with_suffix(f".{os.getpid()}")
        subprocess.run([*_compiler(), "-O2", "-o", str(partial), str(source), "-lm"], check=True)
        partial.replace(program)
    return program


def _compiler() -> list[str]:
    found = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if found:
        return [found]
    if subprocess.run([sys.executable, "-c", "import ziglang"], capture_output=True, check=False).returncode:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", _ZIG], check=True)
    return [sys.executable, "-m", "ziglang", "cc"]
