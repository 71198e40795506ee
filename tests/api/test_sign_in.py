"""Signing in, the current user, signing out: the contract's section on authentication."""

import asyncio

import jwt
import pytest

from doorward.crypto.passwords.hasher import HashSlot
from tests.support.databases import settings_for
from tests.support.service import ADMIN_PASSWORD, PASSWORD, Client, Clock, Service, running


async def test_login_returns_both_tokens_their_lifetime_and_the_user(service: Service) -> None:
    answer = await service.anonymous.post("/api/auth/login", {"username": "admin", "password": ADMIN_PASSWORD})
    assert answer.code == 200
    assert set(answer.data) == {"token", "refreshToken", "expiresIn", "user"}
    assert answer.data["expiresIn"] == 900
    user = answer.data["user"]
    assert (user["id"], user["username"], user["roles"], user["permissions"]) == (1, "admin", ["admin"], ["*"])


@pytest.mark.parametrize("username", ["ANN", "ann", "Ann", "ａｎｎ"])
async def test_the_username_matches_whatever_its_case_and_width(service: Service, admin: Client, username: str) -> None:
    await service.create(admin, "Ann")
    assert (await service.login(username, PASSWORD)).tokens["user"]["username"] == "Ann"


async def test_the_username_matches_beyond_ascii(service: Service, admin: Client) -> None:
    await service.create(admin, "ÉLODIE-Straße")
    assert (await service.login("élodie-STRASSE", PASSWORD)).tokens["user"]["username"] == "ÉLODIE-Straße"


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, {"username", "password"}),
        ({"username": "admin"}, {"password"}),
        ({"username": "", "password": ""}, {"username", "password"}),
        ({"username": "admin", "password": ""}, {"password"}),
        ({"username": "admin", "password": None}, {"password"}),
        ({"username": 1, "password": ["x"]}, {"username", "password"}),
    ],
)
async def test_a_missing_or_empty_credential_is_named(service: Service, body: object, wrong: set[str]) -> None:
    answer = await service.anonymous.post("/api/auth/login", body)
    assert (answer.code, answer.reason, set(answer.fields)) == (400, "validation_failed", wrong)


async def test_wrong_credentials_look_the_same_for_every_user(service: Service, admin: Client) -> None:
    await service.create(admin, "ann")
    await service.create(admin, "off", status=0)
    answers = [
        await service.anonymous.post("/api/auth/login", {"username": username, "password": "not the password"})
        for username in ("ann", "off", "no-such-user")
    ]
    for answer in answers:
        assert (answer.code, answer.reason) == (401, "invalid_credentials")
    assert len({answer.response.content for answer in answers}) == 1
    shapes = [{k: v for k, v in answer.headers.items() if k != "x-request-id"} for answer in answers]
    assert shapes[0] == shapes[1] == shapes[2]


async def test_a_disabled_user_with_the_right_password_is_told_so(service: Service, admin: Client) -> None:
    await service.create(admin, "off", status=0)
    answer = await service.anonymous.post("/api/auth/login", {"username": "off", "password": PASSWORD})
    assert (answer.code, answer.reason) == (403, "account_disabled")


async def test_the_access_token_is_a_signed_jwt_that_verifies_offline(service: Service, admin: Client) -> None:
    document = (await service.http.get("/.well-known/jwks.json")).json()
    header = jwt.get_unverified_header(admin.token)
    assert (header["typ"], header["alg"]) == ("at+jwt", "ES256")
    key = jwt.PyJWKSet.from_dict(document)[header["kid"]]
    claims = jwt.decode(admin.token, key, algorithms=["ES256"], issuer="doorward", audience="doorward")
    assert (claims["sub"], claims["roles"], claims["permissions"]) == ("1", ["admin"], ["*"])
    assert claims["exp"] - claims["iat"] == 900
    assert claims["jti"]
    assert claims["sid"]


async def test_public_keys_hold_nothing_private(service: Service) -> None:
    keys = (await service.http.get("/.well-known/jwks.json")).json()["keys"]
    assert keys
    for key in keys:
        assert set(key) == {"kty", "crv", "x", "y", "kid", "alg", "use"}


async def test_the_current_user_is_the_user_object_itself(service: Service, admin: Client) -> None:
    answer = await admin.get("/api/auth/user")
    assert answer.code == 200
    assert answer.data == admin.tokens["user"]


async def test_the_current_user_reflects_the_database_and_not_the_token(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    await admin.put(f"/api/users/{created['id']}", {"name": "Ann Lee", "roles": ["admin"]})
    data = (await ann.get("/api/auth/user")).data
    assert (data["name"], data["roles"], data["permissions"]) == ("Ann Lee", ["admin"], ["*"])


async def test_without_a_token_the_answer_is_a_bare_challenge(service: Service) -> None:
    answer = await service.anonymous.get("/api/auth/user")
    assert (answer.code, answer.reason) == (401, "authentication_required")
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("credential", ["Bearer nonsense", "Bearer ", "bearer a.b.c", "Bearer a.b.c d"])
async def test_a_bad_token_is_challenged_as_invalid(service: Service, credential: str) -> None:
    answer = await service.anonymous.get("/api/auth/user", headers={"Authorization": credential})
    assert (answer.code, answer.reason) == (401, "invalid_token")
    assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'


async def test_another_scheme_counts_as_no_token(service: Service) -> None:
    answer = await service.anonymous.get("/api/auth/user", headers={"Authorization": "Basic YWRtaW46YWRtaW4="})
    assert (answer.code, answer.headers["www-authenticate"]) == (401, "Bearer")


async def test_an_access_token_expires(service: Service, admin: Client, clock: Clock) -> None:
    clock.advance(899)
    assert (await admin.get("/api/auth/user")).code == 200
    clock.advance(2)
    assert (await admin.get("/api/auth/user")).reason == "token_expired"


async def test_logout_ends_both_tokens_at_once(service: Service, admin: Client) -> None:
    answer = await admin.post("/api/auth/logout")
    assert (answer.code, answer.data) == (200, None)
    assert (await admin.get("/api/auth/user")).reason == "session_ended"
    assert (await admin.refresh()).reason == "invalid_refresh_token"


async def test_logout_ends_this_session_and_no_other(service: Service, admin: Client) -> None:
    other = await service.login()
    await admin.post("/api/auth/logout")
    assert (await other.get("/api/auth/user")).code == 200


async def test_logout_answers_200_again_and_with_an_expired_token(
    service: Service, admin: Client, clock: Clock
) -> None:
    assert (await admin.post("/api/auth/logout")).code == 200
    assert (await admin.post("/api/auth/logout")).code == 200
    late = await service.login()
    clock.advance(901)
    assert (await late.post("/api/auth/logout")).code == 200
    assert (await late.refresh()).code == 401


async def test_logout_without_a_token_or_with_a_forged_one_is_401(service: Service, admin: Client) -> None:
    assert (await service.anonymous.post("/api/auth/logout")).code == 401
    forged = admin.token[:-8] + ("A" * 8)
    answer = await service.anonymous.post("/api/auth/logout", headers={"Authorization": f"Bearer {forged}"})
    assert (answer.code, answer.reason) == (401, "invalid_token")
    assert (await admin.get("/api/auth/user")).code == 200


async def test_logout_ignores_what_is_sent_with_it(service: Service, admin: Client) -> None:
    answer = await admin.post("/api/auth/logout", content=b"{not json", headers={"Content-Type": "text/csv"})
    assert answer.code == 200


@pytest.mark.parametrize("change", [{"status": 0}, {"password": "another long password"}])
async def test_disabling_and_a_new_password_end_the_users_sessions(
    service: Service, admin: Client, change: dict[str, object]
) -> None:
    created = await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    assert (await admin.put(f"/api/users/{created['id']}", change)).code == 200
    assert (await ann.get("/api/auth/user")).reason == "session_ended"
    assert (await ann.refresh()).reason == "invalid_refresh_token"


async def test_deleting_a_user_ends_their_sessions(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    assert (await admin.delete(f"/api/users/{created['id']}")).code == 200
    assert (await ann.get("/api/auth/user")).reason == "session_ended"
    assert (await ann.refresh()).reason == "invalid_refresh_token"
    assert (await service.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD})).code == 401


async def test_a_profile_change_ends_nothing(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    await admin.put(f"/api/users/{created['id']}", {"name": "Ann", "status": 1, "password": ""})
    assert (await ann.get("/api/auth/user")).code == 200


async def test_a_user_disabled_while_the_password_is_checked_gets_no_session(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: `record_login` without `AND status = 1` lets the sign-in through that was under way."""
    created = await service.create(admin, "ann")
    verified = HashSlot.verify

    async def verify_then_disable(slot: HashSlot, password: str, stored: str) -> bool:
        matches = await verified(slot, password, stored)
        await admin.put(f"/api/users/{created['id']}", {"status": 0})
        return matches

    monkeypatch.setattr(HashSlot, "verify", verify_then_disable)
    answer = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD})
    assert answer.code in (401, 403)


async def test_a_raised_cost_is_applied_at_the_next_sign_in(
    service: Service, admin: Client, environ: dict[str, str]
) -> None:
    async with running(settings_for(environ, password_time=3)) as costlier:
        await costlier.login()
        row = await costlier.core.database.fetchrow("SELECT password_hash FROM users WHERE id = 1")
        assert row is not None
        assert "t=3" in row[0]
        await costlier.login()


async def test_concurrent_sign_ins_with_an_outdated_hash_all_succeed(
    service: Service, admin: Client, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a sign-in whose outdated hash another one has just replaced is refused as if the password were wrong."""
    all_verified, outdated, verify = asyncio.Barrier(3), list[str](), HashSlot.verify

    async def verify_together(slot: HashSlot, password: str, stored: str) -> bool:
        matches = await verify(slot, password, stored)
        if "t=3" not in stored:
            outdated.append(stored)
            await all_verified.wait()
        return matches

    monkeypatch.setattr(HashSlot, "verify", verify_together)
    async with running(settings_for(environ, password_time=3)) as costlier, asyncio.timeout(20):
        await asyncio.gather(*(costlier.login() for _ in range(3)))
        assert len(outdated) == 3
        await costlier.login()
        failed = await costlier.core.database.fetch("SELECT 1 FROM audit WHERE action = 'auth.login_failed'")
        assert not failed


async def test_a_password_changed_while_the_former_one_is_hashed_anew_lets_it_in_no_more(
    service: Service, admin: Client, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a sign-in that could not store its new hash continues without verifying the one that is stored."""
    user = await service.create(admin, "ann")
    hash_new = HashSlot.hash

    async def hash_late(slot: HashSlot, password: str) -> str:
        renewed = await hash_new(slot, password)
        if password == PASSWORD:
            assert (await admin.put(f"/api/users/{user['id']}", {"password": PASSWORD + "2"})).code == 200
        return renewed

    monkeypatch.setattr(HashSlot, "hash", hash_late)
    async with running(settings_for(environ, password_time=3)) as costlier:
        answer = await costlier.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD})
        assert (answer.code, answer.reason) == (401, "invalid_credentials")
        await costlier.login("ann", PASSWORD + "2")


async def test_the_moment_of_the_last_sign_in_is_kept(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann")
    assert created["lastLoginAt"] is None
    await service.login("ann", PASSWORD)
    assert (await admin.get(f"/api/users/{created['id']}")).data["lastLoginAt"] is not None


async def test_concurrent_sign_ins_each_get_a_session_of_their_own(service: Service) -> None:
    clients = await asyncio.gather(*(service.login() for _ in range(8)))
    assert len({client.refresh_token for client in clients}) == 8


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-8"]
)
async def test_login_and_refresh_read_json_under_any_content_type(service: Service, content_type: str) -> None:
    body = b'{"username": "admin", "password": "%s"}' % ADMIN_PASSWORD.encode()
    login = await service.anonymous.post("/api/auth/login", content=body, headers={"Content-Type": content_type})
    assert login.code == 200
    body = b'{"refreshToken": "%s"}' % login.data["refreshToken"].encode()
    assert (
        await service.anonymous.post("/api/auth/refresh", content=body, headers={"Content-Type": content_type})
    ).code == 200
