"""Key rotation while sessions are live."""

import asyncio
import base64
import contextlib
import os
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import jwt
import pytest
from msgspec.structs import replace

from doorward.domain.access import SYSTEM
from doorward.domain.keys import StoredKey
from doorward.errors import DatabaseUnavailable
from doorward.settings import load
from tests.support.service import ADMIN_PASSWORD, Client, Clock, Service, running


async def published(service: Service) -> dict[str, dict[str, str]]:
    response = await service.http.get("/.well-known/jwks.json")
    return {key["kid"]: key for key in response.json()["keys"]}


def signed_with(token: str) -> str:
    return str(jwt.get_unverified_header(token)["kid"])


async def works(client: Client) -> bool:
    return (await client.get("/api/auth/user")).code == 200


@contextlib.asynccontextmanager
async def second_node(environ: dict[str, str], clock: Clock) -> AsyncIterator[Service]:
    async with running(load(environ), clock) as service:
        yield service


async def test_a_new_key_is_announced_before_it_signs_and_the_old_one_outlives_its_tokens(service: Service) -> None:
    ann = await service.login()
    old = signed_with(ann.token)
    new = (await service.core.rotation.rotate(SYSTEM)).kid
    await service.core.keys.load()
    assert set(await published(service)) == {old, new}
    assert signed_with((await service.login()).token) == old

    service.clock.advance(3600)
    bob = await service.login()
    assert signed_with(bob.token) == new
    assert set(await published(service)) == {old, new}

    service.clock.advance(service.settings.access_ttl + 90)
    await service.core.keys.load()
    assert set(await published(service)) == {new}


async def test_a_retired_key_is_refused_once_its_last_token_has_expired(service: Service, environ: Any) -> None:
    """Mutant: `_read` that believes `exp` beyond the end of its key."""
    ann = await service.login()
    stolen = service.core.keys.access._keys[signed_with(ann.token)].private
    await service.core.rotation.rotate(SYSTEM, at_once=True)
    await service.core.keys.load()
    assert await works(ann)
    claims = jwt.decode(ann.token, options={"verify_signature": False})
    forged = Client(service, {"token": jwt.encode(
        claims | {"exp": claims["exp"] + 86400}, stolen, "ES256", {"typ": "at+jwt", "kid": signed_with(ann.token)}
    )})  # fmt: skip
    assert await works(forged)
    service.clock.advance(service.settings.access_ttl + 90)
    assert (await forged.get("/api/auth/user")).code == 401
    await service.core.keys.load()
    assert (await forged.get("/api/auth/user")).reason == "invalid_token"


async def test_a_key_retired_by_an_administrator_is_refused_after_the_next_reload(service: Service) -> None:
    ann = await service.login()
    old = signed_with(ann.token)
    await service.core.rotation.rotate(SYSTEM, at_once=True)
    await service.core.rotation.retire(SYSTEM, old)
    await service.core.keys.load()
    assert old not in await published(service)
    assert (await ann.get("/api/auth/user")).code == 401
    assert (await ann.refresh()).code == 200
    assert await works(ann)


async def test_another_node_accepts_a_key_that_it_has_not_seen_without_a_failed_request(
    service: Service, environ: dict[str, str], clock: Clock
) -> None:
    """Mutant: `read_access` that does not look for keys it has not seen."""
    async with second_node(environ, clock) as other:
        await service.core.rotation.rotate(SYSTEM, at_once=True)
        await service.core.keys.load()
        ann = await service.login()
        there = [Client(other, ann.tokens) for _ in range(20)]
        assert all(await asyncio.gather(*(works(client) for client in there)))


async def test_every_node_publishes_a_key_as_soon_as_one_signs_with_it(
    service: Service, environ: dict[str, str], clock: Clock
) -> None:
    """Mutant: a key set as of the last reload. Verifiers that ask that node refuse the new tokens for seconds."""
    async with second_node(environ, clock) as other:
        for _ in range(3):
            await service.core.rotation.rotate(SYSTEM, at_once=True)
            await service.core.keys.load()
            assert signed_with((await service.login()).token) in await published(other)


@pytest.mark.parametrize("away", [True, False], ids=["away", "slow"])
async def test_the_keys_are_published_also_while_the_database_is_away_or_slow(
    service: Service, monkeypatch: pytest.MonkeyPatch, away: bool
) -> None:
    """Mutants: a failed reload that fails the request; a request that waits as long as the database takes."""
    known, released = await published(service), asyncio.Event()

    async def fail(reader: object) -> list[StoredKey]:
        if not away:
            await released.wait()
        raise DatabaseUnavailable

    monkeypatch.setattr("doorward.core.keys.ring.keys.newest_first", fail)
    assert await asyncio.wait_for(published(service), 10) == known
    released.set()


@pytest.mark.alone
async def test_rotation_under_load_fails_no_request(
    service: Service, environ: dict[str, str], clock: Clock, admin: Client
) -> None:
    """Mutant: `read_access` that does not look for keys it has not seen."""
    async with second_node(environ, clock) as other:
        done = asyncio.Event()

        async def keep_requesting(node: Service, client: Client) -> int:
            requests = 0
            while not done.is_set():
                assert await works(Client(node, client.tokens))
                assert (await client.refresh()).code == 200
                requests += 2
            return requests

        load_ = [
            asyncio.create_task(keep_requesting(node, await service.login()))
            for node in (service, other)
            for _ in range(4)
        ]
        for _ in range(5):
            await service.core.rotation.rotate(SYSTEM, at_once=True)
            await service.core.keys.load()
            await asyncio.gather(*(service.login() for _ in range(3)))
        done.set()
        assert min(await asyncio.gather(*load_)) > 0


@pytest.mark.settings(key_rotation="90d", key_announcement="1h")
async def test_keys_rotate_automatically_every_90_days(service: Service) -> None:
    first = set(await published(service))
    await service.core.rotation.keep_fresh()
    await service.core.keys.load()
    assert set(await published(service)) == first
    service.clock.advance(90 * 86400)
    # Every node looks; one of them acts.
    await asyncio.gather(*(service.core.rotation.keep_fresh() for _ in range(4)))
    await service.core.keys.load()
    assert len(await published(service)) == 2


@pytest.mark.settings(key_rotation=0)
async def test_without_the_setting_keys_stay(service: Service) -> None:
    first = set(await published(service))
    service.clock.advance(3650 * 86400)
    await service.core.rotation.keep_fresh()
    await service.core.keys.load()
    assert set(await published(service)) == first


@pytest.mark.parametrize("algorithm", ["ES256", "EdDSA", "RS256"])
async def test_tokens_of_each_algorithm_can_be_verified_with_the_published_keys(
    environ: dict[str, str], clock: Clock, algorithm: str
) -> None:
    async with running(load(environ, token_algorithm=algorithm, key_announcement=0), clock) as service:
        before = await service.login()
        await service.core.rotation.keep_fresh()  # The setting differs from the key, except for the default.
        await service.core.keys.load()
        after = await service.login()
        for token in (before.token, after.token):
            key = jwt.PyJWK((await published(service))[signed_with(token)])
            claims = jwt.decode(token, key, [key.algorithm_name], audience="doorward", issuer="doorward")
            assert claims["sub"] == "1"
        assert jwt.get_unverified_header(after.token)["alg"] == algorithm
        assert await works(before)
        assert await works(after)


async def test_an_announced_key_can_be_withdrawn_and_the_present_one_goes_on(service: Service) -> None:
    present = signed_with((await service.login()).token)
    announced = await service.core.rotation.rotate(SYSTEM)
    await service.core.rotation.retire(SYSTEM, announced.kid)
    service.clock.advance(86400)
    await service.core.keys.load()
    assert set(await published(service)) == {present}
    assert signed_with((await service.login()).token) == present


@pytest.mark.settings(key_announcement="2m")
async def test_a_key_that_is_overtaken_before_it_signs_never_signs(service: Service) -> None:
    await service.core.rotation.rotate(SYSTEM)
    urgent = (await service.core.rotation.rotate(SYSTEM, at_once=True)).kid
    await service.core.keys.load()
    service.clock.advance(180)
    assert signed_with((await service.login()).token) == urgent


async def test_the_published_keys_hold_nothing_private(service: Service) -> None:
    for key in (await published(service)).values():
        assert set(key) == {"kty", "crv", "x", "y", "kid", "alg", "use"}


async def test_the_master_secret_can_be_changed_while_nodes_run(environ: dict[str, str], clock: Clock) -> None:
    old, new = environ["DOORWARD_SECRET"], "another secret that only the tests know, 98765"
    async with running(load(environ), clock) as before:
        ann = await before.login()
        # Nodes come back one by one with both secrets, then the keys are sealed anew, then the old secret goes.
        async with running(load(environ, secret=new, previous_secret=old), clock) as during:
            assert await works(Client(during, ann.tokens))
            await during.core.rotation.rekey(SYSTEM)
            assert await works(ann)
            await during.core.keys.load()
            assert await works(Client(during, ann.tokens))
        async with running(load(environ, secret=new), clock) as after:
            assert await works(Client(after, ann.tokens))
            assert (await Client(after, ann.tokens).refresh()).code == 200


@pytest.mark.parametrize("cut_short_after", ["nothing", "the new file", "sealing"])
async def test_a_change_of_the_secrets_file_survives_interruption_at_any_step(
    tmp_path: Path, clock: Clock, cut_short_after: str, anyio_backend: str
) -> None:
    from doorward import preparation
    from doorward.crypto import secret_file

    folder = tmp_path / "data"
    environ = {"DOORWARD_DATA_DIR": str(folder), "DOORWARD_ADMIN_PASSWORD": ADMIN_PASSWORD}
    settings = preparation.prepare_files(load(environ))
    await preparation.prepare_database(settings)
    old = (folder / "secret.key").read_text()
    async with running(settings, clock) as service:
        ann = await service.login()
        if cut_short_after != "nothing":
            secret_file.begin_change(folder, os.urandom)
        if cut_short_after == "sealing":
            await service.core.rotation.rekey(SYSTEM)
        async with running(settings, clock) as restarted:
            assert await works(Client(restarted, ann.tokens))
        # Run again, to the end.
        secret_file.begin_change(folder, os.urandom)
        await service.core.rotation.rekey(SYSTEM)
        secret_file.end_change(folder)
        assert (folder / "secret.key").read_text() != old
        assert (folder / "secret.key").stat().st_mode & 0o777 == 0o600
        assert sorted(path.name for path in folder.glob("*secret*")) == ["secret.key"]
        # A service that went on running finds the new secret by itself.
        await service.core.rotation.rotate(SYSTEM, at_once=True)
        await service.core.keys.load()
        assert await works(ann)
        assert await works(await service.login())


@pytest.mark.parametrize("by_the_job", [False, True])
async def test_a_key_that_is_made_while_the_master_secret_changes_is_sealed_under_the_new_one(
    tmp_path: Path, clock: Clock, by_the_job: bool, monkeypatch: pytest.MonkeyPatch, anyio_backend: str
) -> None:
    """Mutants: the vault is opened before the key is made; the job makes it on the event loop.

    Once the former secret was removed, no node could load any key again.
    """
    from doorward import preparation
    from doorward.crypto import secret_file, signing

    folder, loop = tmp_path / "data", asyncio.get_running_loop()
    environ = {"DOORWARD_DATA_DIR": str(folder), "DOORWARD_ADMIN_PASSWORD": ADMIN_PASSWORD}
    settings = preparation.prepare_files(load(environ))
    await preparation.prepare_database(settings)
    begun, go_on, kind = asyncio.Event(), threading.Event(), signing.ALGORITHMS["ES256"]

    def make() -> bytes:
        loop.call_soon_threadsafe(begun.set)
        assert go_on.wait(20)
        return kind.new()

    async with running(settings, clock) as service, asyncio.timeout(60):
        clock.advance(settings.key_rotation)
        admin = await service.login()
        monkeypatch.setitem(signing.ALGORITHMS, "ES256", replace(kind, new=make))
        made = service.core.rotation.keep_fresh() if by_the_job else admin.post("/api/system/keys/rotate")
        rotating = asyncio.ensure_future(made)
        await begun.wait()
        secret_file.begin_change(folder, os.urandom)
        await service.core.rotation.rekey(SYSTEM)
        secret_file.end_change(folder)
        go_on.set()
        await rotating
        await service.core.keys.load()
        assert len(await published(service)) == 2
        async with running(settings, clock) as restarted:
            assert await works(Client(restarted, admin.tokens))


async def test_keys_are_sealed_in_the_database(service: Service, environ: dict[str, str]) -> None:
    rows = await service.core.database.fetch("SELECT sealed FROM keys")
    private = service.core.keys.access._newest_first[0].private.private_numbers().private_value.to_bytes(32)
    assert rows
    assert all(private not in base64.b64decode(row[0]) for row in rows)
