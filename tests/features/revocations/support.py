"""A minimal verifier of access tokens that follows the revocation feed."""

import base64
import json
from typing import Any

import httpx
import jwt

from tests.support.service import Client, Clock, Service

PATH = "/.well-known/revocations"


def claims_of(token: str) -> dict[str, Any]:
    part = token.split(".")[1]
    claims: dict[str, Any] = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return claims


class StillClock(Clock):
    """Moves by `advance` alone, so that no test depends on the speed of the machine."""

    def __init__(self) -> None:
        super().__init__()
        self._began = super().__call__() // 1000 * 1000 + 100

    def __call__(self) -> int:
        return self._began + self.offset


async def fetch(service: Service, headers: dict[str, str] | None = None, /, **params: int) -> httpx.Response:
    return await service.http.get(PATH, params=params, headers=headers)


async def read(service: Service, **params: int) -> dict[str, Any]:
    """The claims of the document, whose signature is verified."""
    response = await fetch(service, **params)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/revocations+jwt"
    keys = jwt.PyJWKSet.from_dict((await service.http.get("/.well-known/jwks.json")).json())
    header = jwt.get_unverified_header(response.text)
    assert set(header) == {"alg", "kid", "typ"}
    assert header["typ"] == "revocations+jwt"
    claims: dict[str, Any] = jwt.decode(
        response.text, keys[header["kid"]].key, [header["alg"]], options={"verify_iat": False, "verify_aud": False}
    )
    assert set(claims) == {"iss", "iat", "seq", "from", "until", "sessions", "users"}
    return claims


def is_revoked(document: dict[str, Any], token: str) -> bool:
    """The rule for verifiers."""
    told = claims_of(token)
    return told["sid"] in document["sessions"] or any(
        entry["sub"] in (told["sub"], "*") and told["iat"] < entry["before"] for entry in document["users"]
    )


async def is_told(service: Service, clock: Clock, client: Client) -> bool:
    """Whether the feed tells of the client's token, once every second of the change has passed."""
    clock.advance(2)
    return is_revoked(await read(service), client.token)
