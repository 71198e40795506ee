"""Faults of impersonation."""

from doorward.errors import Fault


class NoSession(Fault):
    code, reason = 403, "session_required"
    message = "Only a user who is signed in can act as another one"
