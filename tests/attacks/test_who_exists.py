"""What an outsider or an ordinary user can learn about which accounts exist."""

import asyncio
import hashlib
from collections import Counter

import bcrypt
import pytest

from doorward.core.sign_in.stand_ins import unmatchable
from doorward.crypto.passwords import foreign
from doorward.crypto.passwords.hasher import NO_PASSWORD, HashSlot
from doorward.database.protocol import Transaction
from tests.attacks.support import WRONG, guess, sign_in
from tests.core.test_audit import trail
from tests.crypto.test_foreign_hashes import HASHES
from tests.crypto.test_foreign_hashes import PASSWORD as FOREIGN_PASSWORD
from tests.support.databases import settings_for
from tests.support.service import PASSWORD, Client, Service, running

OLD = "$argon2id$v=19$m=16,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$" + "A" * 43
BCRYPT = bcrypt.hashpw(b"a password of old", bcrypt.gensalt(4)).decode()


async def replace_hashes(service: Service, stored: str, first: int, last: int) -> None:
    async def work(tx: Transaction) -> None:
        await tx.execute("UPDATE users SET password_hash = $1 WHERE id BETWEEN $2 AND $3", stored, first, last)

    await service.core.database.write(work)
    await service.core.sign_in.stand_ins.load()


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The hashes that sign-ins verify, which decide how long they take."""
    seen: list[str] = []
    verify = HashSlot.verify

    async def recorded(slot: HashSlot, password: str, stored: str) -> bool:
        seen.append(stored)
        return await verify(slot, password, stored)

    monkeypatch.setattr(HashSlot, "verify", recorded)
    return seen


def kind(stored: str) -> str:
    return "bcrypt" if stored.startswith("$2b$") else stored[: stored.index("p=")]


async def kinds_of_unknown_names(service: Service, verified: list[str], count: int) -> Counter[str]:
    verified.clear()
    for number in range(count):
        assert (await sign_in(service.at(f"198.18.1.{number}"), f"stranger{number}", WRONG)).code == 401
    return Counter(kind(stored) for stored in verified)


async def test_unknown_names_cost_what_users_cost(service: Service, admin: Client, verified: list[str]) -> None:
    """Mutant: every unknown name costs a hash of the current setting, so every other cost belongs to a user."""
    for number in range(39):
        await service.create(admin, f"ann{number}")
    await replace_hashes(service, BCRYPT, 1, 40)
    assert await kinds_of_unknown_names(service, verified, 20) == {"bcrypt": 20}
    await replace_hashes(service, OLD, 1, 20)
    mixed = await kinds_of_unknown_names(service, verified, 80)
    assert set(mixed) == {"bcrypt", kind(OLD)}
    assert min(mixed.values()) >= 20


async def test_repeating_a_name_repeats_its_cost_on_every_node_and_as_users_are_added(
    service: Service, admin: Client, verified: list[str], environ: dict[str, str]
) -> None:
    """Mutants: the stand-in is drawn for each attempt, or for each process; each new user moves all of them."""
    for number in range(19):
        await service.create(admin, f"ann{number}")
    await replace_hashes(service, BCRYPT, 1, 10)
    await kinds_of_unknown_names(service, verified, 30)
    first = [kind(stored) for stored in verified]
    assert len(set(first)) == 2
    await kinds_of_unknown_names(service, verified, 30)
    assert [kind(stored) for stored in verified] == first
    await service.create(admin, "one-more")
    async with running(settings_for(environ)) as other:
        await kinds_of_unknown_names(other, verified, 30)
    moved = sum(kind(stored) != before for stored, before in zip(verified, first, strict=True))
    assert moved <= 6


async def test_a_user_without_a_password_is_like_an_unknown_name(
    service: Service, admin: Client, verified: list[str]
) -> None:
    """Mutants: the stand-in can be matched; a match with it opens the session of a user without a password."""
    user = await service.create(admin, "ann")
    await service.create(admin, "bob")
    await replace_hashes(service, NO_PASSWORD, user["id"], user["id"])
    await replace_hashes(service, BCRYPT, 1, 1)
    for name in ("ann", "zoe"):
        for password in (PASSWORD, "a password of old", NO_PASSWORD):
            assert (await sign_in(service.anonymous, name, password)).code == 401
    rows = await service.core.database.fetch("SELECT password_hash FROM users")
    assert not set(verified) & {row[0] for row in rows}


@pytest.mark.parametrize("scheme", HASHES)
def test_a_stand_in_of_every_scheme_is_verified_and_matches_nothing(scheme: str) -> None:
    stored = HASHES[scheme]
    assert foreign.verify(FOREIGN_PASSWORD, stored)
    assert foreign.check(unmatchable(stored)) == foreign.check(stored)
    assert not foreign.verify(FOREIGN_PASSWORD, unmatchable(stored))


async def test_a_password_typed_as_a_username_is_not_in_the_trail_and_the_name_can_still_be_searched_for(
    service: Service, admin: Client
) -> None:
    """Mutants: the text is recorded; an unkeyed hash of it; names that are one account are two in the trail."""
    for username in ("Hunter2-secret", "hunter2-SECRET", "other"):
        await guess(service.anonymous, username)
    failed = [entry for entry in await trail(service) if entry["action"] == "auth.login_failed"]
    assert "hunter2" not in str(failed).lower()
    assert {entry["targetName"] for entry in failed} == {""}
    first, second, other = (entry["target"] for entry in failed)
    assert first == second != other
    for digest in (hashlib.sha256, hashlib.blake2b, hashlib.sha1):
        assert digest(b"hunter2-secret").hexdigest()[:16] not in first
    found = (await admin.get("/api/audit", params={"target": "HUNTER2-secret"})).data["list"]
    assert [entry["target"] for entry in found] == [first, first]


async def test_a_user_cannot_ask_whether_an_address_is_taken(service: Service, admin: Client) -> None:
    """Mutant: `PUT /api/auth/user` answers 409 for an address that another user has."""
    await service.create(admin, "ann")
    await service.create(admin, "bob", email="bob@example.com")
    ann = await service.login("ann", PASSWORD)
    for path in ("/api/auth/user", "/api/auth/email"):
        answers = [await ann.put(path, {"email": email}) for email in ("bob@example.com", "free@example.com")]
        assert [answer.code for answer in answers] == [200, 200]
        assert [set(answer.data) for answer in answers] == [set(answers[0].data)] * 2
    shown = (await ann.get("/api/auth/user")).data
    assert (shown["email"], shown["pendingEmail"]) == (None, "free@example.com")


async def test_a_user_changes_the_own_profile_a_limited_number_of_times_a_minute(
    service: Service, admin: Client
) -> None:
    """Each change is an entry of the audit trail. Mutant: no limit, and an ordinary user writes entries without end."""
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    changes = [ann.put("/api/auth/user", {"name": f"Ann {number}"}) for number in range(200)]
    codes = Counter(answer.code for answer in await asyncio.gather(*changes))
    assert set(codes) == {200, 429}
    assert 120 <= codes[200] < 150, "two more for each second that the requests take"
    service.clock.advance(5)
    assert (await ann.put("/api/auth/user", {"name": "Ann"})).code == 200
