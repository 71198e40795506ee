"""What the first connection to a mail server loads."""

import asyncio
import ssl
import sys
import threading
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import pytest

from doorward.core.mail.smtp import SmtpClient, SmtpServer
from tests.support.smtp import mail_server


class Imports(MetaPathFinder):
    """Notes in which thread the library is imported."""

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname == "aiosmtplib":
            self.threads.append(threading.current_thread())
        return None


async def test_the_library_and_the_certificates_are_loaded_once_and_in_a_thread(
    anyio_backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both together keep the event loop for tenths of a second. Mutants: the import in `connect`; no lock, so that each
    of the first connections loads the certificates."""
    loaded: list[threading.Thread] = []
    make = ssl.create_default_context

    def counted(*args: Any, **options: Any) -> ssl.SSLContext:
        loaded.append(threading.current_thread())
        return make(*args, **options)

    for name in [name for name in sys.modules if name.split(".")[0] == "aiosmtplib"]:
        monkeypatch.delitem(sys.modules, name)
    imports = Imports()
    monkeypatch.setattr(sys, "meta_path", [imports, *sys.meta_path])
    monkeypatch.setattr(ssl, "create_default_context", counted)
    async with mail_server() as server:
        client = SmtpClient(SmtpServer.parse(server.url), "login.example.com", 10)
        connections = await asyncio.gather(*(client.connect() for _ in range(4)))
        for connection in connections:
            await connection.quit()
    assert len(loaded) == len(imports.threads) == 1
    assert threading.main_thread() not in {*loaded, *imports.threads}
