"""A username or an address that an administrator changes is told to the user."""

import pytest

from tests.support.mail import mails_to, newest_mail
from tests.support.service import Client, Service


@pytest.mark.parametrize(
    ("change", "recipient"),
    [
        ({"username": "anna"}, "ann@example.com"),
        ({"email": "other@example.com"}, "ann@example.com"),
        ({"email": None}, "ann@example.com"),
    ],
)
async def test_a_name_that_an_administrator_changes_is_told_to_the_former_address(
    service: Service, admin: Client, change: dict[str, str | None], recipient: str
) -> None:
    """Mutant: a mail to the new address, whose reader is not the one to notice."""
    ann = await service.create(admin, "ann", email="ann@example.com", name="Ann")
    assert (await admin.put(f"/api/users/{ann['id']}", change)).code == 200
    mail = await newest_mail(admin, recipient, "account_renamed")
    assert f"Username: {change.get('username', 'ann')}\n" in mail.text
    assert f"E-mail address: {change.get('email', 'ann@example.com') or '—'}\n" in mail.text
    assert await mails_to(admin, "other@example.com") == []


async def test_a_first_address_is_told_there_and_in_the_language_of_the_request(
    service: Service, admin: Client
) -> None:
    ann = await service.create(admin, "ann")
    form = {"username": "anna", "email": "ann@example.com"}
    assert (await admin.put(f"/api/users/{ann['id']}", form, headers={"Accept-Language": "zh-CN"})).code == 200
    mail = await newest_mail(admin, "ann@example.com", "account_renamed")
    assert "用户名：anna" in mail.text
    assert mail.html.count("anna") == 1


async def test_a_form_that_repeats_the_names_sends_no_mail(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann", email="ann@example.com")
    form = {"username": "ann", "email": "ann@example.com", "name": "Ann Lee"}
    assert (await admin.put(f"/api/users/{ann['id']}", form)).code == 200
    assert await mails_to(admin, "ann@example.com") == []
