"""What a picture may have. A ValueError says what is wrong with one, and how to mend it."""

from typing import Final

BYTES_MAX: Final = 512 * 1024
# Decoded, it takes four bytes a pixel in every browser that shows it, and a list shows a hundred pictures.
SIDE_MAX: Final = 1024


def check_size(width: int, height: int) -> None:
    if not (0 < width <= SIDE_MAX and 0 < height <= SIDE_MAX):
        raise ValueError(
            f"must have at most {SIDE_MAX} x {SIDE_MAX} pixels, and has {width} x {height}; make it smaller"
        )


def damaged(where: str) -> ValueError:
    return ValueError(f"must be a picture that is not damaged: {where}; save it again with another program")
