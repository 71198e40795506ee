"""Random and borderline requests to a real server get only documented responses."""

import copy
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode

from tests.support.conformance import DOCUMENT
from tests.support.databases import Databases
from tests.support.process import Node, serving
from tests.support.service import ADMIN_PASSWORD, PASSWORD

CASES = 12
SEED = 20260131
# What the schema can't say (a password that is too common, a role that does not exist) is refused all the same, an
# empty query parameter counts as absent, and unknown fields are ignored.
LEFT_OUT = {"positive_data_acceptance"}

# Values that random generation would hardly ever hit.
VALID = {"password": PASSWORD, "roles": ["user"]}

schema = schemathesis.openapi.from_dict(
    copy.deepcopy(DOCUMENT),  # schemathesis changes it.
    config=schemathesis.Config.from_dict(
        {
            "seed": SEED,
            "generation": {"max-examples": CASES, "mode": "all", "allow-x00": True, "with-security-parameters": False},
            "phases": {"examples": {"enabled": True}, "coverage": {"enabled": True}, "fuzzing": {"enabled": True}},
            "checks": {
                # A text beyond its `maxLength` may make the body too large, which is refused first.
                "negative_data_rejection": {"expected-statuses": ["4xx", "5xx"]},
                **{name: {"enabled": False} for name in LEFT_OUT},
            },
        }
    ),
)
bounded = settings(
    max_examples=CASES, deadline=None, database=None, suppress_health_check=list(HealthCheck), print_blob=False
)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def fuzzed_databases(request: pytest.FixtureRequest) -> Databases:
    chosen: Databases = request.getfixturevalue("sqlite_databases" if request.param == "sqlite" else "postgres")
    return chosen


@pytest.fixture(scope="module")
async def node(
    fuzzed_databases: Databases, tmp_path_factory: pytest.TempPathFactory, anyio_backend: str
) -> AsyncIterator[Node]:
    folder: Path = tmp_path_factory.mktemp("fuzz")
    unhindered = {"DOORWARD_LOGIN_NETWORK_FAILURES": "0", "DOORWARD_LOGIN_FAILURES": "0"}
    async with fuzzed_databases.new(folder) as environ, serving(environ | unhindered, log=folder / "log") as node:
        yield node


@pytest.fixture(scope="module")
def administrator(node: Node) -> Iterator["Administrator"]:
    with httpx.Client(base_url=node.url, trust_env=False) as client:
        yield Administrator(client)


class Administrator:
    """An administrator, who may rename themselves, and signs in again when a request ended their session."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self._sign_in("admin", ADMIN_PASSWORD)
        self._name = "fuzzer"
        created = client.post("/api/users", json={"username": self._name, "password": PASSWORD, "roles": ["admin"]})
        self.id: int = created.json()["data"]["id"]

    def _sign_in(self, username: str, password: str) -> None:
        answer = self._client.post("/api/auth/login", json={"username": username, "password": password})
        self._client.headers["Authorization"] = f"Bearer {answer.json()['data']['token']}"

    def headers(self) -> dict[str, str]:
        found = self._client.get("/api/auth/user").json()["data"]
        if found.get("id") == self.id:
            self._name = found["username"]
        else:
            self._sign_in(self._name, PASSWORD)
        return {"Authorization": self._client.headers["Authorization"]}


def _make_it_count(case: Any) -> None:
    """Points requests that could succeed at existing data, since random ids would not."""
    number = case.path_parameters.get("id")
    if isinstance(number, int) and 0 < number < 2**53:
        case.path_parameters["id"] = number % 6 + 1
    if isinstance(case.body, dict) and case.meta.generation.mode == GenerationMode.POSITIVE:
        case.body |= {name: value for name, value in VALID.items() if name in case.body}


# A stream of events has no end.
@schema.exclude(path="/api/events").parametrize()
@bounded
def test_anonymous_clients_and_administrators_get_only_documented_responses(
    case: Any, node: Node, administrator: Administrator
) -> None:
    _make_it_count(case)
    case.call_and_validate(base_url=node.url)
    own = case.method == "PUT" and case.path_parameters.get("id") == administrator.id
    if not own:  # They would lose their password.
        case.call_and_validate(base_url=node.url, headers=administrator.headers())
