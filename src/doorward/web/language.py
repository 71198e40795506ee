"""The language of an answer that people read: one of those that the service speaks."""

import re
from collections.abc import Sequence

from doorward.web.messages import Request


def preferred(request: Request, languages: Sequence[str]) -> str:
    """The first of the languages that the Accept-Language header asks for most; the first of all without one."""
    header = request.headers.get(b"accept-language", b"")[:256].decode("latin-1").lower()
    wanted = re.findall(r"([a-z]{2,3})(?:-[a-z0-9-]*)?\s*(?:;\s*q=(0(?:\.\d{1,3})?|1(?:\.0{1,3})?))?\s*(?:,|$)", header)
    ranked = sorted(wanted, key=lambda entry: -float(entry[1] or 1))
    return next((tag for tag, weight in ranked if tag in languages and weight not in ("0", "0.0")), languages[0])
