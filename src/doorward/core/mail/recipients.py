"""Finds the user whom an anonymous request names, and decides whether they get the mail that it asks for."""

from msgspec import Struct

from doorward.core.audit.trail import AuditTrail
from doorward.core.mail.limits import MailLimits
from doorward.database.protocol import Transaction
from doorward.domain.audit import Target, user_target
from doorward.domain.sign_in.throttle import account_key
from doorward.domain.users import User
from doorward.store import users


class Recipient(Struct, frozen=True):
    user: User
    address: str


class Decision(Struct, frozen=True):
    """For the audit trail; and the recipient, if there is one."""

    outcome: str  # `mailed`, `unknown`, `disabled`, `no_address` or `limited`.
    target: Target
    recipient: Recipient | None = None


async def decide(tx: Transaction, identifier: str, limits: MailLimits, trail: AuditTrail) -> Decision:
    """Counts the mail. The address need not be verified: an administrator or an import set it, which is enough."""
    found = await users.find_for_login(tx, identifier, by_email=True)
    if found is None:
        return Decision("unknown", trail.unknown_user(account_key(identifier, trail.chain().fingerprint)))
    user, target = found[0], user_target(found[0])
    if not user.enabled:
        return Decision("disabled", target)
    if user.email is None or user.service:
        return Decision("no_address", target)
    if not await limits.may_send(tx, user.email):
        return Decision("limited", target)
    return Decision("mailed", target, Recipient(user, user.email))
