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
            "Your invitation to {service}",
            "Hello {name},\n\n"
            "{inviter} invites you to {service}. Choose a password to open your account:\n\n"
            "{link}\n\n"
            "The link works once, until {expires}. If you did not expect this invitation, ignore this mail.",
        ),
        "zh": MailText(
            "邀请您使用 {service}",
            "{name}，您好！\n\n"
            "{inviter} 邀请您使用 {service}。请设置密码，开通您的账户：\n\n"
            "{link}\n\n"
            "该链接只能使用一次，在 {expires} 前有效。如果您不清楚这份邀请的来由，请忽略此邮件。",
        ),
    },
)
