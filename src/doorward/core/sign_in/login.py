"""Signing in by a password: count the attempt, verify the password, go on with the flow."""

import contextlib
import logging
from collections.abc import Callable
from typing import NoReturn

from msgspec import Struct

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.core.sign_in.flow import PendingSignIn, SignInFlow
from doorward.core.sign_in.opening import OpenedSession
from doorward.core.sign_in.stand_ins import StandIns
from doorward.core.sign_in.throttle import Throttle
from doorward.core.sign_in.tokens import Tokens
from doorward.crypto.passwords.hasher import NO_PASSWORD, Hasher, HashSlot
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import WILDCARD, Actor, Origin, anonymous
from doorward.domain.audit import Target, user_target
from doorward.domain.passwords import PasswordPolicy
from doorward.domain.sign_in.auth_context import BY_PASSWORD
from doorward.domain.sign_in.throttle import Attempt
from doorward.domain.users import User, fold
from doorward.errors import AccountDisabled, Fault, InvalidCredentials, UserNotFound
from doorward.store import metadata, users

logger = logging.getLogger("doorward")


class VerifiedUser(Struct, frozen=True):
    """A user whose password matched, with what `finish` needs to go on."""

    user: User
    stored: str  # The hash that the password matched.
    breached: bool  # Whether the password is known from data breaches.
    origin: Origin
    attempt: Attempt


class SignIn(Struct, frozen=True):
    database: Database
    hasher: Hasher
    throttle: Throttle
    stand_ins: StandIns
    flow: SignInFlow
    policy: PasswordPolicy
    by_email: bool  # Whether an e-mail address may stand in the place of the username.
    trail: AuditTrail
    clock: Callable[[], int]

    async def login(self, username: str, password: str, origin: Origin) -> tuple[Tokens, User]:
        attempt = self.throttle.attempt(username, origin.address)
        stand_in_id, stand_in = self.stand_ins.pick(attempt.account)
        async with contextlib.AsyncExitStack() as turn:
            await turn.enter_async_context(self.throttle.turn(attempt))
            found = await users.find_for_login(self.database, username, by_email=self.by_email, stand_in=stand_in_id)
            if self.by_email and "@" in fold(username):
                # An address is counted as the username is, otherwise an account would allow twice the guesses; an
                # unknown one too, since the time would tell. The turn of the typed text bounded the lookups. It ends
                # first, so that no two attempts wait for each other's turns.
                typed = attempt
                attempt = self.throttle.attempt(found[0].username if found else username, origin.address)
                await turn.aclose()
                await turn.enter_async_context(self.throttle.turn(attempt, typed))
            stored = found[1] if found and found[1] != NO_PASSWORD else stand_in
            # Wait for a hashing slot before counting: a request that is rejected as busy is not a failed attempt.
            async with self.hasher.slot(attempt.sources[-1], stored) as slot:
                await self.throttle.count(attempt)
                # Hash outside any transaction: it would hold SQLite's only writer, or a connection, for all that time.
                matches = await slot.verify(password, stored)
                if found and matches and self.hasher.is_outdated(stored):
                    stored, matches = await self._renew(found[0], password, stored, slot)
            if found is None or stored is stand_in or not matches:
                unknown = self.trail.unknown_user(attempt.account)  # For known users too: its hash takes time.
                target = user_target(found[0]) if found else unknown
                await self._refuse(origin, target, InvalidCredentials)
            if not found[0].enabled:
                await self._refuse(origin, user_target(found[0]), AccountDisabled)
            breached = not found[0].must_change_password and await self._is_breached(password)
            return await self.finish(VerifiedUser(found[0], stored, breached, origin, attempt))

    async def _is_breached(self, password: str) -> bool:
        try:
            return await self.policy.is_breached(password)
        except Exception:
            logger.exception("sign-ins go on without the list of breached passwords, which cannot be read")
            return False

    async def _renew(self, user: User, password: str, outdated: str, slot: HashSlot) -> tuple[str, bool]:
        """Replaces an outdated hash. Returns the hash that is stored then, and whether the password matches it: of
        concurrent sign-ins one stores its hash, and the others verify that one."""
        renewed = await slot.hash(password)
        if await self._replace_hash(user, outdated, renewed):
            return renewed, True
        current = await users.find_password_hash(self.database, user.id) or NO_PASSWORD
        return current, await slot.verify(password, current)

    @transaction
    async def _replace_hash(self, tx: Transaction, user: User, outdated: str, renewed: str) -> bool:
        if not await users.renew_hash(tx, user.id, outdated, renewed):
            return False
        # The generated password expires by its hash.
        await metadata.replace_within(tx, metadata.FIRST_PASSWORD, outdated, renewed)
        return True

    async def _refuse(self, origin: Origin, target: Target, fault: type[Fault]) -> NoReturn:
        """Recorded alike whether or not the user exists, so that the response time does not reveal it."""
        await self.database.write(lambda tx: self._record_failure(tx, origin, target, fault.reason))
        raise fault

    async def finish(self, verified: VerifiedUser) -> tuple[Tokens, User]:
        """Goes on to the second factor or opens the session, unless the user was disabled, deleted or given another
        password in the meantime."""
        outcome = await self._proceed(verified)
        if outcome is None:
            raise InvalidCredentials
        return self.flow.conclude(outcome)

    @transaction
    async def _proceed(self, tx: Transaction, verified: VerifiedUser) -> OpenedSession | PendingSignIn | None:
        user, origin = verified.user, verified.origin
        # Before the session is opened, so that its first token has no rights either.
        breached = verified.breached and await users.require_password_change(tx, user.id, verified.stored, self.clock())
        outcome = await self.flow.proceed(
            tx, user.id, BY_PASSWORD, origin, verified_hash=verified.stored, attempt=verified.attempt
        )
        if breached:
            actor = Actor(user.id, None, (), origin, user.username)
            revokes = await rights.reduced(tx, (user.id,))  # Their other sessions have no rights any more.
            await self.trail.record(tx, actor, "user.password_breached", user_target(user), revokes)
        if outcome is None:
            await self._record_failure(tx, origin, user_target(user), InvalidCredentials.reason)
        return outcome

    async def mint(self, actor: Actor, user_id: int) -> Tokens:
        """Opens a session without a password. For tests; requires every permission and is recorded in the trail."""
        actor.require(WILDCARD)
        return self.flow.opener.issue(await self._open_minted(actor, user_id))

    @transaction
    async def _open_minted(self, tx: Transaction, actor: Actor, user_id: int) -> OpenedSession:
        await users.lock_row(tx, user_id)
        user = await users.find(tx, user_id)
        if user is None:
            raise UserNotFound
        if not user.enabled:
            raise AccountDisabled
        # No method: applications see in `amr` that the user proved nothing.
        opened, details, revokes = await self.flow.opener.open_unrecorded(tx, user_id, "", actor.origin)
        target = user_target(user)
        await self.trail.record(tx, actor, "auth.token_minted", target, revokes, session=opened.id, **details)
        return opened

    async def _record_failure(self, tx: Transaction, origin: Origin, target: Target, reason: str) -> None:
        await self.trail.record(tx, anonymous(origin), "auth.login_failed", target, reason=reason)
