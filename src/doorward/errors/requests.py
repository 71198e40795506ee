"""Faults of requests in general, and of a service that is busy or stopping."""

from doorward.errors.base import Fault


class MalformedRequest(Fault):
    code, reason = 400, "malformed_request"
    message = "The request can't be parsed: the body must be a JSON object, and all text UTF-8"


class MalformedHttp(Fault):
    code, reason, message = 400, "malformed_http", "This is not a request in HTTP/1.1"


class ValidationFailed(Fault):
    code, reason, message = 400, "validation_failed", "Some fields are not valid"

    def __init__(self, *fields: tuple[str, str]) -> None:
        super().__init__(fields=[{"field": field, "message": message} for field, message in fields])


class SearchTooDeep(Fault):
    code, reason = 400, "search_too_deep"
    message = "Only the first 10,000 matches can be paged through; narrow the search"


class NotFound(Fault):
    code, reason, message = 404, "not_found", "There is nothing at this path"


class MethodNotAllowed(Fault):
    code, reason, message = 405, "method_not_allowed", "This path does not support that method"

    def __init__(self, allowed: str) -> None:
        super().__init__(allowed=allowed.split(", "))


class RequestTimeout(Fault):
    code, reason, message = 408, "request_timeout", "The request body took too long to arrive"


class PreconditionFailed(Fault):
    code, reason, message = 412, "precondition_failed", "It has changed since you read it; read it again"


class BodyTooLarge(Fault):
    code, reason, message = 413, "body_too_large", "The request body is too large"


class HeadTooLarge(Fault):
    code, reason, message = 431, "head_too_large", "The headers are too large; send fewer or shorter ones"


class UnsupportedMediaType(Fault):
    code, reason, message = 415, "unsupported_media_type", "Send the body as application/json"


class IdempotencyKeyReused(Fault):
    code, reason, message = 422, "idempotency_key_reused", "This Idempotency-Key was used for a different request"


class ClientDisconnected(Fault):
    """For the log and the metrics: the client that it answers has gone. 499 is the status that nginx logs for this."""

    code, reason, message = 499, "client_disconnected", "The client closed the connection before the answer"


class InternalError(Fault):
    code, reason, message = 500, "internal_error", "An internal error occurred"


class _TryAgain(Fault):
    def __init__(self, retry_after: int = 1) -> None:
        super().__init__(retryAfter=retry_after)


class OverLimit(_TryAgain):
    """Carries the limit, for the RateLimit header fields."""

    def __init__(self, policy: str, quota: int, window: int, retry_after: int) -> None:
        super().__init__(retry_after)
        self.policy, self.quota, self.window = policy, quota, window


class TooManyRequests(OverLimit):
    code, reason, message = 429, "too_many_requests", "Too many requests; slow down"


class TooManyMails(OverLimit):
    code, reason, message = 429, "too_many_mails", "Too many mails were asked for; try again later"


class Busy(_TryAgain):
    code, reason, message = 503, "busy", "Too many concurrent sign-ins; try again shortly"


class TooManyLists(_TryAgain):
    code, reason, message = 429, "too_many_lists", "You have too many lists and searches running; try again shortly"


class TooManyStreams(_TryAgain):
    code, reason, message = 429, "too_many_streams", "Too many event streams are open; close one or try again later"


class ListsBusy(_TryAgain):
    code, reason, message = 503, "lists_busy", "Too many lists and searches are waiting; try again shortly"


class SearchTimeout(Fault):
    code, reason, message = 503, "search_timeout", "The list or search took too long and was stopped; narrow it"


class DatabaseUnavailable(_TryAgain):
    code, reason, message = 503, "database_unavailable", "The database is unavailable; try again shortly"


class SchemaMismatch(Fault):
    code, reason, message = 503, "schema_mismatch", "The database has the schema of another version of this program"


class Stopping(_TryAgain):
    code, reason, message = 503, "stopping", "This server is shutting down; another one will answer"
