"""Applications that do nothing, for each interface: the rate of the HTTP server alone."""

from typing import Any

_BODY = b'{"code":200,"message":"success","data":null}'
_TYPE = ("content-type", "application/json")


async def rsgi(scope: Any, protocol: Any) -> None:
    protocol.response_bytes(200, [_TYPE], _BODY)


async def asgi(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": _BODY})
