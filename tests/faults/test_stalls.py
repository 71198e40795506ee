"""Nothing stalls the event loop: every endpoint with its worst input, on a database that is not small."""

from pathlib import Path

import pytest
from bench.stalls import Sizes, run

from tests.support.databases import Databases
from tests.support.measurements import Measurements

# Fewer than `python -m bench.stalls` makes, where the target is 100 ms on a quiet machine.
_SIZES = Sizes(users=5_000, roles=40, grants=100, sessions=2_000, audit=5_000)
_LONGEST = 0.75


@pytest.mark.alone
async def test_no_input_keeps_other_requests_waiting(
    databases: Databases, tmp_path: Path, measurements: Measurements, anyio_backend: str
) -> None:
    """Mutant: a route that works on the event loop for as long as its input is large."""
    results = await run(databases, tmp_path, _SIZES)
    longest = max(results, key=lambda result: result.longest_wait)
    kind = "sqlite" if (tmp_path / "doorward.db").exists() else "postgres"
    shown = f"{longest.longest_wait * 1000:.0f} ms, {longest.case.method} {longest.case.route}"
    measurements.add(f"longest /healthz during {len(results)} worst inputs", kind, shown)
    broken = [(result.case[:4], result.status) for result in results if result.status >= 500 and result.status != 503]
    slow = [(result.case[:4], round(result.longest_wait, 2)) for result in results if result.longest_wait > _LONGEST]
    assert (broken, slow) == ([], [])
