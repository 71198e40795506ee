"""The API's description, for programs and for people, generated from routes."""

from collections.abc import Iterable
from functools import cached_property
from importlib import resources
from typing import Any

import msgspec

from doorward.web.routing import Route


class Description:
    """Built on first use, so that the service does not start later for it."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._routes = [route for route in routes if route.documented]

    @cached_property
    def document(self) -> dict[str, Any]:
        from doorward.web.openapi import describe

        return describe(self._routes)

    @property
    def encoded(self) -> bytes:
        return msgspec.json.encode(self.document)

    @property
    def page(self) -> bytes:
        from doorward.web.docs import page

        return page(self.document)


def page_file(name: str) -> bytes:
    """A file of the page: its style sheet, or the script that sends requests with the session of the console."""
    return resources.files("doorward.web.docs").joinpath(name).read_bytes()
