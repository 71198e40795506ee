"""The relying party of passkeys (WebAuthn): the host that they belong to, and the pages that may use them."""

import re
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

from doorward.settings import Settings

_LOCAL: Final = "localhost"
_LOCAL_ORIGIN: Final = re.compile(rf"https?://{_LOCAL}(:[0-9]{{1,5}})?")
_DEFAULT_PORTS: Final = {"https": 443, "http": 80}


class RelyingParty(Struct, frozen=True):
    id: str  # The host. Authenticators offer a passkey to no other.
    origin: str
    any_port: bool = False  # In development, front ends on other ports of this machine use the service.

    def accepts(self, origin: str) -> bool:
        return origin == self.origin or (self.any_port and _LOCAL_ORIGIN.fullmatch(origin) is not None)


def relying_party(settings: Settings) -> RelyingParty | None:
    """From the public URL; without one, `localhost` for a service that only this machine reaches. None where browsers
    offer no passkeys: at an IP address, and at an address without TLS."""
    url = urlsplit(settings.base_url)
    host = url.hostname or ""
    if not settings.public_url and _is_loopback(host):
        return RelyingParty(_LOCAL, f"{url.scheme}://{_LOCAL}:{settings.port}", any_port=True)
    local = host == _LOCAL or host.endswith(f".{_LOCAL}")
    if not host or _is_address(host) or (url.scheme != "https" and not local):
        return None
    port = "" if url.port in (None, _DEFAULT_PORTS[url.scheme]) else f":{url.port}"
    return RelyingParty(host, f"{url.scheme}://{host}{port}")


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return host == _LOCAL or (_is_address(host) and ip_address(host).is_loopback)
