"""An API whose endpoints need a permission. It verifies tokens itself, and knows in seconds which sessions ended."""

import json
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.urls import path

from doorward_client.django import require

orders: list[dict[str, Any]] = [{"id": 1, "item": "Lamp", "amount": 2}]


def collection(request: HttpRequest) -> JsonResponse:
    answer: JsonResponse = create(request) if request.method == "POST" else read(request)
    return answer


@require("orders:read")
def read(request: Any) -> JsonResponse:
    return JsonResponse({"orders": orders, "user": request.principal.subject})


@require("orders:create")
def create(request: Any) -> JsonResponse:
    new = json.loads(request.body)
    orders.append({"id": len(orders) + 1, "item": str(new["item"]), "amount": int(new.get("amount", 1))})
    return JsonResponse(orders[-1], status=201)


urlpatterns = [path("orders", collection)]
