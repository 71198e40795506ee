"""The outbox of mails: a list for administrators, and the mails that are held because there is no mail server."""

from typing import TYPE_CHECKING, Final

from doorward.feature import Feature
from doorward.features.mail.endpoints import ROUTES
from doorward.features.mail.jobs import jobs
from doorward.features.mail.mails import TEST
from doorward.features.mail.service import gauges

if TYPE_CHECKING:
    import typer


def _commands(app: "typer.Typer") -> None:
    from doorward.features.mail import commands

    commands.register(app)


FEATURE: Final = Feature(
    name="mail",
    routes=ROUTES,
    jobs=jobs,
    commands=_commands,
    metrics=gauges,
    mails=(TEST,),
    audit_actions={
        "mail.read": "An administrator read a mail that is not sent, with its link or code",
        "mail.retried": "An administrator had a mail sent again, or sent that was held",
    },
    permissions={
        "mail:read": "List mails, and read those of users without further rights that are not sent",
        "mail:send": "Send held mails, and try others again",
    },
)
