"""The built files of the web console, and of the hosted pages in the folder `hosted`. The source is in /console;
api/endpoints/console.py and features/hosted_pages serve them."""

from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec
from msgspec import Struct

_MEDIA_TYPES: Final = {
    ".css": b"text/css; charset=utf-8",
    ".html": b"text/html; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".json": b"application/json",
    ".png": b"image/png",
    ".svg": b"image/svg+xml",
}
_ENCODINGS: Final = {b"br": ".br", b"gzip": ".gz"}
_INDEX: Final = "index.html"
_HASHED: Final = "assets"  # Vite's folder for files with a content hash in their name.
_HERE: Final = Path(__file__).parent
_HOSTED: Final = "hosted"
_HOSTED_ENTRY: Final = "src/account/main.ts"
DIST: Final = _HERE / "dist"


class Asset(Struct, frozen=True):
    """A file of the console in every content coding."""

    media_type: bytes
    bodies: dict[bytes, bytes]  # By content coding; b"" is uncompressed.
    for_ever: bool  # Cacheable for ever: the name contains a content hash.

    @property
    def is_page(self) -> bool:
        return self.media_type == _MEDIA_TYPES[".html"]


def is_built() -> bool:
    return (DIST / _INDEX).is_file()


def find(path: str) -> Asset | None:
    """The file at a path below the console's address.

    An address of one of its pages gives the index, so that deep links work; a file that is not there gives None.
    """
    name = PurePosixPath(path.strip("/"))
    if name.suffix not in _MEDIA_TYPES:
        return _load(DIST, _INDEX) or _load(_HERE, "unbuilt.html")
    if ".." in name.parts or "\\" in path or "\0" in path:
        return None
    return _load(DIST, str(name))


def find_hosted(name: str) -> Asset | None:
    """A file of the hosted pages with a content hash in its name, which has no folder."""
    return _load(DIST / _HOSTED, f"{_HASHED}/{name}") if PurePosixPath(name).suffix in _MEDIA_TYPES else None


def hosted_entry() -> tuple[str, tuple[str, ...]]:
    """The script of the hosted pages and its style sheets; empty when they are not built."""
    return _entry(DIST / _HOSTED / "manifest.json")


@lru_cache(maxsize=1)
def _entry(manifest: Path) -> tuple[str, tuple[str, ...]]:
    if not manifest.is_file():
        return "", ()
    entry = msgspec.json.decode(manifest.read_bytes())[_HOSTED_ENTRY]
    return entry["file"], tuple(entry.get("css", ()))


@lru_cache(maxsize=256)
def _load(folder: Path, name: str) -> Asset | None:
    """Read once and kept in memory: all files together are below 1 MB."""
    file = folder / name
    if not file.is_file():
        return None
    bodies = {b"": file.read_bytes()}
    for coding, suffix in _ENCODINGS.items():
        packed = folder / f"{name}{suffix}"
        if packed.is_file():
            bodies[coding] = packed.read_bytes()
    path = PurePosixPath(name)
    return Asset(_MEDIA_TYPES[path.suffix], bodies, path.parts[0] == _HASHED)
