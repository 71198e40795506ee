"""Time-based one-time passwords (RFC 6238), and how their secrets are sealed."""

import base64
import hashlib
import hmac
from typing import Final, Literal
from urllib.parse import quote

import msgspec
from msgspec import Struct

from doorward.crypto.sealing import DataBox

SECRET_BYTES: Final = 20  # The length of the hash, as RFC 4226 recommends.
# Steps before and after the current one whose codes are accepted: RFC 6238 recommends at most one, for slow typing and
# for clocks that differ.
WINDOW: Final = 1
_ISSUER_MAX: Final = 32


class TotpSecret(Struct, frozen=True):
    """A secret that an authenticator app shares with the service. Our own have the defaults, which every app
    supports; imported ones may differ."""

    key: bytes
    algorithm: Literal["SHA1", "SHA256", "SHA512"] = "SHA1"
    digits: int = 6
    period: int = 30  # Seconds.

    @property
    def base32(self) -> str:
        """As people type it into an app."""
        return base64.b32encode(self.key).rstrip(b"=").decode()

    def code(self, step: int) -> str:
        digest = hmac.digest(self.key, step.to_bytes(8), getattr(hashlib, self.algorithm.lower()))
        start = digest[-1] & 0x0F
        number = int.from_bytes(digest[start : start + 4]) & 0x7FFF_FFFF
        return str(number % 10**self.digits).zfill(self.digits)

    def step(self, now: int) -> int:
        """The time step of a moment in milliseconds."""
        return now // (self.period * 1000)

    def matching_steps(self, code: str, now: int, window: int = WINDOW) -> list[int]:
        """The steps around this moment whose code it is, nearest first."""
        current, given = self.step(now), code.encode("utf-8", "surrogatepass")
        steps = sorted(range(max(current - window, 0), current + window + 1), key=lambda step: abs(step - current))
        return [step for step in steps if hmac.compare_digest(self.code(step).encode(), given)]

    def uri(self, issuer: str, account: str) -> str:
        """The address that authenticator apps read from a QR code. A colon separates the two parts of its label, so
        that neither may contain one."""
        shown = quote(issuer[:_ISSUER_MAX].replace(":", " ").strip(), safe="")
        label = f"{shown}:{quote(account.replace(':', ' '), safe='')}"
        return (
            f"otpauth://totp/{label}?secret={self.base32}&issuer={shown}"
            f"&algorithm={self.algorithm}&digits={self.digits}&period={self.period}"
        )

    def seal(self, box: DataBox, user_id: int) -> str:
        return box.seal(msgspec.json.encode(self), _label(user_id))

    @classmethod
    def open(cls, box: DataBox, sealed: str, user_id: int) -> "TotpSecret":
        return msgspec.json.decode(box.open(sealed, _label(user_id)), type=cls)


def _label(user_id: int) -> str:
    return f"totp {user_id}"
