"""Redirects that can't be turned into a link to another site."""

import re
from collections.abc import Collection
from typing import Final

from doorward.errors import ValidationFailed
from doorward.web.messages import Response, document_response

# Printable ASCII without the backslash: browsers read `/\host` like `//host`, and drop tabs and line breaks.
_SAFE: Final = re.compile(r"[!-\[\]-~]+")


def redirect(location: str, status: int = 303, allowed: Collection[str] = ()) -> Response:
    """Redirects to a path of this service, or to an address that `allowed` contains. Raises for any other."""
    own = location.startswith("/") and not location.startswith("//")
    if not _SAFE.fullmatch(location) or not (own or location in allowed):
        raise ValidationFailed(("location", "must be a path of this service or an allowed address"))
    response = document_response(b"text/plain", b"", b"no-store")
    response.status = status
    response.headers.append((b"location", location.encode("ascii")))
    return response
