"""The QR code of an enrolment says what its address says: it is read here module by module (ISO/IEC 18004)."""

import re

from tests.support.factors import ENROL
from tests.support.service import Client

# Version 6 with error correction L, which the address of a short name needs.
SIZE, BLOCKS, DATA_CODEWORDS, ALIGNMENT = 41, 2, 136, 34
BORDER = 4


def dark_modules(svg: str) -> set[tuple[int, int]]:
    """The rows and columns of the dark modules, from the strokes of the path."""
    path = re.findall(r'd="([^"]+)"', svg)[1]
    x = y = 0.0
    dark = set()
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        values = [float(number) for number in numbers.split()]
        if command == "h":
            dark |= {(int(y) - BORDER, int(x) - BORDER + offset) for offset in range(int(values[0]))}
            x += values[0]
        else:
            x, y = (values[0], values[1]) if command == "M" else (x + values[0], y + values[1])
    return dark


def is_function(row: int, column: int) -> bool:
    """Whether a module belongs to a finder, the format, a timing line, the alignment or the dark module."""
    corner = (row < 9 and (column < 9 or column >= SIZE - 8)) or (row >= SIZE - 8 and column < 9)
    return corner or 6 in (row, column) or (abs(row - ALIGNMENT) <= 2 and abs(column - ALIGNMENT) <= 2)


def codewords(dark: set[tuple[int, int]]) -> bytes:
    """From the lower right corner in pairs of columns, up and down. The mask of the code is number 2."""
    bits = []
    columns = [column for column in range(SIZE - 1, 0, -1) if column > 6 and column % 2 == 0] + [5, 3, 1]
    for number, right in enumerate(columns):
        rows = range(SIZE) if number % 2 else range(SIZE - 1, -1, -1)
        for row in rows:
            for column in (right, right - 1):
                if not is_function(row, column):
                    bits.append(((row, column) in dark) != (column % 3 == 0))
    text = "".join("01"[bit] for bit in bits)
    return bytes(int(text[start : start + 8], 2) for start in range(0, len(text) - 7, 8))


def read(svg: str) -> str:
    assert f'viewBox="0 0 {SIZE + 2 * BORDER} {SIZE + 2 * BORDER}"' in svg
    data = codewords(dark_modules(svg))[:DATA_CODEWORDS]
    joined = b"".join(data[block::BLOCKS] for block in range(BLOCKS))
    bits = "".join(f"{byte:08b}" for byte in joined)
    assert bits[:4] == "0100"  # Bytes.
    length = int(bits[4:12], 2)
    return bytes(int(bits[start : start + 8], 2) for start in range(12, 12 + 8 * length, 8)).decode()


async def test_the_picture_says_the_address(admin: Client) -> None:
    answer = await admin.post(ENROL, {})
    assert read(answer.data["qr"]) == answer.data["uri"]
