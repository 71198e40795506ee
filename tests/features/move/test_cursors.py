"""Readers of events go on behind the last one that they had, and the secret of a file opens the target."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from doorward.features.webhooks.delivery import Deliveries
from doorward.settings import Settings
from tests.features.event_stream.test_stream import open_stream
from tests.features.move.support import Environ, empty_target, is_sqlite
from tests.support.cli import doorward
from tests.support.databases import SECRET, Databases, settings_for
from tests.support.receiver import receiving
from tests.support.service import Client, Clock, Service, running


@pytest.fixture
async def target(environ: Environ, postgres: Databases, tmp_path: Path) -> AsyncIterator[Environ]:
    async with empty_target(environ, postgres, tmp_path) as target:
        yield target


def sending(environ: Environ) -> Settings:
    return settings_for(environ, outbound_private="true")


async def move(source: Environ, target: Environ) -> None:
    run = await doorward(source, "move", "--to", target["DOORWARD_DATABASE_URL"])
    assert run.code == 0, run.err


def go_on(client: Client, service: Service) -> None:
    client.service, client.http = service, service.http


async def test_streams_and_webhooks_go_on_behind_the_last_event_without_loss_or_repetition(
    environ: Environ, target: Environ, clock: Clock
) -> None:
    """One event was read, one was written and not read, and one comes after the move.

    Mutants: `facts` is not copied, so that webhooks leave out what was written before the move; the numbers of events
    are given anew, so that a stream repeats them or leaves them out.
    """
    async with receiving() as receiver:
        async with running(sending(environ), clock) as service:
            await service.core.jobs.stop()  # Nothing but the test delivers.
            admin = await service.login()
            assert (await admin.post("/api/webhooks", {"url": receiver.url, "events": ["user.created"]})).code == 200
            async with open_stream(admin, "types=user.created") as stream:
                await service.create(admin, "ann")
                await Deliveries(service.core).work()
                await stream.wait(lambda each: len(each.events) == 1)
            await service.create(admin, "bob")
        await move(environ, target)
        async with running(sending(target), clock) as service:
            await service.core.jobs.stop()
            go_on(admin, service)
            await service.create(admin, "cem")
            await Deliveries(service.core).work()
            last = stream.events[-1]["seq"]
            async with open_stream(admin, "types=user.created", last_event_id=str(last)) as again:
                await again.wait(lambda each: len(each.events) >= 2)
        read = [*stream.events, *again.events]
        assert [event["data"]["targetName"] for event in read] == ["ann", "bob", "cem"]
        assert receiver.accepted() == [event["data"]["id"] for event in read]


async def test_a_token_is_valid_at_the_target_with_the_secret_of_the_file_and_with_no_other(
    environ: Environ, target: Environ, clock: Clock, tmp_path: Path
) -> None:
    """`secret.key` of the data folder is not moved. Mutants: a target that gets a secret of its own; a report that
    does not name the file."""
    (tmp_path / "secret.key").write_text(SECRET)
    (tmp_path / "secret.key").chmod(0o600)
    if is_sqlite(environ):
        del environ["DOORWARD_SECRET"]  # As it is where none is set: the one of the data folder counts.
    async with running(settings_for(environ), clock) as service:
        admin = await service.login()
    run = await doorward(environ, "move", "--to", target["DOORWARD_DATABASE_URL"])
    assert run.code == 0, run.err
    named = f"Set DOORWARD_SECRET_FILE to a copy of {tmp_path / 'secret.key'}"
    assert (named if is_sqlite(environ) else "Keep DOORWARD_SECRET") in run.err
    without = {name: value for name, value in target.items() if name != "DOORWARD_SECRET"}
    elsewhere = without | {"DOORWARD_DATA_DIR": str(tmp_path / "another")}
    refused = await doorward(elsewhere, "users", "list")
    assert (refused.code, refused.out) == (1, "")
    assert ("secret.key" if is_sqlite(target) else "DOORWARD_SECRET is required") in refused.err
    other = await doorward(elsewhere | {"DOORWARD_SECRET": SECRET[::-1]}, "users", "list")
    assert (other.code, "another secret" in other.err) == (1, True)
    given = elsewhere | {"DOORWARD_SECRET_FILE": str(tmp_path / "secret.key")}
    async with running(settings_for(given), clock) as service:
        go_on(admin, service)
        assert (await admin.get("/api/auth/user")).data["id"] == admin.id
        assert (await admin.refresh()).code == 200
