"""Doorward, less the hashing: `python -m bench.ours.prehashed PORT`."""

import sys

from doorward import app
from doorward.crypto.passwords.hasher import Hasher
from doorward.server import serve


class Prehashed(Hasher):
    """Has its hash ready, so that what remains of creating a user is all that the service adds."""

    async def hash(self, password: str) -> str:
        return self.unmatchable


if __name__ == "__main__":
    setattr(app, "Hasher", Prehashed)  # noqa: B010  (in the composition root, where everybody gets theirs)
    serve.serve(port=sys.argv[1])
