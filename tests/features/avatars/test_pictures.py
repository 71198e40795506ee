"""Pictures are written again without what is not needed to show them, and refused where a browser would suffer."""

import random
import struct
import time
import zlib

import pytest

from doorward.features.avatars.pictures import checked
from doorward.features.avatars.pictures.bounds import BYTES_MAX, SIDE_MAX
from tests.features.avatars import samples
from tests.features.avatars.samples import POSITION, chunk, exif, gif, gif_comment, jpeg, png, riff, vp8, vp8l, webp

_TEXT = chunk(b"tEXt", b"Comment\0" + POSITION)
_TAGGED = {
    "image/png": png(2, 2, _TEXT, chunk(b"eXIf", POSITION), chunk(b"acTL", struct.pack(">II", 2, 0)), end=POSITION),
    "image/jpeg": jpeg(8, 8, exif(1), samples.segment(0xFE, POSITION), samples.segment(0xE2, POSITION), end=POSITION),
    "image/gif": gif(before=gif_comment(POSITION), after=gif_comment(POSITION)),
    "image/webp": webp() + POSITION,
}
_PLAIN = {
    "image/png": png(),
    "image/jpeg": jpeg(),
    "image/gif": gif(),
    "image/webp": riff((b"VP8X", struct.pack("<I", 0x10) + b"\1\0\0\1\0\0"), (b"ALPH", b"\0\1\2"), vp8()),
}


@pytest.mark.parametrize("media_type", _TAGGED)
def test_metadata_and_what_follows_a_picture_are_removed(media_type: str) -> None:
    """Mutant: the body as it came. Positions of photographs would be public."""
    tagged = _TAGGED[media_type]
    assert POSITION in tagged
    picture = checked(tagged)
    assert picture.media_type == media_type
    assert picture.body == _PLAIN[media_type]
    assert checked(picture.body) == picture


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_a_photograph_keeps_its_orientation_and_nothing_else_of_its_metadata(orientation: int) -> None:
    """Mutant: EXIF is dropped completely. Photographs of telephones would lie on their side."""
    body = checked(jpeg(8, 8, exif(orientation))).body
    assert POSITION not in body
    assert body.count(b"Exif\0\0") == 1
    start = body.index(b"MM\0*")
    assert struct.unpack_from(">HHHIH", body, start + 8) == (1, 0x0112, 3, 1, orientation)
    assert checked(body).body == body


@pytest.mark.parametrize(
    "body",
    [
        png(SIDE_MAX + 1, 1),
        png(1, SIDE_MAX + 1),
        png(0, 1, pixels=b""),
        jpeg(SIDE_MAX + 1, 1),
        jpeg(1, 0),
        gif(SIDE_MAX + 1, 1),
        riff(vp8(SIDE_MAX + 1, 1)),
        riff(vp8l(1, SIDE_MAX + 1)),
    ],
)
def test_a_picture_with_too_many_pixels_is_refused_with_its_size(body: bytes) -> None:
    with pytest.raises(ValueError, match=f"at most {SIDE_MAX} x {SIDE_MAX} pixels, and has"):
        checked(body)


def test_the_largest_picture_is_accepted() -> None:
    assert checked(png(SIDE_MAX, SIDE_MAX)).media_type == "image/png"
    assert checked(png(1, 1, pixels=b"\0\1\2\3", interlaced=1)).media_type == "image/png"
    assert checked(riff(vp8l())).body == riff(vp8l())


@pytest.mark.parametrize(
    "body",
    [
        png(2, 2, pixels=bytes(50_000_000)),
        png(2, 2, pixels=bytes(13)),
        png(2, 2)[:-20],
        png(2, 2).replace(b"IDAT", b"IDAX"),
        png(2, 2, chunk(b"ABCD", b"")),
        jpeg(scans=65),
        jpeg()[:-4],
        jpeg().replace(b"\xff\xda", b"\xff\xc3"),
        gif()[:20],
        riff(vp8(), vp8()),
        riff((b"ANIM", bytes(6)), (b"ANMF", bytes(24))),
        riff((b"VP8 ", b"\x31\x01\x00\x9d\x01\x2a" + bytes(8))),
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"BM" + bytes(60),
        b"<!doctype html><script>alert(1)</script>",
        b"",
        bytes(BYTES_MAX + 1),
    ],
)
def test_what_is_damaged_hostile_or_no_picture_is_refused(body: bytes) -> None:
    """A PNG that unpacks to megabytes behind a small header is refused after the first of them."""
    with pytest.raises(ValueError, match=r"^must "):
        checked(body)


def test_damaged_files_raise_nothing_but_what_says_so() -> None:
    """Any byte of a picture may be wrong: cut and changed pictures are refused with a text, or accepted."""
    chance = random.Random(24)
    for whole in (*_TAGGED.values(), *_PLAIN.values()):
        for _ in range(200):
            body = bytearray(whole)
            for _ in range(chance.randint(1, 4)):
                body[chance.randrange(4, len(body))] = chance.randrange(256)
            cut = bytes(body[: chance.randint(4, len(body))])
            for candidate in (bytes(body), cut):
                refused = _refused(candidate)
                assert refused is None or refused.startswith("must ")


def _refused(body: bytes) -> str | None:
    try:
        checked(body)
    except ValueError as error:
        return str(error)
    return None


def test_a_stream_of_pixels_with_a_file_behind_it_is_refused() -> None:
    """Mutant: `unused_data` is not looked at. A file could hide among the pixels."""
    hidden = zlib.compress((b"\0" + b"\xff\0\0" * 2) * 2) + POSITION
    body = png()
    start = body.index(b"IDAT") - 4
    with pytest.raises(ValueError, match="not complete"):
        checked(body[:start] + chunk(b"IDAT", hidden) + chunk(b"IEND", b""))


def test_fill_bytes_before_a_marker_are_read_once() -> None:
    """Mutant: a pattern that takes all fill bytes, and begins again at each of them when no marker follows. 60,000 of
    them took 20 seconds, and a file of the largest size half an hour, in which the service did nothing else."""
    scan, filled = b"\xff\x00\x34\xff\xd0\x56", b"\xff\x00\x34\xff\xd0\x56" + b"\xff" * 60_000
    started = time.process_time()
    with pytest.raises(ValueError, match="not complete"):
        checked(jpeg().removesuffix(b"\xff\xd9").replace(scan, filled + b"\0"))
    complete = jpeg().replace(scan, filled)
    assert checked(complete).body == complete
    assert time.process_time() - started < 5
