"""Signatures as Standard Webhooks describes them: HMAC-SHA256 over id, time and body."""

import base64
import hashlib
import hmac
from collections.abc import Callable
from typing import Final

from doorward.core.keys.ring import KeyRing
from doorward.features.webhooks.model import Webhook

_PREFIX: Final = "whsec_"
_SECRET_BYTES: Final = 32
_LABEL: Final = "webhook secret"


def new_secret(entropy: Callable[[int], bytes]) -> str:
    return _PREFIX + base64.b64encode(entropy(_SECRET_BYTES)).decode()


def seal(keys: KeyRing, secret: str) -> str:
    return keys.data.seal(secret.encode(), _LABEL)


def unseal(keys: KeyRing, sealed: str) -> str:
    return keys.data.open(sealed, _LABEL).decode()


def headers(keys: KeyRing, webhook: Webhook, event_id: str, body: bytes, now: int) -> dict[str, str]:
    """Signed by the former secret as well while it is valid, so that receivers can change theirs at any time."""
    secrets = [webhook.sealed]
    if webhook.previous_sealed and now < webhook.previous_until:
        secrets.append(webhook.previous_sealed)
    seconds = str(now // 1000)
    signed = b".".join((event_id.encode(), seconds.encode(), body))
    signatures = (sign(unseal(keys, sealed), signed) for sealed in secrets)
    return {"webhook-id": event_id, "webhook-timestamp": seconds, "webhook-signature": " ".join(signatures)}


def sign(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(_PREFIX))
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
