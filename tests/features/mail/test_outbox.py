"""The outbox over HTTP: what administrators see of mails, and who reads the content of one."""

import pytest

from tests.features.mail.support import queue
from tests.support.mail import mails_to, newest_mail, read_mail
from tests.support.service import PASSWORD, Client, Service


async def reader_with(service: Service, admin: Client, *permissions: str, name: str = "helper") -> Client:
    role = {"name": f"{name}-role", "permissions": list(permissions)}
    assert (await admin.post("/api/roles", role)).code == 200
    await service.create(admin, name, roles=[f"{name}-role"])
    return await service.login(name, PASSWORD)


async def test_mails_are_listed_newest_first_without_their_content(service: Service, admin: Client) -> None:
    first = await queue(service, "ann@example.com")
    second = await queue(service, "bob@example.com")
    page = (await admin.get("/api/mail")).data
    assert [mail["id"] for mail in page["list"]] == [second, first]
    assert (page["total"], page["page"], page["totalCapped"]) == (2, 1, False)
    assert page["list"][1] == {
        "id": first,
        "kind": "test",
        "recipient": "ann@example.com",
        "userId": None,
        "state": "held",
        "attempts": 0,
        "createdAt": page["list"][1]["createdAt"],
        "dueAt": None,
        "finishedAt": None,
        "error": "",
    }


async def test_mails_are_filtered_by_state_kind_and_recipient(service: Service, admin: Client) -> None:
    await queue(service, "Ann@example.com")
    await queue(service, "bob@example.com")
    assert [mail["recipient"] for mail in await mails_to(admin, "ann@EXAMPLE.com")] == ["Ann@example.com"]
    for query, total in (("state=held", 2), ("state=failed", 0), ("kind=test", 2), ("kind=invitation", 0)):
        assert (await admin.get(f"/api/mail?{query}")).data["total"] == total
    page = (await admin.get("/api/mail?pageSize=1&page=2")).data
    assert ([mail["recipient"] for mail in page["list"]], page["total"]) == (["Ann@example.com"], 2)
    assert (await admin.get("/api/mail?state=lost")).reason == "validation_failed"


async def test_a_held_mail_is_read_in_its_language(service: Service, admin: Client) -> None:
    await queue(service, "ann@example.com", name="Ann <b>", language="zh")
    mail = await newest_mail(admin, "ann@example.com")
    assert (mail.subject, mail.link, mail.code) == ("测试邮件", "", "")
    assert "Ann <b>" in mail.text
    assert "Ann &lt;b&gt;" in mail.html


async def test_each_reading_is_in_the_audit_trail_without_the_content(service: Service, admin: Client) -> None:
    mail_id = await queue(service, name="Secret Name")
    await read_mail(admin, mail_id)
    answer = await admin.get("/api/audit?action=mail.read")
    (entry,) = answer.data["list"]
    assert (entry["target"], entry["targetName"]) == (f"mail:{mail_id}", "ann@example.com")
    assert entry["details"] == {"kind": "test", "state": "held"}
    assert "Secret Name" not in answer.response.text


async def test_lists_need_mail_read_and_retries_mail_send(service: Service, admin: Client) -> None:
    mail_id = await queue(service)
    plain = await reader_with(service, admin, "users:read")
    for call in (plain.get("/api/mail"), plain.get(f"/api/mail/{mail_id}"), plain.post(f"/api/mail/{mail_id}/retry")):
        assert (await call).reason == "permission_denied"


@pytest.mark.parametrize("by", ["id", "address", "pending roles"])
async def test_a_mail_is_closed_to_administrators_whom_its_recipient_outranks(
    service: Service, admin: Client, by: str
) -> None:
    """Mutant: a check of `user_id` alone. The link of an invitation gives roles to a person who has no account yet."""
    chief = await service.create(admin, "chief", email="chief@example.com", roles=["admin"])
    helper = await reader_with(service, admin, "mail:read", "users:*")
    if by == "id":
        wanted = await queue(service, "new@example.com", user_id=chief["id"])
    elif by == "address":
        wanted = await queue(service, "Chief@example.com")
    else:
        roles = (await admin.get("/api/roles", params={"keyword": "admin"})).data["list"]
        wanted = await queue(service, "new@example.com", role_ids=tuple(role["id"] for role in roles))
    answer = await helper.get(f"/api/mail/{wanted}")
    assert (answer.code, answer.reason) == (403, "outranked")
    assert (await admin.get("/api/audit?action=mail.read")).data["list"] == []
    assert (await admin.get(f"/api/mail/{wanted}")).code == 200


async def test_a_mail_is_closed_to_administrators_without_the_roles_of_its_recipient(
    service: Service, admin: Client
) -> None:
    """Applications decide by the names of roles, so a role without permissions is a right as well."""
    await admin.post("/api/roles", {"name": "treasurer", "permissions": []})
    user = await service.create(admin, "tina", roles=["treasurer"])
    helper = await reader_with(service, admin, "mail:read")
    mail_id = await queue(service, "tina@example.com", user_id=user["id"])
    assert (await helper.get(f"/api/mail/{mail_id}")).reason == "role_not_held"


async def test_a_mail_to_a_user_without_further_rights_is_read_by_delegated_administrators(
    service: Service, admin: Client
) -> None:
    user = await service.create(admin, "ann")
    helper = await reader_with(service, admin, "mail:read")
    mail_id = await queue(service, user_id=user["id"])
    assert (await read_mail(helper, mail_id)).recipient == "ann@example.com"


async def test_without_a_mail_server_nothing_is_sent_again(service: Service, admin: Client) -> None:
    mail_id = await queue(service)
    assert (await admin.get("/api/mail")).data["sends"] is False
    assert (await admin.post(f"/api/mail/{mail_id}/retry")).reason == "no_mail_server"
    assert (await admin.get("/api/mail/999")).reason == "mail_not_found"
    assert (await admin.post("/api/mail/999/retry")).reason == "mail_not_found"
