"""Signing in, the current user, signing out."""

from tests.support.service import ADMIN_PASSWORD, PASSWORD, Client, Service


async def test_login_returns_both_tokens_and_the_user(service: Service) -> None:
    answer = await service.nobody.post("/api/auth/login", {"username": "admin", "password": ADMIN_PASSWORD})
    assert answer.code == 200
    assert set(answer.data) == {"token", "refreshToken", "expiresIn", "user"}
    assert answer.data["expiresIn"] == 900
    user = answer.data["user"]
    assert (user["id"], user["username"], user["roles"], user["permissions"]) == (1, "admin", ["admin"], ["*"])


async def test_the_current_user_is_the_user_object_itself(service: Service, admin: Client) -> None:
    answer = await admin.get("/api/auth/user")
    assert answer.code == 200
    assert answer.data == admin.tokens["user"]


async def test_disabling_a_user_ends_their_sessions(service: Service, admin: Client) -> None:
    created = await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    await admin.put(f"/api/users/{created['id']}", {"status": 0})
    assert (await ann.get("/api/auth/user")).reason == "session_ended"
    assert (await ann.refresh()).reason == "invalid_refresh_token"
