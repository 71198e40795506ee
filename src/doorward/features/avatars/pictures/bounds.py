"""What a picture may have."""

from typing import Final

BYTES_MAX: Final = 512 * 1024
# Decoded, it takes four bytes a pixel in every browser that shows it, and a list shows a hundred pictures.
SIDE_MAX: Final = 1024


class Wrong(ValueError):
    """Says what is wrong with a picture, and how to mend it."""


def check_size(width: int, height: int) -> None:
    if not (0 < width <= SIDE_MAX and 0 < height <= SIDE_MAX):
        raise Wrong(f"must have at most {SIDE_MAX} x {SIDE_MAX} pixels, and has {width} x {height}; make it smaller")


def damaged(where: str) -> Wrong:
    return Wrong(f"must be a picture that is not damaged: {where}; save it again with another program")
