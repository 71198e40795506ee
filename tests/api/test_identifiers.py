"""Usernames and e-mail addresses are names to sign in by: none leads to two users."""

import asyncio
import json
from pathlib import Path

from doorward.database.protocol import Transaction
from doorward.domain.users import fold
from tests.support.cli import doorward
from tests.support.mail import newest_mail
from tests.support.service import PASSWORD, Answer, Client, Service

ADDRESS = "boss@example.com"


async def create(client: Client, username: str, email: str | None = None) -> Answer:
    return await client.post("/api/users", {"username": username, "password": PASSWORD, "email": email})


async def give_username(service: Service, user_id: int, username: str) -> None:
    """As an earlier version did, which refused no username that another user has as address."""

    async def work(tx: Transaction) -> None:
        sql = "UPDATE users SET username = $2, username_key = $3 WHERE id = $1"
        await tx.execute(sql, user_id, username, fold(username))

    await service.core.database.write(work)


async def test_no_username_is_the_address_of_another_user(service: Service, admin: Client) -> None:
    """A delegated administrator would get the mails that reset the password of a superior, and their sign-ins.
    Mutants: `insert_user` or `_check_names_free` without the look at the other column."""
    await service.create(admin, "boss", email=ADDRESS, roles=["admin"])
    await admin.post("/api/roles", {"name": "helpdesk", "permissions": ["users:read", "users:create", "users:update"]})
    await service.create(admin, "delegate", roles=["helpdesk"])
    own = await service.create(admin, "minion")
    delegate = await service.login("delegate", PASSWORD)
    for username in (ADDRESS, "BOSS@Example.com", "ｂｏｓｓ@example.com"):
        assert (await create(delegate, username)).reason == "username_taken"
        answer = await delegate.put(f"/api/users/{own['id']}", {"username": username})
        assert (answer.code, answer.reason) == (409, "username_taken")
    invited = {"email": "new@example.com", "username": ADDRESS}
    assert (await delegate.post("/api/invitations", invited)).reason == "username_taken"
    assert (await service.login(ADDRESS, PASSWORD)).tokens["user"]["username"] == "boss"


async def test_no_address_is_the_username_of_another_user(service: Service, admin: Client) -> None:
    await service.create(admin, ADDRESS)
    other = await service.create(admin, "other", email="other@example.com")
    assert (await create(admin, "new", ADDRESS)).reason == "email_taken"
    assert (await admin.put(f"/api/users/{other['id']}", {"email": ADDRESS})).reason == "email_taken"
    assert (await admin.post("/api/invitations", {"email": ADDRESS})).reason == "email_taken"


async def test_an_own_change_to_the_username_of_another_user_is_not_confirmed(service: Service, admin: Client) -> None:
    await service.create(admin, ADDRESS)
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    assert (await ann.put("/api/auth/email", {"email": ADDRESS})).code == 200
    token = (await newest_mail(admin, ADDRESS, "email_confirm")).token
    assert (await service.anonymous.post("/api/auth/email/confirm", {"token": token})).reason == "email_taken"


async def test_a_username_may_be_the_own_address(service: Service, admin: Client) -> None:
    user = await service.create(admin, ADDRESS, email=ADDRESS)
    assert (await admin.put(f"/api/users/{user['id']}", {"email": "other@example.com"})).code == 200
    assert (await admin.put(f"/api/users/{user['id']}", {"username": ADDRESS, "email": ADDRESS})).code == 200


async def test_users_who_share_a_name_from_before_can_be_edited_and_told_apart(service: Service, admin: Client) -> None:
    """Forms repeat the username and the address. Mutant: names that stay as they are are checked."""
    boss = await service.create(admin, "boss", email=ADDRESS)
    other = await service.create(admin, "other")
    await give_username(service, other["id"], ADDRESS)
    for user_id, form in (
        (boss["id"], {"username": "boss", "email": ADDRESS, "name": "Boss"}),
        (other["id"], {"username": ADDRESS, "email": None, "name": "Other"}),
        (other["id"], {"username": "other"}),
    ):
        assert (await admin.put(f"/api/users/{user_id}", form)).code == 200
    assert (await service.login(ADDRESS, PASSWORD)).tokens["user"]["username"] == "boss"


async def test_of_concurrent_requests_for_one_name_in_both_columns_one_succeeds(
    service: Service, admin: Client
) -> None:
    """Mutant: the look at the other column without a lock. No index sees both columns."""
    for number in range(5):
        name = f"n{number}@example.com"
        answers = await asyncio.gather(create(admin, name), create(admin, f"other{number}", name))
        assert sorted(answer.code for answer in answers) == [200, 409]


async def test_an_import_refuses_them(service: Service, admin: Client, environ: dict[str, str], tmp_path: Path) -> None:
    """Mutants: no look at users that exist, or none at those of the same file; a row that exists refused by its own
    address instead of left unchanged."""
    await service.create(admin, "boss", email=ADDRESS)
    await service.create(admin, "named@example.com")
    await service.create(admin, "same@example.com", email="same@example.com")
    users = [
        {"username": ADDRESS},
        {"username": "a", "email": "named@example.com"},
        {"username": "first@example.com", "email": "x@example.com"},
        {"username": "b", "email": "first@example.com"},
        {"username": "x@example.com"},
        {"username": "own@example.com", "email": "own@example.com"},
        {"username": "same@example.com", "email": "same@example.com"},
    ]
    file = tmp_path / "users.jsonl"
    file.write_text("".join(json.dumps(user) + "\n" for user in users))
    run = await doorward(environ, "import", str(file), "--existing", "skip", "--json")
    found = {name: run.json[name] for name in ("created", "unchanged", "refused")}
    assert found == {"created": 2, "unchanged": 1, "refused": 4}, (run.out, run.err)
