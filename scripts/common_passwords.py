"""Generates src/doorward/domain/common_passwords.txt.gz from the frequency list in the zxcvbn package.

Run with:  uv run --no-project --with zxcvbn==4.5.0 python scripts/common_passwords.py
"""

import gzip
import unicodedata
from pathlib import Path

from zxcvbn.frequency_lists import FREQUENCY_LISTS  # type: ignore[import-untyped]  # Not a dependency of Doorward.

MIN_LENGTH = 8  # Shorter passwords are rejected for their length.
TARGET = Path(__file__).parent.parent / "src/doorward/domain/common_passwords.txt.gz"

folded = {unicodedata.normalize("NFKC", word.casefold()) for word in FREQUENCY_LISTS["passwords"]}
words = sorted(word for word in folded if len(word) >= MIN_LENGTH)
TARGET.write_bytes(gzip.compress("\n".join(words).encode(), 9, mtime=0))
print(f"{len(words)} passwords, {TARGET.stat().st_size} bytes")
