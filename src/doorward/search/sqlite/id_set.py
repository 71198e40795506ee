"""A set of ids as integers of 8,192 bits."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

BITS: Final = 8192
_BYTES: Final = BITS // 8
# The positions of the bits of each byte.
_POSITIONS: Final = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


class IdSet:
    def __init__(self, blocks: dict[int, int]) -> None:
        self._blocks = blocks
        self._bytes: dict[int, bytes] = {}

    @classmethod
    def of(cls, ids: Iterable[int]) -> "IdSet":
        blocks: dict[int, bytearray] = defaultdict(lambda: bytearray(_BYTES))
        for each in ids:
            blocks[each // BITS][each % BITS >> 3] |= 1 << (each & 7)
        return cls({block: int.from_bytes(bits, "little") for block, bits in blocks.items()})

    def __len__(self) -> int:
        return sum(bits.bit_count() for bits in self._blocks.values())

    def __and__(self, other: "IdSet") -> "IdSet":
        return IdSet({block: bits & other._blocks.get(block, 0) for block, bits in self._blocks.items()})

    def __sub__(self, other: "IdSet") -> "IdSet":
        return IdSet({block: bits & ~other._blocks.get(block, 0) for block, bits in self._blocks.items()})

    def __or__(self, other: "IdSet") -> "IdSet":
        blocks = dict(self._blocks)
        for block, bits in other._blocks.items():
            blocks[block] = blocks.get(block, 0) | bits
        return IdSet(blocks)

    def among(self, ids: Iterable[int]) -> list[int]:
        """Those of the ids that are in the set, in the given order."""
        if not self._bytes:
            self._bytes = {block: bits.to_bytes(_BYTES, "little") for block, bits in self._blocks.items() if bits}
        packed = self._bytes
        return [
            each
            for each in ids
            if (bits := packed.get(each // BITS)) is not None and bits[each % BITS >> 3] >> (each & 7) & 1
        ]

    def __iter__(self) -> Iterator[int]:
        """In ascending order."""
        for block in sorted(self._blocks):
            yield from _ids(block, self._blocks[block])

    def page(self, offset: int, size: int, *, descending: bool) -> list[int]:
        """The ids at these places of the order."""
        found: list[int] = []
        for block in sorted(self._blocks, reverse=descending):
            bits = self._blocks[block]
            count = bits.bit_count()
            if offset < count:
                ids = list(_ids(block, bits))
                found += (ids[::-1] if descending else ids)[offset : offset + size - len(found)]
                if len(found) == size:
                    break
            offset = max(0, offset - count)
        return found


def _ids(block: int, bits: int) -> Iterator[int]:
    first = block * BITS
    for place, byte in enumerate(bits.to_bytes(_BYTES, "little")):
        if byte:
            for position in _POSITIONS[byte]:
                yield first + place * 8 + position
