"""JPEG (ITU-T T.81): segments with a length, and scans of compressed pixels between them."""

import re
import struct
from typing import Final

from doorward.features.avatars.pictures.bounds import check_size, damaged

SIGNATURE: Final = b"\xff\xd8\xff"
# Baseline, extended and progressive with Huffman codes: what browsers show.
_FRAMES: Final = (0xC0, 0xC1, 0xC2)
_SCAN, _END, _APPLICATION_1 = 0xDA, 0xD9, 0xE1
# Tables of quantisation and of codes, and the interval of restarts. 0xEE tells how colours are coded (Adobe).
_KEPT: Final = (0xDB, 0xC4, 0xDD, 0xEE)
# A decoder goes over the whole picture for each scan: many scans of few bytes would keep it busy for long.
_SCANS_MAX: Final = 64
# Within a scan, what is neither a byte 255 of the pixels (255, 0) nor a restart. Bytes 255 that fill the space before a
# marker are left to the scan: a pattern that takes them all would begin again at each of them.
_MARKER: Final = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
_ORIENTATION: Final = 0x0112


def rewritten(body: bytes) -> bytes:
    """Without comments and what applications add: EXIF (positions), XMP, thumbnails, profiles. The orientation stays,
    because a photograph would lie on its side without it."""
    kept, place, orientation = list[bytes](), 2, 1
    frames = scans = 0
    while True:
        marker, place = _next_marker(body, place)
        if marker == _END:
            break
        (length,) = struct.unpack_from(">H", body, place)
        data = body[place + 2 : place + length]
        if length < 2 or len(data) != length - 2:
            raise damaged("a segment ends early")
        place += length
        if marker in _FRAMES:
            frames += 1
            _check_frame(data)
        elif marker == _SCAN:
            scans += 1
            end = _end_of_scan(body, place)
            kept.append(_segment(marker, data) + body[place:end])
            place = end
        elif marker == _APPLICATION_1 and orientation == 1:
            orientation = _orientation(data)
        elif not (marker in _KEPT or 0xE0 <= marker <= 0xEF or marker == 0xFE):
            raise damaged(f"it has a segment of the unusual kind {marker:02X}")
        if marker in _KEPT or marker in _FRAMES:
            kept.append(_segment(marker, data))
        if frames > 1 or scans > _SCANS_MAX or (scans and not frames):
            raise damaged("its segments are out of order, or too many")
    if not scans:
        raise damaged("it has no pixels")
    turned = _segment(_APPLICATION_1, _exif(orientation)) if orientation != 1 else b""
    return b"\xff\xd8" + turned + b"".join(kept) + b"\xff\xd9"


def _next_marker(body: bytes, place: int) -> tuple[int, int]:
    """The marker at the place, which fill bytes may precede, and where it ends."""
    if body[place] != 0xFF:
        raise damaged("a segment does not begin where the one before ends")
    while body[place] == 0xFF:
        place += 1
    return body[place], place + 1


def _end_of_scan(body: bytes, place: int) -> int:
    found = _MARKER.search(body, place)
    if found is None:
        raise damaged("its pixels are not complete")
    return found.start()


def _check_frame(data: bytes) -> None:
    precision, height, width, components = struct.unpack_from(">BHHB", data)
    check_size(width, height)
    if precision != 8 or components not in (1, 3, 4) or len(data) != 6 + 3 * components:
        raise ValueError("must be a JPEG picture of 8 bits; save it again with another program")


def _segment(marker: int, data: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data


def _orientation(data: bytes) -> int:
    """The orientation in EXIF; 1, upright, if it is not there. It is in the first directory, of a few entries."""
    order = {b"II": "<", b"MM": ">"}.get(data[6:8])
    if not data.startswith(b"Exif\0\0") or order is None:
        return 1
    tiff = data[6:]
    try:
        (start,) = struct.unpack_from(f"{order}I", tiff, 4)
        (entries,) = struct.unpack_from(f"{order}H", tiff, start)
        for number in range(min(entries, 100)):
            tag, kind, count, value = struct.unpack_from(f"{order}HHIH", tiff, start + 2 + 12 * number)
            if (tag, kind, count) == (_ORIENTATION, 3, 1) and 1 <= value <= 8:
                return int(value)
    except struct.error:
        pass
    return 1


def _exif(orientation: int) -> bytes:
    """EXIF with the orientation and nothing else."""
    directory = struct.pack(">HHHIHHI", 1, _ORIENTATION, 3, 1, orientation, 0, 0)
    return b"Exif\0\0" + b"MM\0*" + struct.pack(">I", 8) + directory
