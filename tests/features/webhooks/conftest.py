"""What the tests of webhooks share."""

from collections.abc import AsyncIterator

import pytest

from tests.support.receiver import Receiver, receiving
from tests.support.service import Service


@pytest.fixture
async def receiver(anyio_backend: str) -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        yield receiver


@pytest.fixture
async def only_tests_deliver(service: Service) -> None:
    await service.core.jobs.stop()
