"""Webhooks: endpoints of other programs that receive events over HTTP, signed."""

from typing import Final

from doorward.feature import Feature, commands_of
from doorward.features.webhooks.endpoints import ROUTES
from doorward.features.webhooks.jobs import jobs
from doorward.features.webhooks.mails import DISABLED
from doorward.features.webhooks.model import WebhookSettings
from doorward.features.webhooks.service import CREATE, DELETE, READ, UPDATE, gauges

FEATURE: Final = Feature(
    name="webhooks",
    routes=ROUTES,
    jobs=jobs,
    commands=commands_of(__name__),
    metrics=gauges,
    mails=(DISABLED,),
    settings=WebhookSettings,
    audit_actions={
        "webhook.created": "Administrator added a webhook",
        "webhook.updated": "Administrator changed, enabled or disabled a webhook",
        "webhook.deleted": "Administrator deleted a webhook",
        "webhook.secret_rotated": "Administrator replaced the secret of a webhook",
        "webhook.tested": "Administrator sent a test event to a webhook",
        "webhook.replayed": "Administrator had an event sent to a webhook again",
        "webhook.disabled": "Service disabled a webhook that failed; `details.reason` says why",
    },
    permissions={
        READ: "List and read webhooks and their deliveries",
        CREATE: "Create webhooks, with `audit:read`",
        UPDATE: "Update webhooks, with `audit:read`, replace their secrets, test them and repeat deliveries",
        DELETE: "Delete webhooks",
    },
)
