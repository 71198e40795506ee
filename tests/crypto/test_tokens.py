"""What is in an access token, what it is good for, and what the settings make of it."""

from typing import Any

import jwt
import pytest

from tests.support.service import PASSWORD, Client, Clock, Service


def claims(client: Client) -> dict[str, Any]:
    return dict(jwt.decode(client.token, options={"verify_signature": False}))


async def test_an_access_token_says_all_that_is_promised_and_names_a_published_key(
    service: Service, admin: Client
) -> None:
    await admin.post("/api/roles", {"name": "clerk", "permissions": ["orders:read"]})
    user = await service.create(admin, "ann", roles=["clerk"])
    ann = await service.login("ann", PASSWORD)
    header = jwt.get_unverified_header(ann.token)
    published = (await service.http.get("/.well-known/jwks.json")).json()["keys"]
    assert header == {"typ": "at+jwt", "alg": "ES256", "kid": header["kid"]}
    assert header["kid"] in [key["kid"] for key in published]
    held = claims(ann)
    assert set(held) == {
        "iss",
        "aud",
        "client_id",
        "sub",
        "exp",
        "iat",
        "jti",
        "sid",
        "auth_time",
        "amr",
        "acr",
        "roles",
        "permissions",
    }
    assert (held["sub"], held["roles"], held["permissions"]) == (str(user["id"]), ["clerk"], ["orders:read"])


async def test_tokens_have_names_of_their_own_and_those_of_one_session_name_it(service: Service, admin: Client) -> None:
    first, other = claims(admin), claims(await service.login())
    await admin.refresh()
    second = claims(admin)
    assert len({first["jti"], second["jti"], other["jti"]}) == 3
    assert first["sid"] == second["sid"] != other["sid"]


@pytest.mark.settings(issuer="https://id.example.com", audience="shop", access_ttl="60s")
async def test_issuer_audience_and_lifetime_are_settings(service: Service, admin: Client, clock: Clock) -> None:
    held = claims(admin)
    assert (held["iss"], held["aud"], held["exp"] - held["iat"]) == ("https://id.example.com", "shop", 60)
    assert held["client_id"] == "shop"
    assert admin.tokens["expiresIn"] == (await admin.refresh()).data["expiresIn"] == 60
    clock.advance(61)
    assert (await admin.get("/api/auth/user")).reason == "token_expired"
    assert (await admin.refresh()).code == 200


@pytest.mark.settings(refresh_idle_ttl="10m", refresh_max_ttl="25m")
async def test_how_long_a_session_lives_is_a_setting(service: Service, admin: Client, clock: Clock) -> None:
    idle = await service.login()
    for _ in range(2):
        clock.advance(9 * 60)
        assert (await admin.refresh()).code == 200
    assert (await idle.refresh()).reason == "invalid_refresh_token"
    clock.advance(8 * 60)
    assert (await admin.refresh()).reason == "invalid_refresh_token"


@pytest.mark.settings(refresh_grace="5m")
async def test_the_grace_window_is_a_setting(service: Service, admin: Client, clock: Clock) -> None:
    body = {"refreshToken": admin.refresh_token}
    first = await service.anonymous.post("/api/auth/refresh", body)
    clock.advance(299)
    again = await service.anonymous.post("/api/auth/refresh", body)
    assert again.data["refreshToken"] == first.data["refreshToken"]
    clock.advance(2)
    assert (await service.anonymous.post("/api/auth/refresh", body)).reason == "refresh_token_reused"


@pytest.mark.settings(refresh_rotation=False)
async def test_without_rotation_a_session_still_ends(service: Service, admin: Client, clock: Clock) -> None:
    other = await service.login()
    await other.post("/api/auth/logout")
    assert (await other.refresh()).reason == "invalid_refresh_token"
    clock.advance(14 * 86400 + 5)
    assert (await admin.refresh()).reason == "invalid_refresh_token"


async def test_a_token_that_expired_or_whose_session_ended_is_challenged_as_invalid(
    service: Service, admin: Client, clock: Clock
) -> None:
    gone = await service.login()
    await gone.post("/api/auth/logout")
    ended = await gone.get("/api/auth/user")
    clock.advance(901)
    expired = await admin.get("/api/auth/user")
    assert (ended.reason, expired.reason) == ("session_ended", "token_expired")
    for answer in (ended, expired):
        assert (answer.code, answer.headers["www-authenticate"]) == (401, 'Bearer error="invalid_token"')


@pytest.mark.parametrize("end", ["password", "disable", "delete", "reuse", "expiry"])
async def test_logout_answers_200_however_the_session_ended(
    service: Service, admin: Client, clock: Clock, end: str
) -> None:
    user = await service.create(admin, "ann")
    ann, path = await service.login("ann", PASSWORD), f"/api/users/{user['id']}"
    first = ann.refresh_token
    if end == "password":
        await admin.put(path, {"password": "another long password"})
    elif end == "disable":
        await admin.put(path, {"status": 0})
    elif end == "delete":
        await admin.delete(path)
    elif end == "reuse":
        await ann.refresh()
        clock.advance(31)
        await service.anonymous.post("/api/auth/refresh", {"refreshToken": first})
    else:
        clock.advance(90 * 86400)
    assert (await ann.get("/api/auth/user")).code == 401
    answer = await ann.post("/api/auth/logout")
    assert (answer.code, answer.data) == (200, None)
