"""/metrics, with one worker and with several."""

import asyncio
import fcntl
import os
import shutil
import signal
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from doorward.api.routes import SYSTEM_ROUTES
from doorward.core import Core
from doorward.telemetry.metrics import Metric
from tests.support.databases import Databases
from tests.support.process import serving
from tests.support.service import Client, Service
from tests.web.support import application, client

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def parse(text: str) -> Samples:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def requests(samples: Samples, route: str, status: int) -> float:
    return sum(
        value
        for (name, labels), value in samples.items()
        if name == "doorward_requests_total" and {("route", route), ("status", str(status))} <= set(labels)
    )


def plain(samples: Samples, name: str) -> float:
    return samples[(name, ())]


async def scrape(service: Service) -> Samples:
    response = await service.http.get("/metrics")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
    return parse(response.text)


async def test_requests_durations_refusals_and_gauges_are_counted(service: Service, admin: Client) -> None:
    """Mutant: one offset for all routes in `Meter.count`."""
    await service.create(admin, "ann")
    for _ in range(3):
        await admin.get("/api/users/1")
    await admin.get("/api/users/999")
    await service.anonymous.get("/no/such/place/with-a-canary")
    stale = admin.refresh_token
    await admin.refresh()
    service.clock.advance(3600)
    await service.anonymous.post("/api/auth/refresh", {"refreshToken": stale})

    samples = await scrape(service)
    assert requests(samples, "/api/auth/login", 200) == 1
    assert requests(samples, "/api/users/{id}", 200) == 3
    assert requests(samples, "/api/users/{id}", 404) == 1
    assert requests(samples, "-", 404) == 1
    labels = (("method", "GET"), ("route", "/api/users/{id}"))
    assert samples[("doorward_request_duration_seconds_count", labels)] == 4
    assert samples[("doorward_request_duration_seconds_bucket", (("le", "+Inf"), *labels))] == 4
    assert samples[("doorward_request_duration_seconds_sum", labels)] > 0
    assert samples[("doorward_refusals_total", (("reason", "user_not_found"),))] == 1
    assert plain(samples, "doorward_refresh_reuse_total") == 1
    assert plain(samples, "doorward_password_hashes_total") >= 2
    assert plain(samples, "doorward_hash_capacity_per_second") > 0
    assert plain(samples, "doorward_hash_queue") == 0
    assert plain(samples, "doorward_database_connections") >= 1
    assert not any("canary" in str(key) for key in samples)


async def test_live_sessions_and_throttled_sign_ins_are_counted(service: Service, admin: Client) -> None:
    """Mutant: `Meter.count_fault` that counts nothing."""
    await service.login()
    for number in range(30):
        await service.anonymous.post("/api/auth/login", {"username": "admin", "password": f"guess number {number}"})
    samples = await scrape(service)
    assert plain(samples, "doorward_sessions") == 2
    assert plain(samples, "doorward_throttled_attempts_total") == requests(samples, "/api/auth/login", 429) > 0


async def test_gauges_of_other_parts_are_sampled_at_every_scrape(service: Service) -> None:
    """Mutant: `render` without its sources."""
    values = iter([3.0, 4.0])

    async def queued(core: Core) -> list[Metric]:
        assert core is service.core
        return [Metric("doorward_things_queued", "Things waiting", next(values))]

    async with client(application(service, *SYSTEM_ROUTES, gauge_sources=(queued,))) as http:
        first, second = [(await http.get("/metrics")).text for _ in range(2)]
    assert "# HELP doorward_things_queued Things waiting\n# TYPE doorward_things_queued gauge\n" in first
    assert "\ndoorward_things_queued 3.0\n" in first
    assert "\ndoorward_things_queued 4.0\n" in second
    assert "doorward_things_queued" not in (await service.http.get("/metrics")).text


@pytest.mark.settings(metrics_token="scraper's token")
async def test_a_token_keeps_others_out(service: Service) -> None:
    """Mutant: `system.may_scrape` without the check of the token."""
    assert (await service.anonymous.get("/metrics")).reason == "authentication_required"
    wrong = await service.anonymous.get("/metrics", headers={"Authorization": "Bearer guess"})
    assert wrong.code == 401
    let_in = await service.http.get("/metrics", headers={"Authorization": "Bearer scraper's token"})
    assert let_in.status_code == 200


@pytest.mark.settings(metrics="off")
async def test_metrics_can_be_turned_off(service: Service) -> None:
    """Mutant: `system.may_scrape` without the check of the setting."""
    assert (await service.anonymous.get("/metrics")).reason == "not_found"


async def test_several_workers_count_together_and_a_dead_one_is_not_forgotten(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutants: `Meter.totals` of one worker alone, or of the live ones alone."""
    async with (
        sqlite_databases.new(tmp_path) as environ,
        serving(environ | {"DOORWARD_WORKERS": "2"}) as node,
        httpx.AsyncClient(base_url=node.url, headers={"Connection": "close"}, trust_env=False) as client,
    ):
        count = 40
        answers = await asyncio.gather(*(client.get("/healthz") for _ in range(count)))
        assert {answer.status_code for answer in answers} == {200}

        async def counted() -> float:
            return requests(parse((await client.get("/metrics")).text), "/healthz", 200)

        async with asyncio.timeout(10):  # A worker's counts reach the others a moment later.
            while {await counted() for _ in range(8)} != {count}:
                await asyncio.sleep(0.02)
        killed = node.workers()[0]
        os.kill(killed, signal.SIGKILL)
        async with asyncio.timeout(10):  # The kernel may still assign connections to the killed worker.
            while killed in (workers := node.workers()) or len(workers) < 2:
                await asyncio.sleep(0.02)
        await node.ready()
        assert {await counted() for _ in range(8)} == {count}


async def test_the_folder_of_a_killed_server_is_removed_by_the_next_and_that_of_a_live_one_is_not(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutant: `throwaway_folder` without its lock."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    settings = {"DOORWARD_WORKERS": "2", "TMPDIR": str(temporary)}
    async with sqlite_databases.new(tmp_path) as environ, serving(environ | settings) as node:
        (killed,) = temporary.iterdir()
        node.kill()
        assert killed.exists()
        async with serving(environ | settings):
            (live,) = temporary.iterdir()
            assert live != killed
            async with serving(environ | settings):
                assert live in set(temporary.iterdir())


async def test_a_server_outlives_a_cleaner_of_temporary_files(sqlite_databases: Databases, tmp_path: Path) -> None:
    """systemd-tmpfiles leaves a locked folder alone. Another cleaner removes it, and workers start all the same.

    Mutants: a lock of a file in the folder alone; a worker that ends without the folder, and the server with it.
    """
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    settings = {"DOORWARD_WORKERS": "2", "TMPDIR": str(temporary)}
    log = tmp_path / "log"
    async with (
        sqlite_databases.new(tmp_path) as environ,
        serving(environ | settings, log=log) as node,
        httpx.AsyncClient(base_url=node.url, headers={"Connection": "close"}, trust_env=False) as http,
    ):
        (folder,) = temporary.iterdir()
        descriptor = os.open(folder, os.O_RDONLY)
        with pytest.raises(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.close(descriptor)
        shutil.rmtree(folder)
        killed = node.workers()[0]
        os.kill(killed, signal.SIGKILL)
        async with asyncio.timeout(10):
            while killed in (workers := node.workers()) or len(workers) < 2:
                await asyncio.sleep(0.02)
            while "this worker's metrics are its own" not in log.read_text():
                await asyncio.sleep(0.02)
        await node.ready()
        assert {(await http.get("/metrics")).status_code for _ in range(8)} == {200}
