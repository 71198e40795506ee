"""`doorward users invite` and `doorward users invitations`."""

from urllib.parse import urlsplit

from tests.features.invitations.support import accept
from tests.support.cli import doorward
from tests.support.mail import newest_mail
from tests.support.service import Client, Service


async def test_an_operator_invites_and_prints_the_link(
    environ: dict[str, str], service: Service, admin: Client
) -> None:
    options = ("--name", "Ann Lee", "--role", "admin", "--language", "zh", "--expires-in", "3600", "--json")
    made = await doorward(environ, "users", "invite", "ann@example.com", *options)
    assert made.code == 0, made.err
    assert (made.json["email"], made.json["roles"], made.json["state"]) == ("ann@example.com", ["admin"], "pending")
    assert "邀请" in (await newest_mail(admin, "ann@example.com", "invitation")).subject
    token = urlsplit(made.json["link"]).fragment.removeprefix("token=")
    assert (await accept(service, token)).data["user"]["roles"] == ["admin"]
    bob = await doorward(environ, "users", "invite", "bob@example.com")
    assert bob.code == 0
    assert "/account/invitation#token=dwl_" in bob.out
    listed = await doorward(environ, "users", "invitations", "--json")
    assert [(each["email"], each["state"]) for each in listed.json["list"]] == [
        ("bob@example.com", "pending"),
        ("ann@example.com", "accepted"),
    ]
    assert "dwl_" not in listed.out
    pending = await doorward(environ, "users", "invitations", "--state", "pending", "--json")
    assert (pending.json["total"], pending.json["list"][0]["email"]) == (1, "bob@example.com")


async def test_what_is_wrong_with_an_invitation_is_told_on_the_command_line(environ: dict[str, str]) -> None:
    for arguments in (
        ("no address",),
        ("ann@example.com", "--role", "unknown"),
        ("ann@example.com", "--expires-in", "1"),
        ("ann@example.com", "--username", "ADMIN"),
    ):
        run = await doorward(environ, "users", "invite", *arguments, "--json")
        assert run.code == 3, run.out
        assert run.error["data"]["reason"] in ("validation_failed", "username_taken")
