"""Forgotten passwords: a link that is mailed to the user's address sets a new one."""

from typing import Final

from doorward.core.jobs import Job
from doorward.feature import Feature
from doorward.features.recovery import endpoints, mails
from doorward.features.recovery.model import RecoverySettings
from doorward.features.recovery.service import Recovery

FEATURE: Final = Feature(
    name="recovery",
    routes=endpoints.ROUTES,
    jobs=lambda core: [Job("mail password resets", 0.5, Recovery(core).carry_out_requests)],
    audit_actions={
        "auth.password_reset_requested": (
            "Password reset asked for; `details.outcome` is `mailed`, or says why no mail was sent: `unknown`,"
            " `disabled`, `no_address`, `limited`"
        ),
        "auth.password_reset": (
            "User chose a new password by a mailed link, or by one that the administrator `details.issuer` passed on;"
            " all sessions ended"
        ),
        "user.password_link_created": (
            "Administrator made a link by which the user can choose a new password; it was mailed to `details.mailedTo`"
            " if there is one"
        ),
    },
    mails=mails.MAILS,
    settings=RecoverySettings,
)
