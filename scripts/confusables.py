"""Writes the table of confusable characters from Unicode's data for UTS 39: `python -m scripts.confusables FILE`.

FILE is `confusables.txt`, as Unicode publishes it in the folder `security`. The table has what `skeletons` needs: the
characters that a folded name can contain, each with the folded text that it is replaced by, so that replacing again
changes nothing; and the capitals that look like other letters than their small forms do.
"""

import gzip
import sys
import unicodedata
from pathlib import Path
from typing import Final

from doorward.domain.text import confusables
from doorward.domain.users import fold

# Names compare without case, so a lower case i may stand for a capital I, which looks like an l.
_OURS: Final = {"i": "l"}


def prototypes(lines: list[str]) -> dict[str, str]:
    """Each character and what Unicode replaces it by."""
    fields = [line.split("#")[0].split(";") for line in lines]
    return {_text(parts[0]): _text(parts[1]) for parts in fields if len(parts) > 2} | _OURS


def _text(numbers: str) -> str:
    return "".join(chr(int(number, 16)) for number in numbers.split())


def closed(table: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for character in table:
        folded = _folded(character)
        if character in (folded, unicodedata.normalize("NFD", folded.upper())):
            text, usual = _replaced(character, table), character
            if character != folded:
                usual = _replaced(folded, table)
            if text != usual:
                found[character] = text
    return found


def _replaced(text: str, table: dict[str, str]) -> str:
    """Folds the replacements and replaces within them until nothing changes."""
    before = ""
    while text != before:
        before, text = text, _folded("".join(table.get(each, each) for each in text))
    return text


def _folded(text: str) -> str:
    return unicodedata.normalize("NFD", fold(text))


def main(source: str) -> None:
    table = closed(prototypes(Path(source).read_text("utf-8-sig").splitlines()))
    lines = "\n".join(f"{character}\t{text}" for character, text in sorted(table.items()))
    target = Path(confusables.__file__).with_name("confusables.txt.gz")
    target.write_bytes(gzip.compress(lines.encode(), mtime=0))
    sys.stdout.write(f"{len(table)} characters, {target.stat().st_size} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1])
