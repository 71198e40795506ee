"""What the revocation feed tells: sessions that ended, and users whose older tokens are stale."""

from collections.abc import Iterable
from itertools import takewhile
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from doorward.domain.events.revocation import EVERYTHING, SESSION, USER
from doorward.store.revocations import Revocation

# Milliseconds between writing an event and its commit. A token that is issued in between has the former rights.
_COMMIT: Final = 250


def stale_before(at: int) -> int:
    """Tokens whose `iat`, in whole seconds, is less than this are stale after a change at that time, in milliseconds.

    Rounded up: a token of the same second may be older than the change.
    """
    return (at + _COMMIT) // 1000 + 1


class _Stale(Struct, frozen=True):
    seq: int
    at: int
    before: int


class Entries:
    """In the order of their events. Not more than the tokens that they concern may still be valid."""

    def __init__(self) -> None:
        self._sessions: dict[str, Revocation] = {}
        self._users: dict[str, _Stale] = {}
        # Reductions of rights whose second has not passed. A client that is told of one gets a new token at once: it
        # must have a later `iat` than those that are stale.
        self._pending: list[Revocation] = []

    def add(self, events: Iterable[Revocation], now: int, former: int = 0) -> bool:
        """Adds events, and publishes those that waited for their second to pass. Returns whether there is any news.

        `former`: when the read before this one began. It would have found an event from well before it, had that been
        committed: such an event counts as one of now, because tokens were issued with the former rights until then.
        """
        events = (event if event.at >= former - _COMMIT else replace(event, at=now) for event in events)
        waiting, self._pending, changed = [*self._pending, *events], [], False
        for event in waiting:
            names = event.revokes.split()
            for name in names:
                if name.startswith(SESSION):
                    changed |= self._sessions.setdefault(name.removeprefix(SESSION), event) is event
            if all(name.startswith(SESSION) for name in names):
                continue
            if stale_before(event.at) * 1000 > now:
                self._pending.append(event)
                continue
            changed = True
            for name in names:
                if name == EVERYTHING or name.startswith(USER):
                    self._add_user(name.removeprefix(USER), event)
        return changed

    def _add_user(self, sub: str, event: Revocation) -> None:
        before = stale_before(event.at)
        former = self._users.pop(sub, None)  # Goes to the end: the order is that of the events.
        self._users[sub] = _Stale(event.seq, event.at, max(before, former.before if former else 0))

    def forget(self, before: int) -> bool:
        """Removes entries of changes before this time. Returns whether there were any."""
        return _forget(self._sessions, before) + _forget(self._users, before) > 0

    @property
    def pending(self) -> Revocation | None:
        """The first event that is not told yet."""
        return self._pending[0] if self._pending else None

    @property
    def last(self) -> int:
        """The number of the last event that is told; 0 if there is none."""
        ended = next(reversed(self._sessions.values())).seq if self._sessions else 0
        stale = next(reversed(self._users.values())).seq if self._users else 0
        return max(ended, stale)

    def claims(self, since: int) -> dict[str, Any]:
        """Those of events after this number."""
        return {
            "sessions": [sid for sid, event in self._sessions.items() if event.seq > since],
            "users": [{"sub": sub, "before": stale.before} for sub, stale in self._users.items() if stale.seq > since],
        }


def _forget(entries: "dict[str, Revocation] | dict[str, _Stale]", before: int) -> int:
    """Removes the oldest ones, up to the first that is kept."""
    old = list(takewhile(lambda key: entries[key].at < before, entries))
    for key in old:
        del entries[key]
    return len(old)
