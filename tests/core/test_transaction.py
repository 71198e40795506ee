"""Methods that run as one transaction."""

import pytest
from msgspec import Struct

from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.store import metadata
from tests.support.service import Service


class Notes(Struct, frozen=True):
    database: Database

    @transaction
    async def put(self, tx: Transaction, name: str, value: str, *, fail: bool = False) -> str:
        """Stores a note."""
        await metadata.put(tx, name, value)
        if fail:
            raise LookupError(name)
        return value


async def test_a_method_commits_what_it_wrote_when_it_returns_and_nothing_when_it_raises(service: Service) -> None:
    """Mutant: a decorator that runs the method but drops what it returns or raises."""
    notes = Notes(service.core.database)
    assert await notes.put("note", "first") == "first"
    with pytest.raises(LookupError):
        await notes.put("note", value="second", fail=True)
    assert await metadata.find(service.core.database, "note") == "first"
    assert (notes.put.__name__, notes.put.__doc__) == ("put", "Stores a note.")
