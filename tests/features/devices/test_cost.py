"""What recognising devices costs a sign-in."""

from typing import Any

import pytest

from tests.features.devices.support import ANN, PAGE, PHONE, sign_in
from tests.support.service import Client, Service


class Recording:
    """Passes calls of a transaction on, and notes their statements."""

    def __init__(self, tx: Any, statements: list[str]) -> None:
        self._tx, self._statements = tx, statements

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._tx, name)
        if not callable(method):
            return method

        def call(*args: Any) -> Any:
            self._statements.append(str(args[0]))
            return method(*args)

        return call


@pytest.fixture
async def statements(service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that sign-ins run in transactions, after the first one of a user."""
    await service.create(admin, "ann", email=ANN)
    await sign_in(service)
    await service.core.jobs.stop()  # They use the database as well.
    noted: list[str] = []
    database, write = service.core.database, service.core.database.write
    monkeypatch.setattr(database, "write", lambda work: write(lambda tx: work(Recording(tx, noted))))
    return noted


async def test_with_all_of_it_off_a_sign_in_pays_nothing(service: Service, statements: list[str]) -> None:
    """No statement, no cookie and no field, also for a client that sends a secret."""
    plain = await sign_in(service)
    known = statements.copy()
    statements.clear()
    answer = await sign_in(service, PHONE, secret="dwd_" + "x" * 43, **PAGE)
    assert statements == known
    assert not any("devices" in statement for statement in statements)
    assert "device" not in plain.data
    assert "device" not in answer.data
    assert "doorward-device" not in str(answer.headers)


@pytest.mark.settings(new_device="notify")
async def test_a_known_device_costs_two_statements(service: Service, statements: list[str]) -> None:
    """One recognises it and notes its use, one records the sign-in after that."""
    secret = (await sign_in(service, PHONE)).data["device"]
    statements.clear()
    await sign_in(service, PHONE, secret=secret)
    updated = [text.split()[1] for text in statements if text.startswith("UPDATE")]
    assert [table for table in updated if table in ("users", "devices")] == ["users", "devices", "users"]
    assert sum("devices" in text for text in statements) == 1
