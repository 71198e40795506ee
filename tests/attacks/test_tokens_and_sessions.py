"""Tokens and sessions that must not outlive their end or be used twice."""

import asyncio
import base64
import hmac
import json
import tracemalloc
import zlib
from functools import partial
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from doorward.crypto.passwords.hasher import HashSlot
from doorward.settings import load
from tests.attacks.support import WRONG, make_role, sign_in
from tests.support.service import PASSWORD, Answer, Client, Clock, Service, running


async def refresh(service: Service, token: str) -> Answer:
    return await service.anonymous.post("/api/auth/refresh", {"refreshToken": token})


async def test_parallel_refreshes_with_one_token_make_one_successor(service: Service, admin: Client) -> None:
    """Mutant: `generation >= $2` in `advance` takes old tokens too, and `generation + 1` answers each with another."""
    first = admin.refresh_token
    answers = await asyncio.gather(*(refresh(service, first) for _ in range(20)))
    assert {answer.code for answer in answers} == {200}
    assert len({answer.data["refreshToken"] for answer in answers}) == 1
    # It was one step and not twenty: the successor is the current one, and its use leaves the first behind.
    successor = answers[0].data["refreshToken"]
    assert (await refresh(service, successor)).code == 200
    assert (await refresh(service, first)).reason == "refresh_token_reused"
    assert (await refresh(service, successor)).reason == "invalid_refresh_token"


@pytest.mark.settings(refresh_grace=0)
async def test_a_rotated_token_stays_dead_after_a_restart_and_when_two_rotations_fall_into_one_second(
    service: Service, environ: dict[str, str], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: `<= grace` in `judge_replay` excuses what was rotated in this very moment."""
    # The clock stands still, so that timestamps do not distinguish the rotations.
    moment = clock()
    monkeypatch.setattr(Clock, "__call__", lambda _: moment)
    ann, bob = await service.login(), await service.login()
    first = ann.refresh_token
    assert (await ann.refresh()).code == 200
    assert (await ann.refresh()).code == 200
    assert (await refresh(service, first)).reason == "refresh_token_reused"
    assert (await ann.get("/api/auth/user")).reason == "session_ended"
    dead = bob.refresh_token
    assert (await bob.refresh()).code == 200
    async with running(load(environ, refresh_grace=0), clock) as restarted:
        assert (await refresh(restarted, dead)).reason == "refresh_token_reused"
        assert (await refresh(restarted, bob.refresh_token)).code == 401


@pytest.mark.parametrize("end", ["logout", "disable", "delete"])
async def test_nothing_survives_a_refresh_that_races_the_end_of_the_session(
    service: Service, admin: Client, end: str
) -> None:
    """Mutants: `_logout` that ends nothing; `Users.change` that ends sessions for a new password alone."""
    for number in range(5):
        user = await service.create(admin, f"ann{number}")
        ann = await service.login(f"ann{number}", PASSWORD)
        path = f"/api/users/{user['id']}"
        ending = {
            "logout": partial(ann.post, "/api/auth/logout"),
            "disable": partial(admin.put, path, {"status": 0}),
            "delete": partial(admin.delete, path),
        }[end]
        results = await asyncio.gather(*(refresh(service, ann.refresh_token) for _ in range(3)), ending())
        tokens = [answer.data for answer in results[:3] if answer.code == 200] + [ann.tokens]
        if end == "disable" and number % 2:
            # The session stays ended.
            assert (await admin.put(path, {"status": 1})).code == 200
        for held in tokens:
            assert (await Client(service, held).get("/api/auth/user")).code == 401
            assert (await refresh(service, held["refreshToken"])).code == 401


async def test_a_disable_while_a_login_is_under_way_blocks_the_tokens(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: `record_login` without `AND status = 1`."""
    ann = await service.create(admin, "ann")
    verify = HashSlot.verify

    async def verify_then_disable(slot: HashSlot, password: str, stored: str) -> bool:
        matches = await verify(slot, password, stored)
        await admin.put(f"/api/users/{ann['id']}", {"status": 0})
        return matches

    monkeypatch.setattr(HashSlot, "verify", verify_then_disable)
    assert (await sign_in(service.anonymous, "ann")).code in (401, 403)
    assert await service.core.database.fetch("SELECT 1 FROM sessions WHERE user_id = $1", ann["id"]) == []


async def test_a_lockout_while_logins_are_under_way_blocks_the_next(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: `SignIn._decide` that does not count, so that only the check before the hash sees the lockout."""
    await service.create(admin, "ann")
    go_on, counted = asyncio.Event(), asyncio.Event()
    verify = HashSlot.verify

    async def verify_late(slot: HashSlot, password: str, stored: str) -> bool:
        await (go_on if password == WRONG else counted).wait()
        return await verify(slot, password, stored)

    monkeypatch.setattr(HashSlot, "verify", verify_late)
    attacker = service.at("198.18.0.1")
    guesses = [asyncio.create_task(sign_in(attacker, "ann", WRONG)) for _ in range(5)]
    await asyncio.sleep(0)
    right = asyncio.create_task(sign_in(attacker, "ann"))
    go_on.set()
    assert [answer.code for answer in await asyncio.gather(*guesses)] == [401] * 5
    counted.set()
    assert (await right).code == 429


async def test_a_token_of_one_kind_never_works_as_another(service: Service, admin: Client) -> None:
    """Mutant: `AccessTokens._read` without a look at `typ`."""
    assert (await Client(service, {"token": admin.refresh_token}).get("/api/auth/user")).code == 401
    assert (await refresh(service, admin.token)).code == 401
    claims = jwt.decode(admin.token, options={"verify_signature": False})
    for typ in ("JWT", "id+jwt", "refresh+jwt", "logout+jwt", None):
        assert (await Client(service, {"token": sign(service, claims, {"typ": typ})}).get("/api/auth/user")).code == 401


def sign(service: Service, claims: dict[str, Any], header: dict[str, Any] | None = None, key: Any = None) -> str:
    """A token signed with the service's own key, unless with another."""
    signer = service.core.keys.access._newest_first[0]
    return jwt.encode(claims, key or signer.private, "ES256", {"typ": "at+jwt", "kid": signer.kid} | (header or {}))


def public(service: Service, encoding: serialization.Encoding) -> bytes:
    key = service.core.keys.access._newest_first[0].private.public_key()
    return bytes(key.public_bytes(encoding, serialization.PublicFormat.SubjectPublicKeyInfo))


def by_hand(header: dict[str, Any], claims: dict[str, Any], signature: bytes = b"") -> str:
    parts = (json.dumps(header).encode(), json.dumps(claims).encode(), signature)
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


def hs256(header: dict[str, Any], claims: dict[str, Any], secret: bytes) -> str:
    unsigned = by_hand(header, claims).rpartition(".")[0]
    return by_hand(header, claims, hmac.digest(secret, unsigned.encode(), "sha256"))


async def test_forged_jwts_are_refused(service: Service, admin: Client) -> None:
    """Mutants: no check of the set of header names, of the issuer, of the audience, or of the signature."""
    good = jwt.decode(admin.token, options={"verify_signature": False})
    header = jwt.get_unverified_header(admin.token)
    stranger = ec.generate_private_key(ec.SECP256R1())
    jwk = jwt.algorithms.ECAlgorithm.to_jwk(stranger.public_key(), as_dict=True)
    without = {name: {k: v for k, v in good.items() if k != name} for name in ("exp", "sub", "sid", "iss", "aud")}
    forged = {
        "alg none": by_hand(header | {"alg": "none"}, good),
        "alg None": by_hand(header | {"alg": "None"}, good),
        "alg none, old signature": by_hand(header | {"alg": "none"}, good) + admin.token.rpartition(".")[2],
        "HS256 with the PEM": hs256(header | {"alg": "HS256"}, good, public(service, serialization.Encoding.PEM)),
        "HS256 with the DER": hs256(header | {"alg": "HS256"}, good, public(service, serialization.Encoding.DER)),
        "HS256 with nothing": hs256(header | {"alg": "HS256"}, good, b""),
        "jwk": sign(service, good, {"jwk": jwk}, stranger),
        "jku": sign(service, good, {"jku": "http://127.0.0.1:9/jwks.json"}, stranger),
        "x5u": sign(service, good, {"x5u": "http://127.0.0.1:9/cert.pem"}, stranger),
        "jku with our key": sign(service, good, {"jku": "http://127.0.0.1:9/jwks.json"}),
        "crit": by_hand(header | {"crit": ["exp"]}, good, b"x" * 64),
        "unknown crit, our key": sign(service, good, {"crit": ["bork"], "bork": 1}),
        "wrong iss": sign(service, good | {"iss": "doorward2"}),
        "partial iss": sign(service, good | {"iss": "door"}),
        "wrong aud": sign(service, good | {"aud": "other"}),
        "another deployment's key": sign(service, good, {}, stranger),
        "a made-up kid": sign(service, good, {"kid": "x" * 16}, stranger),
        "a kid that is a path": sign(service, good, {"kid": "../../dev/null"}, stranger),
        "ES256 signature of zeros": by_hand(header, good, b"\0" * 64),
        "empty signature": by_hand(header, good),
        "sub as a number": sign(service, good | {"sid": {"$ne": 1}}),
        "negative exp": sign(service, good | {"exp": -1}),
        "endless exp": sign(service, good | {"exp": "never"}),
        **{f"no {name}": sign(service, claims) for name, claims in without.items()},
    }
    accepted = []
    for name, token in forged.items():
        if (await Client(service, {"token": token}).get("/api/auth/user")).code != 401:
            accepted.append(name)
    assert accepted == []
    assert (await Client(service, {"token": sign(service, good)}).get("/api/auth/user")).code == 200


async def test_a_compressed_jwe_is_refused_with_flat_memory(service: Service, admin: Client) -> None:
    """Mutant: inflating what `zip` announces before the token is known to be ours."""
    bomb = zlib.compress(b"\0" * 50_000_000, 9)
    header = {"alg": "dir", "enc": "A256GCM", "zip": "DEF", "typ": "at+jwt", "kid": "x" * 16}
    parts = [json.dumps(header).encode(), b"", b"\0" * 12, bomb[:8000], b"\0" * 16]
    token = ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)
    tracemalloc.start()
    try:
        assert (await Client(service, {"token": token}).get("/api/auth/user")).code == 401
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


async def test_a_removed_role_or_permission_is_gone_from_the_next_request(service: Service, admin: Client) -> None:
    """Mutant: remembering who a token belongs to from one request to the next."""
    role_id = await make_role(service, "reader", "users:read")
    user = await service.create(admin, "ann", roles=["reader"])
    ann = await service.login("ann", PASSWORD)
    assert (await ann.get("/api/users")).code == 200
    await admin.put(f"/api/users/{user['id']}", {"roles": []})
    assert (await ann.get("/api/users")).code == 403
    await admin.put(f"/api/users/{user['id']}", {"roles": ["reader"]})
    assert (await ann.get("/api/users")).code == 200
    await make_role(service, "reader", "users:create", role_id)
    assert (await ann.get("/api/users")).code == 403


async def test_logout_ends_the_refresh_token_too(service: Service, admin: Client) -> None:
    """Mutant: a logout that leaves the session in the database."""
    assert (await admin.post("/api/auth/logout")).code == 200
    assert (await refresh(service, admin.refresh_token)).reason == "invalid_refresh_token"
    assert (await admin.get("/api/auth/user")).reason == "session_ended"


@pytest.mark.parametrize("by", ["administrator", "oneself"])
async def test_a_password_change_ends_the_other_sessions(service: Service, admin: Client, by: str) -> None:
    """Mutants: `if disabling:` in `Users.change`; no `end_all` in `Account._change`."""
    user = await service.create(admin, "ann")
    own = await service.login("ann", PASSWORD)
    others = [await service.login("ann", PASSWORD) for _ in range(3)]
    new = "another good password"
    if by == "oneself":
        changed = await own.put("/api/auth/password", {"currentPassword": PASSWORD, "newPassword": new})
        assert (await own.get("/api/auth/user")).code == 200
    else:
        changed = await admin.put(f"/api/users/{user['id']}", {"password": new})
        others.append(own)
    assert changed.code == 200
    for session in others:
        assert (await session.get("/api/auth/user")).code == 401
        assert (await refresh(service, session.refresh_token)).code == 401


@pytest.mark.parametrize("skew", [-60, 60])
async def test_clock_skew_between_nodes_accepts_no_expired_token_and_revives_no_rotated_one(
    service: Service, environ: dict[str, str], skew: int
) -> None:
    """Mutants: a leeway of five minutes in `authenticate`; a minute's leeway after the grace window."""
    other_clock = Clock()
    other_clock.advance(skew)
    async with running(load(environ), other_clock) as other:
        ann = await service.login()
        assert (await Client(other, ann.tokens).get("/api/auth/user")).code == 200
        rotated = ann.refresh_token
        assert (await ann.refresh()).code == 200
        service.clock.advance(120)
        other_clock.advance(120)
        assert (await refresh(other, rotated)).reason == "refresh_token_reused"
        bob = await service.login()
        service.clock.advance(service.settings.access_ttl)
        other_clock.advance(service.settings.access_ttl)
        assert (await bob.get("/api/auth/user")).reason == "token_expired"
        # The other node's clock, wrong by a minute, is off by that minute and no more.
        other_clock.advance(60)
        assert (await Client(other, bob.tokens).get("/api/auth/user")).reason == "token_expired"


async def test_a_clock_that_jumps_back_revives_nothing(service: Service, admin: Client) -> None:
    """Mutant: `judge_replay` without a bound below, to which a rotation in the future is young."""
    rotated = admin.refresh_token
    assert (await admin.refresh()).code == 200
    service.clock.advance(-3600)
    assert (await refresh(service, rotated)).reason == "refresh_token_reused"
    assert (await admin.get("/api/auth/user")).code == 401
