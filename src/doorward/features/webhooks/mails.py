"""The mail to administrators about a webhook that was disabled."""

from typing import Final
from urllib.parse import urlsplit

from doorward.core import Core
from doorward.core.mail.kinds import LANGUAGES, MailKind, MailText
from doorward.database.protocol import Transaction
from doorward.features.webhooks import queries
from doorward.features.webhooks.model import Webhook

_MOST_RECIPIENTS: Final = 10

DISABLED: Final = MailKind(
    name="webhook_disabled",
    description="Sent to administrators when the service disables a webhook",
    placeholders={"name": "Ann", "host": "example.com", "reason": "no delivery succeeded for three days"},
    texts={
        "en": MailText(
            "A webhook was disabled",
            "Hello {name},\n\n"
            "{service} has disabled the webhook to {host}: {reason}.\n\n"
            "It gets no events until an administrator enables it again. Deliveries that failed can be sent again from"
            " the list of deliveries.",
        ),
        "zh": MailText(
            "一个 Webhook 已被停用",
            "{name}，您好！\n\n"
            "{service} 已停用发往 {host} 的 Webhook：{reason}。\n\n"
            "在管理员重新启用之前，它不会收到任何事件。失败的投递可以在投递列表中重新发送。",
        ),
    },
)


async def tell_disabled(core: Core, tx: Transaction, webhook: Webhook, reason: str) -> None:
    host = urlsplit(webhook.url).netloc
    for user_id, name, address in await queries.administrators(tx, _MOST_RECIPIENTS):
        await core.mailbox.queue(
            tx, DISABLED.name, address, LANGUAGES[0], user_id=user_id, name=name, host=host, reason=reason
        )
