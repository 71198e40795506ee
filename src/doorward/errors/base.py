"""The base of all faults: see the package."""

from collections.abc import Iterator
from typing import Any, ClassVar


class Fault(Exception):
    code: ClassVar[int]
    reason: ClassVar[str]
    message: ClassVar[str]
    optional: ClassVar[tuple[str, ...]] = ()  # Names in `data` that are not always there.

    def __init__(self, **data: Any) -> None:
        super().__init__(self.reason)
        self.data: dict[str, Any] = {"reason": self.reason, **data}


class TooMany(Fault):
    """`limit`: how many there can be."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit=limit)


def catalogue() -> Iterator[type[Fault]]:
    """Every fault class that defines a reason."""
    pending = [Fault]
    while pending:
        for fault in pending.pop().__subclasses__():
            pending.append(fault)
            if "reason" in vars(fault):
                yield fault
