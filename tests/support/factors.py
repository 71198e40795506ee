"""Second factors for tests: an authenticator app on the test's clock, and sign-ins with it."""

import base64
from typing import Any

from doorward.crypto.totp import TotpSecret
from tests.support.service import PASSWORD, Answer, Client, Clock, Service

CONTINUE, STEP_UP = "/api/auth/login/continue", "/api/auth/step-up"
ENROL, CONFIRM = "/api/auth/factors/totp", "/api/auth/factors/totp/confirm"
FACTORS, CODES = "/api/auth/factors", "/api/auth/recovery-codes"
STEP = 30


class App:
    """An authenticator app. A time step works once, so that `next_code` moves the clock."""

    def __init__(self, clock: Clock, enrolment: dict[str, Any]) -> None:
        self.clock, self.id = clock, int(enrolment["id"])
        key = base64.b32decode(enrolment["secret"] + "=" * (-len(enrolment["secret"]) % 8))
        self._secret = TotpSecret(key)

    def code(self, steps: int = 0) -> str:
        """What it shows now, or so many steps later."""
        return self._secret.code(self._secret.step(self.clock()) + steps)

    def next_code(self) -> str:
        self.clock.advance(STEP)
        return self.code()

    def wrong_code(self) -> str:
        """A code that is not accepted now."""
        accepted = {self.code(steps) for steps in range(-2, 3)}
        return next(code for number in range(10) if (code := f"{number:06}") not in accepted)


def settle(clock: Clock) -> None:
    """Moves the clock into the middle of a time step, so that a test does not cross its end."""
    clock.advance((45_000 - clock() % 30_000) / 1000)


async def enrol(client: Client, name: str | None = None) -> App:
    settle(client.service.clock)
    answer = await client.post(ENROL, {} if name is None else {"name": name})
    assert answer.code == 200, answer.body
    return App(client.service.clock, answer.data)


async def confirm(client: Client, app: App) -> list[str]:
    answer = await client.post(CONFIRM, {"id": app.id, "code": app.code()})
    assert answer.code == 200, answer.body
    return list(answer.data["recoveryCodes"])


async def set_up(client: Client, name: str | None = None) -> tuple[App, list[str]]:
    """An app that counts, and the recovery codes of a user who had none."""
    app = await enrol(client, name)
    return app, await confirm(client, app)


async def pending(client: Client, username: str, password: str = PASSWORD) -> str:
    """The flow of a sign-in that waits for its second factor."""
    answer = await client.post("/api/auth/login", {"username": username, "password": password})
    assert (answer.code, answer.reason) == (401, "second_factor_required"), answer.body
    return str(answer.data["flow"])


async def prove(client: Client, flow: str, method: str, code: str) -> Answer:
    return await client.post(CONTINUE, {"flow": flow, "method": method, "code": code})


async def login(
    service: Service, username: str, app: App, password: str = PASSWORD, client: Client | None = None
) -> Client:
    """Signs in with the password and the next code of the app."""
    anonymous = client or service.anonymous
    answer = await prove(anonymous, await pending(anonymous, username, password), "totp", app.next_code())
    assert answer.code == 200, answer.body
    return Client(service, answer.data, anonymous.http)
