"""Importing users in batches: one transaction writes a batch and the progress of the import."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from doorward.core.keys.ring import KeyRing
from doorward.core.users import Users
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database.protocol import Transaction
from doorward.domain.access import Actor, covers
from doorward.domain.audit import Target
from doorward.domain.users import Profile
from doorward.errors import EmailTaken, UsernameTaken
from doorward.features.transfer import apps, grants, queries
from doorward.features.transfer.existing import ExistingUsers, Rehearsed
from doorward.features.transfer.identifiers import ambiguous
from doorward.features.transfer.model import Batch, Candidate, Verdict, in_good_order, refused, repeated
from doorward.features.transfer.queries import EMAIL_KEY, USERNAME, USERNAME_KEY, Columns, Progress, Running
from doorward.store import identifiers, users

# Passwords that wait for the hashing threads at a time: fewer than the pool would reject.
_HASHED_AT_ONCE: Final = 32
_LOCK: Final = "import"

Existing = Literal["refuse", "skip", "update"]
# By `username_key`: the position in the batch, the new row, and the ids of the roles.
_Arriving = dict[str, tuple[int, Columns, Sequence[int]]]


class ImportRunning(Exception):
    """Another process imports; `running` says what, unless it has just ended."""

    def __init__(self, running: Running | None) -> None:
        super().__init__()
        self.running = running


class Prepared(Struct, frozen=True):
    """A batch with hashed passwords, and the verdicts on existing users by their position in it."""

    rows: Sequence[Candidate | Verdict]
    verdicts: dict[int, Verdict]


class Importing(Struct, frozen=True):
    users: Users
    keys: KeyRing
    existing: Existing = "refuse"
    roles: grants.Roles = "merge"
    keep_ids: bool = False
    # For an import over HTTP: the language of mails about changed addresses. Existing users keep their passwords and
    # second factors then (docs/decisions/0050).
    mails_in: str = ""

    @contextlib.asynccontextmanager
    async def one_at_a_time(self) -> AsyncIterator[None]:
        """Keeps other processes from importing while the block runs; ImportRunning if one does already."""
        async with self.users.database.hold(_LOCK) as free:
            if not free:
                raise ImportRunning(await queries.find_running(self.users.database))
            yield

    async def begin(self, actor: Actor, fingerprint: str, source: str) -> Progress:
        """The progress of an unfinished import of this file; otherwise the start."""
        actor.require(_CREATE)

        async def work(tx: Transaction) -> Progress:
            # A server that lost its client in the middle of a commit completes it. Its lock is awaited here: progress
            # that is read before the end of that commit would let this run refuse the users that it creates.
            await tx.lock(_LOCK)
            found, now = await queries.find_progress(tx, fingerprint), self.users.clock()
            progress = found if found and not found.finished else Progress()
            await queries.save_progress(tx, fingerprint, progress, now)
            await queries.record_start(tx, fingerprint, source, now)
            return progress

        return await self.users.database.write(work)

    async def rehearse(self, actor: Actor, batch: Batch) -> list[Verdict]:
        """The verdicts of `run`, whose transaction is rolled back."""
        prepared = await self.prepare(actor, batch.rows, dry=True)

        async def work(tx: Transaction) -> None:
            raise Rehearsed(await self.settle(tx, actor, prepared))

        try:
            await self.users.database.write(work)
        except Rehearsed as rehearsed:
            return rehearsed.verdicts
        raise AssertionError("unreachable")

    async def run(
        self, actor: Actor, batch: Batch, progress: Progress, note: Callable[[list[Verdict]], int]
    ) -> Progress:
        """Imports a batch. `note` writes refused rows to the report before the commit, and returns its length."""
        actor.require(_CREATE)
        prepared = await self.prepare(actor, batch.rows, dry=False)
        return await self.users.database.write(lambda tx: self._run(tx, actor, batch, prepared, progress, note))

    async def _run(
        self,
        tx: Transaction,
        actor: Actor,
        batch: Batch,
        prepared: Prepared,
        progress: Progress,
        note: Callable[[list[Verdict]], int],
    ) -> Progress:
        await tx.lock(_LOCK)
        if await queries.find_progress(tx, batch.fingerprint) != progress:
            raise ImportRunning(await queries.find_running(tx))
        settled = await self.settle(tx, actor, prepared)
        found = Counter(verdict.outcome for verdict in settled)
        counts = {name: found[name] for name in _OUTCOMES}
        position = progress.position + len(settled)
        totals = {name: getattr(progress, name) + count for name, count in counts.items()}
        reached = replace(progress, position=position, report_bytes=note(settled), **totals)
        await queries.save_progress(tx, batch.fingerprint, reached, self.users.clock())
        target = Target("import:" + batch.fingerprint[:16], batch.source)
        await self.users.trail.record(tx, actor, "users.imported", target, rows=position, **counts)
        return reached

    async def finish(self, fingerprint: str, progress: Progress) -> None:
        done, now = replace(progress, finished=1), self.users.clock()
        await self.users.database.write(lambda tx: queries.save_progress(tx, fingerprint, done, now))

    async def prepare(self, actor: Actor, rows: Sequence[Candidate | Verdict], *, dry: bool) -> Prepared:
        """What comes before the transaction that creates users and saves the progress: hashing, and the updates of
        existing users, which change nothing when they are repeated."""
        hashed = await self._hash_all(rows, dry)
        existing = self._existing()
        return Prepared(hashed, await existing.update_all(actor, hashed, dry=dry) if existing else {})

    def _existing(self) -> ExistingUsers | None:
        if self.existing != "update":
            return None
        return ExistingUsers(self.users, self.keys, self.roles, self.keep_ids, self.mails_in)

    async def _hash_all(self, rows: Sequence[Candidate | Verdict], dry: bool) -> list[Candidate | Verdict]:
        """Checks and hashes plain passwords."""
        prepared = list(rows)
        plain = [place for place, row in enumerate(rows) if isinstance(row, Candidate) and row.profile.password]
        for places in _chunks(plain):
            hashed = await asyncio.gather(*(self._hashed(prepared[place], dry) for place in places))
            for place, row in zip(places, hashed, strict=True):
                prepared[place] = row
        return prepared

    async def _hashed(self, candidate: Any, dry: bool) -> Candidate | Verdict:
        profile: Profile = candidate.profile
        password, username = str(profile.password), str(profile.username)
        try:
            # Without the list of breached passwords: users keep theirs, and choose another at their first sign-in.
            self.users.policy.accept(password, username=username, email=profile.email or None)
        except ValueError as error:
            return Verdict("refused", f"password {error}")
        hashed = NO_PASSWORD if dry else await self.users.hasher.hash(password)
        hashed_candidate: Candidate = replace(
            candidate, password_hash=hashed, columns=queries.with_password(candidate.columns, hashed)
        )
        return hashed_candidate

    async def settle(self, tx: Transaction, actor: Actor, batch: Prepared) -> list[Verdict]:
        """Creates the new users of a batch. Returns the verdict on each of its rows."""
        prepared = batch.rows
        if not covers(actor.permissions, _CREATE):
            return [batch.verdicts.get(place) or _unless_refused(row) for place, row in enumerate(prepared)]
        settled: list[Verdict | None] = []
        arriving: _Arriving = {}
        known = await grants.find_roles(tx, actor, prepared)
        for place, row in enumerate(prepared):
            if isinstance(row, Verdict):
                settled.append(row)
            else:
                settled.append(batch.verdicts.get(place) or self._admit(row, place, known, arriving))
        for name, fault in (await ambiguous(tx, {name: columns for name, (_, columns, _) in arriving.items()})).items():
            place, columns, _ = arriving.pop(name)
            taken = await identifiers.username_taken(tx, columns[USERNAME])
            settled[place] = self._username_taken() if taken else refused(fault)
        if self.keep_ids:
            rows = [(_id(prepared[place]), *columns) for place, columns, _ in arriving.values()]
            created = await queries.insert_with_ids(tx, rows)
        else:
            created = await queries.insert(tx, in_good_order([columns for _, columns, _ in arriving.values()]))
        pairs = [(created[name], role) for name, (_, _, held) in arriving.items() if name in created for role in held]
        await queries.add_roles(tx, pairs)
        await self.users.step_up.throttle.forget_name(tx, *created)
        missing = len(created) < len(arriving)
        emails = {columns[EMAIL_KEY] for name, (_, columns, _) in arriving.items() if missing and name in created}
        for name, (place, columns, _) in arriving.items():
            settled[place] = (
                _created(prepared[place])
                if name in created
                else await self._taken(tx, columns, _id(prepared[place]), emails)
            )
        people = [(created[name], prepared[place]) for name, (place, _, _) in arriving.items() if name in created]
        await apps.add_to_new(tx, self.keys, people, self.users.clock())
        return [verdict for verdict in settled if verdict is not None]

    def _admit(
        self, row: Candidate, place: int, known: dict[tuple[str, ...], list[int] | Verdict], arriving: _Arriving
    ) -> Verdict | None:
        """Adds a candidate to the rows to insert, or returns the verdict against it."""
        held = known[row.profile.roles or ()]
        if isinstance(held, Verdict):
            return held
        username = row.columns[USERNAME_KEY]
        if username in arriving:
            return Verdict("unchanged") if self.existing == "skip" else repeated("username")
        arriving[username] = (place, row.columns, held)
        return None

    async def _taken(self, tx: Transaction, columns: Columns, user_id: int | None, emails: set[Any]) -> Verdict:
        """`emails` are those of the users who were created by this batch."""
        if await identifiers.username_taken(tx, columns[USERNAME]):
            return self._username_taken()
        if self.keep_ids and await users.find(tx, user_id or 0) is not None:
            return Verdict("refused", f"id {user_id} is already in use")
        return repeated("email") if columns[EMAIL_KEY] in emails else refused(EmailTaken)

    def _username_taken(self) -> Verdict:
        return Verdict("unchanged") if self.existing == "skip" else refused(UsernameTaken)


_CREATED: Final = Verdict("created")
_CREATE: Final = "users:create"


def _unless_refused(row: Candidate | Verdict) -> Verdict:
    return row if isinstance(row, Verdict) else Verdict("refused", f"Creating users takes the permission {_CREATE}")


_OUTCOMES: Final = ("created", "changed", "unchanged", "refused")


def _id(row: Candidate | Verdict) -> int | None:
    return row.user_id if isinstance(row, Candidate) else None


def _created(row: Candidate | Verdict) -> Verdict:
    left_out = row.left_out
    return Verdict("created", left_out=left_out) if left_out else _CREATED


def _chunks(places: list[int]) -> list[tuple[int, ...]]:
    return [tuple(places[start : start + _HASHED_AT_ONCE]) for start in range(0, len(places), _HASHED_AT_ONCE)]
