"""Contrast of colours, as WCAG 2.2 defines it: a brand's colour is that of links, and is behind the text of buttons."""

import re
from typing import Final

# The backgrounds of pages and mails. Of each pair, the one with the least contrast to text decides.
LIGHT: Final = ("#ffffff", "#f6f7f9")
DARK: Final = ("#0e1014", "#16191f", "#1c2028")
# Level AA for text of a usual size (WCAG 2.2, success criterion 1.4.3).
LEAST: Final = 4.5
_STEPS: Final = 100


def contrast(one: str, other: str) -> float:
    """From 1 (the same) to 21 (black and white)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def readable(value: str) -> str:
    """The colour in lower case. ValueError unless it can be read on the light backgrounds, and white text on it."""
    if not re.fullmatch("#[0-9a-fA-F]{6}", value):
        raise ValueError("must be a colour such as #4f46e5")
    colour = value.lower()
    ratio = min(contrast(colour, background) for background in LIGHT)
    if ratio < LEAST:
        # Rounded down: 4.49 must not read as the 4.5 that is asked for.
        shown = int(ratio * 100) / 100
        raise ValueError(
            f"has a contrast of {shown}:1 on the light background, and needs {LEAST}:1; choose a darker colour"
        )
    return colour


def for_dark(colour: str) -> str:
    """The colour, mixed with as much white as it needs to be readable on the dark backgrounds.

    No colour is readable on both: 4.5:1 on white and on these backgrounds exclude each other (docs/decisions/0028).
    """
    for step in range(_STEPS + 1):
        mixed = _mixed(colour, step / _STEPS)
        if all(contrast(mixed, background) >= LEAST for background in DARK):
            return mixed
    return "#ffffff"


def _mixed(colour: str, white: float) -> str:
    return "#" + "".join(f"{round(part + (255 - part) * white):02x}" for part in _parts(colour))


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(part / 255) for part in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
