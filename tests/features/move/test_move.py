"""After a move everything goes on at the target: tokens, keys, factors, ids, events and search."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from scripts import schema as snapshots

from doorward.store import events
from tests.features.branding.test_logos import PNG, upload
from tests.features.move.support import Environ, connected, empty_target, is_sqlite
from tests.features.passkeys import support as passkeys
from tests.support import factors
from tests.support.api_keys import new_account, new_key
from tests.support.authenticator import Authenticator
from tests.support.cli import doorward
from tests.support.databases import Databases, settings_for
from tests.support.service import PASSWORD, Client, Clock, Service, running

ONCE = {"Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}
CEDAR = {"username": "cedar", "password": PASSWORD, "name": "西施 Cedar", "roles": ["user"]}


async def newest(service: Service) -> int:
    await service.core.events.sequence()
    return await events.last_seq(service.core.database)


class Installation:
    """A service with something of everything."""

    admin: Client
    ann: Client
    key: Client
    app: factors.App
    authenticator: Authenticator
    created: Any
    deleted: int
    seq: int

    async def set_up(self, service: Service) -> None:
        self.admin = admin = await service.login()
        await admin.post("/api/roles", {"name": "auditor", "permissions": ["audit:read"]})
        await service.create(admin, "ann", email="ann@example.com", roles=["user", "auditor"])
        self.ann = await service.login("ann", PASSWORD)
        self.app, _ = await factors.set_up(self.ann)
        await service.create(admin, "bob")
        self.authenticator = await passkeys.added(await service.login("bob", PASSWORD))
        self.key = await new_key(admin, f"{await new_account(admin, 'billing', 'users:read')}/keys")
        await self._set_up_more(service)
        self.created = await admin.post("/api/users", CEDAR, headers=ONCE)
        assert self.created.code == 200
        gone = await service.create(admin, "gone")
        self.deleted = gone["id"]
        assert (await admin.delete(f"/api/users/{self.deleted}")).code == 200
        self.seq = await newest(service)

    async def _set_up_more(self, service: Service) -> None:
        admin = self.admin
        await service.anonymous.post("/api/auth/login", {"username": "ann", "password": "wrong"})
        await admin.post("/api/webhooks", {"url": "https://example.com/hook", "events": ["user.*"]})
        await admin.post("/api/invitations", {"email": "new@example.com", "roles": ["user"]})
        await service.anonymous.post("/api/auth/password/forgot", {"identifier": "ann@example.com"})
        assert (await admin.put("/api/branding", {"name": "Cédille & Søn"})).code == 200
        assert (await upload(admin, PNG)).code == 200

    async def check(self, service: Service) -> None:
        """Clients of the former service go on with the new one."""
        for client in (self.admin, self.ann, self.key):
            client.service, client.http = service, service.http
        assert (await self.ann.get("/api/auth/user")).data["id"] == self.ann.id
        assert (await self.ann.refresh()).code == 200
        assert (await self.key.get("/api/users")).code == 200
        again = await self.admin.post("/api/users", CEDAR, headers=ONCE)
        assert again.body == self.created.body
        self.app.clock = service.clock
        assert (await factors.login(service, "ann", self.app)).id == self.ann.id
        assert (await passkeys.sign_in(service.anonymous, self.authenticator)).code == 200
        found = (await self.admin.get("/api/users", params={"keyword": "西施"})).data["list"]
        assert [user["id"] for user in found] == [self.created.data["id"]]
        assert (await service.create(self.admin, "later"))["id"] > self.deleted
        assert (await self.admin.get("/api/branding")).data["name"] == "Cédille & Søn"
        assert (await service.http.get("/branding/logo/light")).content == PNG


@pytest.fixture
async def target(environ: Environ, postgres: Databases, tmp_path: Path) -> AsyncIterator[Environ]:
    async with empty_target(environ, postgres, tmp_path) as target:
        yield target


async def test_everything_goes_on_at_the_target(environ: Environ, target: Environ, clock: Clock) -> None:
    """Also: the schema is the migrated one again, with every index, trigger and reference, and search is ready.

    Mutants: a table that is not copied; ids that are given again; indexes that are not created after the copy; the
    target's own `seq` for events. Over 2 s: it needs a service before, the command, and a service after.
    """
    installation = Installation()
    async with running(settings_for(environ), clock) as service:
        await installation.set_up(service)
    run = await doorward(environ, "move", "--to", target["DOORWARD_DATABASE_URL"], "--json")
    assert run.code == 0, run.err
    assert all(table["verified"] and table["sourceRows"] == table["targetRows"] for table in run.json["list"])
    counts = {table["table"]: table["targetRows"] for table in run.json["list"]}
    assert not [
        name for name in ("sessions", "api_keys", "events", "outbox", "webhooks", "passkeys") if not counts[name]
    ]
    assert run.json["audit"]["damages"] == []
    assert run.json["audit"]["entries"] == counts["audit"]
    async with running(settings_for(target), clock) as service:
        assert await newest(service) >= installation.seq
        assert await service.core.users.directory._is_ready()
        dialect = "sqlite" if is_sqlite(target) else "postgres"
        made = await snapshots.snapshot(service.core.database, dialect)
        assert made == snapshots.path_of(dialect).read_text("utf-8")
        await installation.check(service)
        assert await newest(service) > installation.seq
    verified = await doorward(target, "audit", "verify", "--json")
    assert verified.code == 0, verified.err


async def test_events_without_a_number_get_one_behind_the_others(
    postgres: Databases, tmp_path: Path, clock: Clock
) -> None:
    """PostgreSQL numbers events after their commit. Mutant: rows without `seq` are left out, or get it by their id."""
    async with postgres.new(tmp_path) as source, empty_target(source, postgres, tmp_path) as target:
        async with connected(source) as connection:
            await connection.execute(
                "UPDATE events SET seq = NULL WHERE id IN (SELECT id FROM events ORDER BY id LIMIT 2)"
            )
            await connection.execute("UPDATE events SET seq = 40 WHERE id = (SELECT max(id) FROM events)")
            waiting = [
                row[0] for row in await connection.fetch("SELECT entry FROM events WHERE seq IS NULL ORDER BY id")
            ]
        run = await doorward(source, "move", "--to", target["DOORWARD_DATABASE_URL"], "--json")
        assert run.code == 0, run.err
        async with running(settings_for(target), clock) as service:
            rows = await service.core.database.fetch(
                "SELECT seq, entry FROM events WHERE seq > 40 ORDER BY seq LIMIT 2"
            )
            assert [tuple(row) for row in rows] == [(41, waiting[0]), (42, waiting[1])]
