"""Estimates of what it costs to verify password hashes of other systems, and the limits.

A scheme's cost is computed from the parameters in the match of its pattern; None stands for parameters that no
implementation accepts.
"""

import hashlib
import re
from typing import Final

from msgspec import Struct

MEBIBYTE: Final = 1 << 20
# What one verification may take: bcrypt at cost 14, or Django's PBKDF2 with 2.9 million iterations. The first sign-in
# replaces the hash, but every wrong password costs this again.
MOST_SECONDS: Final = 1.5
MOST_MEMORY: Final = 256 * MEBIBYTE

# Measured on one core of a server: for 2^cost, an iteration of a block, N*r*p, KiB*passes, and a round.
_BCRYPT: Final = 68e-6
_PBKDF2: Final = {"sha1": 0.48e-6, "sha256": 0.51e-6, "sha512": 1.1e-6}
_SCRYPT: Final = 0.38e-6
_ARGON2: Final = 1.25e-6
_SHA_CRYPT: Final = 2e-6


class Cost(Struct, frozen=True):
    """What one verification takes: seconds on one core, and bytes of memory."""

    seconds: float
    memory: int = 0


def bcrypt(match: re.Match[str]) -> Cost | None:
    cost = int(match["cost"])
    return Cost(_BCRYPT * 2**cost) if 4 <= cost <= 31 else None


def argon2(match: re.Match[str]) -> Cost | None:
    memory, passes, lanes = int(match["m"]), int(match["t"]), int(match["p"])
    return Cost(_ARGON2 * memory * passes, memory * 1024) if passes and lanes and memory >= 8 * lanes else None


def pbkdf2(match: re.Match[str]) -> Cost | None:
    return _pbkdf2(match, len(match["key"].rstrip("=")) * 3 // 4)


def pbkdf2_hex(match: re.Match[str]) -> Cost | None:
    return _pbkdf2(match, len(match["key"]) // 2)


def scrypt(match: re.Match[str]) -> Cost | None:
    return _scrypt(int(match["n"]), int(match["r"]), int(match["p"]))


def firebase(match: re.Match[str]) -> Cost | None:
    return _scrypt(1 << int(match["m"]), int(match["r"]), 1)


def sha_crypt(match: re.Match[str]) -> Cost | None:
    return Cost(_SHA_CRYPT * int(match["rounds"] or 5000))


def _pbkdf2(match: re.Match[str], size: int) -> Cost | None:
    digest, rounds = match["digest"], int(match["rounds"])
    blocks = -(-size // hashlib.new(digest, usedforsecurity=False).digest_size)
    return Cost(_PBKDF2[digest] * rounds * max(blocks, 1)) if rounds else None


def _scrypt(n: int, r: int, p: int) -> Cost | None:
    # N is a power of two.
    return Cost(_SCRYPT * n * r * p, 128 * r * (n + p)) if n > 1 and n & (n - 1) == 0 and r and p else None
