"""The contents of `doorward serve --demo`: an invented organisation of 200 people, and a month of its life.

Everything is made by the use cases of the service, with a clock that runs through the month: so the audit trail,
statistics and sessions are what the service itself would have written. Only deliveries to webhooks are written
directly.
"""

from doorward.demo.filling import fill

__all__ = ["fill"]
