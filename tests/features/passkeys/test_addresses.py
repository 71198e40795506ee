"""Where passkeys work: the public URL decides."""

import httpx
import pytest

from tests.features.hosted_pages.browser import Browser, Form
from tests.features.passkeys.support import (
    CONTINUE,
    LOGIN,
    LOGIN_OPTIONS,
    NEW_OPTIONS,
    PASSKEYS,
    add,
    added,
    pending,
    second_factor,
    sign_in,
)
from tests.support.authenticator import Authenticator
from tests.support.databases import settings_for
from tests.support.service import ADMIN_PASSWORD, Client, Clock, Service, running

WELL_KNOWN = "/.well-known/passkey-endpoints"


async def well_known(service: Service) -> httpx.Response:
    return await service.http.get(WELL_KNOWN)


@pytest.mark.settings(public_url="https://login.example.com/auth")
async def test_passkeys_belong_to_the_host_of_the_public_url(service: Service, admin: Client) -> None:
    stranger = Authenticator(origin="http://localhost:8000")
    assert (await add(admin, stranger)).data["problem"] == "origin"
    for origin in ("https://sub.login.example.com", "http://login.example.com", "https://login.example.com:8443"):
        assert (await add(admin, Authenticator(origin=origin))).data["problem"] == "origin"
    authenticator = Authenticator(origin="https://login.example.com")
    created = await add(admin, authenticator)
    assert created.data["rpId"] == "login.example.com"
    assert (await sign_in(service.anonymous, authenticator)).code == 200


@pytest.mark.parametrize("public_url", ["https://192.0.2.1", "http://login.example.com"])
async def test_where_browsers_offer_no_passkeys_the_reason_says_so(environ: dict[str, str], public_url: str) -> None:
    async with running(settings_for(environ, public_url=public_url)) as service:
        admin = await service.login()
        for refused in (
            await admin.post(NEW_OPTIONS),
            await service.anonymous.post(LOGIN_OPTIONS, {}),
            await service.anonymous.post(LOGIN, {"flow": "x", "credential": Authenticator().create(OPTIONS)}),
            await admin.post(PASSKEYS, {"flow": "x", "credential": Authenticator().create(OPTIONS)}),
            await admin.delete("/api/auth/password"),
        ):
            assert refused.reason == "passkeys_unavailable"
            assert "DOORWARD_PUBLIC_URL" in refused.body["message"]
        assert (await admin.get(PASSKEYS)).data["list"] == []
        assert (await well_known(service)).status_code == 404


OPTIONS = {"user": {"id": ""}, "challenge": "", "rp": {"id": "localhost"}}


async def test_a_passkey_of_a_former_address_does_not_sign_in(environ: dict[str, str], clock: Clock) -> None:
    """Mutant: the host that a passkey was registered for is not compared."""
    async with running(settings_for(environ), clock) as service:
        authenticator = await added(await service.login())
    moved = settings_for(environ, public_url="https://login.example.com")
    async with running(moved, clock) as service:
        authenticator.origin = "https://login.example.com"
        assert (await sign_in(service.anonymous, authenticator)).data["problem"] == "credential"
        flow = (await pending(service, "admin", ADMIN_PASSWORD)).data["flow"]
        begun = await service.anonymous.post(LOGIN_OPTIONS, {"flow": flow})
        assert begun.data["options"]["allowCredentials"] == []
    async with running(settings_for(environ), clock) as service:
        authenticator.origin = "http://localhost:8000"
        client = Client(service, (await sign_in(service.anonymous, authenticator)).data)
        assert (await client.get(PASSKEYS)).data["list"][0]["rpId"] == "localhost"


async def test_step_up_offers_no_passkey_of_a_former_address(environ: dict[str, str], clock: Clock) -> None:
    """Mutant: any passkey of the user is offered."""
    async with running(settings_for(environ), clock) as service:
        admin = await service.login()
        await added(admin)
    async with running(settings_for(environ, public_url="https://login.example.com"), clock) as service:
        admin = Client(service, admin.tokens)

        async def offered() -> list[str]:
            clock.advance(minutes=16)
            await admin.refresh()
            refused = await admin.post("/api/auth/tokens", {"name": "CI"})
            assert refused.reason == "step_up_required"
            return list(refused.data["methods"])

        present = Authenticator(origin="https://login.example.com")
        assert (await add(admin, present)).code == 200
        assert await offered() == ["passkey"]
        await service.core.database.write(lambda tx: tx.execute("UPDATE passkeys SET rp_id = 'localhost'"))
        assert await offered() == []
        refused = await admin.post("/api/auth/step-up", {"method": "password", "password": ADMIN_PASSWORD})
        assert (refused.reason, refused.data["methods"]) == ("step_up_required", [])


@pytest.mark.parametrize("verifies_user", [True, False])
async def test_a_second_step_offers_no_passkey_of_a_former_address(
    environ: dict[str, str], clock: Clock, verifies_user: bool
) -> None:
    """Mutant: a passkey of any host is offered to its user."""
    former = Authenticator(verifies_user=verifies_user)
    async with running(settings_for(environ), clock) as service:
        admin = await service.login()
        codes = (await add(admin, former)).data["recoveryCodes"]
        assert (await pending(service, "admin", ADMIN_PASSWORD)).data["methods"] == ["passkey", "recoveryCode"]
    async with running(settings_for(environ, public_url="https://login.example.com"), clock) as service:
        begun = (await pending(service, "admin", ADMIN_PASSWORD)).data
        assert begun["methods"] == ["recoveryCode"]
        browser = Browser(service)
        given = {"username": "admin", "password": ADMIN_PASSWORD}
        await browser.post("/account/sign-in", given)
        assert (Form(browser.page.text).fields["method"], browser.buttons) == ("recoveryCode", [])
        answer = await service.anonymous.post(
            CONTINUE, {"flow": begun["flow"], "method": "recoveryCode", "code": codes[0]}
        )
        again = Client(service, answer.data)
        present = Authenticator(origin="https://login.example.com")
        assert (await add(again, present)).code == 200
        begun = (await pending(service, "admin", ADMIN_PASSWORD)).data
        assert begun["methods"] == ["passkey", "recoveryCode"]
        assert (await second_factor(service.anonymous, begun["flow"], present)).code == 200


async def test_a_password_stays_while_the_only_passkey_is_of_a_former_address(
    environ: dict[str, str], clock: Clock
) -> None:
    """Mutant: any passkey counts as a way in."""
    async with running(settings_for(environ), clock) as service:
        admin = await service.login()
        await added(admin)
        tokens = admin.tokens
    async with running(settings_for(environ, public_url="https://login.example.com"), clock) as service:
        assert (await Client(service, tokens).delete("/api/auth/password")).reason == "passkey_needed"


async def test_a_passkey_of_a_former_address_is_no_way_in(environ: dict[str, str], clock: Clock) -> None:
    """Mutant: `remove` asks only whether a passkey is left."""
    async with running(settings_for(environ), clock) as service:
        admin = await service.login()
        former = (await add(admin, Authenticator())).data["id"]
        tokens = admin.tokens
    async with running(settings_for(environ, public_url="https://login.example.com"), clock) as service:
        admin = Client(service, tokens)
        present = (await add(admin, Authenticator(origin="https://login.example.com"))).data["id"]
        assert (await admin.delete("/api/auth/password")).code == 200
        assert (await admin.delete(f"{PASSKEYS}/{present}")).reason == "last_way_in"
        assert (await admin.delete(f"{PASSKEYS}/{former}")).code == 200


@pytest.mark.settings(public_url="https://login.example.com")
async def test_password_managers_find_the_page_for_passkeys(service: Service) -> None:
    answer = await well_known(service)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    page = "https://login.example.com/account/passkey"
    assert answer.json() == {"enroll": page, "manage": page}
