"""Signing in by a password: verify it, then count the attempt and go on with the flow in one transaction."""

import asyncio
import contextlib
import logging
from collections.abc import Callable

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
from doorward.errors import AccountDisabled, Fault, InvalidCredentials
from doorward.store import metadata, users
from doorward.store.sign_in import attempts

logger = logging.getLogger("doorward")


class Guess(Struct, frozen=True):
    """A password that was compared with a hash, and what the transaction needs that decides about it."""

    user_id: int  # Of the row to lock: for an unknown name that of its stand-in.
    target: Target
    attempt: Attempt
    origin: Origin
    stored: str  # The hash that the password was compared with.
    breached: bool  # Whether the password is known from data breaches.
    counted: bool  # Whether the attempt was counted before.
    fault: type[Fault] | None  # None if the password is right.


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
            guess = await self._compare(attempt, password, origin, found, stand_in_id, stand_in)
            outcome = await self.throttle.uninterrupted(self._decide(guess))
        if isinstance(outcome, type):
            raise outcome
        return self.flow.conclude(outcome)

    async def _compare(
        self,
        attempt: Attempt,
        password: str,
        origin: Origin,
        found: tuple[User, str] | None,
        stand_in_id: int,
        stand_in: str,
    ) -> Guess:
        """Hashes the password, for an unknown name with the hash of its stand-in."""
        stored = found[1] if found and found[1] != NO_PASSWORD else stand_in
        # Wait for a hashing slot before counting: a request that is rejected as busy is not a failed attempt.
        async with self.hasher.slot(attempt.sources[-1], stored) as slot:
            # Renewing a hash takes time and is committed, so that attempt has to be counted first.
            counted = self.hasher.is_outdated(stored)
            await (self.throttle.count(attempt) if counted else self.throttle.check(attempt))
            try:
                # Outside any transaction: it would hold SQLite's only writer, or a connection, for all that time.
                matches = await slot.verify(password, stored)
                # For wrong passwords too: until the attempt is counted, nothing may take longer for the right one.
                breached = await self._is_breached(password)
            except asyncio.CancelledError:
                if not counted:
                    self.throttle.count_abandoned(attempt)
                raise
            if found and matches and counted:
                stored, matches = await self._renew(found[0], password, stored, slot)
        unknown = self.trail.unknown_user(attempt.account)  # For known users too: its hash takes time.
        right = found is not None and stored is not stand_in and matches
        enabled = found is not None and found[0].enabled
        return Guess(
            found[0].id if found else stand_in_id,
            user_target(found[0]) if found else unknown,
            attempt,
            origin,
            stored,
            breached and found is not None and not found[0].must_change_password,
            counted,
            (None if enabled else AccountDisabled) if right else InvalidCredentials,
        )

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

    @transaction
    async def _decide(self, tx: Transaction, guess: Guess) -> OpenedSession | PendingSignIn | type[Fault]:
        """Counts the attempt and goes on to the second factor or the session, or records the failure: in one commit, so
        that no answer tells of a password whose attempt is not counted. Up to the count it does the same for right and
        wrong passwords, and for unknown names (docs/decisions/0051)."""
        if not guess.counted:
            await attempts.hold_user(tx, guess.user_id)
            await self.throttle.count_within(tx, guess.attempt)
        outcome = guess.fault or await self._proceed(tx, guess)
        if isinstance(outcome, type):
            await self.trail.record(
                tx, anonymous(guess.origin), "auth.login_failed", guess.target, reason=outcome.reason
            )
        return outcome

    async def _proceed(self, tx: Transaction, guess: Guess) -> OpenedSession | PendingSignIn | type[Fault]:
        """InvalidCredentials if the user was disabled, deleted or given another password in the meantime."""
        # Before the session is opened, so that its first token has no rights either.
        breached = guess.breached and await users.require_password_change(tx, guess.user_id, guess.stored, self.clock())
        # Their other sessions have no rights any more. The rows of sessions come before the entries in the trail, whose
        # lane other transactions wait for.
        revokes = await rights.reduced(tx, (guess.user_id,)) if breached else ""
        outcome = await self.flow.proceed(
            tx, guess.user_id, BY_PASSWORD, guess.origin, verified_hash=guess.stored, attempt=guess.attempt
        )
        if breached:
            actor = Actor(guess.user_id, None, (), guess.origin, guess.target.name)
            await self.trail.record(tx, actor, "user.password_breached", guess.target, revokes)
        return outcome or InvalidCredentials

    async def mint(self, actor: Actor, user_id: int) -> Tokens:
        """Opens a session without a password. For tests; requires every permission and is recorded in the trail."""
        actor.require(WILDCARD)
        return self.flow.opener.issue(await self._open_minted(actor, user_id))

    @transaction
    async def _open_minted(self, tx: Transaction, actor: Actor, user_id: int) -> OpenedSession:
        await users.lock_row(tx, user_id)
        user = await users.get(tx, user_id)
        if not user.enabled:
            raise AccountDisabled
        # No method: applications see in `amr` that the user proved nothing.
        opened, details, revokes = await self.flow.opener.open_unrecorded(tx, user_id, "", actor.origin)
        target = user_target(user)
        await self.trail.record(tx, actor, "auth.token_minted", target, revokes, session=opened.id, **details)
        return opened
