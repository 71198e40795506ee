"""The applications of bench/verifier.py: two endpoints, each open and protected.

`/page` is a usual endpoint: a parameter, and twenty objects that Pydantic checks. `/small` does nothing but answer.
"""

import os
from typing import Any

from fastapi import Depends, FastAPI
from pydantic import BaseModel

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


# Applications of their own, so that both have equally many routes before the one that answers.
_OPEN, _PROTECTED = _application([]), _application([Depends(guard.require("orders:read"))])


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        protected = scope["path"].startswith("/protected")
        path = scope["path"].removeprefix("/protected").removeprefix("/open")
        await (_PROTECTED if protected else _OPEN)(scope | {"path": path}, receive, send)
