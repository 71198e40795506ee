"""A service that mails codes to sign in."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.support.databases import settings_for
from tests.support.service import Clock, Service, running


@pytest.fixture
async def service(
    environ: dict[str, str], clock: Clock, request: pytest.FixtureRequest, anyio_backend: str
) -> AsyncIterator[Service]:
    marker = request.node.get_closest_marker("settings")
    changes: dict[str, Any] = {"email_code": True} | (marker.kwargs if marker else {})
    async with running(settings_for(environ, **changes), clock) as service:
        yield service
