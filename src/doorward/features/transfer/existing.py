"""What a file makes of users who exist already, with the guard rails of a single change."""

from collections.abc import Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from doorward.core import rights
from doorward.core.keys.ring import KeyRing
from doorward.core.mail.kinds import LANGUAGES
from doorward.core.users import Users
from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import Actor
from doorward.domain.sign_in import strength
from doorward.domain.user_fields import WRITTEN
from doorward.domain.users import Profile, User, fold
from doorward.errors import Fault, UserNotFound
from doorward.features.transfer import apps, grants
from doorward.features.transfer.model import AuthenticatorApp, Candidate, Verdict, refused
from doorward.store import users


class Rehearsed(Exception):
    """Carries the verdicts of a dry run out of the transaction, which raising it rolls back."""

    def __init__(self, verdicts: list[Verdict]) -> None:
        super().__init__()
        self.verdicts = verdicts


class _Changes(Struct, frozen=True):
    """What a row changes of a user."""

    profile: Profile
    password_hash: str | None
    apps: tuple[AuthenticatorApp, ...]
    names: list[str]


class ExistingUsers(Struct, frozen=True):
    users: Users
    keys: KeyRing
    roles: grants.Roles
    keep_ids: bool
    mails_in: str  # As in `Importing`.

    async def update_all(
        self, actor: Actor, prepared: Sequence[Candidate | Verdict], *, dry: bool
    ) -> dict[int, Verdict]:
        """Verdicts on existing users, by their position in the batch."""
        verdicts: dict[int, Verdict] = {}
        for place, row in enumerate(prepared):
            if isinstance(row, Candidate):
                user = await users.find_by_username(self.users.database, str(row.profile.username))
                if user is not None:
                    verdicts[place] = await self._update(actor, user, self._allowed(row), dry)
        return verdicts

    def _allowed(self, row: Candidate) -> Candidate:
        """Over HTTP without credentials: a stolen session must not suffice to take over the accounts of others by a
        file, without the mails of a single change."""
        if not self.mails_in:
            return row
        return replace(row, profile=replace(row.profile, password=UNSET), password_hash=None, apps=())

    async def _update(self, actor: Actor, user: User, row: Candidate, dry: bool) -> Verdict:
        if self.keep_ids and row.user_id != user.id:
            return Verdict("refused", f"id is {row.user_id} in the file, and {user.id} of the user with that username")
        if await self._changes(self.users.database, user, row) is None:
            return Verdict("unchanged")

        async def work(tx: Transaction) -> Verdict:
            await tx.lock(rights.LOCK)  # A role that is being taken from the user must not return with the others.
            before = await users.find_by_username(tx, str(row.profile.username))
            if before is None or before.id != user.id:
                raise UserNotFound
            found = await self._changes(tx, before, row)
            if found is None:
                return Verdict("unchanged")
            _, changed = await self.users.change(
                tx,
                actor=actor,
                user_id=before.id,
                profile=found.profile,
                password_hash=found.password_hash,
                language=self.mails_in or LANGUAGES[0],
            )
            await apps.add_to_existing(tx, self.keys, self.users.trail, actor, before, found.apps, self.users.clock())
            if self.mails_in:
                await self.users.tell_renamed(tx, actor, before, changed, self.mails_in)
            verdict = Verdict("changed", ", ".join(found.names), row.left_out)
            if dry:
                raise Rehearsed([verdict])
            return verdict

        try:
            return await self.users.database.write(work)
        except Rehearsed as rehearsed:
            return rehearsed.verdicts[0]
        except Fault as fault:
            return refused(fault)

    async def _changes(self, reader: Reader, user: User, row: Candidate) -> _Changes | None:
        """None when the row says what is stored."""
        profile = grants.applied(row.profile, user, self.roles)
        stored = await users.find_password_hash(reader, user.id)
        # A plain password has another hash each time, so only a hash of the file can be compared.
        new_hash = None if row.password_hash in (None, stored) and not profile.password else row.password_hash
        # Users who have an authenticator app keep it, and the one of the file is not added.
        added = () if user.factors & strength.TOTP else row.apps
        more = [name for name, given in (("password", new_hash), ("secondFactors", added)) if given]
        names = [*_differences(user, profile), *more]
        return _Changes(replace(profile, password=UNSET), new_hash, added, names) if names else None


def _differences(user: User, profile: Profile) -> list[str]:
    """The fields that a profile would change."""
    written = (field.name for field in WRITTEN)
    changed = [name for name in written if getattr(profile, name) not in (UNSET, getattr(user, name))]
    if profile.roles is not UNSET and {fold(name) for name in profile.roles} != {
        fold(name) for name in user.role_names
    }:
        changed.append("roles")
    return changed
