"""After a whole life of factors, none of their secrets is in a log, the audit trail, a metric, an error or the
database; and a secret of one ceremony opens no other."""

import base64
import json
import logging
import re
from typing import Any

import pytest

from tests.features.passkeys import support as passkeys
from tests.support import factors
from tests.support.authenticator import Authenticator, b64
from tests.support.mail import newest_mail
from tests.support.service import PASSWORD, Answer, Client, Service

ANN = "ann@example.com"


class Journey:
    """Sets up, proves, mistypes, replaces and removes factors, and remembers every secret of that."""

    def __init__(self, service: Service, admin: Client) -> None:
        self.service, self.admin = service, admin
        self.secrets: set[str] = set()
        self.refusals: list[str] = []
        self.rows = ""  # Of the database, while the factors were there.

    def keep(self, *secrets: str) -> None:
        self.secrets |= {secret for secret in secrets if len(secret) > 5}

    async def call(self, client: Client, path: str, body: dict[str, Any]) -> Answer:
        answer = await client.post(path, body)
        if answer.code != 200:
            # The flow of a sign-in that waits is for its client, which has just proved the password.
            data = {name: value for name, value in answer.data.items() if name != "flow"}
            self.refusals.append(f"{answer.body['message']} {data} {answer.headers}")
        self.keep(body.get("code", ""), body.get("flow", ""), json.dumps(body.get("credential", "")).strip('"'))
        self.keep(str((answer.data or {}).get("flow", "")), str((answer.data or {}).get("device", "")))
        return answer

    async def pending(self, client: Client | None = None) -> str:
        body = {"username": "ann", "password": PASSWORD}
        asked = await self.call(client or self.service.anonymous, "/api/auth/login", body)
        return str(asked.data["flow"])

    async def prove(self, flow: str, method: str, code: str, **more: Any) -> Answer:
        body = {"flow": flow, "method": method, "code": code} | more
        return await self.call(self.service.anonymous, factors.CONTINUE, body)

    async def walk(self) -> None:
        made = await self.service.create(self.admin, "ann", email=ANN, emailVerified=True)
        ann = await self.service.login("ann", PASSWORD)
        app, codes = await factors.set_up(ann, "Telephone")
        self.keep(app._secret.base32, app._secret.key.hex(), *codes, *(code.replace("-", "") for code in codes))
        self.keep(*(app.code(step) for step in range(-2, 3)))
        await self.mistype(app)
        trusted = await self.prove(await self.pending(), "totp", app.next_code(), trustDevice=True)
        assert trusted.data["device"].startswith("dwd_")
        recovered = await self.prove(await self.pending(), "recoveryCode", codes[0])
        ann = Client(self.service, recovered.data)
        assert (await self.prove(await self.pending(), "recoveryCode", codes[0])).code == 400
        key = Authenticator()
        begun = await ann.post(passkeys.NEW_OPTIONS)
        self.keep(begun.data["flow"], begun.data["options"]["challenge"])
        created = key.create(begun.data["options"])
        added = await self.call(ann, passkeys.PASSKEYS, {"flow": begun.data["flow"], "credential": created})
        assert added.code == 200
        await self.by_passkey(key)
        replaced = await ann.post(factors.CODES)
        self.keep(*replaced.data["recoveryCodes"])
        self.rows = await dump(self.service)
        listed = (await ann.get(factors.FACTORS)).data["list"]
        for factor in listed:
            await ann.delete(f"{factors.FACTORS}/{factor['id']}")
        app, codes = await factors.set_up(await self.service.login("ann", PASSWORD))
        self.keep(app._secret.base32, app._secret.key.hex(), *codes, app.code())
        assert (await self.admin.delete(f"/api/users/{made['id']}/factors")).code == 200

    async def mistype(self, app: factors.App) -> None:
        flow = await self.pending()
        for method, code in (
            ("totp", app.wrong_code()),
            ("recoveryCode", "abcd-efgh-ijkl-mnop"),
            ("other", "canary-code"),
        ):
            assert (await self.prove(flow, method, code)).code == 400
        malformed = {"flow": flow, "method": "passkey", "credential": {"id": "canary-id", "rawId": "canary-id"}}
        assert (await self.call(self.service.anonymous, factors.CONTINUE, malformed)).code == 400
        self.keep("canary-code", "canary-id")

    async def by_passkey(self, key: Authenticator) -> None:
        for change in ({}, {"origin": "https://canary-origin.example"}):
            begun = await passkeys.options(self.service.anonymous)
            self.keep(
                begun["flow"],
                begun["options"]["challenge"],
                base64.b64decode(begun["options"]["challenge"] + "==", "-_").decode(),
            )
            key.client_data = change
            body = {"flow": begun["flow"], "credential": key.get(begun["options"])}
            answer = await self.call(self.service.anonymous, passkeys.LOGIN, body)
            assert answer.code == (401 if change else 200)
            self.keep("canary-origin", body["credential"]["response"]["signature"])


@pytest.mark.settings(new_device="notify", access_log=True)
async def test_no_secret_of_a_factor_is_in_a_log_the_trail_a_metric_an_error_or_the_database(
    service: Service, admin: Client, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Mutants: the code in the entry of a refused sign-in; a fault that repeats the credential; a recovery code stored
    as it is typed."""
    caplog.set_level(logging.DEBUG)
    journey = Journey(service, admin)
    await journey.walk()
    await newest_mail(admin, ANN, "factors_reset")
    assert len(journey.secrets) > 70
    places = {
        "errors": "\n".join(journey.refusals),
        "logs": "\n".join(record.getMessage() for record in caplog.records) + "".join(capfd.readouterr()),
        "trail": json.dumps((await admin.get("/api/audit", params={"pageSize": 100})).data),
        "metrics": (await service.http.get("/metrics")).text,
        "database": journey.rows + await dump(service),
    }
    assert len(places["trail"]) > 5000
    for place, text in places.items():
        assert [secret for secret in journey.secrets if found(secret, text)] == [], place


def found(secret: str, text: str) -> bool:
    """Six digits are part of many numbers, so these count as a word alone."""
    if secret.isdigit():
        return re.search(rf"(?<![0-9A-Za-z]){secret}(?![0-9A-Za-z])", text) is not None
    return secret in text


async def dump(service: Service) -> str:
    """Every row of the tables that factors and sign-ins write, bytes as hexadecimal and as text."""
    tables = (
        "users",
        "factors",
        "recovery_codes",
        "devices",
        "one_time_tokens",
        "attempts",
        "sessions",
        "outbox",
        "audit",
    )
    texts = []
    for table in tables:
        for row in await service.core.database.fetch(f"SELECT * FROM {table}"):
            for value in row:
                texts.append(f"{value.hex()} {value.decode('latin-1')}" if isinstance(value, bytes) else str(value))
    return "\n".join(texts)


async def test_a_code_that_signed_in_neither_steps_up_nor_confirms_nor_the_other_way_round(
    service: Service, admin: Client
) -> None:
    """A step is used up for all purposes. Mutant: a last step for each purpose."""
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    app, _ = await factors.set_up(ann)
    enrolled = app.code()
    assert (await ann.post(factors.STEP_UP, {"method": "totp", "code": enrolled})).reason == "invalid_code"
    signed_in = await factors.login(service, "ann", app)
    used = app.code()
    assert (await signed_in.post(factors.STEP_UP, {"method": "totp", "code": used})).reason == "invalid_code"
    stepped = await signed_in.post(factors.STEP_UP, {"method": "totp", "code": app.next_code()})
    assert stepped.code == 200
    flow = await factors.pending(service.anonymous, "ann")
    assert (await factors.prove(service.anonymous, flow, "totp", app.code())).reason == "invalid_code"


NESTED = b"[" * 12_000
HOSTILE = {
    "nested client data": {"clientDataJSON": b64(NESTED)},
    "client data that is no object": {"clientDataJSON": b64(b'"x"')},
    "client data that is no JSON": {"clientDataJSON": b64(bytes(range(256)) * 40)},
    "long authenticator data": {"authenticatorData": b64(b"\x81" * 12_000)},
    "nested extensions": {"authenticatorData": b64(bytes(32) + b"\x85" + bytes(4) + b"\x81" * 900)},
    "no authenticator data": {"authenticatorData": ""},
    "long signature": {"signature": "A" * 1400},
    "no base64": {"signature": "!" * 100},
    "long user handle": {"userHandle": "A" * 1400},
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE.keys())
async def test_a_hostile_credential_is_refused_wherever_it_is_sent(
    service: Service, admin: Client, change: dict[str, str]
) -> None:
    """Mutant: an error of a library that becomes an internal error."""
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    key = await passkeys.added(ann)
    begun = await passkeys.options(service.anonymous)
    credential = key.get(begun["options"])
    credential["response"] |= change
    refused = await service.anonymous.post(passkeys.LOGIN, {"flow": begun["flow"], "credential": credential})
    assert (refused.code, refused.reason) == (401, "invalid_passkey")
    flow = (await passkeys.pending(service, "ann")).data["flow"]
    credential = key.get((await passkeys.options(service.anonymous, flow))["options"])
    credential["response"] |= change
    proof = {"method": "passkey", "credential": credential}
    assert (await service.anonymous.post(factors.CONTINUE, {"flow": flow} | proof)).reason == "invalid_code"
    assert (await ann.post(factors.STEP_UP, proof)).reason == "invalid_code"


@pytest.mark.parametrize("garbage", [b"\x81" * 4000, b"\xa1" * 4000, b"\x5b" + b"\xff" * 8, b"\xbf" * 4000])
async def test_a_hostile_attestation_registers_nothing(service: Service, admin: Client, garbage: bytes) -> None:
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    begun = (await ann.post(passkeys.NEW_OPTIONS)).data
    credential = Authenticator().create(begun["options"])
    credential["response"]["attestationObject"] = b64(garbage)
    refused = await ann.post(passkeys.PASSKEYS, {"flow": begun["flow"], "credential": credential})
    assert (refused.code, refused.reason) == (400, "invalid_registration")
