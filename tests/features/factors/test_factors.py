"""Users look after their second factors."""

import pytest

from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.store.sign_in import factors
from tests.features.passkeys.support import add
from tests.support.authenticator import Authenticator
from tests.support.factors import CODES, FACTORS, STEP_UP, App, login, pending, prove, set_up
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


async def types(client: Client) -> list[str]:
    return [each["type"] for each in (await client.get(FACTORS)).data["list"]]


async def require(admin: Client, user: Client, strength: str) -> None:
    role = {"name": "guarded", "permissions": ["users:read"], "requiredStrength": strength}
    assert (await admin.post("/api/roles", role)).code == 200
    assert (await admin.put(f"/api/users/{user.id}", {"roles": ["guarded"]})).code == 200


async def add_passkey(service: Service, client: Client, *, verified: bool = True) -> int:
    """A row as the registration of a passkey writes it."""

    async def work(tx: object) -> int:
        made = await factors.insert(tx, client.id, "passkey", "Key", service.clock(), confirmed=True)  # type: ignore[arg-type]
        await tx.execute(  # type: ignore[attr-defined]
            "INSERT INTO passkeys (factor_id, credential_id, public_key, sign_count, rp_id, user_verified, synced,"
            " transports) VALUES ($1, $2, $3, 0, 'localhost', $4, 0, '')",
            made.id,
            f"credential {made.id}".encode(),
            b"key",
            int(verified),
        )
        await factors.summarise(tx, client.id, service.clock())  # type: ignore[arg-type]
        return made.id

    return await service.core.database.write(work)


async def remove_password(service: Service, client: Client) -> None:
    sql = "UPDATE users SET password_hash = $2 WHERE id = $1"
    await service.core.database.write(lambda tx: tx.execute(sql, client.id, NO_PASSWORD))


async def test_the_list_shows_what_was_set_up(ann: Client, app: App) -> None:
    listed = (await ann.get(FACTORS)).data["list"]
    assert [set(each) for each in listed] == [
        {"id", "type", "name", "createdAt", "lastUsedAt"},
        {"id", "type", "name", "createdAt", "lastUsedAt", "remaining"},
    ]
    assert [(each["type"], each["name"], each.get("remaining")) for each in listed] == [
        ("totp", "Telephone", None),
        ("recoveryCodes", "", 10),
    ]


async def test_the_list_says_whether_there_is_a_password(service: Service, ann: Client, app: App) -> None:
    assert (await ann.get(FACTORS)).data["hasPassword"] is True
    await remove_password(service, ann)
    assert (await ann.get(FACTORS)).data["hasPassword"] is False


async def test_a_factor_gets_another_name(service: Service, admin: Client, ann: Client, app: App) -> None:
    """Without recent authentication: a name gives no access. A name is no reason for a mail either."""
    service.clock.advance(minutes=16)
    for client in (ann, admin):
        await client.refresh()
    answer = await ann.put(f"{FACTORS}/{app.id}", {"name": "  Old telephone "})
    assert (answer.code, answer.data["name"]) == (200, "Old telephone")
    assert (await ann.get(FACTORS)).data["list"][0] == answer.data
    assert len(await mails_to(admin, ANN)) == 1
    entry = (await admin.get("/api/audit", params={"action": "auth.factor_renamed"})).data["list"][0]
    assert entry["details"] == {"factor": app.id, "type": "totp"}
    assert list((await ann.put(f"{FACTORS}/{app.id}", {"name": "x" * 65})).fields) == ["name"]


async def test_factors_of_others_are_not_found(service: Service, admin: Client, app: App) -> None:
    assert (await admin.put(f"{FACTORS}/{app.id}", {"name": "Mine"})).reason == "factor_not_found"
    assert (await admin.delete(f"{FACTORS}/{app.id}")).reason == "factor_not_found"
    assert (await admin.get(FACTORS)).data == {"list": [], "hasPassword": True}


async def test_removing_a_factor_ends_other_sessions_and_sends_a_mail(
    service: Service, admin: Client, ann: Client, app: App
) -> None:
    second, _ = await set_up(ann, "Second")
    other = await login(service, "ann", second)
    assert (await ann.delete(f"{FACTORS}/{app.id}")).code == 200
    assert (await other.get("/api/auth/user")).reason == "session_ended"
    assert (await ann.get("/api/auth/user")).code == 200
    assert await types(ann) == ["recoveryCodes", "totp"]
    assert "Telephone" in (await newest_mail(admin, ANN, "factor_removed")).text
    entry = (await admin.get("/api/audit", params={"action": "auth.factor_removed"})).data["list"][0]
    assert entry["details"] == {"factor": app.id, "type": "totp", "sessionsEnded": 1}
    flow = await pending(service.anonymous, "ann")
    assert (await prove(service.anonymous, flow, "totp", app.next_code())).reason == "invalid_code"


async def test_the_last_factor_takes_the_recovery_codes_along(service: Service, ann: Client, app: App) -> None:
    assert (await ann.delete(f"{FACTORS}/{app.id}")).code == 200
    assert await types(ann) == []
    assert (await service.login("ann", PASSWORD)).tokens["user"]["strength"] == "password"
    row = await service.core.database.fetchrow("SELECT count(*) FROM recovery_codes")
    assert row is not None
    assert row[0] == 0


async def test_removing_needs_recent_authentication_by_a_factor(service: Service, ann: Client, app: App) -> None:
    service.clock.advance(minutes=16)
    await ann.refresh()
    answer = await ann.delete(f"{FACTORS}/{app.id}")
    assert (answer.code, answer.reason, answer.data["methods"]) == (401, "step_up_required", ["totp"])
    assert (await ann.post(CODES)).reason == "step_up_required"
    ann.tokens |= (await ann.post(STEP_UP, {"method": "totp", "code": app.code()})).data
    assert (await ann.delete(f"{FACTORS}/{app.id}")).code == 200


async def test_the_last_factor_that_a_role_asks_for_stays(
    service: Service, admin: Client, ann: Client, app: App
) -> None:
    await require(admin, ann, "twoFactors")
    answer = await ann.delete(f"{FACTORS}/{app.id}")
    assert (answer.code, answer.reason) == (409, "factor_still_required")
    assert answer.data["requiredStrength"] == "twoFactors"
    assert await types(ann) == ["totp", "recoveryCodes"]
    second, _ = await set_up(ann)
    assert (await ann.delete(f"{FACTORS}/{app.id}")).code == 200
    assert (await ann.delete(f"{FACTORS}/{second.id}")).reason == "factor_still_required"


async def test_a_weaker_factor_than_the_role_asks_for_stays_too(admin: Client, ann: Client, app: App) -> None:
    """It is not enough for the role. Without it the account would be weaker still."""
    await require(admin, ann, "phishingResistant")
    assert (await ann.delete(f"{FACTORS}/{app.id}")).reason == "factor_still_required"


async def test_a_passkey_is_removed_by_the_same_rules(service: Service, admin: Client, ann: Client, app: App) -> None:
    await require(admin, ann, "phishingResistant")
    key = (await add(ann, Authenticator())).data["id"]
    assert (await ann.delete(f"{FACTORS}/{key}")).reason == "factor_still_required"
    second = (await add(ann, Authenticator(verifies_user=False))).data["id"]
    assert (await ann.delete(f"{FACTORS}/{app.id}")).code == 200
    assert (await ann.delete(f"{FACTORS}/{key}")).code == 200
    assert await types(ann) == ["recoveryCodes", "passkey"]
    assert (await admin.put(f"/api/users/{ann.id}", {"roles": []})).code == 200
    assert (await ann.delete(f"{FACTORS}/{second}")).code == 200
    row = await service.core.database.fetchrow("SELECT count(*) FROM passkeys")
    assert row is not None
    assert row[0] == 0


async def test_the_last_way_in_stays(service: Service, ann: Client, app: App) -> None:
    """A passkey that verifies its user, for a user without a password. An app is no way in by itself: removing it takes
    none away."""
    key = await add_passkey(service, ann)
    await remove_password(service, ann)
    assert (await ann.delete(f"{FACTORS}/{key}")).reason == "last_way_in"
    spare = await add_passkey(service, ann)
    assert (await ann.delete(f"{FACTORS}/{key}")).code == 200
    assert (await ann.delete(f"{FACTORS}/{spare}")).reason == "last_way_in"
    assert (await ann.delete(f"{FACTORS}/{app.id}")).code == 200


async def test_an_app_of_a_user_without_password_and_passkey_can_be_removed(
    service: Service, ann: Client, app: App
) -> None:
    """Such users sign in by a mailed code. Mutant: `last_way_in` whenever no passkey is left."""
    await remove_password(service, ann)
    assert (await ann.delete(f"{FACTORS}/{app.id}")).code == 200
