"""The methods by which users prove a second factor. Features add them, as they add jobs."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from doorward.core.sign_in.throttle import Throttle
from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import Origin
from doorward.domain.sign_in.factors import Proof
from doorward.domain.sign_in.throttle import code_account
from doorward.domain.users import User


class FactorMethod(Protocol):
    @property
    def name(self) -> str:
        """As `methods` in an answer and `method` in a request have it."""

    @property
    def guessable(self) -> bool:
        """Whether wrong proofs count for the account: those of a code do, those of a key do not."""

    async def offered_to(self, reader: Reader, user: User) -> bool: ...

    async def verify(self, tx: Transaction, user: User, proof: Proof, origin: Origin) -> str | None:
        """How the user is proved to have authenticated, a method of `AuthContext`; None when the proof is wrong. Uses
        the proof up. Raises nothing, so that what it records of a wrong one stays."""


class SecondFactors:
    def __init__(self, throttle: Throttle, clock: Callable[[], int]) -> None:
        self._throttle, self._clock = throttle, clock
        self._methods: dict[str, FactorMethod] = {}

    def add(self, *methods: FactorMethod) -> None:
        self._methods |= {method.name: method for method in methods}

    async def offered_to(self, reader: Reader, user: User) -> list[str]:
        """Recovery codes come last: clients begin with the first."""
        offered = [name for name, method in self._methods.items() if await method.offered_to(reader, user)]
        return sorted(offered, key=lambda name: name == "recoveryCode")

    async def verify(self, tx: Transaction, user: User, name: str, proof: Proof, origin: Origin) -> str | None:
        """As `FactorMethod.verify`; None also for a method that the user does not have.

        Wrong codes count for the account over all sign-ins, since each of these allows some. They count apart from
        wrong passwords, so that they block neither the password nor passkeys. While codes are blocked this raises,
        which takes back what the transaction wrote.
        """
        method = self._methods.get(name)
        if method is None or not await method.offered_to(tx, user):
            return None
        if not method.guessable:
            return await method.verify(tx, user, proof, origin)
        return await self.guess(tx, user, origin, lambda: method.verify(tx, user, proof, origin))

    async def guess(
        self, tx: Transaction, user: User, origin: Origin, verify: Callable[[], Awaitable[str | None]]
    ) -> str | None:
        """Counts a try at a code for the account, unless it proves right."""
        attempt = self._throttle.attempt(code_account(user.id), origin.address)
        await self._throttle.count_within(tx, attempt)
        proved = await verify()
        if proved is not None:
            await self._throttle.succeeded(tx, attempt, self._clock())
        return proved

    async def forgive(self, tx: Transaction, user: User, origin: Origin) -> None:
        """Unlocks the codes of a user whom an administrator helps."""
        await self._throttle.forgive(tx, user, [code_account(user.id)], origin.address)
