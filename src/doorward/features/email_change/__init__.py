"""Changing the own e-mail address: it counts once it is confirmed, and the former address can take it back."""

from typing import Final

from doorward.feature import Feature
from doorward.features.email_change import endpoints, mails

FEATURE: Final = Feature(
    name="email_change",
    routes=endpoints.ROUTES,
    audit_actions={
        "auth.email_changed": "User confirmed an e-mail address by the link that was mailed to it",
        "auth.email_change_revoked": (
            "Change of an e-mail address revoked by the link that was mailed to the former one; with `details.restored`"
            " after its confirmation: password and sessions ended as well"
        ),
    },
    mails=mails.MAILS,
)
