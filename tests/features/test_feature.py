"""What a feature exports reaches the service: seen with a feature that exports one of everything."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Iterable
from typing import Annotated, Any

import httpx
import pytest
import typer
from msgspec import Struct

from doorward import app
from doorward.cli.framework.context import CommandContext, Program, command
from doorward.cli.framework.output import Text
from doorward.core import Core
from doorward.core.jobs import Job
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.audit import Target
from doorward.feature import Feature
from doorward.settings import Settings, SettingsError, fields_of, load, setting
from doorward.settings.values import whole
from doorward.telemetry.metrics import Metric
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route
from tests.support.databases import settings_for
from tests.support.service import ADMIN_PASSWORD


@dataclasses.dataclass(frozen=True, kw_only=True)
class GreetingSettings:
    greeting_size: int = setting(1, whole(1, 9), "Number of greetings.")


class GreetingData(Struct):
    greetings: int


class Greetings(Struct, frozen=True):
    core: Core

    @property
    def database(self) -> Database:
        return self.core.database

    @transaction
    async def greet(self, tx: Transaction, actor: Actor) -> None:
        actor.require("greetings:create")
        await self.core.trail.record(tx, actor, "greeting.sent", Target("greeting:1", "hello"))


async def greet(core: Core, request: Request) -> Response:
    """Sends a greeting."""
    await Greetings(core).greet(request.signed_in())
    return success(GreetingData(1))


async def _gauges(core: Core) -> Iterable[Metric]:
    return [Metric("doorward_greetings", "Greetings", 7)]


def _commands(group: typer.Typer) -> None:
    @command(group, "greet")
    async def greet(context: CommandContext, name: Annotated[str, typer.Argument()]) -> Text:
        """Greet a person."""
        return Text(f"Hello {name}", name=name)


ran = asyncio.Event()


async def _run_job() -> None:
    ran.set()


FEATURE = Feature(
    name="greetings",
    routes=(Route("POST", "/api/greetings", greet, "Greet", data=GreetingData, permission="greetings:create"),),
    jobs=lambda core: [Job("send greetings", 0.01, _run_job)],
    commands=_commands,
    audit_actions={"greeting.sent": "A greeting was sent"},
    permissions={"greetings:create": "Send greetings"},
    settings=GreetingSettings,
    metrics=_gauges,
)
FEATURES = (*app.FEATURES, FEATURE)


@pytest.fixture
async def http(environ: dict[str, str], anyio_backend: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service with that feature, signed in as the administrator."""
    settings = settings_for(environ)
    core = app.build(settings, features=FEATURES)
    await core.open()
    transport = httpx.ASGITransport(app.application(core, settings, features=FEATURES))
    async with httpx.AsyncClient(transport=transport, base_url="http://service.test") as client:
        login = await client.post("/api/auth/login", json={"username": "admin", "password": ADMIN_PASSWORD})
        client.headers["Authorization"] = f"Bearer {login.json()['data']['token']}"
        yield client
    await core.close()


async def test_a_route_of_a_feature_is_served_and_described(http: httpx.AsyncClient) -> None:
    assert (await http.post("/api/greetings")).json()["data"] == {"greetings": 1}
    described = (await http.get("/openapi.json")).json()["paths"]["/api/greetings"]["post"]
    assert described["security"] == [{"bearer": ["greetings:create"]}]


async def test_an_action_of_a_feature_is_recorded_and_can_be_filtered_by(http: httpx.AsyncClient) -> None:
    await http.post("/api/greetings")
    found = (await http.get("/api/audit", params={"action": "greeting.*"})).json()["data"]["list"]
    assert [entry["action"] for entry in found] == ["greeting.sent"]


async def test_a_permission_of_a_feature_is_in_the_catalogue(http: httpx.AsyncClient) -> None:
    listed = (await http.get("/api/permissions")).json()["data"]["list"]
    assert [each["description"] for each in listed if each["name"] == "greetings:create"] == ["Send greetings"]


async def test_a_gauge_of_a_feature_is_scraped(http: httpx.AsyncClient) -> None:
    assert "doorward_greetings 7.0" in (await http.get("/metrics")).text


async def test_a_job_of_a_feature_runs(http: httpx.AsyncClient) -> None:
    async with asyncio.timeout(10):
        await ran.wait()


def test_a_setting_of_a_feature_is_read_like_any_other() -> None:
    environ = {"DOORWARD_GREETING_SIZE": "3"}
    settings = load(environ, sections=[GreetingSettings])
    assert settings.section(GreetingSettings).greeting_size == 3
    assert ("greeting_size", 3) in [(name, value) for name, _, value in settings.values()]
    assert load({}).section(GreetingSettings).greeting_size == 1
    with pytest.raises(SettingsError, match="DOORWARD_GREETING_SIZE must be a whole number from 1 to 9"):
        load({"DOORWARD_GREETING_SIZE": "10"}, sections=[GreetingSettings])
    with pytest.raises(SettingsError, match="Unknown setting: DOORWARD_GREETING_SIZE"):
        load(environ)


def test_a_command_of_a_feature_is_registered(capsys: pytest.CaptureFixture[str]) -> None:
    tree = typer.Typer()
    tree.command("other")(lambda: None)
    _commands(tree)
    with pytest.raises(SystemExit) as ended:
        tree(["greet", "Ann"], obj=Program(app.load_settings, app.build))
    assert (ended.value.code, capsys.readouterr().out) == (0, "Hello Ann\n")


def test_no_two_declarations_share_a_name() -> None:
    """Catalogues are joined by name: a second declaration would silently replace the first."""
    kinds: list[type[Any]] = [Settings, *(feature.settings for feature in app.FEATURES if feature.settings)]
    assert len(fields_of(*kinds)) == sum(len(fields_of(kind)) for kind in kinds)
    actions = sum(len(feature.audit_actions) for feature in app.FEATURES)
    assert len(app.audit_actions()) == len(app.audit_actions(())) + actions
    granted = sum(len(feature.permissions) for feature in app.FEATURES)
    assert len(app.permissions()) == len(app.permissions(())) + granted
