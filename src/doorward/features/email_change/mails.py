"""Mails about a change of address: to the new one, and to the former one."""

from typing import Final

from doorward.core.mail.kinds import MailKind, MailText

MAILS: Final = (
    MailKind(
        "email_confirm",
        "Link that confirms a new e-mail address, mailed to it.",
        {
            "name": "Ann Lee",
            "link": "https://login.example.com/account/confirm-email#token=dwl_example",
            "expires": "2026-02-01 12:00 UTC",
        },
        {
            "en": MailText(
                "Confirm your e-mail address",
                "Hello {name},\n\n"
                "confirm that this is the e-mail address of your account:\n\n"
                "{link}\n\n"
                "The link works once, until {expires}.\n\n"
                "If you did not ask for this, do not use the link: it would connect your address with an account that"
                " is not yours.",
            ),
            "zh": MailText(
                "确认您的电子邮箱",
                "{name}，您好：\n\n"
                "请确认这是您帐户的电子邮箱：\n\n"
                "{link}\n\n"
                "该链接只能使用一次，有效期至 {expires}。\n\n"
                "如果这不是您本人的请求，请不要使用该链接：否则您的邮箱会与他人的帐户关联。",
            ),
        },
    ),
    MailKind(
        "email_change",
        "Notice to the former e-mail address, with a link that revokes the change.",
        {
            "name": "Ann Lee",
            "email": "new@example.com",
            "link": "https://login.example.com/account/revoke-email#token=dwl_example",
        },
        {
            "en": MailText(
                "Your e-mail address is being changed",
                "Hello {name},\n\n"
                "the e-mail address of your account is being changed to:\n\n"
                "{email}\n\n"
                "If that was you, there is nothing to do. If it was not, revoke the change within seven days:\n\n"
                "{link}\n\n"
                "If the change is in effect already, this restores your address, signs you out everywhere and removes"
                " the password. You then choose a new one by a mail to this address.",
            ),
            "zh": MailText(
                "您的电子邮箱正在更改",
                "{name}，您好：\n\n"
                "您帐户的电子邮箱正在更改为：\n\n"
                "{email}\n\n"
                "如果这是您本人的操作，无需处理。如果不是，请在七天内撤销更改：\n\n"
                "{link}\n\n"
                "如果更改已经生效，撤销会恢复原来的邮箱，在所有设备上退出登录，并清除密码。之后您可以通过发送到本邮箱的邮件设置新密码。",
            ),
        },
    ),
)
