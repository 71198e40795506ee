"""Whether anybody committed since, told without asking SQLite.

Every process that has a database in WAL mode open maps the WAL's index into its memory. Each commit, whoever makes it,
writes the header of that index anew before it returns: a count, the last frame and its checksum, and random numbers of
the WAL. While these bytes are what they were, so is everything in the database.

They are read where SQLite itself has mapped them. A file opened here would have to be closed one day, and closing it
would release all locks that SQLite has on it in this process: that is how POSIX has it.
"""

import ctypes
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

# The layout by which the header is known; it has been this one since there is a WAL.
_VERSION: Final = (3_007_000).to_bytes(4, sys.byteorder)
_SIZE: Final = 48
_MAPS: Final = Path("/proc/self/maps")


def header_of(database: Path) -> Callable[[], bytes] | None:
    """Reads the header as it is at that moment; only while a connection of this process is open that has read already.

    None where it can't be found, as on systems without /proc.
    """
    address = _address(os.fsencode(database.resolve()) + b"-shm")
    if address is None:
        return None
    header = (ctypes.c_char * _SIZE).from_address(address)
    if not header.raw.startswith(_VERSION):
        return None
    return lambda: header.raw


def _address(index: bytes) -> int | None:
    """Where this process has the beginning of a file."""
    try:
        maps = _MAPS.read_bytes()
    except OSError:
        return None
    for line in maps.splitlines():
        # address, permissions, offset, device, inode, path
        fields = line.split(maxsplit=5)
        if len(fields) == 6 and fields[5] == index and int(fields[2], 16) == 0:
            return int(fields[0].partition(b"-")[0], 16)
    return None
