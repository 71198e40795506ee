"""Every way in, for users with every kind of factor, against every strength that a role can ask for.

The table *Ways in* of docs/security.md is the expectation: each cell is tried over HTTP.
"""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final

import pytest
from msgspec import Struct

from doorward import app
from doorward.api.schemas.users import TokenData
from doorward.domain.access import trusted
from doorward.domain.sign_in.auth_context import ACR, NO_FACTOR
from doorward.domain.sign_in.strength import PASSKEY, SECURITY_KEY, STRENGTHS, TOTP, Strength, strength_of_factors
from doorward.features.email_code.service import EmailCodes
from doorward.features.recovery.service import Recovery
from tests.api.test_step_up import claims
from tests.support import stub_factors
from tests.support.databases import settings_for
from tests.support.mail import mails_to, newest_mail
from tests.support.process import ROOT
from tests.support.service import PASSWORD, Answer, Client, Clock, Service, running

NO_TOKEN, IMPOSSIBLE = "no token", "–"
KINDS: Final = {"nothing": 0, "TOTP": TOTP, "passkey": PASSKEY, "security key": SECURITY_KEY}
METHODS: Final = {TOTP: "totp", PASSKEY: "passkey", SECURITY_KEY: "passkey"}
NEW_PASSWORD = "another perfectly fine one"


class Person(Struct):
    """A user with one kind of factor, whose role reads users."""

    service: Service
    admin: Client
    name: str
    kinds: int
    tries: int = 0

    @property
    def email(self) -> str:
        return f"{self.name}@example.com"

    @property
    def method(self) -> str:
        return METHODS[self.kinds]


Way = Callable[[Person], Awaitable[Answer]]


async def by_password(person: Person) -> Answer:
    body = {"username": person.name, "password": PASSWORD}
    return await person.service.anonymous.post("/api/auth/login", body)


async def by_email_code(person: Person) -> Answer:
    service, before = person.service, await mails_to(person.admin, person.email)
    flow = (await service.anonymous.post("/api/auth/email-code", {"identifier": person.name})).data["flow"]
    await EmailCodes(service.core).carry_out_requests()
    mail = await newest_mail(person.admin, person.email, "email_code", after=before[0]["id"] if before else 0)
    return await service.anonymous.post("/api/auth/email-code/verify", {"flow": flow, "code": mail.code})


def then(first: Way, method: str = "") -> Way:
    """The second factor after the first one: the one that the user has, or the method."""

    async def way(person: Person) -> Answer:
        asked = await first(person)
        assert (asked.code, asked.reason) == (401, "second_factor_required")
        chosen = method or person.method
        assert chosen in asked.data["methods"]
        return await stub_factors.proceed(person.service.anonymous, asked.data["flow"], chosen)

    return way


async def sign_in(person: Person) -> Client:
    answer = await (then(by_password) if person.kinds else by_password)(person)
    assert answer.code == 200, answer.body
    return Client(person.service, answer.data)


async def by_reset(person: Person) -> Answer:
    service, before = person.service, await mails_to(person.admin, person.email)
    assert (await service.anonymous.post("/api/auth/password/forgot", {"identifier": person.name})).code == 200
    await Recovery(service.core).carry_out_requests()
    mail = await newest_mail(person.admin, person.email, "password_reset", after=before[0]["id"] if before else 0)
    body = {"token": mail.token, "password": PASSWORD}
    return await service.anonymous.post("/api/auth/password/reset", body)


async def by_registration(person: Person) -> Answer:
    """Of another user: this one exists."""
    person.tries += 1
    name = f"new{person.tries}"
    body = {"username": name, "email": f"{name}@example.com", "password": PASSWORD}
    flow = (await person.service.anonymous.post("/api/auth/register", body)).data["flow"]
    mail = await newest_mail(person.admin, f"{name}@example.com", "registration")
    return await person.service.anonymous.post("/api/auth/register/confirm", {"flow": flow, "code": mail.code})


async def by_invitation(person: Person) -> Answer:
    person.tries += 1
    name = f"guest{person.tries}"
    sent = await person.admin.post("/api/invitations", {"username": name, "roles": ["reader"]})
    token = sent.data["link"].partition("#token=")[2]
    return await person.service.anonymous.post("/api/auth/invitations/accept", {"token": token, "password": PASSWORD})


async def by_refresh(person: Person) -> Answer:
    client = await sign_in(person)
    return await person.service.anonymous.post("/api/auth/refresh", {"refreshToken": client.refresh_token})


async def by_password_change(person: Person) -> Answer:
    client = await sign_in(person)
    body = {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}
    changed = await client.put("/api/auth/password", body)
    client.tokens |= changed.data
    back = {"currentPassword": NEW_PASSWORD, "newPassword": PASSWORD}
    return await client.put("/api/auth/password", back)


async def minted(person: Person) -> Answer:
    """As an answer, although it is a command."""
    found = await person.service.core.users.find(trusted("cli:test"), person.name)
    tokens = await person.service.core.sign_in.mint(trusted("cli:test"), found.id)
    own = Client(person.service, {"token": tokens.access, "refreshToken": tokens.refresh})
    answer = await own.get("/api/auth/user")
    answer.data = own.tokens
    return answer


async def step_up_by_password(person: Person) -> Answer:
    weak = Client(person.service, (await minted(person)).data)
    return await weak.post("/api/auth/step-up", {"method": "password", "password": PASSWORD})


async def step_up_by_factor(person: Person) -> Answer:
    weak = Client(person.service, (await minted(person)).data)
    return await weak.post("/api/auth/step-up", stub_factors.proof_of(person.method))


WAYS: Final[dict[str, Way]] = {
    "password": by_password,
    "password, then the factor": then(by_password),
    "password, then a recovery code": then(by_password, "recoveryCode"),
    "mailed code": by_email_code,
    "mailed code, then the factor": then(by_email_code),
    "mailed code, then a recovery code": then(by_email_code, "recoveryCode"),
    "password reset": by_reset,
    "confirmed registration": by_registration,
    "accepted invitation": by_invitation,
    "refresh": by_refresh,
    "password change": by_password_change,
    "command": minted,
    "the command's session, then the password": step_up_by_password,
    "the command's session, then the factor": step_up_by_factor,
}


class Row(Struct, frozen=True):
    way: str
    request: str
    cells: dict[str, str]


def table() -> list[Row]:
    """The table as the documentation has it."""
    section = (ROOT / "docs" / "security.md").read_text("utf-8").partition("## Ways in")[2].partition("\n## ")[0]
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    assert lines[0] == ["way in", "request", *KINDS]
    return [Row(cells[0], cells[1].strip("`"), dict(zip(KINDS, cells[2:], strict=True))) for cells in lines[2:]]


def test_every_endpoint_that_returns_tokens_is_in_the_table() -> None:
    """A way in that is added later has to be. Handlers are read as well, for one whose route declares other data."""
    listed = {row.request for row in table()}
    for route in app.routes():
        gives = isinstance(route.data, type) and issubclass(route.data, TokenData)
        source = inspect.getsource(route.handler)
        assert gives == ("refresh_cookie.deliver(" in source or "of_login(" in source), route.path
        if gives:
            assert f"{route.method} {route.path}" in listed


def test_every_row_of_the_table_is_tried() -> None:
    assert [row.way for row in table()] == list(WAYS)


@pytest.fixture
async def service(environ: dict[str, str], clock: Clock, anyio_backend: str) -> AsyncIterator[Service]:
    changes: dict[str, Any] = {"email_code": True, "registration": "open", "registration_role": "member"}
    changes |= {"mail_address_limit": 1000, "mail_network_limit": 1000, "login_rate": 0}
    async with running(settings_for(environ, **changes), clock) as service:
        stub_factors.install(service)
        yield service


@pytest.mark.parametrize("row", table(), ids=lambda row: row.way)
async def test_no_way_in_gives_rights_below_the_required_strength(
    service: Service, admin: Client, row: Row, clock: Clock
) -> None:
    """Mutants: `issue` with the roles of a session that is too weak; a flow that opens a session before the factor; a
    recovery code that counts as phishing-resistant; a step-up that takes a password from a user with a factor."""
    # Registration gives no role that grants permissions of this service.
    grants = {"reader": ["users:read"], "member": ["app:use"]}
    roles = {
        name: (await admin.post("/api/roles", {"name": name, "permissions": given})).data["id"]
        for name, given in grants.items()
    }
    for number, (kind, bits) in enumerate(KINDS.items()):
        expected = row.cells[kind]
        if expected == IMPOSSIBLE:
            continue
        name = f"user{number}"
        made = await service.create(admin, name, email=f"{name}@example.com", emailVerified=True, roles=["reader"])
        await stub_factors.give(service, made["id"], bits)
        person = Person(service, admin, name, bits)
        for required in STRENGTHS:
            for role_id in roles.values():
                assert (await admin.put(f"/api/roles/{role_id}", {"requiredStrength": required})).code == 200
            answer = await WAYS[row.way](person)
            if expected == NO_TOKEN:
                await check_no_token(service, answer)
            else:
                assert answer.code == 200, answer.body
                session = Client(service, answer.data)
                await check_session(session, row, Strength(STRENGTHS.index(expected)), required, bits)


async def check_no_token(service: Service, answer: Answer) -> None:
    """A client that ignores the reason has nothing that works."""
    assert (answer.code != 200) or answer.data is None
    assert "token" not in str(answer.data).lower()
    flow = (answer.data or {}).get("flow")
    if flow:
        assert (await Client(service, {"token": flow}).get("/api/auth/user")).reason == "invalid_token"
        refused = await service.anonymous.post("/api/auth/refresh", {"refreshToken": flow})
        assert refused.reason == "invalid_refresh_token"


async def check_session(session: Client, row: Row, strength: Strength, required: str, bits: int) -> None:
    wanted = Strength(STRENGTHS.index(required))
    allowed = strength >= wanted
    own = await session.get("/api/auth/user")
    assert (own.code, own.data["requiredStrength"], own.data["username"]) == (200, required, own.data["username"])
    for _ in range(2):  # As issued, and as a refresh issues them.
        told = claims(session.token)
        assert told["acr"] == (NO_FACTOR if row.way == "command" else ACR[strength])
        assert ("mfa" in told["amr"]) == (strength > Strength.PASSWORD)
        assert (told["roles"], told["permissions"]) == (
            (own.data["roles"], own.data["permissions"]) if allowed else ([], [])
        )
        assert (await session.refresh()).code == 200
    read = await session.get("/api/users")
    if allowed:
        assert read.code == (200 if "users:read" in own.data["permissions"] else 403)
    elif strength_of_factors(bits) < wanted:
        assert (read.code, read.reason, read.data["requiredStrength"]) == (403, "enrolment_required", required)
    else:
        assert (read.code, read.reason, read.data["requiredStrength"]) == (401, "step_up_required", required)
