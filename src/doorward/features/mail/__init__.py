"""The outbox of mails: a list for administrators, and the mails that are held because there is no mail server."""

from typing import Final

from doorward.feature import Feature, commands_of
from doorward.features.mail.endpoints import ROUTES
from doorward.features.mail.jobs import jobs
from doorward.features.mail.mails import TEST
from doorward.features.mail.service import gauges

FEATURE: Final = Feature(
    name="mail",
    routes=ROUTES,
    jobs=jobs,
    commands=commands_of(__name__),
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
