"""What a password may be, and how it is kept."""

import asyncio

import bcrypt
import pytest

from doorward.crypto.passwords.hasher import Hasher
from doorward.database.protocol import Transaction
from doorward.errors import Busy
from doorward.store import users
from tests.support.service import PASSWORD, Client, Service


@pytest.mark.parametrize(
    "password",
    ["eight ch", "x" * 100 + "y" * 156, "пароль-пароль", "密码密码密码密码", "🔑🔒🔓🗝🔏🔐🪪🛂", "  spaces  around  "],
)
async def test_long_unicode_and_spaces_are_accepted_and_nothing_is_cut_off(
    service: Service, admin: Client, password: str
) -> None:
    await service.create(admin, "ann", password=password)
    await service.login("ann", password)
    answer = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": password[:-1]})
    assert answer.code == 401


async def test_a_password_counts_in_code_points_not_bytes(service: Service, admin: Client) -> None:
    answer = await admin.post("/api/users", {"username": "ann", "password": "密码密码密码密"})
    assert answer.fields == {"password": "must have at least 8 characters"}


@pytest.mark.parametrize(
    ("set_as", "typed_as"),
    [
        ("Ångström-Ångström", "A\u030angstro\u0308m-A\u030angstro\u0308m"),
        # Alike in NFKC, and not yet in NFC: a ligature, and wide letters as East Asian keyboards give them.
        ("office-o\ufb03ce", "o\ufb03ce-office"),
        ("ｗｉｄｅ and narrow", "wide and narrow"),
    ],
)
async def test_compatible_unicode_forms_are_one_password(
    service: Service, admin: Client, set_as: str, typed_as: str
) -> None:
    """Mutant: NFC in place of NFKC."""
    await service.create(admin, "ann", password=set_as)
    await service.login("ann", typed_as)


@pytest.mark.parametrize("password", ["password", "PassWord", "12345678", "qwertyuiop", "iloveyou", "ｐａｓｓｗｏｒｄ"])
async def test_common_passwords_are_refused(service: Service, admin: Client, password: str) -> None:
    answer = await admin.post("/api/users", {"username": "ann", "password": password})
    assert "common" in answer.fields["password"]


@pytest.mark.parametrize("password", ["ann-the-great", "ANN-the-GREAT", "ann@example.com"])
async def test_the_username_and_the_e_mail_address_are_refused_as_passwords(
    service: Service, admin: Client, password: str
) -> None:
    user = {"username": "Ann-the-Great", "email": "Ann@Example.com"}
    answer = await admin.post("/api/users", {**user, "password": password})
    assert "must not be the username" in answer.fields["password"]
    created = await service.create(admin, "Ann-the-Great", email="Ann@Example.com")
    answer = await admin.put(f"/api/users/{created['id']}", {"password": password})
    assert "must not be the username" in answer.fields["password"]


@pytest.mark.settings(password_min_length=15)
async def test_the_shortest_length_is_a_setting(service: Service, admin: Client) -> None:
    answer = await admin.post("/api/users", {"username": "ann", "password": "fourteen chars"})
    assert answer.fields == {"password": "must have at least 15 characters"}
    await service.create(admin, "ann", password="fifteen charact")


@pytest.mark.settings(password_memory=19456, password_time=2)
async def test_passwords_are_kept_as_argon2id_and_never_shown(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann")
    row = await service.core.database.fetchrow("SELECT password_hash FROM users WHERE id = $1", created["id"])
    assert row is not None
    assert row[0].startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    listed = await admin.get("/api/users")
    assert "argon2" not in listed.response.text
    assert PASSWORD not in listed.response.text


async def test_a_full_queue_is_refused_at_once_and_drains() -> None:
    """Mutant: without the bound on waiting work all of these would be taken, and wait for minutes."""
    hasher = Hasher(19456, 2, 32, bytes)
    # Eight for each thread are under way, and one source may take half of the 128 places behind them.
    slots = hasher.threads * (8 + 64)
    hashing = [asyncio.ensure_future(hasher.hash("password")) for _ in range(slots)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await hasher.hash("one too many")
    for task in hashing[2:]:
        task.cancel()
    await asyncio.wait(hashing)
    assert await hasher.verify("password", await hasher.hash("password"))
    hasher.close()


async def test_sign_ins_beyond_the_queue_get_retry_after(service: Service) -> None:
    queue = service.core.hasher._ours.queue
    queue._free_turns = queue._free_places = 0
    answer = await service.anonymous.post("/api/auth/login", {"username": "admin", "password": "whatever it is"})
    assert (answer.code, answer.reason) == (503, "busy")
    assert int(answer.headers["retry-after"]) == answer.data["retryAfter"] >= 1


def test_memory_for_hashing_is_bounded_by_the_budget() -> None:
    assert Hasher(19456, 2, 32, bytes).threads == 1


async def test_a_change_succeeds_although_a_sign_in_renews_the_outdated_hash_meanwhile(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a change that is refused as a wrong password when the stored hash is not the verified one any more."""
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    outdated = bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(4)).decode()
    current = await service.core.hasher.hash(PASSWORD)
    replace = users.replace_password
    await service.core.database.write(lambda tx: _set_hash(tx, ann.id, outdated))

    async def after_a_sign_in(tx: Transaction, user_id: int, verified: str, new: str, now: int) -> bool:
        await users.renew_hash(tx, user_id, outdated, current)
        return await replace(tx, user_id, verified, new, now)

    monkeypatch.setattr(users, "replace_password", after_a_sign_in)
    changed = {"currentPassword": PASSWORD, "newPassword": "another long password"}
    answer = await ann.put("/api/auth/password", changed)
    assert answer.code == 200, answer.body
    await service.login("ann", "another long password")


async def test_a_change_is_refused_when_another_one_came_first(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    other = await service.core.hasher.hash("a password of another request")
    replace = users.replace_password

    async def after_a_change(tx: Transaction, user_id: int, verified: str, new: str, now: int) -> bool:
        await _set_hash(tx, user_id, other)
        return await replace(tx, user_id, verified, new, now)

    monkeypatch.setattr(users, "replace_password", after_a_change)
    changed = {"currentPassword": PASSWORD, "newPassword": "another long password"}
    assert (await ann.put("/api/auth/password", changed)).reason == "wrong_password"


async def _set_hash(tx: Transaction, user_id: int, password_hash: str) -> None:
    await tx.execute("UPDATE users SET password_hash = $2 WHERE id = $1", user_id, password_hash)
