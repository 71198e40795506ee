"""Second factors of users: listing, renaming and removing them, recovery codes, and the help of administrators."""

from typing import Final

from doorward.feature import Feature, commands_of
from doorward.features.factors import endpoints, mails
from doorward.features.factors.recovery_codes import RecoveryCodes
from doorward.features.factors.service import gauges

FEATURE: Final = Feature(
    name="factors",
    routes=endpoints.ROUTES,
    commands=commands_of(__name__),
    metrics=gauges,
    second_factors=lambda core: (RecoveryCodes(core),),
    audit_actions={
        "auth.factor_added": "User set up a second factor; their other sessions ended",
        "auth.factor_removed": "User removed a second factor; their other sessions ended",
        "auth.factor_renamed": "User renamed a second factor",
        "auth.recovery_codes_replaced": "User made new recovery codes; the former ones and their other sessions ended",
        "auth.recovery_code_used": "User signed in by a recovery code; `details.left` says how many remain",
        "user.factors_reset": (
            "An administrator removed all second factors of a user; their sessions and pending sign-ins ended"
        ),
    },
    mails=mails.MAILS,
)
