"""Compares the schema of the database with the one of this program, while nodes of a new version are started."""

import logging

from doorward.database import schema
from doorward.database.protocol import Database
from doorward.errors import SchemaMismatch

logger = logging.getLogger("doorward")


class SchemaWatch:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._seen = schema.HEAD
        self._refused = ""

    async def check(self) -> None:
        """Raises SchemaTooOld or SchemaTooNew; logs once when the schema is newer and this program can work with it."""
        found = await schema.check(self._database)
        self._refused = ""
        if found != self._seen:
            self._seen = found
            logger.warning(
                "the database schema is at %s, newer than this program (%s), which works with it: upgrade this node",
                found,
                schema.HEAD,
            )

    async def check_ready(self) -> None:
        """Raises a fault unless the database answers and has a schema that this version can work with. Logs once which
        schema it has: probes ask every second."""
        try:
            await self.check()
        except (schema.SchemaTooOld, schema.SchemaTooNew) as mismatch:
            if str(mismatch) != self._refused:
                self._refused = str(mismatch)
                logger.error("this node is not ready: %s", mismatch)
            raise SchemaMismatch from None
