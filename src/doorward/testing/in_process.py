"""The real service in the caller's event loop, with a clock that a test moves.

The fixture `doorward` and Doorward's own tests are both built on it.
"""

import contextlib
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import httpx

from doorward.app import application, build, system_clock
from doorward.core import Core
from doorward.settings import Settings

URL: Final = "http://doorward.test"
PASSWORD: Final = "correct horse battery staple"  # noqa: S105  (for tests)
# The lowest cost that Argon2id has, below what the settings accept: most of a test's time would go into hashing.
CHEAP_HASHES: Final[dict[str, int]] = {"password_memory": 8, "password_time": 1}  # nosec B105


def settings_at(folder: Path, **changes: Any) -> Settings:
    """Settings of a service whose SQLite database is in the folder."""
    options: dict[str, Any] = {
        "data_dir": folder,
        "secret": "a secret for tests, and for nothing else 0123456789",  # nosec B105
        "admin_password": PASSWORD,
        "access_log": False,
    }
    return Settings(**(options | CHEAP_HASHES | changes))


class Clock:
    """The system clock plus an offset, in milliseconds."""

    def __init__(self) -> None:
        self.offset = 0
        self._stopped_at: int | None = None

    def __call__(self) -> int:
        return (system_clock() if self._stopped_at is None else self._stopped_at) + self.offset

    def stop(self) -> None:
        """From now on only `advance` moves it: nothing ends because the machine is busy."""
        self._stopped_at = system_clock()

    def advance(self, seconds: float = 0, **duration: float) -> None:
        """`advance(30)`, `advance(minutes=16)`: seconds, or the arguments of timedelta."""
        self.offset += round(timedelta(seconds=seconds, **duration).total_seconds() * 1000)


class InProcessService:
    """Core and HTTP application. Requests reach the application without a socket."""

    def __init__(self, settings: Settings, clock: Clock, **options: Any) -> None:
        """`options`: further arguments of `app.build`."""
        self.settings, self.clock = settings, clock
        self.core: Core = build(settings, clock, **options)
        self.application = application(self.core, settings)

    def connect(self, address: str = "127.0.0.1", **options: Any) -> httpx.AsyncClient:
        """A client at that network address; `options` are httpx's."""
        transport = httpx.ASGITransport(self.application, client=(address, 1234))
        return httpx.AsyncClient(transport=transport, base_url=URL, trust_env=False, **options)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        await self.core.open()
        try:
            yield
        finally:
            await self.core.close()
