"""An API whose endpoints need a permission. It verifies tokens itself, and knows in seconds which sessions ended."""

import os
from typing import Annotated

from fastapi import Depends, FastAPI
from pydantic import BaseModel

from doorward_client import Principal, Verifier
from doorward_client.fastapi import Guard

guard = Guard(Verifier(os.environ.get("DOORWARD_URL", "http://127.0.0.1:8000"), audience="doorward"))
app = FastAPI(title="Orders")
orders = [{"id": 1, "item": "Lamp", "amount": 2}]


class NewOrder(BaseModel):
    item: str
    amount: int = 1


@app.get("/orders")
async def read(user: Annotated[Principal, Depends(guard.require("orders:read"))]) -> dict[str, object]:
    return {"orders": orders, "user": user.subject}


@app.post("/orders", status_code=201, dependencies=[Depends(guard.require("orders:create"))])
async def create(new: NewOrder) -> dict[str, object]:
    orders.append({"id": len(orders) + 1, **new.model_dump()})
    return orders[-1]
