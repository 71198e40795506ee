"""Registration: people open an account of their own, once they have confirmed their e-mail address."""

from typing import Final

from doorward.core.jobs import Job
from doorward.feature import Feature
from doorward.features.registration.endpoints import ROUTES
from doorward.features.registration.mails import ALREADY_REGISTERED, REGISTRATION
from doorward.features.registration.model import RegistrationSettings
from doorward.features.registration.service import Registration

FEATURE: Final = Feature(
    name="registration",
    routes=ROUTES,
    jobs=lambda core: [Job("mail confirmations of registrations", 0.5, Registration(core).mail_due)],
    audit_actions={
        "registration.requested": "Person asked for an account; `details.outcome` says which mail was sent",
        "registration.refused": "Registration was not confirmed: the code or the password was wrong",
        "user.registered": "Person confirmed their address and got an account",
    },
    mails=(REGISTRATION, ALREADY_REGISTERED),
    settings=RegistrationSettings,
)
