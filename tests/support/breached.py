"""Lists of breached passwords for tests."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from doorward.crypto.passwords import breached_build
from doorward.crypto.passwords.breached import Header


def sha1(password: str) -> str:
    return hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper()


def lines_of(passwords: Iterable[str]) -> list[str]:
    """As Have I Been Pwned's download has them."""
    return [f"{digest}:{place % 1000 + 1}" for place, digest in enumerate(sorted(map(sha1, passwords)))]


def write_lines(path: Path, lines: Iterable[str], end: str = "\r\n") -> Path:
    path.write_bytes("".join(line + end for line in lines).encode())
    return path


def build(source: Path, target: Path) -> Header:
    lines = breached_build.count_lines(source, lambda done, total: None)
    return breached_build.build(source, target, lines, lambda done, total: None)


def list_of(folder: Path, *passwords: str) -> Path:
    """A list of these passwords."""
    target = folder / "breached-passwords"
    build(write_lines(folder / "hashes.txt", lines_of(passwords)), target)
    return target
