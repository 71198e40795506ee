"""The mail with an invitation."""

from typing import Final

from doorward.core.mail.kinds import MailKind, MailText

INVITATION: Final = MailKind(
    name="invitation",
    description="Sent when an administrator invites a person",
    placeholders={
        "name": "Ann Lee",
        "inviter": "Maria Garcia",
        "link": "https://login.example.com/account/invitation#token=dwl_example",
        "expires": "2026-01-31 12:00 UTC",
    },
    texts={
        "en": MailText(
            "You are invited",
            "Hello {name},\n\n"
            "{inviter} invites you to open an account. Follow the link and choose a password:\n\n"
            "{link}\n\n"
            "The link works once, until {expires}. If you do not expect this invitation, ignore this mail.",
        ),
        "zh": MailText(
            "您收到一份邀请",
            "{name}，您好！\n\n"
            "{inviter} 邀请您开通账户。请点击链接并设置密码：\n\n"
            "{link}\n\n"
            "该链接只能使用一次，有效期至 {expires}。如果您不清楚此邀请的来由，请忽略此邮件。",
        ),
    },
)
