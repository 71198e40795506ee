"""Users to read and hashes to verify for names that no user has, so that response times do not reveal who exists.

Users have hashes of different cost: of earlier settings, of the current one, imported from other systems. With one hash
for all unknown names, every other cost would belong to an existing user. So a name gets the cost of some user's hash.
Which user is decided by a keyed hash of the name: repeating the name repeats the cost, and the costs of unknown names
are distributed like those of the users (decision 6).
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Final

from doorward.crypto.hash_chain import HashChain
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database.protocol import Database
from doorward.store import users

# Unknown names share this many hashes: enough for the shares of costs to be right to a few percent.
_SIZE: Final = 128
# No scheme pads more than the last two characters of a hash.
_ALTERED: Final = -6


class StandIns:
    def __init__(self, database: Database, chain: Callable[[], HashChain], usual: str) -> None:
        """`usual` is a hash of the current cost that no password matches, for a database without passwords."""
        self._database, self._chain = database, chain
        self._usual = usual
        self._hashes = [usual]
        self._last, self._places = -1, [0]  # The largest id of a user, and the ids chosen for it.

    async def load(self) -> None:
        """Reads the hashes as they are now: like other users, a stand-in's user may sign in and get a new hash."""
        last = await users.last_id(self._database)
        if last != self._last:
            self._last, self._places = last, [1 + _place(self._digest(index), last) for index in range(_SIZE)]
        places = self._places
        found = await users.password_hashes(self._database, set(places))
        stored = [_usable(found.get(place, NO_PASSWORD)) for place in places]
        # A user without a password lends the next one's, so that the order of the others stays.
        for index in range(2 * _SIZE - 1, -1, -1):
            if stored[index % _SIZE] == NO_PASSWORD:
                stored[index % _SIZE] = stored[(index + 1) % _SIZE]
        self._hashes = [self._usual if text == NO_PASSWORD else unmatchable(text) for text in stored]

    def pick(self, name: str) -> tuple[int, str]:
        """The id of the user to read for an unknown name, and the hash to verify."""
        index = int.from_bytes(self._digest(name)) % _SIZE
        return self._places[index % len(self._places)], self._hashes[index % len(self._hashes)]

    def _digest(self, value: str | int) -> bytes:
        return self._chain().fingerprint("stand-in", value)


def unmatchable(stored: str) -> str:
    """A hash of the same scheme and cost that no password matches."""
    # All schemes end with the digest, and "a" and "b" are characters of every encoding.
    other = "b" if stored[_ALTERED] == "a" else "a"
    return stored[:_ALTERED] + other + stored[_ALTERED + 1 :]


def _usable(stored: str) -> str:
    """A text too short to be a hash, written by another program, counts as no password."""
    return stored if len(stored) >= -_ALTERED else NO_PASSWORD


def _place(seed: bytes, count: int) -> int:
    """A number below `count`, evenly distributed over seeds. When the count grows, few seeds get another number.

    Reservoir sampling of one item: the n-th replaces the chosen one with a probability of 1/n. The loop jumps from
    replacement to replacement.
    """
    chosen, following = 0, 0
    fractions = _fractions(seed)
    while following < count:
        chosen = following
        following = int((chosen + 1) / next(fractions))
    return chosen


def _fractions(seed: bytes) -> Iterator[float]:
    """Numbers above 0 and at most 1, the same on every node."""
    while True:
        seed = hashlib.blake2b(seed, digest_size=16).digest()
        yield (1 + int.from_bytes(seed[:6])) / (1 << 48)
