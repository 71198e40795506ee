"""Makes the database of the demo: sets the clock a month back, and lives through it."""

import contextlib
import dataclasses
from typing import Any, Final

from doorward import app, preparation
from doorward.core import Core, first_start
from doorward.crypto.sealing import Entropy
from doorward.demo import month, organisation
from doorward.demo.chance import Chance
from doorward.demo.deliveries import add_deliveries
from doorward.demo.month import DAY, DAYS, Visit
from doorward.demo.people import Person, everyone
from doorward.domain.access import Actor, Origin
from doorward.domain.api_keys import KeyDraft
from doorward.domain.user_fields import DISABLED
from doorward.domain.users import Profile
from doorward.errors import InvalidCredentials, TooManyAttempts
from doorward.features.api_keys.service import UserKeys
from doorward.settings import Settings

# The lowest cost that Argon2id has. The passwords are random and thrown away; that of the administrator gets a hash of
# full cost at the first sign-in, as outdated hashes do.
_HASHES: Final[dict[str, Any]] = {"password_memory": 8, "password_time": 1}  # nosec B105
# Limits on what one network may do in a minute: the month takes seconds.
_UNLIMITED: Final[dict[str, Any]] = {"login_rate": 0, "login_network_rate": 0, "login_network_failures": 0}
_ADMIN: Final = Origin("198.51.100.7", "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "demo")
_MINUTE: Final = 60_000
_HOUR: Final = 60 * _MINUTE
_SEED: Final = 19
# Guesses at one account before it is locked for the networks that it has not signed in from.
_GUESSES: Final = 100
_GUESSES_OF_A_NETWORK: Final = 4
_REFUSALS: Final = (InvalidCredentials, TooManyAttempts)
_KEYS: Final = ("laptop", "backup script", "ci")


async def fill(settings: Settings, entropy: Entropy) -> str:
    """Makes a database with the demo's people in it; returns the password of the administrator."""
    password = first_start.readable_password(entropy(15))
    making = dataclasses.replace(settings, admin_password=password, **_HASHES, **_UNLIMITED)
    await _Demo(making, entropy).live()
    return password


class _Clock:
    """Stands still between two steps. Never goes back: the audit trail is in the order of time."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def move_to(self, moment: int) -> None:
        self.now = max(self.now, moment)


class _Demo:
    def __init__(self, settings: Settings, entropy: Entropy) -> None:
        self._chance = Chance(_SEED)
        self._settings, self._entropy = settings, entropy
        self._end = app.system_clock()
        self._begin = month.begins(self._end)
        self._clock = _Clock(self._begin)
        self._people = everyone(self._chance, entropy)
        self._core: Core = app.build(settings, self._clock, entropy)

    async def live(self) -> None:
        await preparation.prepare_database(self._settings, clock=self._clock)
        await self._core.open()
        try:
            await self._found()
            visits = month.visits(self._chance, self._people, self._end)
            for day in range(DAYS + 1):
                start = self._begin + day * DAY
                await self._look_after(day, min(start + 6 * _HOUR, self._end))
                for visit in visits:
                    if start <= visit.at < start + DAY:
                        await self._visit(visit)
            await self._guess_at(self._people[3])
            self._clock.move_to(self._end)
            await add_deliveries(self._core)
        finally:
            await self._core.close()

    async def _found(self) -> None:
        """The first day: roles, service accounts and webhooks."""
        admin = await self._acting_admin()
        await organisation.add_roles(self._core, admin)
        await organisation.add_webhooks(self._core, admin)
        for key in await organisation.add_accounts(self._core, admin):
            await self._core.authentication.authenticate(key, _ADMIN)

    async def _look_after(self, day: int, at: int) -> None:
        """What the administrator does on a day."""
        coming = [person for person in self._people if person.joins_on == day]
        leaving = [person for person in self._people if person.leaves_on == day]
        if not coming and not leaving and day not in (10, DAYS - 2):
            return
        self._clock.move_to(at)
        admin = await self._acting_admin()
        for person in coming:
            person.id = (await self._core.users.create(admin, _profile(person))).id
            self._clock.move_to(self._clock() + 2000)
        for person in leaving:
            await self._core.users.update(admin, person.id, Profile(status=DISABLED))
        if day == 10:
            await organisation.invite(self._core, admin, 0, 1)  # Has expired by now.
        if day == DAYS - 2:
            await organisation.invite(self._core, admin, 1, 4)

    async def _visit(self, visit: Visit) -> None:
        person = visit.person
        origin = self._chance.choice(person.origins)
        self._clock.move_to(visit.at)
        for _ in range(visit.mistyped):
            await self._mistype(person.username, origin)
            self._clock.move_to(self._clock() + 8000)
        tokens, _ = await self._core.sign_in.login(person.username, person.password, origin)
        if visit.signs_out:
            self._clock.move_to(self._clock() + 4 * _MINUTE)
            await self._core.authentication.logout(tokens.access, origin)
        elif "developer" in person.roles and self._chance.random() < 0.04:
            actor, _ = await self._core.authentication.authenticate(tokens.access, origin)
            draft = KeyDraft.parse(self._clock(), name=self._chance.choice(_KEYS), permissions=["logs:read"])
            with contextlib.suppress(*_REFUSALS):
                await UserKeys(self._core).create_own(actor, draft, origin.language)

    async def _guess_at(self, person: Person) -> None:
        """A night of guessing from many networks: the account is locked for all but those of its owner."""
        self._clock.move_to(self._end - 20 * _MINUTE)
        for guess in range(_GUESSES):
            address = f"192.0.2.{guess // _GUESSES_OF_A_NETWORK + 1}"
            await self._mistype(person.username, Origin(address, "python-requests/2.32.5", "demo"))
            self._clock.move_to(self._clock() + 900)

    async def _mistype(self, username: str, origin: Origin) -> None:
        with contextlib.suppress(*_REFUSALS):
            await self._core.sign_in.login(username, "not the password", origin)

    async def _acting_admin(self) -> Actor:
        name, password = self._settings.admin_username, self._settings.admin_password
        tokens, _ = await self._core.sign_in.login(name, password, _ADMIN)
        return (await self._core.authentication.authenticate(tokens.access, _ADMIN))[0]


def _profile(person: Person) -> Profile:
    given = {name: getattr(person, name) for name in ("username", "name", "email", "phone", "roles", "password")}
    verified = bool(person.email) and person.verified
    return Profile.parse(
        **given,
        email_verified=verified,
        must_change_password=person.must_change,
        metadata={"city": person.city},
    )
