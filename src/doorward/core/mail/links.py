"""Addresses of this service, as mails and pages show them: from the settings, never from the Host header."""

from urllib.parse import urlsplit

from msgspec import Struct


class Links(Struct, frozen=True):
    base: str  # Without a slash at the end.

    def page(self, name: str, token: str = "") -> str:
        """A hosted page. The token is in the fragment, which browsers send to no server: so no log holds it."""
        return f"{self.base}/account/{name}" + (f"#token={token}" if token else "")

    @property
    def host(self) -> str:
        """Without a port."""
        return urlsplit(self.base).hostname or ""
