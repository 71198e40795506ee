"""Managing users."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.core.confusables import note_username
from doorward.core.idempotency import Idempotency, IdempotentRequest
from doorward.core.mail.kinds import LANGUAGES
from doorward.core.mail.mailbox import Mailbox
from doorward.core.sign_in.email_changes import EmailChanges, discard_pending
from doorward.core.sign_in.step_up import StepUp
from doorward.core.user_changes import (
    assignable_roles,
    change_roles,
    check_has_password,
    check_names_free,
    check_not_last_administrator,
    check_not_self,
    insert_user,
    record_change,
)
from doorward.crypto.passwords.hasher import Hasher
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.audit import user_target
from doorward.domain.events import revocation
from doorward.domain.paging import Page, PageRequest
from doorward.domain.passwords import PasswordPolicy
from doorward.domain.sign_in.sessions import EndedSessions
from doorward.domain.user_fields import DISABLED, USERNAME_MAX
from doorward.domain.user_query import UserFilter
from doorward.domain.users import Profile, User, check_verified, fold
from doorward.errors import OwnPassword, PreconditionFailed, ServiceAccount, UserNotFound
from doorward.search.directory import UserDirectory
from doorward.store import identifiers, users
from doorward.store.sign_in import devices, one_time_tokens, sessions


class Users(Struct, frozen=True):
    database: Database
    directory: UserDirectory
    hasher: Hasher
    policy: PasswordPolicy
    trail: AuditTrail
    idempotency: Idempotency
    mailbox: Mailbox
    step_up: StepUp
    email_changes: EmailChanges
    clock: Callable[[], int]
    rp_id: str  # The host that passkeys belong to; empty where there can be none.

    async def page(self, actor: Actor, wanted: UserFilter, request: PageRequest) -> Page[User]:
        actor.require("users:read")
        return await self.directory.page(wanted, request, actor.user_id)

    async def read(self, actor: Actor, user_id: int) -> User:
        actor.require("users:read")
        return await users.get(self.database, user_id)

    async def find(self, actor: Actor, username: str) -> User:
        actor.require("users:read")
        user = await users.find_by_username(self.database, username)
        if user is None:
            raise UserNotFound
        return user

    async def taken_username(self, given: Any) -> list[tuple[str, str]]:
        """A username that a user has already, as a wrong field. `given` is whatever a request calls its username."""
        if not isinstance(given, str) or "\0" in given or len(given) > USERNAME_MAX:
            return []
        taken = await identifiers.username_taken(self.database, given.strip())
        return [("username", "is already in use")] if taken else []

    async def create(self, actor: Actor, profile: Profile, idempotent: IdempotentRequest | None = None) -> User:
        actor.require("users:create")
        # A repeated request gets the stored answer without hashing again.
        earlier = await self.idempotency.find(self.database, actor, idempotent, User)
        if earlier is not None:
            return earlier
        check_verified(profile, profile.email)
        await self.policy.check(str(profile.password), username=str(profile.username), email=profile.email or None)
        password_hash = await self.hasher.hash(str(profile.password))
        return await self._insert(actor, profile, password_hash, idempotent)

    @transaction
    async def _insert(
        self, tx: Transaction, actor: Actor, profile: Profile, password_hash: str, idempotent: IdempotentRequest | None
    ) -> User:
        if profile.roles:
            await tx.lock(rights.LOCK)  # The granted roles must not be changed or deleted before the commit.
        acting = await rights.current(tx, actor, self.clock())
        acting.require("users:create")
        earlier = await self.idempotency.claim(tx, acting, idempotent, User)
        if earlier is not None:
            return earlier
        granted = await assignable_roles(tx, acting, profile.roles or ())
        user = await insert_user(tx, profile, password_hash, granted, self.clock())
        await self.step_up.throttle.forget_name(tx, user.username)
        await self.idempotency.keep(tx, acting, idempotent, user)
        details = user.audited() | await note_username(tx, user)
        await self.trail.record(tx, acting, "user.created", user_target(user), **details)
        return user

    async def update(
        self,
        actor: Actor,
        user_id: int,
        profile: Profile,
        expected: frozenset[int] | None = None,
        language: str = LANGUAGES[0],
    ) -> User:
        """`language`: of the mails that tell the user of a new password, username or address."""
        actor.require("users:update")
        password_hash = None
        if profile.password:
            if actor.user_id == user_id:
                raise OwnPassword  # A stolen session must not suffice to keep its owner out.
            user = await users.get(self.database, user_id)
            username = user.username if profile.username is UNSET else profile.username
            email = user.email if profile.email is UNSET else profile.email
            await self.policy.check(profile.password, username=username, email=email)
            password_hash = await self.hasher.hash(profile.password)

        async def work(tx: Transaction) -> User:
            before, changed = await self.change(
                tx,
                actor=actor,
                user_id=user_id,
                profile=profile,
                password_hash=password_hash,
                expected=expected,
                language=language,
            )
            if password_hash:
                # To the former address: the same request may set another one.
                await self.mailbox.tell_password_changed(tx, before, language)
            await self.tell_renamed(tx, actor, before, changed, language)
            return changed

        return await self.database.write(work)

    async def change(
        self,
        tx: Transaction,
        *,
        actor: Actor,
        user_id: int,
        profile: Profile,
        password_hash: str | None,
        expected: frozenset[int] | None = None,
        language: str = LANGUAGES[0],
    ) -> tuple[User, User]:
        """Updates a user in the caller's transaction; returns the user from before and after. The caller has checked a
        new password and hashed it."""
        user, acting = await self._lock(tx, actor, user_id, "users:update", expected)
        acting.require_not_acting_as(user.id)
        if password_hash or _renames(profile, user):
            acting.require_own_session()
            acting.require_roles(user.role_names)
        own, new_email = acting.user_id == user.id, profile.email not in (UNSET, user.email)
        if own and _renames(profile, user):
            # As on the own account: both names are ways in, and a stolen session must not suffice to change them.
            await self.step_up.require_recent(tx, acting)
        if new_email and profile.email_verified is UNSET:
            profile = replace(profile, email_verified=0)
        check_verified(profile, user.email if profile.email is UNSET else profile.email)
        if profile.must_change_password and not (user.must_change_password or password_hash):
            await check_has_password(tx, user)
        await check_names_free(tx, profile, user)
        disabling = profile.status == DISABLED and user.enabled
        if profile.roles is not UNSET:
            await change_roles(tx, acting, user, profile.roles, self.rp_id)
        if disabling:
            await check_not_last_administrator(tx, user, self.rp_id)
            check_not_self(acting, user)
        await users.update(tx, user, profile, password_hash, self.clock())
        ended = EndedSessions([])
        if disabling or password_hash:
            ended = await sessions.end_all(tx, user.id)
            await devices.revoke_trust(tx, user.id)
        if new_email and own:
            await self.email_changes.make_at_once(tx, user, profile.email or None, language)
        elif new_email:
            # Also the links that would restore a former address: the administrator's choice counts.
            await one_time_tokens.discard_of_user(tx, user.id)
            await users.set_pending_email(tx, user.id, None, self.clock())
        elif disabling or password_hash:
            await discard_pending(tx, user.id, self.clock())
        if password_hash:
            # Failures against the old password do not count for the new one: resetting it unlocks a locked account.
            throttle = self.step_up.throttle
            await throttle.forgive(tx, user, throttle.accounts_of(user), acting.origin.address)
        changed = await users.get(tx, user.id)
        if not own and fold(changed.username) != fold(user.username):
            # Never for the own account: a thief of a session could guess its password without end.
            await self.step_up.throttle.forget_name(tx, changed.username)
        await record_change(tx, self.trail, acting, user, changed, password=password_hash is not None, ended=ended)
        return user, changed

    async def tell_renamed(self, tx: Transaction, actor: Actor, before: User, after: User, language: str) -> None:
        """Tells a user of another username or address. Administrators who changed their own address were told of it
        with a link that revokes the change."""
        linked = actor.user_id == before.id and before.email is not None
        if before.username != after.username or (before.email != after.email and not linked):
            await self.mailbox.tell_renamed(tx, before, after, language)

    @transaction
    async def delete(self, tx: Transaction, actor: Actor, user_id: int, expected: frozenset[int] | None = None) -> None:
        await self.remove(tx, actor=actor, user_id=user_id, expected=expected)

    async def remove(
        self, tx: Transaction, *, actor: Actor, user_id: int, expected: frozenset[int] | None = None
    ) -> None:
        """Deletes a user in the caller's transaction."""
        user, acting = await self._lock(tx, actor, user_id, "users:delete", expected)
        await check_not_last_administrator(tx, user, self.rp_id)
        check_not_self(acting, user)
        await users.lock_row(tx, user.id)  # Before the sessions, as sign-ins and step-ups do.
        revokes = revocation.of_sessions(await sessions.end_all(tx, user.id), user.id)
        await users.delete(tx, user.id)
        await self.trail.record(tx, acting, "user.deleted", user_target(user), revokes, **user.audited())

    async def _lock(
        self, tx: Transaction, actor: Actor, user_id: int, permission: str, expected: frozenset[int] | None
    ) -> tuple[User, Actor]:
        """The user to change and the actor with their current permissions; neither can change until the commit."""
        acting = await rights.lock(tx, actor, permission, self.clock())
        user = await users.get(tx, user_id)
        if user.service:
            raise ServiceAccount
        acting.require_rank_over(user.permissions)
        if expected is not None and user.version not in expected:
            raise PreconditionFailed
        return user, acting


def _renames(profile: Profile, user: User) -> bool:
    """Whether the username or the e-mail address changes: the way in for a password reset, or what an application knows
    the user by."""
    names = ((profile.username, user.username), (profile.email, user.email))
    return any(new is not UNSET and new != old for new, old in names)
