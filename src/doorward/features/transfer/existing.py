"""What a file makes of users who exist already, with the guard rails of a single change."""

from collections.abc import Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from doorward.core.keys.ring import KeyRing
from doorward.core.mail.kinds import LANGUAGES
from doorward.core.users import Users
from doorward.database.protocol import Transaction
from doorward.domain.access import Actor
from doorward.domain.sign_in import strength
from doorward.domain.user_fields import WRITTEN
from doorward.domain.users import Profile, User, fold
from doorward.errors import Fault
from doorward.features.transfer import apps, grants
from doorward.features.transfer.model import Candidate, Verdict, refused
from doorward.store import users


class Rehearsed(Exception):
    """Carries the verdicts of a dry run out of the transaction, which raising it rolls back."""

    def __init__(self, verdicts: list[Verdict]) -> None:
        super().__init__()
        self.verdicts = verdicts


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
        row = replace(row, profile=grants.applied(row.profile, user, self.roles))
        stored = await users.find_password_hash(self.users.database, user.id)
        # A plain password has another hash each time, so only a hash of the file can be compared.
        new_hash = None if row.password_hash in (None, stored) and not row.profile.password else row.password_hash
        changes = _differences(user, row.profile)
        # Users who have an authenticator app keep it, and the one of the file is not added.
        added = () if user.factors & strength.TOTP else row.apps
        if not changes and new_hash is None and not added:
            return Verdict("unchanged")
        profile = replace(row.profile, password=UNSET)

        async def work(tx: Transaction) -> None:
            changed = await self.users.change(
                tx,
                actor=actor,
                user_id=user.id,
                profile=profile,
                password_hash=new_hash,
                language=self.mails_in or LANGUAGES[0],
            )
            await apps.add_to_existing(tx, self.keys, self.users.trail, actor, user, added, self.users.clock())
            if self.mails_in:
                await self.users.tell_renamed(tx, actor, user, changed, self.mails_in)
            if dry:
                raise Rehearsed([])

        try:
            await self.users.database.write(work)
        except Rehearsed:
            pass
        except Fault as fault:
            return refused(fault)
        more = [name for name, given in (("password", new_hash), ("secondFactors", added)) if given]
        return Verdict("changed", ", ".join([*changes, *more]), row.left_out)


def _differences(user: User, profile: Profile) -> list[str]:
    """The fields that a profile would change."""
    written = (field.name for field in WRITTEN)
    changed = [name for name in written if getattr(profile, name) not in (UNSET, getattr(user, name))]
    if profile.roles is not UNSET and {fold(name) for name in profile.roles} != {
        fold(name) for name in user.role_names
    }:
        changed.append("roles")
    return changed
