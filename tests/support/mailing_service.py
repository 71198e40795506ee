"""A service with or without a mail server, for tests in a browser: `python -m tests.support.mailing_service --help`.

The mails that it accepted are JSON at `/?to=ADDRESS` of a second port. All ends with this process.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from email import message_from_bytes, policy
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.support.postgres import postgres_server


class Mails:
    """A handler for aiosmtpd that keeps what it accepts."""

    def __init__(self) -> None:
        self.kept: list[dict[str, str]] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        message = message_from_bytes(content, policy=policy.default)
        plain = message.get_body(("plain",))
        text = plain.get_content() if plain else ""
        self.kept += [{"to": to, "subject": str(message["subject"]), "text": text} for to in envelope.rcpt_tos]
        return "250 OK"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """HTTP, as much as a test needs."""
        target = (await reader.readline()).split()[1].decode()
        wanted = parse_qs(urlsplit(target).query).get("to", [""])[0]
        body = json.dumps([mail for mail in self.kept if mail["to"] == wanted]).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        writer.write(head.encode() + b"Connection: close\r\n\r\n" + body)
        await writer.drain()
        writer.close()


@contextlib.asynccontextmanager
async def mail_server(port: int, http_port: int) -> AsyncIterator[dict[str, str]]:
    """The settings of its clients; none without a port to read mails at."""
    if not http_port:
        yield {}
        return
    mails, loop = Mails(), asyncio.get_running_loop()
    smtp = await loop.create_server(lambda: SMTP(mails, enable_SMTPUTF8=True), "127.0.0.1", 0)
    http = await asyncio.start_server(mails.answer, "127.0.0.1", http_port)
    try:
        yield {
            "DOORWARD_SMTP_URL": f"smtp://127.0.0.1:{smtp.sockets[0].getsockname()[1]}",
            "DOORWARD_PUBLIC_URL": f"http://127.0.0.1:{port}",
        }
    finally:
        smtp.close()
        http.close()


async def serve(port: int, http_port: int, database: dict[str, str]) -> int:
    async with mail_server(port, http_port) as mailing:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "doorward", "serve", "--port", str(port)),
            env=os.environ | database | mailing,
        )
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, process.terminate)
        return await process.wait()


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--port", type=int, required=True)
    options.add_argument("--mails", type=int, default=0, help="a mail server, and the port to read what it accepted")
    options.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own instead of SQLite")
    given = options.parse_args()
    if not given.postgres:
        return asyncio.run(serve(given.port, given.mails, {}))
    with postgres_server(in_memory=True) as server:
        database = {
            "DOORWARD_DATABASE_URL": server.url("postgres"),
            "DOORWARD_SECRET": "0123456789abcdefghijklmnopqrstuvwxyz",
        }
        # Tests that change what no endpoint changes, such as the age of a session, find the database by it.
        if folder := os.environ.get("DOORWARD_DATA_DIR"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            Path(folder, "database_url").write_text(database["DOORWARD_DATABASE_URL"])
        return asyncio.run(serve(given.port, given.mails, database))


if __name__ == "__main__":
    sys.exit(main())
