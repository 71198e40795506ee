"""Pictures that users upload: checked part by part and written again without metadata (docs/decisions/0049).

Nothing decodes the pixels: the parts of each format that hold them are copied as they are. Everything else is left out
unless a decoder needs it. So positions, names of cameras, thumbnails, comments and files that were appended to a
picture are gone, and no decoder in C reads what strangers send.
"""

import struct
from typing import Final

from msgspec import Struct

from doorward.features.avatars.pictures import gif, jpeg, png, webp
from doorward.features.avatars.pictures.bounds import BYTES_MAX

_FORMATS: Final = (
    ("image/png", png.SIGNATURE, png.rewritten),
    ("image/jpeg", jpeg.SIGNATURE, jpeg.rewritten),
    ("image/gif", gif.SIGNATURE, gif.rewritten),
    ("image/webp", webp.SIGNATURE, webp.rewritten),
)
_KINDS: Final = "must be a PNG, JPEG, WebP or GIF picture"


class Picture(Struct, frozen=True):
    media_type: str
    body: bytes


def checked(body: bytes) -> Picture:
    """The picture without its metadata; its type is that of its content. ValueError says what is wrong with it."""
    if not body:
        raise ValueError("must not be empty")
    if len(body) > BYTES_MAX:
        raise ValueError(f"must have at most {BYTES_MAX >> 10} KiB")
    for media_type, signature, rewritten in _FORMATS:
        if body.startswith(signature):
            try:
                return Picture(media_type, rewritten(body))
            except (struct.error, LookupError):  # A part ends early.
                raise ValueError(f"{_KINDS}; this one is damaged") from None
    raise ValueError(_KINDS)
