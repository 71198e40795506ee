"""Administrators see and remove the second factors of users who lost them."""

import pytest

from tests.support.cli import doorward
from tests.support.factors import FACTORS, App, enrol, login, pending, prove, set_up
from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Client, Service

ANN = "ann@example.com"


@pytest.fixture
async def ann(service: Service, admin: Client) -> Client:
    await service.create(admin, "ann", email=ANN)
    return await service.login("ann", PASSWORD)


@pytest.fixture
async def app(ann: Client) -> App:
    return (await set_up(ann, "Telephone"))[0]


def of(user: Client) -> str:
    return f"/api/users/{user.id}/factors"


async def helper(service: Service, admin: Client, *permissions: str) -> Client:
    """An administrator with these permissions alone."""
    await admin.post("/api/roles", {"name": "helper", "permissions": list(permissions)})
    await service.create(admin, "helper", roles=["helper"])
    return await service.login("helper", PASSWORD)


async def test_an_administrator_sees_the_factors_of_a_user(service: Service, admin: Client, ann: Client) -> None:
    assert (await admin.get(of(ann))).data == {"list": []}
    await set_up(ann, "Telephone")
    await enrol(ann)
    assert (await admin.get(of(ann))).data["list"] == (await ann.get(FACTORS)).data["list"]
    assert (await admin.get("/api/users/987654321/factors")).reason == "user_not_found"
    reader = await helper(service, admin, "users:read")
    assert (await reader.get(of(ann))).code == 200
    assert (await ann.get(of(ann))).data["required"] == "users:read"


async def test_a_reset_removes_all_and_ends_what_was_begun(
    service: Service, admin: Client, ann: Client, app: App
) -> None:
    flow = await pending(service.anonymous, "ann")
    waiting = await enrol(ann)
    device = (
        "INSERT INTO devices (user_id, secret_hash, name, address, confirmed, trusted_until, created_at, last_used_at)"
        " VALUES ($1, $2, 'Firefox', '', 1, $3, 0, 0)"
    )
    database = service.core.database
    await database.write(lambda tx: tx.execute(device, ann.id, b"hash", service.clock() + 86_400_000))
    assert (await admin.delete(of(ann))).code == 200
    assert [row[0] for row in await database.fetch("SELECT trusted_until FROM devices")] == [0]
    assert (await admin.get(of(ann))).data == {"list": []}
    assert (await ann.get("/api/auth/user")).reason == "session_ended"
    assert (await prove(service.anonymous, flow, "totp", app.next_code())).reason == "sign_in_expired"
    again = await service.login("ann", PASSWORD)
    assert again.tokens["user"]["strength"] == "password"
    confirmed = await again.post(f"{FACTORS}/totp/confirm", {"id": waiting.id, "code": waiting.code()})
    assert confirmed.reason == "factor_not_found"
    assert "An administrator removed all second factors" in (await newest_mail(admin, ANN, "factors_reset")).text
    entry = (await admin.get("/api/audit", params={"action": "user.factors_reset"})).data["list"][0]
    assert (entry["actor"], entry["target"]) == (f"user:{admin.id}", f"user:{ann.id}")
    assert entry["details"] == {"types": ["totp", "recoveryCodes"], "sessionsEnded": 1}


async def test_a_reset_of_a_user_without_factors_does_nothing(service: Service, admin: Client, ann: Client) -> None:
    await enrol(ann)
    assert (await admin.delete(of(ann))).code == 200
    assert (await ann.get("/api/auth/user")).code == 200
    assert await mails_to(admin, ANN) == []
    assert (await admin.get("/api/audit", params={"action": "user.factors_reset"})).data["list"] == []
    assert (await admin.delete("/api/users/987654321/factors")).reason == "user_not_found"


async def test_a_reset_unlocks_codes(service: Service, admin: Client, ann: Client, app: App) -> None:
    """From networks that never signed in to the account, which count together."""
    for number in range(25):
        client = service.at(f"198.51.{number}.1")
        for _ in range(4):
            answer = await prove(client, await pending(client, "ann"), "totp", app.wrong_code())
        if answer.code == 429:
            break
    client = service.at("203.0.113.9")
    assert (await prove(client, await pending(client, "ann"), "totp", app.next_code())).reason == "too_many_attempts"
    assert (await admin.delete(of(ann))).code == 200
    again = await service.login("ann", PASSWORD)
    renewed, _ = await set_up(again)
    assert (await login(service, "ann", renewed, client=client)).id == ann.id


@pytest.mark.parametrize("help_", ["reset", "unlock", "password"])
@pytest.mark.settings(login_account_failures=4)
async def test_codes_are_unlocked_for_the_network_that_failed_too(
    service: Service, admin: Client, ann: Client, app: App, help_: str
) -> None:
    """Mutant: the count of the account alone is forgotten. A user in the office that failed stays locked out of it."""
    office, password = service.at("198.51.100.7"), "another lantern at dusk"
    flow = await pending(office, "ann")
    answers = [await prove(office, flow, "totp", app.wrong_code()) for _ in range(5)]
    assert answers[-1].reason == "too_many_attempts"
    if help_ == "reset":
        assert (await admin.delete(of(ann))).code == 200
        app, _ = await set_up(await service.login("ann", PASSWORD))
    elif help_ == "unlock":
        assert (await admin.post(f"/api/users/{ann.id}/unlock")).code == 200
    else:
        assert (await admin.put(f"/api/users/{ann.id}", {"password": password})).code == 200
    now = password if help_ == "password" else PASSWORD
    assert (await login(service, "ann", app, now, client=office)).id == ann.id


async def test_own_factors_are_not_removed_this_way(service: Service, admin: Client) -> None:
    await set_up(admin)
    answer = await admin.delete(of(admin))
    assert (answer.code, answer.reason) == (409, "own_factors")
    assert len((await admin.get(FACTORS)).data["list"]) == 2


async def test_a_delegated_administrator_resets_users_of_lower_rank_alone(
    service: Service, admin: Client, ann: Client, app: App
) -> None:
    """Mutant: without `require_rank_over` or without `require_roles`."""
    assert (await ann.delete(of(admin))).data["required"] == "users:update"
    agent = await helper(service, admin, "users:update")
    await set_up(admin)
    answer = await agent.delete(of(admin))
    assert (answer.code, answer.reason) == (403, "outranked")
    await admin.post("/api/roles", {"name": "orders", "permissions": []})
    await admin.put(f"/api/users/{ann.id}", {"roles": ["orders"]})
    answer = await agent.delete(of(ann))
    assert (answer.code, answer.reason, answer.data["role"]) == (403, "role_not_held", "orders")
    assert len((await ann.get(FACTORS)).data["list"]) == 2
    await admin.put(f"/api/users/{ann.id}", {"roles": []})
    assert (await agent.delete(of(ann))).code == 200
    assert len((await admin.get(FACTORS)).data["list"]) == 2


async def test_a_user_whose_role_asks_for_a_factor_is_led_to_enrol_after_a_reset(
    service: Service, admin: Client, ann: Client, app: App
) -> None:
    await admin.post("/api/roles", {"name": "guarded", "permissions": ["users:read"], "requiredStrength": "twoFactors"})
    await admin.put(f"/api/users/{ann.id}", {"roles": ["guarded"]})
    assert (await ann.get("/api/users")).code == 200
    assert (await admin.delete(of(ann))).code == 200
    again = await service.login("ann", PASSWORD)
    assert (await again.get("/api/users")).reason == "enrolment_required"
    await set_up(again)
    assert (await again.get("/api/users")).code == 200


async def test_an_operator_helps_an_administrator_who_lost_everything(
    environ: dict[str, str], service: Service, admin: Client
) -> None:
    await set_up(admin, "Telephone")
    listed = await doorward(environ, "users", "factors", "admin", "--json")
    assert [(each["type"], each["name"]) for each in listed.json["list"]] == [
        ("totp", "Telephone"),
        ("recoveryCodes", ""),
    ]
    assert "Telephone" in (await doorward(environ, "users", "factors", f"id:{admin.id}")).out
    refused = await doorward(environ, "users", "reset-factors", "admin")
    assert refused.code != 0
    assert "--yes" in refused.err
    done = await doorward(environ, "users", "reset-factors", "admin", "--yes", "--json")
    assert (done.code, done.json["removed"]) == (0, ["totp", "recoveryCodes"])
    again = await service.login()
    entry = (await again.get("/api/audit", params={"action": "user.factors_reset"})).data["list"][0]
    assert entry["actor"].startswith("cli:")
    assert (await doorward(environ, "users", "reset-factors", "zoe", "--yes")).code != 0


async def test_statistics_say_how_many_users_have_what(service: Service, admin: Client, ann: Client) -> None:
    await enrol(ann)
    assert (await admin.get("/api/stats")).data["factors"] == {"totp": 0, "passkey": 0, "recoveryCodes": 0}
    await set_up(ann)
    await set_up(ann)
    await set_up(admin)
    assert (await admin.get("/api/stats")).data["factors"] == {"totp": 2, "passkey": 0, "recoveryCodes": 2}
    page = (await service.http.get("/metrics")).text
    assert "doorward_users_with_totp 2.0" in page
    assert "doorward_users_with_passkey 0.0" in page
