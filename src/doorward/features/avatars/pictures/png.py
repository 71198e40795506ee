"""PNG (W3C, third edition): a signature and chunks, each with a checksum."""

import struct
import zlib
from typing import Final

from doorward.features.avatars.pictures.bounds import check_size, damaged

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
# Of the chunks that are not essential, those that change how the pixels look. Left out: texts, times, EXIF, profiles,
# and the further pictures of an animation.
_KEPT: Final = (b"PLTE", b"tRNS", b"gAMA", b"cHRM", b"sRGB")
# By the type of colour: samples in a pixel, and how many bits a sample may have.
_COLOURS: Final = {0: (1, (1, 2, 4, 8, 16)), 2: (3, (8, 16)), 3: (1, (1, 2, 4, 8)), 4: (2, (8, 16)), 6: (4, (8, 16))}
# The seven passes of an interlaced picture: first column and row, and the steps.
_PASSES: Final = (
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
)  # fmt: skip
_PIECE: Final = 1 << 16


def rewritten(body: bytes) -> bytes:
    chunks = _chunks(body)
    kind, header = chunks[0]
    if kind != b"IHDR" or len(header) != 13:
        raise damaged("it does not begin with its header")
    length = _length(header)
    kept, pixels, known = [(kind, header)], list[bytes](), True
    for kind, data in chunks[1:]:
        if kind == b"IDAT":
            pixels.append(data)
        elif kind in _KEPT and not pixels and all(kind != other for other, _ in kept):
            kept.append((kind, data))
        elif kind[0] & 0x20 == 0 and kind not in _KEPT and kind != b"IEND":
            known = False  # A chunk that decoders must understand.
    if not known or (header[9] == 3 and all(kind != b"PLTE" for kind, _ in kept)):
        raise damaged("a chunk is missing or not known")
    _check_pixels(pixels, length)
    return SIGNATURE + b"".join(_chunk(*each) for each in (*kept, (b"IDAT", b"".join(pixels)), (b"IEND", b"")))


def _chunks(body: bytes) -> list[tuple[bytes, bytes]]:
    """Up to the end of the picture; what follows it is not part of it."""
    found, place = list[tuple[bytes, bytes]](), len(SIGNATURE)
    while not found or found[-1][0] != b"IEND":
        length, kind = struct.unpack_from(">I4s", body, place)
        data = body[place + 8 : place + 8 + length]
        (checksum,) = struct.unpack_from(">I", body, place + 8 + length)
        if checksum != zlib.crc32(kind + data):
            raise damaged("a checksum is wrong")
        found.append((kind, data))
        place += length + 12
    return found


def _length(header: bytes) -> int:
    """How many bytes the pixels have unpacked. Raises for a header that no decoder accepts."""
    width, height, depth, colour, *methods = struct.unpack(">IIBBBBB", header)
    check_size(width, height)
    samples, depths = _COLOURS.get(colour, (0, ()))
    if depth not in depths or methods[:2] != [0, 0] or methods[2] not in (0, 1):
        raise damaged("its header is wrong")
    bits: int = samples * depth
    if not methods[2]:
        return int(height * (1 + (width * bits + 7) // 8))
    rows = (
        (-(-(height - top) // down), -(-(width - left) // right))
        for left, top, right, down in _PASSES
        if width > left and height > top
    )
    return sum(count * (1 + (across * bits + 7) // 8) for count, across in rows)


def _check_pixels(pixels: list[bytes], length: int) -> None:
    """Unpacks them piece by piece, and keeps none: exactly the bytes of the picture, and nothing behind them."""
    unpacking, unpacked = zlib.decompressobj(), 0
    try:
        for data in pixels:
            full = True
            while data or full:
                piece = len(unpacking.decompress(data, _PIECE))
                data, full, unpacked = unpacking.unconsumed_tail, piece == _PIECE, unpacked + piece
                if unpacked > length:
                    raise ValueError("must be a picture without more pixels than its header says")
    except zlib.error:
        raise damaged("its pixels cannot be unpacked") from None
    if unpacked != length or not unpacking.eof or unpacking.unused_data:
        raise damaged("its pixels are not complete")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
