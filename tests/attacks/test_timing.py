"""Response times do not reveal which users exist. `python -m bench.timing` measures it at full length."""

import pytest
from bench.identifiers import measure_identifiers
from bench.timing import compare, measure, measure_populations

from doorward.app import load_settings
from doorward.settings import load

PAIRS = 12


@pytest.mark.alone
async def test_times_of_refused_sign_ins_do_not_tell_who_exists(environ: dict[str, str], anyio_backend: str) -> None:
    unhindered = load(environ, login_failures=0, login_account_failures=0, login_network_failures=0)
    for name, found in (await measure(unhindered, PAIRS)).items():
        # The order counts, not milliseconds: without the hash for unknown users every pair differs.
        assert 0.1 < found.auc < 0.9, f"{name}: {found}"


@pytest.mark.alone
async def test_times_do_not_tell_who_exists_when_hashes_have_another_cost_than_the_setting(
    environ: dict[str, str], anyio_backend: str
) -> None:
    """After a raised setting, and after an import. Mutant: every unknown name costs a hash of the current setting."""
    unhindered = load(environ, login_failures=0, login_account_failures=0, login_network_failures=0)
    for name, found in (await measure_populations(unhindered, PAIRS)).items():
        assert 0.1 < found.auc < 0.9, f"{name}: {found}"


@pytest.mark.alone
async def test_times_of_requests_for_mails_do_not_tell_who_exists(environ: dict[str, str], anyio_backend: str) -> None:
    """Mutant: a request for an address that no user has hashes no password, or returns before it writes."""
    unlimited = load_settings(
        environ=environ, email_code=True, registration="open", login_failures=0, mail_network_limit=0
    )
    for name, found in (await measure_identifiers(unlimited, PAIRS)).items():
        assert 0.1 < found.auc < 0.9, f"{name}: {found}"


def test_the_measurement_sees_a_difference_where_there_is_one() -> None:
    slow, fast = [0.020 + 0.0001 * n for n in range(50)], [0.010 + 0.0001 * n for n in range(50)]
    different, alike = compare(slow, fast), compare(slow, list(reversed(slow)))
    assert (round(different.median_ms), different.auc) == (10, 1.0)
    assert different.low_ms > 9
    assert alike.auc < 0.52
