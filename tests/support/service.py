"""A real service in this process, on a real database, with a clock that tests can move."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

import httpx
from msgspec.structs import replace

from doorward.app import FEATURES
from doorward.core import Core
from doorward.core.jobs import Job
from doorward.feature import Feature
from doorward.features import mail
from doorward.settings import Settings
from doorward.testing.in_process import PASSWORD as ADMIN_PASSWORD
from doorward.testing.in_process import URL, Clock, InProcessService
from tests.support import conformance

__all__ = ["ADMIN_PASSWORD", "PASSWORD", "Answer", "Client", "Clock", "Service", "running"]

PASSWORD = "a long enough password"
# Seconds. Jobs that run at least this often carry out what requests have put off.
_OFTEN: Final = 1.0
_QUICK: Final = 0.03


def _quick(feature: Feature) -> Feature:
    """The feature with shorter pauses between the runs of its frequent jobs."""

    def jobs(core: Core) -> Sequence[Job]:
        made = feature.jobs(core) if feature.jobs else ()
        return [replace(job, every=_QUICK) if job.every < _OFTEN else job for job in made]

    return replace(feature, jobs=jobs)


# Tests wait for the mails that a job sends.
_FEATURES: Final = tuple(_quick(feature) if feature is mail.FEATURE else feature for feature in FEATURES)


class Answer:
    """A response, checked to be an envelope whose code is its status."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.headers = response.headers
        self.body = response.json()
        assert set(self.body) == {"code", "message", "data"}
        assert self.body["code"] == response.status_code
        assert isinstance(self.body["message"], str)
        self.code: int = self.body["code"]
        self.data: Any = self.body["data"]

    @property
    def reason(self) -> str | None:
        return None if self.code == 200 else self.data["reason"]

    @property
    def fields(self) -> dict[str, str]:
        return {wrong["field"]: wrong["message"] for wrong in self.data["fields"]}


class Client:
    """A client of the API: anonymous, or signed in."""

    def __init__(
        self, service: "Service", tokens: dict[str, Any] | None = None, http: httpx.AsyncClient | None = None
    ) -> None:
        self.service = service
        self.http = http or service.http
        self.tokens = tokens or {}

    @property
    def token(self) -> str:
        return str(self.tokens["token"])

    @property
    def refresh_token(self) -> str:
        return str(self.tokens["refreshToken"])

    @property
    def id(self) -> int:
        return int(self.tokens["user"]["id"])

    async def call(self, method: str, path: str, json: Any = None, **options: Any) -> Answer:
        headers = dict(options.pop("headers", {}))
        if self.tokens:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        if json is not None:
            options["json"] = json
        return Answer(await self.http.request(method, path, headers=headers, **options))

    async def get(self, path: str, **options: Any) -> Answer:
        return await self.call("GET", path, **options)

    async def post(self, path: str, json: Any = None, **options: Any) -> Answer:
        return await self.call("POST", path, json, **options)

    async def put(self, path: str, json: Any = None, **options: Any) -> Answer:
        return await self.call("PUT", path, json, **options)

    async def delete(self, path: str, **options: Any) -> Answer:
        return await self.call("DELETE", path, **options)

    async def refresh(self) -> Answer:
        """Refreshes, and continues with the new tokens if there are any."""
        answer = await self.service.anonymous.post("/api/auth/refresh", {"refreshToken": self.refresh_token})
        if answer.code == 200:
            self.tokens |= answer.data
        return answer


class _Impatient:
    """The application, whose clients close event streams at once: they have no end of their own."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        streams = scope["type"] == "http" and scope["path"] == "/api/events"
        await self._application(scope, _closed if streams else receive, send)


async def _closed() -> dict[str, Any]:
    return {"type": "http.disconnect"}


class Service(InProcessService):
    def __init__(self, settings: Settings, clock: Clock, **options: Any) -> None:
        super().__init__(settings, clock, **({"features": _FEATURES} | options))
        self.http = self._client_at("192.0.2.1")
        self.anonymous = Client(self)
        jobs = [job for feature in FEATURES if feature.jobs for job in feature.jobs(self.core)]
        # Two runs that send mails at a time would share their connections.
        self._deferred = [job for job in jobs if job.every < _OFTEN and job.name != "send mails"]

    async def carry_out_deferred(self) -> None:
        """Carries out at once what requests have put off, and jobs do every half second."""
        for job in self._deferred:
            await job.work()

    def _client_at(self, address: str) -> httpx.AsyncClient:
        # Every response that a test receives is compared with the OpenAPI document.
        transport = httpx.ASGITransport(_Impatient(self.application), client=(address, 1234))
        watching = {"response": [conformance.watch]}
        return httpx.AsyncClient(transport=transport, base_url=URL, trust_env=False, event_hooks=watching)

    def at(self, address: str) -> "Client":
        """A client without tokens that calls from another address."""
        return Client(self, http=self._client_at(address))

    async def login(self, username: str = "admin", password: str = ADMIN_PASSWORD) -> Client:
        answer = await self.anonymous.post("/api/auth/login", {"username": username, "password": password})
        assert answer.code == 200, answer.body
        return Client(self, answer.data)

    async def create(self, admin: Client, username: str, **fields: Any) -> dict[str, Any]:
        answer = await admin.post("/api/users", {"username": username, "password": PASSWORD, **fields})
        assert answer.code == 200, answer.body
        return dict(answer.data)


@contextlib.asynccontextmanager
async def running(settings: Settings, clock: Clock | None = None, **options: Any) -> AsyncIterator[Service]:
    """A running service; `options` are further arguments of `app.build`."""
    service = Service(settings, clock or Clock(), **options)
    async with service.running(), service.http:
        yield service
