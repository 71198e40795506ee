"""Sign-in by a code that is mailed to the user's address."""

from typing import Final

from doorward.feature import Feature
from doorward.features.email_code import endpoints, jobs, mails
from doorward.features.email_code.model import EmailCodeSettings

FEATURE: Final = Feature(
    name="email_code",
    routes=endpoints.ROUTES,
    jobs=jobs.jobs,
    audit_actions={
        "auth.email_code_requested": (
            "Code for signing in asked for; `details.outcome` is `mailed`, or says why no mail was sent: `unknown`,"
            " `disabled`, `no_address`, `limited`"
        ),
    },
    mails=mails.MAILS,
    settings=EmailCodeSettings,
)
