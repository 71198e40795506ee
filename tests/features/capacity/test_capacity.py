"""`doorward capacity`: its arithmetic, its constants and its command."""

from pathlib import Path

import pytest

from doorward.features.capacity import model
from doorward.features.capacity.model import Constants, Load
from tests.support.cli import doorward

# Round numbers, so that the results can be checked by hand.
KNOWN = Constants(
    machine="a machine",
    users=1,
    hash_seconds=0.02,
    service_seconds={
        "sqlite": {"user": 0.0001, "list": 0.001, "search": 0.001, "refresh": 0.0005, "login": 0.02},
        "postgresql": {"user": 0.0002, "list": 0.001, "search": 0.001, "refresh": 0.001, "login": 0.022},
    },
    postgresql_seconds={"user": 0.0001, "list": 0.002, "search": 0.002, "refresh": 0.0005, "login": 0.001},
    bytes={"user": 1000, "session": 500, "audit_entry": 400},
    worker_mib={"sqlite": 80, "postgresql": 90},
)


def load(sign_ins: int) -> Load:
    return Load(
        users=1_000_000,
        sign_ins_per_day=sign_ins,
        requests_per_day=864_000,
        refreshes_per_day=0,
        lists_per_day=0,
        sessions=2_000_000,
        audit_days=10,
        peak=2,
    )


def test_cores_are_rates_at_the_peak_times_processor_time_over_the_share_that_may_be_used() -> None:
    """Mutants: without the peak, or without the share of a core that is left free, the cores are half as many."""
    found = model.need(load(43_200), 2, KNOWN)
    # 20 requests a second of 0.1 ms and one sign-in a second of 20 ms, at half of a core.
    assert (found.database, found.service_cores, found.database_cores) == ("SQLite", 0.04, 0)
    assert (found.requests_per_second, found.nodes, found.workers, found.connections) == (21.0, 1, 1, 0)
    # 1 GB of users, 1 GB of sessions, 432,000 entries.
    assert (found.database_gb, found.disk_gb, found.memory_mib) == (2.2, 5, 80)


def test_a_load_beyond_one_machine_gets_postgresql_and_a_node_to_spare() -> None:
    found = model.need(load(4_320_000), 2, KNOWN)
    # SQLite: 100 sign-ins of 20 ms and 20 requests of 0.1 ms a second are 4.004 cores. PostgreSQL: 4.408 and 0.204.
    assert (found.database, found.service_cores, found.database_cores) == ("PostgreSQL", 4.41, 0.2)
    assert (found.nodes, found.workers, found.connections) == (4, 2, 120)
    assert found.advice.startswith("one machine would need 4.0 cores")


def test_a_machine_that_hashes_in_half_the_time_needs_half_the_cores() -> None:
    assert model.need(load(4_320_000), 4, KNOWN, 0.01).service_cores == 2.0


def test_the_measured_constants_are_plausible_in_terms_of_a_hash() -> None:
    """A wrong unit, or a measurement of something else, is off by far more than machines differ."""
    known = model.constants()
    for seconds in known.service_seconds.values():
        assert 0.9 < seconds["login"] / known.hash_seconds < 2
        assert seconds["user"] < seconds["refresh"] < seconds["login"]
    together = known.service_seconds["postgresql"]["user"] + known.postgresql_seconds["user"]
    assert known.service_seconds["sqlite"]["user"] < together
    assert all(100 < size < 20_000 for size in known.bytes.values())


async def test_the_command_computes_for_the_given_numbers(tmp_path: Path, anyio_backend: str) -> None:
    environ = {"DOORWARD_DATA_DIR": str(tmp_path)}
    run = await doorward(environ, "capacity", "--users", "5m", "--sign-ins-per-day", "200k", "--cores", "8", "--json")
    assert run.code == 0, run.err
    expected = model.need(model.usual_load(5_000_000, 200_000), 8, model.constants())
    assert (run.json["users"], run.json["service_cores"]) == (5_000_000, expected.service_cores)
    assert run.json["machine"] == model.constants().machine
    plain = await doorward(environ, "capacity", "--users", "1.5m", "--calibrate")
    assert plain.code == 0, plain.err
    assert "1500000" in plain.out


@pytest.mark.parametrize("given", ["", "many", "-1", "0", "1e400", "nan", "5x"])
async def test_a_number_that_is_none_is_refused_with_the_option_and_examples(
    tmp_path: Path, anyio_backend: str, given: str
) -> None:
    run = await doorward({"DOORWARD_DATA_DIR": str(tmp_path)}, "capacity", f"--users={given}")
    assert run.code == 2
    assert "--users must be a number" in run.err
