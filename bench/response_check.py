"""Checks a server's responses before its speed is measured."""

import socket
from http.client import HTTPException, HTTPResponse

from bench.load import UNIQUE
from bench.subjects import Subject

_TIMEOUT_SECONDS = 60
# The status is not enough: better-auth responds to unknown sessions with 200 and `null`.
_RETURN_USERS = ("user", "key", "list", "search")
_FIELD_OF_USERS = b'"email"'


def response_error(subject: Subject, operation: str) -> str:
    """Sends one request of an operation; returns what is wrong with the response, or an empty string."""
    plan = subject.plans[operation]
    # A chain can be started only once, and the measured rounds start the first ones.
    request = plan.requests[-1 if plan.chain else 0].replace(UNIQUE.encode(), b"0" * len(UNIQUE))
    try:
        status, body = _send(subject.server.port, request)
    except (OSError, HTTPException) as error:
        return f"no response: {error!r}"
    if not 200 <= status < 300:
        return f"status {status}: {body[:200].decode(errors='replace')}"
    if subject.has_users and operation in _RETURN_USERS and _FIELD_OF_USERS not in body:
        return f"no user in the response: {body[:200].decode(errors='replace')}"
    return ""


def _send(port: int, request: bytes) -> tuple[int, bytes]:
    with socket.create_connection(("127.0.0.1", port), _TIMEOUT_SECONDS) as connection:
        connection.sendall(request)
        response = HTTPResponse(connection)
        response.begin()
        return response.status, response.read()
