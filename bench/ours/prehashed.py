"""Doorward without hashing: `python -m bench.ours.prehashed PORT`."""

import sys
from unittest import mock

from doorward import kernel
from doorward.crypto.passwords.hasher import Hasher
from doorward.server import serve


class Prehashed(Hasher):
    """Returns a precomputed hash, so that a create measures the service without the hash."""

    async def hash(self, password: str) -> str:
        return self.unmatchable


if __name__ == "__main__":
    # Fails if the kernel no longer builds the hasher: creates would silently be measured with the hash.
    with mock.patch.object(kernel, "Hasher", Prehashed):
        serve.serve(port=sys.argv[1])
