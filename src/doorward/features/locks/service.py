"""Finds accounts that failed sign-ins have locked, and unlocks them.

Failures are counted under keyed hashes of usernames and networks. So locked accounts are looked for among the users of
the newest failed sign-ins in the audit trail: their names are hashed again.
"""

from collections.abc import Iterable

from doorward.core import UseCases, rights
from doorward.core.user_changes import check_not_self
from doorward.database.protocol import Reader, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.audit import user_target
from doorward.domain.paging import Page, PageRequest
from doorward.domain.sign_in.throttle import KNOWN_FOR
from doorward.errors import ServiceAccount
from doorward.features.locks import queries
from doorward.features.locks.model import Lock, LockedAccount
from doorward.store import users


class Locks(UseCases, frozen=True):
    async def page(self, actor: Actor, request: PageRequest) -> Page[LockedAccount]:
        """Those that stay locked longest first."""
        actor.require("users:read")
        found = await self.database.read_in_background(self._locked, actor.user_id)
        found.sort(key=lambda account: (-account.until, account.user_id))
        return Page(found[request.offset : request.offset + request.size], len(found), False, request)

    async def _locked(self, reader: Reader) -> list[LockedAccount]:
        now = self.core.clock()
        failing: dict[int, list[str]] = {}
        for user_id, address in await queries.failing_accounts(reader, now - KNOWN_FOR):
            failing.setdefault(user_id, []).append(address)
        accounts = await queries.accounts(reader, list(failing))
        names: dict[str, tuple[int, str]] = {}  # The user, and the network; empty for all networks.
        for user_id, (username, _) in accounts.items():
            names |= {name: (user_id, network) for name, network in self._names(username, failing[user_id]).items()}
        locks: dict[int, list[Lock]] = {}
        for name, (failures, until) in (await queries.blocked(reader, list(names), now)).items():
            user_id, network = names[name]
            locks.setdefault(user_id, []).append(Lock(network, failures, until))
        return [LockedAccount.of(user_id, *accounts[user_id], found) for user_id, found in locks.items()]

    def _names(self, username: str, addresses: Iterable[str]) -> dict[str, str]:
        """Every name under which failures of a user are counted, with the network; empty for all networks."""
        names: dict[str, str] = {}
        for address in addresses:
            attempt = self.core.sign_in.throttle.attempt(username, address)
            names |= {attempt.pair: attempt.sources[0], attempt.account: ""}
        return names

    @transaction
    async def unlock(self, tx: Transaction, actor: Actor, user_id: int) -> None:
        acting = await rights.lock(tx, actor, "users:update", self.core.clock())
        user = await users.get(tx, user_id)
        if user.service:
            raise ServiceAccount
        acting.require_rank_over(user.permissions)
        # A thief of a session could otherwise guess its password without end.
        check_not_self(acting, user)
        throttle = self.core.sign_in.throttle
        forgiven = await throttle.forgive(tx, user, throttle.accounts_of(user), acting.origin.address)
        await self.core.trail.record(tx, acting, "user.unlocked", user_target(user), counters=forgiven)
