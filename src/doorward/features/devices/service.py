"""Users look after their devices, and disown sign-ins that were not theirs (docs/decisions/0035)."""

from typing import Final

from doorward.core import UseCases, rights
from doorward.core.sign_in.email_changes import discard_pending
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database.protocol import Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor, Origin
from doorward.domain.audit import actor_target, user_target
from doorward.domain.events import revocation
from doorward.domain.sign_in.devices import Device
from doorward.domain.sign_in.one_time_tokens import NOT_ME, PASSWORD_RESET, IssuedToken
from doorward.domain.users import Profile, fold
from doorward.errors import InvalidOneTimeToken
from doorward.features.devices.model import DeviceNotFound
from doorward.store import api_keys, users
from doorward.store.sign_in import devices, factors, sessions

# Milliseconds. The person who disowned a sign-in chooses a new password on the same page.
RESET_TTL: Final = 3_600_000


class UserDevices(UseCases, frozen=True):
    async def own(self, actor: Actor) -> list[Device]:
        return await devices.list_of(self.database, actor.user_id or 0)

    async def forget(self, actor: Actor, device_id: int) -> None:
        self.core.account.limit_changes(actor)
        await self._forget(actor, device_id)

    async def forget_all(self, actor: Actor) -> None:
        self.core.account.limit_changes(actor)
        await self._forget_all(actor)

    @transaction
    async def _forget(self, tx: Transaction, actor: Actor, device_id: int) -> None:
        acting = await rights.current(tx, actor, self.core.clock())
        if not await devices.forget(tx, acting.user_id or 0, device_id):
            raise DeviceNotFound
        await self.core.trail.record(tx, acting, "auth.device_forgotten", actor_target(acting), device=device_id)

    @transaction
    async def _forget_all(self, tx: Transaction, actor: Actor) -> None:
        acting = await rights.current(tx, actor, self.core.clock())
        count = await devices.forget_all(tx, acting.user_id or 0)
        if count:
            await self.core.trail.record(tx, acting, "auth.device_forgotten", actor_target(acting), devices=count)

    async def disown(self, token: str, origin: Origin) -> IssuedToken:
        """Ends what a thief may have, and returns a token to choose a new password: the reader of the mail could ask
        for one anyway. Second factors stay, as with every reset; a passkey that was added since then no longer signs in
        alone."""
        issued = await self._disown(token, origin)
        if issued is None:
            raise InvalidOneTimeToken
        return issued

    @transaction
    async def _disown(self, tx: Transaction, token: str, origin: Origin) -> IssuedToken | None:
        await tx.lock(rights.LOCK)  # A change of address that is being confirmed must not outlive the old password.
        now, taken = self.core.clock(), await self.core.one_time_tokens.take_link(tx, NOT_ME, token)
        user = await users.find(tx, taken.user_id or 0) if taken else None
        # The reader of a former address has another link, which restores that address.
        if taken is None or user is None or user.email is None or fold(user.email) != taken.subject:
            return None
        # The thief knows the password. Asking for a new one at the next sign-in would let the thief choose it.
        await users.update(tx, user, Profile(), NO_PASSWORD, now)
        ended = await sessions.end_all(tx, user.id)
        forgotten = await devices.forget_all(tx, user.id)
        await discard_pending(tx, user.id, now)
        await factors.demote_passkeys(tx, user.id, taken.created_at, now)
        deleted = await api_keys.delete_all(tx, user.id)  # One of them may be the thief's.
        actor = Actor(user.id, None, (), origin, user.username)
        details = {"sessionsEnded": len(ended), "devicesForgotten": forgotten, "keysDeleted": deleted}
        revokes = revocation.of_sessions(ended, user.id)
        await self.core.trail.record(tx, actor, "auth.sign_in_disowned", user_target(user), revokes, **details)
        return await self.core.one_time_tokens.issue(
            tx, PASSWORD_RESET, ttl=RESET_TTL, user_id=user.id, subject=taken.subject
        )
