"""Faults of operations and of the audit trail."""

from doorward.errors.base import Fault, TooMany


class AuditEntryNotFound(Fault):
    code, reason, message = 404, "audit_entry_not_found", "There is no such audit entry"


class OperationNotFound(Fault):
    code, reason, message = 404, "operation_not_found", "There is no such operation"


class OperationEnded(Fault):
    code, reason, message = 409, "operation_ended", "The operation has ended already"


class TooManyOperations(TooMany):
    code, reason, message = (
        409,
        "too_many_operations",
        "There are too many operations that have not ended; wait for one, or cancel it",
    )
