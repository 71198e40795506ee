"""Writes the authenticator apps of imported users, sealed and confirmed: they proved them to the other system."""

from collections.abc import Iterable, Sequence

from doorward.core.audit.trail import AuditTrail
from doorward.core.keys.ring import KeyRing
from doorward.database.protocol import Transaction
from doorward.domain.access import Actor
from doorward.domain.audit import user_target
from doorward.domain.events import revocation
from doorward.domain.sign_in.factors import TOTP
from doorward.domain.users import User
from doorward.features.transfer import queries
from doorward.features.transfer.model import AuthenticatorApp, Candidate, Verdict
from doorward.store.sign_in import devices, factors, sessions


async def add_to_new(
    tx: Transaction, keys: KeyRing, people: Iterable[tuple[int, Candidate | Verdict]], now: int
) -> None:
    """To the users of a batch, by their ids."""
    apps = [
        (user_id, app.name, app.secret.seal(keys.data, user_id))
        for user_id, row in people
        if isinstance(row, Candidate)
        for app in row.apps
    ]
    await queries.add_apps(tx, apps, now)


async def add_to_existing(
    tx: Transaction,
    keys: KeyRing,
    trail: AuditTrail,
    actor: Actor,
    user: User,
    apps: Sequence[AuthenticatorApp],
    now: int,
) -> None:
    """As when users add one themselves, their sessions and their trust in devices end: these began without it."""
    if not apps:
        return
    added = [
        await factors.insert(
            tx, user.id, TOTP, app.name, now, confirmed=True, sealed=app.secret.seal(keys.data, user.id)
        )
        for app in apps
    ]
    await factors.summarise(tx, user.id, now)
    revokes = revocation.of_sessions(await sessions.end_all(tx, user.id), user.id)
    await devices.revoke_trust(tx, user.id)
    for factor in added:
        await trail.record(tx, actor, "auth.factor_added", user_target(user), revokes, factor=factor.id, type=TOTP)
