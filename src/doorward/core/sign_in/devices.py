"""Recognises the devices from which users sign in (docs/decisions/0035).

A device has a secret that its client sends back. A client that has no cookies and never does so is known by its name
alone; that is enough to be told of new devices, and never to skip the second factor.
"""

import base64
import hashlib
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from doorward.core.audit.trail import AuditTrail
from doorward.core.mail.limits import MailLimits
from doorward.core.mail.links import Links
from doorward.core.mail.mailbox import Mailbox
from doorward.core.sign_in.one_time_tokens import OneTimeTokens
from doorward.database.protocol import Transaction
from doorward.domain.access import Actor, Origin
from doorward.domain.audit import user_target
from doorward.domain.sign_in.devices import device_name, secrets_in
from doorward.domain.sign_in.one_time_tokens import NOT_ME, IssuedToken
from doorward.domain.times import readable
from doorward.domain.users import User, fold
from doorward.errors import TooManyMails
from doorward.settings import Settings
from doorward.store import users
from doorward.store.sign_in import devices

# Long enough for a weekend, as for the link that restores a former address.
NOT_ME_TTL: Final = 7 * 86_400_000
_SECRET_BYTES: Final = 32
# Milliseconds between the requests of a client that signs in twice, before it has the secret of the first answer.
_JUST_MADE: Final = 10_000
# In mails, for a client that does not say what it is.
_UNNAMED: Final = "—"


class KnownDevice(Struct, frozen=True):
    id: int
    by_secret: bool


class NotedDevice(Struct, frozen=True):
    """The device of a sign-in, as it was remembered."""

    id: int
    secret: str  # For the client to send back, if it is new; otherwise empty.
    outcome: str  # Of the mail about a new device; empty if it is none, or needs no mail.
    trusted: bool


class Devices(Struct, frozen=True):
    tokens: OneTimeTokens
    mailbox: Mailbox
    limits: MailLimits
    links: Links
    trail: AuditTrail
    settings: Settings
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]

    @property
    def watched(self) -> bool:
        """Whether sign-ins from unknown devices are noticed. If not, sign-ins run no statement for it."""
        return self.settings.new_device != "off"

    @property
    def verified(self) -> bool:
        """Whether an unknown device has to prove a mailed code."""
        return self.settings.new_device == "verify"

    @property
    def trust_ttl(self) -> int:
        """In milliseconds; 0 when devices can't be trusted."""
        return self.settings.device_trust_ttl * 1000

    async def is_trusted(self, tx: Transaction, user_id: int, origin: Origin) -> bool:
        """Whether the second factor is skipped on this device. The caller has locked the user's row, so that a change
        of the password or of a factor, which revokes the trust, comes before or ends the session afterwards."""
        hashes = [hash_of(secret) for secret in secrets_in(origin.device)]
        if not hashes or not self.trust_ttl:
            return False
        name = device_name(origin.user_agent)
        return await devices.use_trusted(tx, user_id, name, origin.address, self.clock(), hashes)

    async def recognise(self, tx: Transaction, user_id: int, origin: Origin) -> KnownDevice | None:
        """The device of a sign-in, if it is known. The caller has locked the user's row: of concurrent sign-ins from a
        new device the others find what the first one noted."""
        name, now = device_name(origin.user_agent), self.clock()
        if hashes := [hash_of(secret) for secret in secrets_in(origin.device)]:
            found = await devices.recognise(tx, user_id, name, origin.address, now, hashes)
            if found is not None:
                return KnownDevice(found, by_secret=True)
        found = await devices.recognise_by_name(tx, user_id, name, origin.address, now, now - _JUST_MADE)
        return None if found is None else KnownDevice(found, by_secret=False)

    async def note(
        self,
        tx: Transaction,
        user_id: int,
        origin: Origin,
        known: KnownDevice | None,
        *,
        tells: bool = False,
        trust: bool = False,
    ) -> NotedDevice:
        """Remembers the device of a sign-in, and with `tells` tells its user of one that is not known. Pass the result
        to `record`, after the other rows of the sign-in: entries of the trail come last."""
        now, name = self.clock(), device_name(origin.user_agent)
        outcome = await self._mail_notice(tx, user_id, origin) if tells and known is None else ""
        if known is not None and (known.by_secret or not trust):
            secret, device_id = "", known.id
        else:
            # Trust needs a secret: a device that is known by its name alone gets one.
            secret, confirmed = self._new_secret(), trust or origin.keeps_device
            device_id = await devices.insert(
                tx, user_id, hash_of(secret), name, origin.address, now, confirmed=confirmed
            )
        if trust:
            await devices.trust(tx, device_id, now + self.trust_ttl)
        return NotedDevice(device_id, secret, outcome, trust)

    async def record(self, tx: Transaction, user: User, origin: Origin, noted: NotedDevice) -> None:
        actor, target = Actor(user.id, None, (), origin, user.username), user_target(user)
        if noted.outcome:
            await self.trail.record(tx, actor, "auth.new_device", target, outcome=noted.outcome)
        if noted.trusted:
            await self.trail.record(tx, actor, "auth.device_trusted", target, device=noted.id)

    async def _mail_notice(self, tx: Transaction, user_id: int, origin: Origin) -> str:
        user = await users.find(tx, user_id)
        if user is None or user.email is None:
            return "no_address"
        # Counted apart: mails that other people ask for in the name of the user must not suppress it.
        if not await self.limits.may_send(tx, user.email, "new device"):
            return "limited"
        issued = await self.tokens.issue(tx, NOT_ME, ttl=NOT_ME_TTL, user_id=user.id, subject=fold(user.email))
        time, link = readable(self.clock()), self.links.page("not-me", issued.link)
        await self.mailbox.tell(tx, "new_device", user, origin.language, time=time, link=link, **_shown(origin))
        return "mailed"

    async def limit_of_codes(self, tx: Transaction, email: str) -> TooManyMails | None:
        """Counts a code that is to be mailed; a fault when it must not be. The request had the right password, so it
        may know."""
        if await self.limits.may_send(tx, email, "device code"):
            return None
        return self.limits.over_address_limit()

    async def mail_code(self, tx: Transaction, user: User, issued: IssuedToken, origin: Origin) -> None:
        values = {"code": issued.code, "expires": readable(issued.expires_at)} | _shown(origin)
        await self.mailbox.tell(tx, "device_code", user, origin.language, **values)

    def _new_secret(self) -> str:
        return "dwd_" + base64.urlsafe_b64encode(self.entropy(_SECRET_BYTES)).rstrip(b"=").decode()


def _shown(origin: Origin) -> dict[str, str]:
    """The device of a sign-in as mails name it."""
    return {"device": device_name(origin.user_agent, origin.language) or _UNNAMED, "address": origin.address}


def hash_of(secret: str) -> bytes:
    """Unkeyed is enough for 256 random bits."""
    return hashlib.sha256(secret.encode()).digest()
