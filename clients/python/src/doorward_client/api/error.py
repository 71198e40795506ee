"""Failures of calls to the API."""

from typing import Any

from doorward_client.errors import DoorwardError


class ApiError(DoorwardError):
    """The service refused the request. The classes in `doorward_client.api.faults` are one for each reason."""

    def __init__(self, status: int, message: str, data: dict[str, Any], request_id: str) -> None:
        super().__init__(message)
        self.status, self.message, self.data, self.request_id = status, message, data, request_id
        self.reason = str(data.get("reason", self.reason))

    @property
    def retry_after(self) -> int | None:
        """Seconds to wait, where the service says it."""
        found = self.data.get("retryAfter")
        return found if isinstance(found, int) else None

    @property
    def fields(self) -> dict[str, str]:
        """What is wrong with each field, after a validation error."""
        listed = self.data.get("fields")
        return {each["field"]: each["message"] for each in listed} if isinstance(listed, list) else {}


class ConnectionFailed(DoorwardError):
    """The service could not be reached, or did not answer as it should. This does not end the session."""

    reason = "connection_failed"
