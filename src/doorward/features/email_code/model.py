"""Values of signing in by a mailed code."""

from typing import Final

from msgspec import Struct

from doorward.domain.access import Origin
from doorward.errors import Fault
from doorward.settings import section, setting
from doorward.settings.values import duration, flag

# The purpose of the flows, and the topic of the requests that wait for the job.
PURPOSE: Final = "email_code"


class EmailCodeDisabled(Fault):
    code, reason, message = 403, "email_code_disabled", "Signing in by a mailed code is turned off"


@section
class EmailCodeSettings:
    email_code: bool = setting(
        False, flag, "Users may sign in by a code that is mailed to them, in the place of their password."
    )
    email_code_ttl: int = setting(600, duration(60, 3600), "How long a mailed code for signing in is valid.")


class CodeRequest(Struct, frozen=True):
    """What the job needs to mail the code of a flow."""

    token_id: int
    code: str
    expires_at: int
    identifier: str
    language: str
    origin: Origin
