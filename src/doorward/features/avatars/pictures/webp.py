"""WebP (RFC 9649): a RIFF container with one picture, lossy or lossless, perhaps with transparency beside it."""

import struct
from typing import Final

from doorward.features.avatars.pictures.bounds import check_size, damaged

SIGNATURE: Final = b"RIFF"
_LOSSY, _LOSSLESS, _ALPHA, _EXTENDED = b"VP8 ", b"VP8L", b"ALPH", b"VP8X"
_ANIMATIONS: Final = (b"ANIM", b"ANMF")
_HAS_ALPHA: Final = 0x10


def rewritten(body: bytes) -> bytes:
    """The pixels and their transparency, without EXIF, XMP and profiles."""
    size, form = struct.unpack_from("<I4s", body, 4)
    if form != b"WEBP" or size + 8 > len(body):
        raise damaged("it ends early")
    chunks = _chunks(body[12 : size + 8])
    if any(kind in _ANIMATIONS for kind, _ in chunks):
        raise ValueError("must be a picture that stands still; save one picture of the animation")
    pixels = [each for each in chunks if each[0] in (_LOSSY, _LOSSLESS)]
    alpha = [each for each in chunks if each[0] == _ALPHA]
    if len(pixels) != 1 or len(alpha) > 1:
        raise damaged("it has no pixels, or several pictures")
    kind, data = pixels[0]
    width, height = _lossy_size(data) if kind == _LOSSY else _lossless_size(data)
    check_size(width, height)
    parts = pixels
    if kind == _LOSSY and alpha:
        canvas = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
        parts = [(_EXTENDED, struct.pack("<I", _HAS_ALPHA) + canvas), alpha[0], pixels[0]]
    content = b"WEBP" + b"".join(_chunk(*each) for each in parts)
    return SIGNATURE + struct.pack("<I", len(content)) + content


def _chunks(content: bytes) -> list[tuple[bytes, bytes]]:
    found, place = list[tuple[bytes, bytes]](), 0
    while place < len(content):
        kind, length = struct.unpack_from("<4sI", content, place)
        data = content[place + 8 : place + 8 + length]
        if len(data) != length:
            raise damaged("a chunk ends early")
        found.append((kind, data))
        place += 8 + length + (length & 1)
    return found


def _lossy_size(data: bytes) -> tuple[int, int]:
    """A key frame of VP8, RFC 6386: three bytes of its tag, a start code, and twice 14 bits."""
    if data[0] & 1 or data[3:6] != b"\x9d\x01\x2a":
        raise damaged("its pixels are not those of a picture")
    width, height = struct.unpack_from("<HH", data, 6)
    return width & 0x3FFF, height & 0x3FFF


def _lossless_size(data: bytes) -> tuple[int, int]:
    if data[0] != 0x2F:
        raise damaged("its pixels are not those of a picture")
    (bits,) = struct.unpack_from("<I", data, 1)
    if bits >> 29:
        raise damaged("its version is not known")
    return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1


def _chunk(kind: bytes, data: bytes) -> bytes:
    return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) & 1)
