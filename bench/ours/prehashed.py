"""Doorward without hashing: `python -m bench.ours.prehashed PORT`."""

import sys

from doorward import app
from doorward.crypto.passwords.hasher import Hasher
from doorward.server import serve


class Prehashed(Hasher):
    """Returns a precomputed hash, so that a create measures the service without the hash."""

    async def hash(self, password: str) -> str:
        return self.unmatchable


if __name__ == "__main__":
    setattr(app, "Hasher", Prehashed)  # noqa: B010  (the composition root builds the hasher)
    serve.serve(port=sys.argv[1])
