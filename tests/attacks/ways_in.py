"""The ways in: how a person of each kind gets a token, or does not."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from doorward.domain.access import trusted
from doorward.features.email_code.service import EmailCodes
from doorward.features.recovery.service import Recovery
from tests.features.passkeys import support as passkeys
from tests.features.transfer import samples
from tests.features.transfer.test_second_factors import otp
from tests.support import factors
from tests.support.authenticator import Authenticator
from tests.support.cli import doorward
from tests.support.mail import mails_to, newest_mail
from tests.support.service import PASSWORD, Answer, Client, Service

KINDS: Final = ("nothing", "TOTP", "passkey", "security key")
# What the factors of each kind can reach.
STRONGEST: Final = dict(zip(KINDS, (0, 1, 2, 2), strict=True))
NEW_PASSWORD = "another perfectly fine one"
SETTINGS: Final[dict[str, Any]] = {
    "email_code": True,
    "registration": "open",
    "registration_role": "member",
    "mail_address_limit": 1000,
    "mail_network_limit": 1000,
}
IMPERSONATION = "an administrator who signed in by password acts as the user"
NEW_DEVICE = "password on a new device, then a mailed code"


class Person(Struct):
    """A user with one kind of factor, whose role reads users."""

    service: Service
    admin: Client
    environ: dict[str, str]
    name: str
    kind: str
    app: factors.App | None = None
    key: Authenticator | None = None
    codes: list[str] = []
    device: str = ""
    tries: int = 0

    @property
    def email(self) -> str:
        return f"{self.name}@example.com"

    async def newest_mail_id(self) -> int:
        sent = await mails_to(self.admin, self.email)
        return int(sent[0]["id"]) if sent else 0

    async def proof(self, client: Client, flow: str = "") -> dict[str, Any]:
        """The fields that prove the factor, for a flow or for the session of the client."""
        if self.app is not None:
            return {"method": "totp", "code": self.app.next_code()}
        assert self.key is not None
        begun = await passkeys.options(client, flow)
        return {"method": "passkey", "credential": self.key.get(begun["options"])}


async def person_with(service: Service, admin: Client, environ: dict[str, str], kind: str) -> Person:
    name = kind.replace(" ", "-").lower()
    person = Person(service, admin, environ, name, kind)
    await service.create(admin, name, email=person.email, emailVerified=True, roles=["reader"])
    if kind != "nothing":
        session = await service.login(name, PASSWORD)
        if kind == "TOTP":
            person.app, person.codes = await factors.set_up(session)
        else:
            person.key = Authenticator(verifies_user=kind == "passkey")
            person.codes = (await passkeys.add(session, person.key)).data["recoveryCodes"]
    return person


Way = Callable[[Person], Awaitable[Answer]]


async def by_password(person: Person, **more: Any) -> Answer:
    body = {"username": person.name, "password": PASSWORD} | more
    return await person.service.anonymous.post("/api/auth/login", body)


async def by_email_code(person: Person, **more: Any) -> Answer:
    service, before = person.service, await person.newest_mail_id()
    flow = (await service.anonymous.post("/api/auth/email-code", {"identifier": person.name})).data["flow"]
    await EmailCodes(service.core).carry_out_requests()
    mail = await newest_mail(person.admin, person.email, "email_code", after=before)
    return await service.anonymous.post("/api/auth/email-code/verify", {"flow": flow, "code": mail.code} | more)


def then_the_factor(first: Way, **more: Any) -> Way:
    async def way(person: Person) -> Answer:
        asked = await first(person)
        assert (asked.code, asked.reason) == (401, "second_factor_required")
        flow, client = asked.data["flow"], person.service.anonymous
        return await client.post("/api/auth/login/continue", {"flow": flow} | await person.proof(client, flow) | more)

    return way


def then_a_recovery_code(first: Way) -> Way:
    async def way(person: Person) -> Answer:
        asked = await first(person)
        body = {"flow": asked.data["flow"], "method": "recoveryCode", "code": person.codes.pop()}
        return await person.service.anonymous.post("/api/auth/login/continue", body)

    return way


def on_a_trusted_device(first: Callable[..., Awaitable[Answer]]) -> Way:
    async def way(person: Person) -> Answer:
        if not person.device:
            answer = await then_the_factor(by_password, trustDevice=True)(person)
            person.device = answer.data["device"]
        return await first(person, device=person.device)

    return way


async def on_a_new_device(person: Person) -> Answer:
    """The code that is mailed where a user has no factor; otherwise a guess at one that is not mailed."""
    client, before = person.service.anonymous, await person.newest_mail_id()
    person.tries += 1
    headers = {"User-Agent": f"agent{person.tries}/1"}
    body = {"username": person.name, "password": PASSWORD}
    asked = await client.post("/api/auth/login", body, headers=headers)
    code = "000000"
    if person.kind == "nothing" and asked.code == 401:
        assert asked.data["methods"] == ["emailCode"]
        code = (await newest_mail(person.admin, person.email, "device_code", after=before)).code
    if asked.code == 200:
        return asked
    proof = {"flow": asked.data["flow"], "method": "emailCode", "code": code}
    return await client.post("/api/auth/login/continue", proof, headers=headers)


async def by_passkey(person: Person) -> Answer:
    return await passkeys.sign_in(person.service.anonymous, person.key or Authenticator())


async def sign_in(person: Person) -> Client:
    answer = await (by_password if person.kind == "nothing" else then_the_factor(by_password))(person)
    assert answer.code == 200, answer.body
    return Client(person.service, answer.data)


async def by_reset(person: Person) -> Answer:
    service, before = person.service, await person.newest_mail_id()
    assert (await service.anonymous.post("/api/auth/password/forgot", {"identifier": person.name})).code == 200
    await Recovery(service.core).carry_out_requests()
    mail = await newest_mail(person.admin, person.email, "password_reset", after=before)
    return await service.anonymous.post("/api/auth/password/reset", {"token": mail.token, "password": PASSWORD})


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
    sent = await person.admin.post("/api/invitations", {"username": f"guest{person.tries}", "roles": ["reader"]})
    token = sent.data["link"].partition("#token=")[2]
    return await person.service.anonymous.post("/api/auth/invitations/accept", {"token": token, "password": PASSWORD})


async def by_import(person: Person) -> Answer:
    """Of another user, whom the first try imports, with the authenticator app of the file."""
    name = f"imported-{person.name}"
    if not person.tries:
        file = samples.write(Path(person.environ["DOORWARD_DATA_DIR"]), "keycloak")
        document = json.loads(file.read_text())
        imported = document["users"][0]
        imported |= {"username": name, "email": f"{name}@example.com"}
        imported["credentials"] += [otp()] if person.kind == "TOTP" else []
        file.write_text(json.dumps(document))
        run = await doorward(person.environ, "import", str(file), "--role", "clerk=reader")
        assert run.code == 0, run.out + run.err
    person.tries += 1
    body = {"username": name, "password": samples.PASSWORD}
    return await person.service.anonymous.post("/api/auth/login", body)


async def by_refresh(person: Person) -> Answer:
    client = await sign_in(person)
    return await person.service.anonymous.post("/api/auth/refresh", {"refreshToken": client.refresh_token})


async def by_password_change(person: Person) -> Answer:
    client = await sign_in(person)
    changed = await client.put("/api/auth/password", {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD})
    client.tokens |= changed.data
    return await client.put("/api/auth/password", {"currentPassword": NEW_PASSWORD, "newPassword": PASSWORD})


async def by_command(person: Person) -> Answer:
    """As an answer: the command prints its token."""
    found = await person.service.core.users.find(trusted("cli:test"), person.name)
    tokens = await person.service.core.sign_in.mint(trusted("cli:test"), found.id)
    own = Client(person.service, {"token": tokens.access, "refreshToken": tokens.refresh})
    answer = await own.get("/api/auth/user")
    answer.data = own.tokens
    return answer


async def by_command_then_the_password(person: Person) -> Answer:
    weak = Client(person.service, (await by_command(person)).data)
    return await weak.post("/api/auth/step-up", {"method": "password", "password": PASSWORD})


async def by_command_then_the_factor(person: Person) -> Answer:
    weak = Client(person.service, (await by_command(person)).data)
    return await weak.post("/api/auth/step-up", await person.proof(weak))


async def by_impersonation(person: Person) -> Answer:
    """By an administrator who signed in with a password."""
    found = await person.service.core.users.find(trusted("cli:test"), person.name)
    administrator = await person.service.login()
    return await administrator.post(f"/api/users/{found.id}/impersonate")


WAYS: Final[dict[str, Way]] = {
    "password": by_password,
    "password, then the factor": then_the_factor(by_password),
    "password, then a recovery code": then_a_recovery_code(by_password),
    "password on a trusted device": on_a_trusted_device(by_password),
    NEW_DEVICE: on_a_new_device,
    "mailed code": by_email_code,
    "mailed code, then the factor": then_the_factor(by_email_code),
    "mailed code, then a recovery code": then_a_recovery_code(by_email_code),
    "mailed code on a trusted device": on_a_trusted_device(by_email_code),
    "passkey": by_passkey,
    "password reset": by_reset,
    "confirmed registration": by_registration,
    "accepted invitation": by_invitation,
    "import, then the password": by_import,
    "refresh": by_refresh,
    "password change": by_password_change,
    "command": by_command,
    "the command's session, then the password": by_command_then_the_password,
    "the command's session, then the factor": by_command_then_the_factor,
    IMPERSONATION: by_impersonation,
}
