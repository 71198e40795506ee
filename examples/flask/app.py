"""An API whose endpoints need a permission. It verifies tokens itself, and knows in seconds which sessions ended."""

import os
from typing import Any

from flask import Flask, g, request

from doorward_client import Verifier
from doorward_client.flask import Guard

guard = Guard(Verifier(os.environ.get("DOORWARD_URL", "http://127.0.0.1:8000"), audience="doorward"))
app = Flask(__name__)
orders: list[dict[str, Any]] = [{"id": 1, "item": "Lamp", "amount": 2}]


@app.get("/orders")
@guard.require("orders:read")
def read() -> dict[str, Any]:
    return {"orders": orders, "user": g.principal.subject}


@app.post("/orders")
@guard.require("orders:create")
def create() -> tuple[dict[str, Any], int]:
    new = request.get_json()
    orders.append({"id": len(orders) + 1, "item": str(new["item"]), "amount": int(new.get("amount", 1))})
    return orders[-1], 201
