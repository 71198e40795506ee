"""The texts of the pages. The script in console/src/account reads the same files."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from doorward.core.mail.kinds import LANGUAGE_NAMES as LANGUAGES

__all__ = ["LANGUAGES", "Texts", "load"]

_CATALOGUES: Final = Path(__file__).with_name("catalogues")
_TAGS: Final = {"en": "en", "zh": "zh-CN"}
# The largest first.
_UNITS: Final = {"day": 86_400, "hour": 3_600, "minute": 60, "second": 1}


class Texts(Struct, frozen=True):
    language: str
    messages: Mapping[str, str]

    @property
    def tag(self) -> str:
        return _TAGS[self.language]

    def get(self, key: str, **given: object) -> str:
        """The text with its placeholders filled in; `a|b` holds the singular and the plural form."""
        return _filled(self.messages[key], given)

    def find(self, key: str, **given: object) -> str | None:
        return self.get(key, **given) if key in self.messages else None

    def explain(self, message: str, data: Mapping[str, Any]) -> str:
        """What went wrong, from an envelope."""
        if data.get("remaining") == 0:
            # The flow or the link is of no more use.
            return self.get("error.code_void" if data["reason"] == "invalid_code" else "error.invalid_one_time_token")
        time = self.waiting_time(data.get("retryAfter", 0))
        return self.find(f"error.{data.get('reason')}", n=data.get("remaining", 0), time=time) or message

    def waiting_time(self, seconds: int) -> str:
        """Such as "in 5 minutes", rounded up, so that the pause has ended then. Scripts have the browser's words."""
        unit = next((name for name, size in _UNITS.items() if seconds > size), "second")
        return _filled(_waiting_times()[self.language][unit], {"n": -(-seconds // _UNITS[unit])})

    def invalid(self, message: str) -> str:
        """What is wrong with a field. The service validates in English; the known messages have translations."""
        if self.language == "en":
            return message[:1].upper() + message[1:]
        for pattern, key in _patterns():
            if match := pattern.search(message):
                return self.get(key, n=match[1] if pattern.groups else 0)
        return message


def _filled(text: str, given: Mapping[str, object]) -> str:
    singular, _, plural = text.partition("|")
    chosen = plural if plural and given.get("n") != 1 else singular
    return re.sub(r"\{(\w+)\}", lambda match: str(given.get(match[1], "")), chosen)


@cache
def load(language: str) -> Texts:
    return Texts(language, _read(language))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), key) for pattern, key in _read("field_messages"))


@cache
def _waiting_times() -> Mapping[str, Mapping[str, str]]:
    times: Mapping[str, Mapping[str, str]] = _read("waiting_times")
    return times


def _read(name: str) -> Any:
    return msgspec.json.decode((_CATALOGUES / f"{name}.json").read_bytes())
