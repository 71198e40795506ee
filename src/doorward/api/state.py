"""What belongs to one application and outlives a request."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from doorward.domain.users import User
from doorward.fifo_cache import FifoCache
from doorward.settings import Settings
from doorward.telemetry.meter import Meter
from doorward.telemetry.metrics import GaugeSource
from doorward.web.description import Description, page_file
from doorward.web.documents import SharedDocument
from doorward.web.messages import Request, Response
from doorward.web.routing import Guard, Route

_MAX_ACCOUNTS: Final = 4096


class State:
    """Endpoints and guards find it as `request.app`."""

    def __init__(
        self,
        settings: Settings,
        routes: Sequence[Route],
        metrics_folder: Path | None,
        gauge_sources: Sequence[GaugeSource],
        dispatch: Callable[[Request, Guard], Awaitable[Response]],
    ) -> None:
        self.settings, self.gauge_sources = settings, gauge_sources
        self.meter = Meter(routes, metrics_folder)
        self.description = Description(routes)
        self.openapi = SharedDocument(b"application/json", lambda: self.description.encoded)
        self.docs = SharedDocument(b"text/html; charset=utf-8", lambda: self.description.page)
        self.docs_style = SharedDocument(b"text/css; charset=utf-8", partial(page_file, "style.css"))
        self.docs_script = SharedDocument(b"text/javascript; charset=utf-8", partial(page_file, "try.js"))
        # User id, or the id of an API key below zero, to the user and the response body: GET /api/auth/user.
        self.accounts: FifoCache[int, tuple[User, bytes]] = FifoCache(_MAX_ACCOUNTS)
        self.draining = False
        # Sends a request to the API in this process, for pages that are its clients.
        self.dispatch = dispatch
