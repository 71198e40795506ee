"""Second factors of users: listing and removing them, and recovery codes."""

from typing import Final

from doorward.feature import Feature
from doorward.features.factors import mails

FEATURE: Final = Feature(
    name="factors",
    audit_actions={
        "auth.factor_added": "User set up a second factor; their other sessions ended",
        "auth.factor_removed": "User removed a second factor; their other sessions ended",
    },
    mails=mails.MAILS,
)
