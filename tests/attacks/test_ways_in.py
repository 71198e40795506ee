"""Every way in, for users with every kind of factor, against every strength that a role can ask for.

The table *Ways in* of docs/security.md is the expectation: each cell is tried over HTTP.
"""

import inspect

import pytest
from msgspec import Struct

from doorward import app
from doorward.api.schemas.users import TokenData
from doorward.domain.sign_in.auth_context import ACR, NO_FACTOR
from doorward.domain.sign_in.strength import STRENGTHS, Strength
from doorward.features.impersonation.endpoints import ImpersonationData
from tests.api.test_step_up import claims
from tests.attacks.ways_in import (
    IMPERSONATION,
    KINDS,
    NEW_DEVICE,
    SETTINGS,
    STRONGEST,
    WAYS,
    Person,
    by_password,
    person_with,
)
from tests.support.databases import settings_for
from tests.support.process import ROOT
from tests.support.service import Answer, Client, Clock, Service, running

NO_TOKEN, IMPOSSIBLE = "no token", "–"


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
        if gives or route.data is ImpersonationData:
            assert f"{route.method} {route.path}" in listed


def test_every_row_of_the_table_is_tried() -> None:
    assert [row.way for row in table()] == list(WAYS)


@pytest.mark.parametrize("row", table(), ids=lambda row: row.way)
async def test_no_way_in_gives_rights_below_the_required_strength(
    environ: dict[str, str], clock: Clock, row: Row
) -> None:
    """Mutants: `issue` with the roles of a session that is too weak; a flow that opens a session before the factor; a
    recovery code that counts as phishing-resistant; a step-up that takes a password from a user with a factor."""
    more = {"new_device": "verify"} if row.way == NEW_DEVICE else {}
    async with running(settings_for(environ, **SETTINGS | more), clock) as service:
        admin = await service.login()
        # Registration gives no role that grants permissions of this service.
        reader, member = await role(admin, "reader", "users:read"), await role(admin, "member", "app:use")
        path = member if row.way == "confirmed registration" else reader
        for kind in KINDS:
            if row.cells[kind] == IMPOSSIBLE:
                continue
            assert (await admin.put(path, {"requiredStrength": "password"})).code == 200
            person = await person_with(service, admin, environ, kind)
            if row.way == NEW_DEVICE:
                await by_password(person)  # The first device of all is not asked for a code.
            for required in STRENGTHS:
                assert (await admin.put(path, {"requiredStrength": required})).code == 200
                await check(person, row, required)


async def role(admin: Client, name: str, permission: str) -> str:
    """Its path."""
    answer = await admin.post("/api/roles", {"name": name, "permissions": [permission]})
    return f"/api/roles/{answer.data['id']}"


async def check(person: Person, row: Row, required: str) -> None:
    answer, expected = await WAYS[row.way](person), row.cells[person.kind]
    if expected == NO_TOKEN:
        await check_no_token(person.service, answer)
        return
    assert answer.code == 200, answer.body
    reached = STRONGEST[person.kind]
    await check_session(Client(person.service, answer.data), row, STRENGTHS.index(expected), required, reached)


async def check_no_token(service: Service, answer: Answer) -> None:
    """A client that ignores the reason has nothing that works."""
    assert (answer.code != 200) or answer.data is None
    assert "token" not in str(answer.data).lower()
    flow = (answer.data or {}).get("flow")
    if flow:
        assert (await Client(service, {"token": flow}).get("/api/auth/user")).reason == "invalid_token"
        refused = await service.anonymous.post("/api/auth/refresh", {"refreshToken": flow})
        assert refused.reason == "invalid_refresh_token"


async def check_session(session: Client, row: Row, strength: int, required: str, reached: int) -> None:
    wanted = STRENGTHS.index(required)
    allowed = strength >= wanted
    own = await session.get("/api/auth/user")
    assert (own.code, own.data["requiredStrength"]) == (200, required)
    for _ in range(2):  # As issued, and as a refresh issues them.
        told = claims(session.token)
        assert told["acr"] == (NO_FACTOR if row.way == "command" else ACR[Strength(strength)])
        assert ("mfa" in told["amr"]) == (strength > 0)
        assert (told["roles"], told["permissions"]) == (
            (own.data["roles"], own.data["permissions"]) if allowed else ([], [])
        )
        if row.way == IMPERSONATION:
            break  # There is no refresh token.
        assert (await session.refresh()).code == 200
    read = await session.get("/api/users")
    if allowed:
        assert read.code == (200 if "users:read" in own.data["permissions"] else 403)
    elif reached < wanted:
        assert (read.code, read.reason, read.data["requiredStrength"]) == (403, "enrolment_required", required)
    else:
        assert (read.code, read.reason, read.data["requiredStrength"]) == (401, "step_up_required", required)
