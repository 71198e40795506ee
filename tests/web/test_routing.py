"""Path parameters and route guards."""

import json
import os
from pathlib import Path

import pytest

from doorward.api.routes import SYSTEM_ROUTES
from doorward.core import Core
from doorward.errors import BuiltInRole
from doorward.telemetry.access_log import AccessLog
from doorward.web.description import Description
from doorward.web.messages import Request
from doorward.web.routing import Route, RouteTable
from tests.support.databases import Databases
from tests.support.service import Client, Service
from tests.web.support import application, get, public, show_params

ROUTES = (
    public("GET", "/things/{name:text}"),
    public("GET", "/things/{id}"),
    public("PUT", "/things/{thingId}"),
    public("GET", "/things/known"),
    public("GET", "/things/known/parts"),
    public("GET", "/things/known/{id}"),
    public("GET", "/things/{name:text}/owner"),
    public("GET", "/users/{id}/sessions/{sessionId}"),
    public("GET", "/.well-known/x.y/{id}"),
)


@pytest.fixture
def databases(sqlite_databases: Databases) -> Databases:
    """One is enough: no request here gets as far as the database."""
    return sqlite_databases


@pytest.mark.parametrize(
    ("path", "route", "params"),
    [
        ("/things/7", "/things/{id}", {"id": 7}),
        ("/things/9999999999999999", "/things/{id}", {"id": 9999999999999999}),
        ("/things/07", "/things/{name:text}", {"name": "07"}),
        ("/things/a_b-c.d~1", "/things/{name:text}", {"name": "a_b-c.d~1"}),
        ("/things/" + "x" * 128, "/things/{name:text}", {"name": "x" * 128}),
        ("/things/known", "/things/known", {}),
        ("/things/known/5", "/things/known/{id}", {"id": 5}),
        ("/things/known/owner", "/things/{name:text}/owner", {"name": "known"}),
        ("/users/3/sessions/12", "/users/{id}/sessions/{sessionId}", {"id": 3, "sessionId": 12}),
        ("/.well-known/x.y/1", "/.well-known/x.y/{id}", {"id": 1}),
    ],
)
async def test_a_path_belongs_to_the_most_specific_route_and_its_parameters_have_names(
    service: Service, path: str, route: str, params: dict[str, object]
) -> None:
    """Mutants: `_CONVERTORS` in the other order; a search that ends where a fixed segment leads nowhere; `int` left out
    of the convertors."""
    answer = await get(application(service, *ROUTES), path)
    assert answer.data == [route, params]


@pytest.mark.parametrize(
    "path",
    [
        "/things/", "/things//owner", "/things/.", "/things/.hidden", "/things/%2e%2e%2e", "/things/a%20b",
        "/things/a%00", "/things/a%0a", "/things/%7Bid%7D", "/things/%C3%A9", "/things/" + "x" * 129, "/things/a%3Ab",
        "/things/a%2Fb", "/things/a%5Cb", "/users/0/sessions/1", "/users/1/sessions/x", "/users/1/sessions/1/",
        "/users/%D9%A1/sessions/1", "//things/1", "/.well-known/x-y/1", "/Things/1", "/things/7/8",
    ],
)  # fmt: skip
async def test_a_segment_that_is_not_of_its_kind_matches_nothing(service: Service, path: str) -> None:
    """Mutants: `[^/]+` for text; `match` in the place of `fullmatch`."""
    answer = await get(application(service, *ROUTES), path)
    assert (answer.code, answer.reason) == (404, "not_found")


async def test_routes_of_one_pattern_share_their_methods_whatever_their_parameters_are_called(service: Service) -> None:
    app = application(service, *ROUTES)
    assert (await get(app, "/things/7", "PUT")).data == ["/things/{thingId}", {"thingId": 7}]
    assert (await get(app, "/things/7", "DELETE")).data["allowed"] == ["GET", "HEAD", "OPTIONS", "PUT"]
    assert (await get(app, "/things/x", "DELETE")).data["allowed"] == ["GET", "HEAD", "OPTIONS"]


@pytest.mark.parametrize(
    "paths", [("/a", "/a"), ("/a/{id}", "/a/{other}"), ("/{id:uuid}",), ("/x{id}",), ("/{i-d}",), ("/{id}/{id}",)]
)
def test_a_table_with_a_mistake_is_refused_at_the_start(paths: tuple[str, ...]) -> None:
    """Mutant: a second route of the same method and pattern that replaces the first."""
    with pytest.raises(ValueError, match=r"declared twice|declares no path parameter"):
        RouteTable([public("GET", path) for path in paths])


def test_an_application_without_parameters_in_its_paths_matches_no_other() -> None:
    with pytest.raises(Exception, match="not_found"):
        RouteTable([public("GET", "/a")]).find("GET", "")


def test_parameters_are_documented_by_name_and_kind() -> None:
    document = Description(ROUTES).document
    (name,) = document["paths"]["/things/{name}"]["get"]["parameters"]
    assert (name["name"], name["in"], name["schema"]["type"]) == ("name", "path", "string")
    both = document["paths"]["/users/{id}/sessions/{sessionId}"]["get"]["parameters"]
    assert [(each["name"], each["schema"]["type"]) for each in both] == [("id", "integer"), ("sessionId", "integer")]
    page = Description(ROUTES).page.decode()
    assert "/things/abc123/owner" in page
    assert "/users/42/sessions/42" in page


async def test_text_in_a_path_may_be_a_secret_and_stays_out_of_the_access_log(service: Service, tmp_path: Path) -> None:
    """Mutants: `request.path` whatever the route, and the system's clock, in `AccessLog.write`."""
    app = application(service, *ROUTES)
    descriptor = os.open(tmp_path / "log", os.O_CREAT | os.O_WRONLY)
    app._access_log = log = AccessLog("json", lambda: 1_700_000_000_123, descriptor)
    for path in ("/things/canary", "/things/7"):
        await get(app, path)
    log.flush()
    os.close(descriptor)
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert [(line["at"], line["path"]) for line in lines] == [
        ("2023-11-14T22:13:20.123Z", "/things/{name}"),
        ("2023-11-14T22:13:20.123Z", "/things/7"),
    ]


def refuse(core: Core, request: Request) -> None:
    if b"x-refuse" in request.headers:
        raise BuiltInRole


async def test_a_guard_stands_before_parsing_and_after_the_check_of_the_token(service: Service, admin: Client) -> None:
    """Mutants: guards that are not called; guards before the check of the token, or after parsing."""
    seen: list[int | None] = []

    def remember(core: Core, request: Request) -> None:
        seen.append(request.signed_in().user_id)

    route = Route("POST", "/guarded", show_params, "Guarded", body=dict[str, int], guards=(remember, refuse))
    app = application(service, route)
    assert (await get(app, "/guarded", "POST", **{"X-Refuse": "1"})).reason == "authentication_required"
    assert seen == []
    token = f"Bearer {admin.token}"
    refused = await get(app, "/guarded", "POST", Authorization=token, **{"X-Refuse": "1"})
    assert (refused.code, refused.reason, seen) == (409, "built_in_role", [admin.id])
    assert (await get(app, "/guarded", "POST", Authorization=token)).reason == "malformed_request"


async def test_a_draining_server_is_not_ready_but_answers_and_closes_connections(service: Service) -> None:
    """Mutant: `/readyz` without its guard."""
    application = service.application
    assert (await service.anonymous.get("/readyz")).code == 200
    application.drain()
    answer = await service.anonymous.get("/readyz")
    assert (answer.code, answer.reason, answer.headers["connection"]) == (503, "stopping", "close")
    assert (await service.anonymous.get("/healthz")).code == 200


async def test_applications_of_one_process_describe_their_own_routes(service: Service) -> None:
    """Mutant: a description that is kept by the module in the place of the application."""
    app = application(service, *SYSTEM_ROUTES, public("GET", "/things/{id}"))
    assert set(app._state.description.document["paths"]) >= {"/things/{id}", "/healthz"}
    assert "/things/{id}" not in (await service.http.get("/openapi.json")).json()["paths"]
