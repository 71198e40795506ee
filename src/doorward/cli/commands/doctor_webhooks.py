"""What `doorward doctor` says about webhooks that fail or were disabled because they did."""

from typing import Final

from doorward.cli.commands.doctor_checks import Finding
from doorward.core import Core
from doorward.features.webhooks.queries import list_all

_SUBJECT: Final = "webhooks"


async def webhooks(core: Core) -> list[Finding]:
    found = []
    for webhook in await list_all(core.database):
        name = f"webhook {webhook.id} to {webhook.target.name}"
        if webhook.disabled:
            action = "mend the receiver, and enable the webhook in the console or delete it"
            found.append(Finding("advice", _SUBJECT, f"{name} is disabled: {webhook.disabled.message}", action))
        elif webhook.failing_since is not None:
            action = f"doorward webhooks deliveries {webhook.id} shows the errors"
            found.append(Finding("advice", _SUBJECT, f"{name} fails", action))
    return found
