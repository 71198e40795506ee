"""Small pictures, made part by part, and the metadata that must not stay in them."""

import struct
import zlib

POSITION = b"GPS 52.5163 N 13.3777 E"


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(
    width: int = 2, height: int = 2, *more: bytes, pixels: bytes | None = None, interlaced: int = 0, end: bytes = b""
) -> bytes:
    rows = pixels if pixels is not None else (b"\0" + b"\xff\0\0" * width) * height
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, interlaced))
    body = header + b"".join(more) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body + end


def segment(marker: int, data: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data


def exif(orientation: int) -> bytes:
    """Two entries: the orientation, and a text that lies behind the directory."""
    directory = struct.pack("<H", 2) + struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    directory += struct.pack("<HHII", 0x010E, 2, len(POSITION), 38) + struct.pack("<I", 0)
    return segment(0xE1, b"Exif\0\0II*\0" + struct.pack("<I", 8) + directory + POSITION)


def jpeg(width: int = 8, height: int = 8, *more: bytes, scans: int = 1, end: bytes = b"") -> bytes:
    frame = segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0")
    tables = segment(0xDB, b"\0" + bytes(range(1, 65))) + segment(0xC4, b"\0" + bytes(16))
    scan = segment(0xDA, b"\1\1\0\0\x3f\0") + b"\x12\xff\x00\x34\xff\xd0\x56"
    return b"\xff\xd8" + b"".join(more) + tables + frame + scan * scans + b"\xff\xd9" + end


def gif(width: int = 2, height: int = 2, before: bytes = b"", after: bytes = b"") -> bytes:
    screen = struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\xff\0\0\0\xff\0"
    picture = b"\x2c" + struct.pack("<4HB", 0, 0, width, height, 0) + b"\x02\x02\x4c\x01\x00"
    return b"GIF89a" + screen + before + picture + after + b"\x3b"


def gif_comment(text: bytes) -> bytes:
    return b"\x21\xfe" + bytes([len(text)]) + text + b"\0"


def riff(*chunks: tuple[bytes, bytes]) -> bytes:
    parts = b"".join(kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) & 1) for kind, data in chunks)
    return b"RIFF" + struct.pack("<I", len(parts) + 4) + b"WEBP" + parts


def vp8(width: int = 2, height: int = 2) -> tuple[bytes, bytes]:
    return b"VP8 ", b"\x30\x01\x00\x9d\x01\x2a" + struct.pack("<HH", width, height) + b"\1\2\3\4"


def vp8l(width: int = 2, height: int = 2) -> tuple[bytes, bytes]:
    return b"VP8L", b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14) + b"\1\2\3"


def webp(width: int = 2, height: int = 2) -> bytes:
    extended = struct.pack("<I", 0x1C) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return riff((b"VP8X", extended), (b"ALPH", b"\0\1\2"), vp8(width, height), (b"EXIF", POSITION), (b"XMP ", POSITION))
