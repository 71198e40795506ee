"""GIF (GIF89a): blocks that follow a screen descriptor. Of an animation, the first picture is kept."""

import struct
from typing import Final

from doorward.features.avatars.pictures.bounds import check_size, damaged

SIGNATURE: Final = b"GIF8"
_IMAGE, _EXTENSION, _CONTROL = 0x2C, 0x21, 0xF9


def rewritten(body: bytes) -> bytes:
    """Screen, colours, transparency and the first picture, without comments and what applications add."""
    if body[:6] not in (b"GIF87a", b"GIF89a"):
        raise damaged("its version is not known")
    width, height, flags = struct.unpack_from("<HHB", body, 6)
    check_size(width, height)
    place = 13 + _colours(flags)
    screen, control = body[6:place], b""
    while (kind := body[place]) == _EXTENSION:
        label, start = body[place + 1], place + 2
        place = _end_of_blocks(body, start)
        if label == _CONTROL and body[start] == 4:
            # Transparency only: neither a delay nor what follows the picture.
            control = struct.pack("<4BHBB", _EXTENSION, _CONTROL, 4, body[start + 1] & 1, 0, body[start + 4], 0)
    if kind != _IMAGE:
        raise damaged("it has no pixels")
    left, top, across, down, flags = struct.unpack_from("<4HB", body, place + 1)
    check_size(left + across, top + down)
    pixels = place + 10 + _colours(flags)
    end = _end_of_blocks(body, pixels + 1)
    if body[pixels] not in range(2, 9) or left + across > width or top + down > height:
        raise damaged("its picture does not fit its screen")
    return b"GIF89a" + screen + control + body[place:end] + b"\x3b"


def _colours(flags: int) -> int:
    """The length of the table of colours."""
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _end_of_blocks(body: bytes, place: int) -> int:
    """Blocks have their length before them; an empty one ends them."""
    while length := body[place]:
        place += length + 1
    return place + 1
