"""Setting up authenticator apps, and checking their codes (docs/decisions/0033)."""

import asyncio
import io

from doorward.core import Core, UseCases
from doorward.core.cleanup import in_steps
from doorward.crypto.totp import SECRET_BYTES, TotpSecret
from doorward.database.protocol import Reader, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor, Origin
from doorward.domain.sign_in import strength
from doorward.domain.sign_in.auth_context import BY_TOTP
from doorward.domain.sign_in.factors import TOTP, Proof
from doorward.domain.sign_in.one_time_tokens import digits
from doorward.domain.users import User
from doorward.errors import FactorNotFound, InvalidCode
from doorward.features.totp import queries
from doorward.features.totp.model import (
    CLOCK_SEARCH,
    ENROLMENT_TTL,
    MAX_CONFIRMED,
    MAX_UNCONFIRMED,
    AppClockOff,
    Enrolment,
    TooManyApps,
)
from doorward.store.sign_in import factors


class AuthenticatorApps(UseCases, frozen=True):
    async def enrol(self, actor: Actor, name: str) -> Enrolment:
        """Makes a secret, which counts for nothing until a code of it is confirmed."""
        secret = TotpSecret(self.core.entropy(SECRET_BYTES))
        factor_id, username = await self._insert(actor, name, secret)
        uri = secret.uri(self.core.branding.current().name, username)
        # In a thread: drawing takes milliseconds, and tens of them for long names.
        return Enrolment(factor_id, secret.base32, uri, await asyncio.to_thread(draw_qr_code, uri))

    @transaction
    async def _insert(self, tx: Transaction, actor: Actor, name: str, secret: TotpSecret) -> tuple[int, str]:
        _, user = await self.core.factor_changes.begin(tx, actor)
        await self._check_limit(tx, user)
        await queries.delete_oldest_unconfirmed(tx, user.id, kept=MAX_UNCONFIRMED - 1)
        sealed = secret.seal(self.core.keys.data, user.id)
        factor = await factors.insert(tx, user.id, TOTP, name, self.core.clock(), confirmed=False, sealed=sealed)
        return factor.id, user.username

    @transaction
    async def confirm(self, tx: Transaction, actor: Actor, factor_id: int, code: str, language: str) -> list[str]:
        """Lets an app count, whose code the user typed. Returns recovery codes for a user who has none yet."""
        changes, now = self.core.factor_changes, self.core.clock()
        acting, user = await changes.begin(tx, actor)
        found = await queries.find_unconfirmed(tx, user.id, factor_id, since=now - ENROLMENT_TTL)
        if found is None:
            raise FactorNotFound
        await self._check_limit(tx, user)
        secret = TotpSecret.open(self.core.keys.data, found.sealed, user.id)
        step = _confirming_step(secret, digits(code), now)
        if not await queries.confirm(tx, factor_id, step):
            raise FactorNotFound
        return await changes.added(tx, acting, user, found.factor, BY_TOTP, language)

    async def _check_limit(self, tx: Transaction, user: User) -> None:
        if len(await queries.confirmed_of(tx, user.id)) >= MAX_CONFIRMED:
            raise TooManyApps(MAX_CONFIRMED)

    async def purge(self) -> None:
        """Deletes apps that were not confirmed in time."""
        until = self.core.clock() - ENROLMENT_TTL
        await in_steps(self.database, lambda tx, most: queries.purge_unconfirmed(tx, until, most))


def _confirming_step(secret: TotpSecret, code: str, now: int) -> int:
    """The step that a typed code is of. A code of another time tells how far the clock of the device is off. Telling is
    safe here: the request shows no more than the secret, which its session was given. A sign-in does not tell, since a
    code of the future could be used later."""
    steps = secret.matching_steps(code, now)
    if steps:
        return steps[0]
    other = secret.matching_steps(code, now, window=CLOCK_SEARCH)
    if other:
        raise AppClockOff((other[0] - secret.step(now)) * secret.period)
    raise InvalidCode


class TotpCodes:
    """Codes of authenticator apps as a second factor."""

    name = "totp"
    guessable = True

    def __init__(self, core: Core) -> None:
        self._core = core

    async def offered_to(self, reader: Reader, user: User) -> bool:
        return bool(user.factors & strength.TOTP)

    async def verify(self, tx: Transaction, user: User, proof: Proof, origin: Origin) -> str | None:
        now, code = self._core.clock(), digits(proof.code)
        for factor_id, sealed in await queries.confirmed_of(tx, user.id):
            secret = TotpSecret.open(self._core.keys.data, sealed, user.id)
            for step in secret.matching_steps(code, now):
                if await queries.use_step(tx, factor_id, step, now):
                    return BY_TOTP
        return None


def draw_qr_code(text: str) -> str:
    """The QR code as SVG without styles, scripts and names: a page with a strict content security policy may contain
    it, and it works as an image as well."""
    import segno  # Loaded at the first enrolment: most processes never draw one.

    # A fixed mask: choosing the one that is read best takes four fifths of the time. White behind it, for dark pages.
    code = segno.make_qr(text, error="l", mask=2, boost_error=False)
    drawn = io.BytesIO()
    code.save(
        drawn, kind="svg", xmldecl=False, omitsize=True, svgclass=None, lineclass=None, light="#fff", border=4, nl=False
    )
    return drawn.getvalue().decode()
