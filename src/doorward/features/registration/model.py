"""Values and rules of registration: who may register, and what is kept until the address is confirmed."""

import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from doorward.domain.access import ADMIN_ROLE, Origin
from doorward.domain.text.hosts import dns_name
from doorward.errors import Fault
from doorward.settings import section, setting, values

# A code that is mailed to prove an address may be valid for a day (NIST SP 800-63A-4).
TTL: Final = 24 * 3600 * 1000

MODES: Final = ("closed", "invited", "open")
# A longer name in a mail to a person who may not have asked for it could be a message of its own.
_GREETING_MAX: Final = 40


class RegistrationClosed(Fault):
    code, reason, message = 403, "registration_closed", "Registration is closed"


class InvitationRequired(Fault):
    code, reason, message = 403, "invitation_required", "Registration needs an invitation; ask an administrator for one"


class WrongRegistrationPassword(Fault):
    """`remaining`: how many tries the link has left."""

    code, reason, message = (
        400,
        "wrong_registration_password",
        "This is not the password that was chosen when the account was requested",
    )

    def __init__(self, remaining: int = 0) -> None:
        super().__init__(remaining=remaining)


def _domains(value: Any) -> tuple[str, ...]:
    given = values.items(value)
    for domain in given:
        if "@" in domain or "*" in domain.removeprefix("*.") or not all(domain.removeprefix("*.").split(".")):
            raise ValueError(f"has {domain!r}, which is not a domain such as example.com or *.example.com")
    return tuple(dns_name(domain) for domain in given)


def _role(value: Any) -> str:
    name = values.filled(value).strip()
    if name.casefold() == ADMIN_ROLE:
        raise ValueError("must not be admin: every person could register as an administrator")
    return name


def is_allowed(email: str, domains: Iterable[str]) -> bool:
    """Whether a list of domains admits the address. `*.example.com` stands for all below it, not for itself."""
    domain = dns_name(email.rpartition("@")[2])
    return any(domain == entry or (entry[:2] == "*." and domain.endswith(entry[1:])) for entry in domains)


@section
class RegistrationSettings:
    registration: str = setting(
        "closed",
        values.one_of(*MODES),
        "Who may register: `open`, every person with an e-mail address; `invited`, people with an invitation;"
        " `closed`, as `invited`, and pages do not mention registration.",
    )
    registration_domains: tuple[str, ...] = setting(
        (),
        _domains,
        "Domains whose addresses may register: `example.com`, or `*.example.com` for all below it. Default: all.",
    )
    registration_role: str = setting(
        "user",
        _role,
        "Role of users who registered. It must exist and grant no permission of this service itself; otherwise"
        " registration is closed.",
    )


class PendingRegistration(Struct, frozen=True):
    """A registration until its address is confirmed, as the payload of a one-time token."""

    username: str
    name: str | None
    email: str
    password_hash: str


class ConfirmationMail(Struct, frozen=True):
    """What the job needs to mail: to the address, if it is free, or else to the user who has it."""

    email: str
    greeting: str
    link: str
    code: str
    expires_at: int
    language: str
    origin: Origin


class Proof(Struct, frozen=True):
    """What proves the address: the token of a link, or a flow with its code. `password`, where a page asks for it,
    shows that the person with the link is the one who registered."""

    token: str = ""
    flow: str = ""
    code: str = ""
    password: str = ""


def greeting(name: str, email: str) -> str:
    """How a mail to an unproven address greets: by the name if it can be no message and no link, otherwise by the
    address. Otherwise registrations would mail any text to any person."""
    plain = all(unicodedata.category(character)[0] in "LM" or character in " '’-" for character in name)
    return name if plain and len(name) <= _GREETING_MAX else email
