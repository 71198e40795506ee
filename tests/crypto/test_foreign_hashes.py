"""Hashes that other systems made: verified as they are, replaced by ours at the first sign-in."""

import base64
import hashlib
import time

import argon2
import bcrypt
import pytest
from passlib.hash import sha256_crypt, sha512_crypt

from doorward.crypto.passwords import foreign, foreign_cost
from tests.support.service import Client, Service

PASSWORD = "pässwörd of old"
RAW = PASSWORD.encode()
# Published by Firebase with its scrypt, to test implementations by.
FIREBASE = foreign.firebase_text(
    "42xEC+ixf3L2lw==",
    "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
    signer="jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
    separator="Bw==",
    rounds=8,
    memory=14,
)


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def pbkdf2(digest: str, salt: bytes, rounds: int, size: int | None = None) -> bytes:
    return hashlib.pbkdf2_hmac(digest, RAW, salt, rounds, size)


def scrypt(salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(RAW, salt=salt, n=n, r=r, p=p, maxmem=1 << 27, dklen=64)


HASHES = {
    "bcrypt": bcrypt.hashpw(RAW, bcrypt.gensalt(4)).decode(),
    "bcrypt of PHP and Spring": bcrypt.hashpw(RAW, bcrypt.gensalt(4)).decode().replace("$2b$", "$2y$"),
    "bcrypt of Django": "bcrypt_sha256$"
    + bcrypt.hashpw(hashlib.sha256(RAW).hexdigest().encode(), bcrypt.gensalt(4)).decode(),
    "argon2id with lanes": argon2.PasswordHasher(1, 1024, 4).hash(PASSWORD),
    "argon2i": argon2.PasswordHasher(1, 1024, 1, type=argon2.Type.I).hash(PASSWORD),
    "argon2 of Django": "argon2" + argon2.PasswordHasher(2, 1024, 8).hash(PASSWORD),
    "pbkdf2 of Django": f"pbkdf2_sha256$1000$salty${b64(pbkdf2('sha256', b'salty', 1000))}",
    "pbkdf2 of Keycloak": foreign.pbkdf2_text(
        "sha512", 1000, b"0123456789abcdef", pbkdf2("sha512", b"0123456789abcdef", 1000, 64)
    ),
    "pbkdf2 of Auth0": foreign.pbkdf2_text(
        "sha256", 1000, b"0123456789abcdef", pbkdf2("sha256", b"0123456789abcdef", 1000, 32)
    ).replace("i=1000", "i=1000,l=32"),
    "pbkdf2 of Werkzeug": f"pbkdf2:sha256:1000$salty${pbkdf2('sha256', b'salty', 1000).hex()}",
    "scrypt of Werkzeug": f"scrypt:1024:8:1$salty${scrypt(b'salty', 1024, 8, 1).hex()}",
    "scrypt of Django": f"scrypt$1024$salty$8$5${b64(scrypt(b'salty', 1024, 8, 5))}",
    "sha512-crypt": sha512_crypt.using(rounds=1000).hash(PASSWORD),
    "sha256-crypt": sha256_crypt.using(rounds=5000).hash(PASSWORD),
}


@pytest.mark.parametrize("kind", HASHES)
def test_each_kind_is_recognised_and_only_the_right_password_matches(kind: str) -> None:
    assert foreign.check(HASHES[kind])
    assert foreign.verify(PASSWORD, HASHES[kind])
    assert not foreign.verify(PASSWORD + "x", HASHES[kind])
    assert not foreign.verify("", HASHES[kind])


def test_the_published_example_of_firebase_verifies() -> None:
    assert foreign.check(FIREBASE) == "scrypt of Firebase"
    assert foreign.verify("user1password", FIREBASE)
    assert not foreign.verify("user2password", FIREBASE)


@pytest.mark.parametrize(
    "hash_text",
    [
        "", "!", "plain text", "5f4dcc3b5aa765d61d8327deb882cf99", "$1$salt$hash", "$2b$31$" + "." * 53,
        "$argon2id$v=19$m=99999999,t=3,p=1$c2FsdHNhbHQ$aGFzaGhhc2g", "pbkdf2_sha256$999999999$salt$aGFzaA==",
        "scrypt:1073741824:8:1$salt$00", "scrypt:1000:8:1$salt$00", "$6$rounds=999999999$salt$" + "." * 86,
        "$firebase-scrypt$r=8,m=30$Bw$Bw$Bw$Bw",
    ],
)  # fmt: skip
def test_unknown_and_excessively_expensive_hashes_are_refused(hash_text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a password hash|asks for more|has parameters"):
        foreign.check(hash_text)


_KEY = "A" * 43  # 32 bytes.
# The most expensive hash of each scheme that is accepted, and the next.
_LIMITS = [
    (f"$2b$14${'.' * 53}", f"$2b$15${'.' * 53}"),
    (f"bcrypt_sha256$$2b$14${'.' * 53}", f"bcrypt_sha256$$2b$15${'.' * 53}"),
    ("$argon2id$v=19$m=262144,t=4,p=4$c2FsdHNhbHQ$aGFzaGhhc2g", "$argon2id$v=19$m=262145,t=1,p=4$c2FsdHNhbHQ$aGFzaA"),
    ("$argon2i$v=19$m=65536,t=18,p=1$c2FsdHNhbHQ$aGFzaGhhc2g", "$argon2i$v=19$m=65536,t=19,p=1$c2FsdHNhbHQ$aGFzaA"),
    (f"pbkdf2_sha256$2900000$salt${_KEY}=", f"pbkdf2_sha256$3000000$salt${_KEY}="),
    (f"pbkdf2:sha256:2900000$salt${'0' * 64}", f"pbkdf2:sha256:3000000$salt${'0' * 64}"),
    (f"$pbkdf2-sha512$i=1300000$c2FsdA${_KEY}", f"$pbkdf2-sha512$i=1400000$c2FsdA${_KEY}"),
    # A longer key takes more blocks, each of all iterations.
    (f"$pbkdf2-sha256$i=1000000$c2FsdA${_KEY}{_KEY}", f"$pbkdf2-sha256$i=1000000$c2FsdA${_KEY}{_KEY}{_KEY}"),
    ("scrypt:32768:8:15$salt$00", "scrypt:32768:8:16$salt$00"),
    ("scrypt:131072:15:1$salt$00", "scrypt:262144:8:1$salt$00"),
    (f"scrypt$32768$salt$8$15${_KEY}=", f"scrypt$32768$salt$8$16${_KEY}="),
    ("$firebase-scrypt$r=15,m=17$Bw$Bw$Bw$Bw", "$firebase-scrypt$r=8,m=18$Bw$Bw$Bw$Bw"),
    (f"$6$rounds=750000$salt${'.' * 86}", f"$6$rounds=800000$salt${'.' * 86}"),
]


@pytest.mark.parametrize(("accepted", "refused"), _LIMITS)
def test_the_cost_of_one_verification_is_bounded(accepted: str, refused: str) -> None:
    """Mutant: limits on single parameters; together they allowed hashes of 8 to 12 seconds."""
    assert foreign.check(accepted)
    with pytest.raises(ValueError, match=r"takes about \d+\.\d s and \d+ MiB, the limits are 1\.5 s and 256 MiB"):
        foreign.check(refused)


@pytest.mark.alone
@pytest.mark.parametrize("stored", [_LIMITS[number][0] for number in (0, 3, 6, 8)])
def test_the_most_expensive_hashes_are_about_as_expensive_as_estimated(stored: str) -> None:
    """In processor time, and with a wide margin: it depends on the machine."""
    begun = time.process_time()
    foreign.verify(PASSWORD, stored)
    assert time.process_time() - begun < 4 * foreign_cost.MOST_SECONDS


@pytest.mark.parametrize(
    "damaged", ["pbkdf2_sha256$1000$salt$A", "$pbkdf2-sha256$i=1000$A$AAAA", "scrypt$1024$s$8$1$A"]
)
def test_a_hash_that_is_not_base64_is_refused_and_matches_nothing(damaged: str) -> None:
    """Mutant: an exception in the hashing thread, which a sign-in answers with 500."""
    with pytest.raises(ValueError, match="is not base64"):
        foreign.check(damaged)
    assert not foreign.verify(PASSWORD, damaged)


@pytest.mark.settings(password_memory=19456, password_time=2)
@pytest.mark.parametrize("kind", ["bcrypt", "scrypt of Werkzeug", "argon2id with lanes"])
async def test_the_first_sign_in_replaces_the_hash_by_argon2id(kind: str, service: Service, admin: Client) -> None:
    user = await service.create(admin, "ann")
    database = service.core.database
    await database.write(
        lambda tx: tx.execute("UPDATE users SET password_hash = $2 WHERE id = $1", user["id"], HASHES[kind])
    )
    wrong = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": "wrong password"})
    assert wrong.reason == "invalid_credentials"
    await service.login("ann", PASSWORD)
    row = await database.fetchrow("SELECT password_hash FROM users WHERE id = $1", user["id"])
    assert row is not None
    assert row[0].startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    await service.login("ann", PASSWORD)


async def test_a_user_without_a_password_can_not_sign_in(service: Service, admin: Client) -> None:
    user = await service.create(admin, "ann")
    await service.core.database.write(
        lambda tx: tx.execute("UPDATE users SET password_hash = '!' WHERE id = $1", user["id"])
    )
    for attempt in ("!", "a long enough password"):
        answer = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": attempt})
        assert answer.reason == "invalid_credentials"
