"""Limits on the mails that requests cause, so that a service can't be made to flood a mailbox or to spend a quota.

Counted in the database, so that all workers and nodes share them, in fixed windows: around the end of a window, twice
the limit may pass.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from doorward.crypto.hash_chain import HashChain
from doorward.database.protocol import Transaction
from doorward.domain.sign_in.throttle import WIDER, networks_of
from doorward.domain.users import fold
from doorward.errors import TooManyMails
from doorward.store.sign_in import attempts

_HOUR: Final = 3_600_000
_DAY: Final = 24 * _HOUR
# A day's limit is that of an hour times this.
_HOURS_OF_A_DAY: Final = 3
_DIGEST_BYTES: Final = 16


class MailLimits(Struct, frozen=True):
    chain: Callable[[], HashChain]
    clock: Callable[[], int]
    address_limit: int  # An hour; 0 sets none.
    network_limit: int

    async def admit(self, tx: Transaction, address: str) -> None:
        """Call it first in the transaction of a request that causes a mail, with the network address of the client.

        Raises TooManyMails, whether or not the request names a user: the rest of the transaction must not decide that.
        """
        now = self.clock()
        for network, factor in zip(networks_of(address), WIDER, strict=False):
            quota = self.network_limit * factor
            if not await self._count(tx, "mail network", network, quota, _HOUR, now):
                raise TooManyMails("mail-network", quota, _HOUR // 1000, (_HOUR - now % _HOUR) // 1000 + 1)

    async def may_send(self, tx: Transaction, recipient: str, cause: str = "mail address") -> bool:
        """Counts a mail to a recipient; False when it must not be sent, which no client may notice.

        For mails that a person causes who may not be the recipient; not for those that report a change of the account.
        Mails of another `cause` are counted apart.
        """
        key, now = fold(recipient), self.clock()
        if not await self._count(tx, cause, key, self.address_limit, _HOUR, now):
            return False
        if await self._count(tx, cause, key, self.address_limit * _HOURS_OF_A_DAY, _DAY, now):
            return True
        # One an hour goes even so. Otherwise a few requests in the name of a user would keep resets from them all day.
        return await self._count(tx, f"{cause} at least", key, 1, _HOUR, now)

    def over_address_limit(self) -> TooManyMails:
        """For a client that may know: it has proved to be the recipient."""
        retry_after = (_HOUR - self.clock() % _HOUR) // 1000 + 1
        return TooManyMails("mail-address", self.address_limit, _HOUR // 1000, retry_after)

    async def _count(self, tx: Transaction, what: str, key: str, quota: int, window: int, now: int) -> bool:
        if not quota:
            return True
        name = self.chain().fingerprint(what, key, str(window), str(now // window))[:_DIGEST_BYTES].hex()
        counted = await attempts.count(tx, name, now, window)
        if counted is None:
            return False
        if counted.failures >= quota:
            # Blocked, so that refused requests neither count nor prolong the life of the row.
            await attempts.block(tx, name, now - now % window + window)
        return True
