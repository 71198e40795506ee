"""The language of an answer that people read: one of those that the service speaks."""

import re
from typing import Final

from doorward.core.mail.kinds import LANGUAGES
from doorward.web.messages import Request

_LONGEST: Final = 256  # Of the header, in bytes.
_ENTRY: Final = re.compile(r"([a-z]{2,3})(?:-[a-z0-9-]*)?(?:;q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?")


def preferred_language(request: Request) -> str:
    """The first of the languages that the Accept-Language header asks for most; the first of all without one."""
    header = request.headers.get(b"accept-language", b"")[:_LONGEST].decode("latin-1").lower()
    entries = [_ENTRY.fullmatch(re.sub(r"[ \t]", "", entry)) for entry in header.split(",")]
    wanted = [(float(entry[2] or 1), entry[1]) for entry in entries if entry and entry[1] in LANGUAGES]
    # `max` keeps the first of equals.
    weight, language = max(wanted, key=lambda choice: choice[0], default=(0.0, ""))
    return language if weight > 0 else LANGUAGES[0]
