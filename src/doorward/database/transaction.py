"""Methods that run as one transaction."""

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from doorward.database.protocol import Database, Transaction

P = ParamSpec("P")
T = TypeVar("T")


class HasDatabase(Protocol):
    @property
    def database(self) -> Database: ...


Owner = TypeVar("Owner", bound=HasDatabase)


def transaction(
    work: Callable[Concatenate[Owner, Transaction, P], Awaitable[T]],
) -> Callable[Concatenate[Owner, P], Coroutine[Any, Any, T]]:
    """Runs a method in a transaction of its object's `database`. The method is declared with the transaction as its
    first argument and called without it: `async def update(self, tx, actor)` by `await roles.update(actor)`.

    The transaction commits when the method returns and rolls back when it raises. After a lost race the database runs
    the method again, so it must await nothing but its transaction and change nothing else. It returns what it decided,
    and raises only where everything that it wrote may be rolled back.
    """

    @wraps(work)
    async def run(self: Owner, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.database.write(lambda tx: work(self, tx, *args, **kwargs))

    return run
