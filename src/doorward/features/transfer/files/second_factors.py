"""Second factors in the rows of a file: authenticator apps are taken over, and of others the report tells.

`secondFactors` of a row in the own format is a list of objects with `type`, `name`, and for the type `totp` with
`secret` (base32), `algorithm`, `digits` and `period`.
"""

import base64
import binascii
from typing import Any, Final

from doorward.crypto.totp import TotpSecret
from doorward.domain.sign_in.factors import FACTOR_NAME_MAX, TOTP, factor_name
from doorward.features.transfer.files.values import Row, text
from doorward.features.transfer.model import AuthenticatorApp

_ALGORITHMS: Final = ("SHA1", "SHA256", "SHA512")
_DIGITS: Final = (6, 7, 8)
_PERIODS: Final = range(15, 301)  # Seconds. The window of a code has three of them.
_KEY_BYTES: Final = range(10, 129)
_MOST: Final = 10  # As many as users can set up themselves.
_SHOWN: Final = 40


def apps_of(given: Any) -> tuple[tuple[AuthenticatorApp, ...], str]:
    """The authenticator apps of a row, and what is left out, with the reason; empty if there is nothing."""
    if given in (None, "", []):
        return (), ""
    entries = given if isinstance(given, list) else [given]
    apps: list[AuthenticatorApp] = []
    problems: dict[str, None] = {}
    for entry in entries:
        try:
            if len(apps) == _MOST:
                raise ValueError(f"more than {_MOST} authenticator apps")
            apps.append(_app(entry))
        except ValueError as error:
            problems[str(error)] = None
    return tuple(apps), "; ".join([*problems][:_MOST])


def _app(entry: Any) -> AuthenticatorApp:
    if not isinstance(entry, dict):
        raise ValueError("a second factor that is no object")
    kind = entry.get("type", TOTP)
    if kind != TOTP:
        raise ValueError(f"a second factor of the type {_shown(kind)}")
    algorithm = str(entry.get("algorithm", "SHA1")).upper()
    if algorithm not in _ALGORITHMS:
        raise ValueError(f"an authenticator app with the algorithm {_shown(entry.get('algorithm'))}")
    digits, period = _whole(entry.get("digits", 6)), _whole(entry.get("period", 30))
    if digits not in _DIGITS:
        raise ValueError(f"an authenticator app with {_shown(entry.get('digits'))} digits")
    if period not in _PERIODS:
        raise ValueError(f"an authenticator app with a period of {_shown(entry.get('period'))} seconds")
    secret = TotpSecret(_key(entry.get("secret")), algorithm, digits, period)  # type: ignore[arg-type]
    return AuthenticatorApp(_name(entry.get("name")), secret)


def _whole(value: Any) -> int:
    """0 for what is no number."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return 0
    return int(value) if str(value).isascii() and str(value).isdigit() and len(str(value)) < 10 else 0


def _key(secret: Any) -> bytes:
    plain = str(secret or "").replace(" ", "").replace("-", "").rstrip("=").upper()
    try:
        key = base64.b32decode(plain + "=" * (-len(plain) % 8))
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise ValueError("an authenticator app whose secret cannot be read")  # Without the secret.
    if len(key) not in _KEY_BYTES:
        raise ValueError(f"an authenticator app whose secret has {len(key)} bytes")
    return key


def _name(given: Any) -> str:
    try:
        return factor_name((text(given) or "")[:FACTOR_NAME_MAX])
    except ValueError:
        return ""  # The type tells enough.


def _shown(value: Any) -> str:
    return repr(value if isinstance(value, str | int) else type(value).__name__)[:_SHOWN]


def base32(key: bytes) -> str:
    return base64.b32encode(key).decode().rstrip("=")


def totp(secret: str | None, name: Any, *, algorithm: Any, digits: Any, period: Any) -> Row:
    """The entry of an authenticator app. `secret` is base32."""
    return {
        "type": TOTP,
        "name": text(name) or "",
        "secret": secret,
        "algorithm": algorithm,
        "digits": digits,
        "period": period,
    }
