"""The applications of bench/verifier.py: two endpoints, each open, protected, and with a dependency that does nothing.

`/page` is a usual endpoint: a parameter, and twenty objects that Pydantic checks. `/small` does nothing but answer.
"""

import os
from typing import Any

from fastapi import Depends, FastAPI
from pydantic import BaseModel
from starlette.requests import HTTPConnection

from doorward_client import Verifier
from doorward_client.fastapi import Guard

guard = Guard(Verifier(os.environ["DOORWARD_URL"], audience="doorward"))


class Order(BaseModel):
    id: int
    item: str
    amount: int


def _application(dependencies: list[Any]) -> FastAPI:
    app = FastAPI()

    @app.get("/page", dependencies=dependencies)
    async def page(page: int = 1) -> list[Order]:
        return [Order(id=number, item="Lamp", amount=page) for number in range(20)]

    @app.get("/small", dependencies=dependencies)
    async def small() -> dict[str, str]:
        return {"item": "Lamp"}

    return app


async def _nothing(request: HTTPConnection) -> None:
    """What FastAPI takes to resolve a dependency, whatever it does."""


# Applications of their own, so that all have equally many routes before the one that answers.
_APPLICATIONS = {
    "open": _application([]),
    "nothing": _application([Depends(_nothing)]),
    "protected": _application([Depends(guard.require("orders:read"))]),
}


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        _, kind, name = scope["path"].split("/")
        await _APPLICATIONS[kind](scope | {"path": f"/{name}"}, receive, send)
