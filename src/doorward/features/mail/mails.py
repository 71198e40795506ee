"""The mail by which an operator tries the settings."""

from typing import Final

from doorward.core.mail.kinds import MailKind, MailText

TEST: Final = MailKind(
    name="test",
    description="Sent by `doorward mail test`, to try the settings of the mail server",
    placeholders={"name": "Ann"},
    texts={
        "en": MailText(
            "Test mail",
            "Hello {name},\n\nThis mail shows that {service} can send mails. There is nothing to do.",
        ),
        "zh": MailText(
            "测试邮件",
            "{name}，您好！\n\n收到这封邮件，说明 {service} 可以正常发送邮件。您无需处理。",
        ),
    },
)
