"""What the two clients have in common: tokens, requests and answers, without any input or output."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from doorward_client.api.error import ApiError, ConnectionFailed
from doorward_client.api.faults import BY_REASON

if TYPE_CHECKING:
    import httpx

# Refusals after which a new access token helps.
_REFRESHABLE: Final = {"token_expired", "invalid_token"}
# None of them: its refresh token is dead, too.
_SESSION_ENDED: Final = "session_ended"
# Refusals of a refresh after which there is nothing to keep. Any other (an outage, a limit) can be tried again.
_ENDED: Final = {"invalid_refresh_token", "refresh_token_reused", _SESSION_ENDED, "account_disabled"}


class Tokens(NamedTuple):
    access: str
    refresh: str


OnTokens = Callable[[Tokens | None], None]


class Call(NamedTuple):
    method: str
    path: str
    query: Mapping[str, Any]
    body: Any
    content: Any
    headers: Mapping[str, Any]
    anonymous: bool

    @property
    def repeatable(self) -> bool:
        """A stream is used up when it has been sent."""
        return self.content is None or isinstance(self.content, bytes | str)

    def options(self, bearer: str | None) -> dict[str, Any]:
        """Arguments for httpx."""
        headers = {name: value for name, value in self.headers.items() if value is not None}
        if bearer is not None and not self.anonymous:
            headers["Authorization"] = f"Bearer {bearer}"
        options: dict[str, Any] = {"headers": headers}
        options["params"] = {name: value for name, value in self.query.items() if value is not None}
        if self.content is not None:
            options["content"] = self.content
        elif self.body is not None:
            options["json"] = self.body
        return options


class Exchange:
    def __init__(self, api_key: str | None, tokens: Tokens | None, on_tokens: OnTokens | None) -> None:
        self._api_key, self.tokens, self._on_tokens = api_key, tokens, on_tokens

    @property
    def bearer(self) -> str | None:
        return self._api_key or (self.tokens.access if self.tokens else None)

    def adopt(self, data: Mapping[str, Any]) -> None:
        """Continues with the tokens of a sign-in or a refresh."""
        self._set(Tokens(str(data["token"]), str(data["refreshToken"])))

    def adopt_refreshed(self, used: Tokens, data: Mapping[str, Any]) -> None:
        """Unless a sign-out, another sign-in or a change of the password came in between."""
        if self.tokens == used:
            self.adopt(data)

    def forget(self) -> None:
        if self.tokens is not None:
            self._set(None)

    def read(self, call: Call, bearer: str | None, response: "httpx.Response") -> Any:
        """The data of the answer to a request with that token. Raises the error of its reason."""
        own = self._api_key is None and self.tokens is not None and not call.anonymous
        try:
            data = data_of(response)
        except ApiError as error:
            if own and error.reason == _SESSION_ENDED and self.bearer == bearer:
                self.forget()
            raise
        # A change of the password and a confirmation replace the tokens of the session. The next refresh with the
        # former ones would count as the attempt of a thief.
        if own and isinstance(data, dict) and data.keys() >= {"token", "refreshToken"}:
            self.adopt(data)
        return data

    def helps_to_refresh(self, error: ApiError, call: Call) -> bool:
        renewable = self._api_key is None and self.tokens is not None and bool(self.tokens.refresh)
        return renewable and not call.anonymous and error.status == 401 and error.reason in _REFRESHABLE

    def tokens_of(self, access: str | None) -> Tokens | None:
        """Those to refresh when this access token was refused. None: it has been replaced since."""
        return self.tokens if self.tokens is not None and self.tokens.access == access else None

    def refresh_failed(self, used: Tokens, error: ApiError) -> None:
        if error.reason in _ENDED and self.tokens == used:
            self.forget()

    def _set(self, tokens: Tokens | None) -> None:
        self.tokens = tokens
        if self._on_tokens is not None:
            self._on_tokens(tokens)


def refresh_call(tokens: Tokens) -> Call:
    body = {"refreshToken": tokens.refresh}
    return Call("POST", "/api/auth/refresh", {}, body, None, {}, anonymous=True)


def data_of(response: "httpx.Response") -> Any:
    """The data of an envelope. Raises the error of its reason."""
    try:
        envelope = response.json()
        code, message, data = int(envelope["code"]), str(envelope["message"]), envelope["data"]
    except (ValueError, LookupError, TypeError):
        # An answer of something in between: a proxy, or another service at this address.
        raise ConnectionFailed(f"status {response.status_code} without the envelope of Doorward") from None
    if code == 200 and response.status_code == 200:
        return data
    details = data if isinstance(data, dict) else {}
    kind = BY_REASON.get(str(details.get("reason")), ApiError)
    raise kind(response.status_code, message, details, response.headers.get("X-Request-Id", ""))
