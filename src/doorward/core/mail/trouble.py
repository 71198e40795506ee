"""What a worker does while the mail server can't be used: all mails wait, and one attempt at a time looks again. While
the server takes few connections, few mails are under way."""

import logging
from collections.abc import Callable
from typing import Final

logger = logging.getLogger("doorward")

_FIRST_PAUSE: Final = 1_000
_LONGEST_PAUSE: Final = 60_000
# For how long a server is not asked for further connections.
_CROWDED: Final = 60_000


class Trouble:
    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._pause = self._until = 0
        self._connections = self._crowded_until = 0
        self.count = 0

    def allowed(self, most: int) -> int:
        """How many messages may be under way."""
        if not self._pause:
            return min(most, self._connections) if self._clock() < self._crowded_until else most
        return 1 if self._clock() >= self._until else 0

    def crowd(self, connections: int) -> None:
        """The server serves so many connections, and refuses another one."""
        self._connections, self._crowded_until = connections, self._clock() + _CROWDED

    def note(self, error: str) -> int:
        """Returns the pause, in milliseconds."""
        self.count += 1
        if not self._pause:
            # Once, not for each mail and each attempt.
            logger.warning("mails wait, because the mail server can't be used: %s", error)
        now = self._clock()
        if now >= self._until:  # Messages that were under way together fail together, and count as one.
            self._pause = min(2 * self._pause, _LONGEST_PAUSE) or _FIRST_PAUSE
            self._until = now + self._pause
        return self._pause

    def clear(self) -> None:
        if self._pause:
            logger.warning("the mail server can be used again; mails are sent")
            self._pause = self._until = 0
