"""Second factors of users: listing, renaming and removing them, recovery codes, and the help of administrators."""

from typing import TYPE_CHECKING, Final

from doorward.feature import Feature
from doorward.features.factors import endpoints, mails
from doorward.features.factors.recovery_codes import RecoveryCodes
from doorward.features.factors.service import gauges

if TYPE_CHECKING:
    import typer


def _commands(app: "typer.Typer") -> None:
    from doorward.features.factors import commands

    commands.register(app)


FEATURE: Final = Feature(
    name="factors",
    routes=endpoints.ROUTES,
    commands=_commands,
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
