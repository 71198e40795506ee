"""Wire types of what mails carry, tokens of links and codes, and of asking for such a mail."""

from typing import Annotated, Final

from msgspec import Meta

from doorward.api.schemas.users import FLOW_MAX, Filled
from doorward.domain.user_fields import EMAIL_MAX

_TOKEN_MAX: Final = 256
_CODE_MAX: Final = 32

LinkToken = Annotated[
    str, Meta(max_length=_TOKEN_MAX, description="From the link in the mail", examples=["dwl_Zk3v...x7Tt"])
]
MailedCode = Annotated[str, Meta(max_length=_CODE_MAX, description="The six digits from the mail", examples=["314159"])]
# In the answer to a request for a mail, and in the request that follows.
IssuedFlow = Annotated[
    str, Meta(description="Keep it: the mailed code works together with it only", examples=["dwf_Q9d1...TtB0"])
]
Flow = Annotated[
    str,
    Meta(max_length=FLOW_MAX, description="From the answer to the request for the mail", examples=["dwf_Q9d1...TtB0"]),
]
Identifier = Annotated[
    Filled, Meta(max_length=EMAIL_MAX, description="Username or e-mail address", examples=["ann@example.com"])
]
