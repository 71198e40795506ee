"""Whether a subject answers as it should, before anybody counts how fast."""

import socket
from http.client import HTTPException, HTTPResponse

from bench.load import UNIQUE
from bench.subjects import Subject

_PATIENCE_SECONDS = 60
# A status alone does not tell: better-auth answers 200 and `null` to people whom it does not know.
_SHOWS_PEOPLE = ("user", "list", "search")
_PROOF = b'"email"'


def wrong_answer(subject: Subject, operation: str) -> str:
    """What is wrong with the answer to one request of an operation, if anything."""
    plan = subject.plans[operation]
    # A chain can be taken up once: its first requests are for the rounds.
    request = plan.requests[-1 if plan.chain else 0].replace(UNIQUE.encode(), b"0" * len(UNIQUE))
    try:
        status, body = _ask(subject.server.port, request)
    except (OSError, HTTPException) as error:
        return f"no answer: {error!r}"
    if not 200 <= status < 300:
        return f"status {status}: {body[:200].decode(errors='replace')}"
    if subject.has_people and operation in _SHOWS_PEOPLE and _PROOF not in body:
        return f"nobody in the answer: {body[:200].decode(errors='replace')}"
    return ""


def _ask(port: int, request: bytes) -> tuple[int, bytes]:
    with socket.create_connection(("127.0.0.1", port), _PATIENCE_SECONDS) as connection:
        connection.sendall(request)
        answer = HTTPResponse(connection)
        answer.begin()
        return answer.status, answer.read()
