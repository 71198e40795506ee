"""What the revocation feed tells: sessions that ended, and users whose older tokens are stale."""

from typing import Any, Final

from doorward_client import errors
from doorward_client.errors import InvalidToken
from doorward_client.jws import KeySet
from doorward_client.principal import Principal
from doorward_client.tokens import number

_TYPE: Final = "revocations+jwt"
_REQUIRED: Final = ("iss", "seq", "from", "until", "sessions", "users")
_EVERY_USER: Final = "*"


class Document:
    """A signed document of the feed: all entries, or those after a sequence number."""

    def __init__(self, claims: dict[str, Any]) -> None:
        for name in _REQUIRED:
            if name not in claims:
                raise InvalidToken(errors.MISSING_CLAIM, name)
        self.seq = int(number(claims, "seq"))
        self.until = number(claims, "until")
        self.period = self.until - number(claims, "from")
        self.sessions = _texts(claims["sessions"])
        self.users = _moments(claims["users"])


def read(text: str, keys: KeySet, issuer: str) -> Document:
    claims = keys.verify(text, _TYPE)
    document = Document(claims)
    if claims["iss"] != issuer:
        raise InvalidToken(errors.WRONG_ISSUER)
    return document


class Revocations:
    """The entries of all documents so far, as long as they concern tokens that may still be valid.

    One thread applies documents while others ask; each question is a look into dicts.
    """

    def __init__(self) -> None:
        self.seq: int | None = None
        self.until = 0.0
        # The time at which each entry can be forgotten: its tokens have expired.
        self._sessions: dict[str, float] = {}
        self._users: dict[str, float] = {}
        self._forget_users: dict[str, float] = {}
        self._every_user = 0.0

    def apply(self, document: Document) -> bool:
        """Entries are only ever added, so that documents of nodes that are not equally current do no harm. Returns
        whether tokens of all users are stale that were not before, as when a signing key was retired."""
        forget_at, every_user = document.until + document.period, self._every_user
        for sid in document.sessions:
            self._sessions[sid] = forget_at
        for sub, before in document.users:
            if sub == _EVERY_USER:
                self._every_user = max(self._every_user, before)
            else:
                self._users[sub] = max(self._users.get(sub, 0.0), before)
                self._forget_users[sub] = forget_at
        self.seq, self.until = document.seq, max(self.until, document.until)
        self._forget()
        return self._every_user > every_user

    def includes(self, principal: Principal) -> bool:
        issued_at = principal.issued_at
        return (
            principal.session in self._sessions
            or issued_at < self._every_user
            or issued_at < self._users.get(principal.subject, 0.0)
        )

    def _forget(self) -> None:
        for sid in [sid for sid, at in self._sessions.items() if at < self.until]:
            del self._sessions[sid]
        for sub in [sub for sub, at in self._forget_users.items() if at < self.until]:
            del self._users[sub], self._forget_users[sub]

    def __len__(self) -> int:
        return len(self._sessions) + len(self._users)


def _texts(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InvalidToken(errors.INVALID_CLAIM, "sessions")
    return value


def _moments(value: Any) -> list[tuple[str, float]]:
    try:
        return [(_text(entry["sub"]), number(entry, "before")) for entry in value]
    except (TypeError, KeyError, AttributeError):
        raise InvalidToken(errors.INVALID_CLAIM, "users") from None


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value
