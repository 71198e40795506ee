"""Mails about a change of address, to the new one and to the former one, and of a username."""

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
                "Confirm your new e-mail address",
                "Hello {name},\n\n"
                "Confirm that this is the new e-mail address of your account at {service}:\n\n"
                "{link}\n\n"
                "The link works once, until {expires}.\n\n"
                "If you did not ask for this, do not use the link: it would connect your address with an account"
                " that is not yours.",
            ),
            "zh": MailText(
                "请确认您的新邮箱",
                "{name}，您好！\n\n"
                "请确认将此邮箱用于您的 {service} 账户：\n\n"
                "{link}\n\n"
                "该链接只能使用一次，在 {expires} 前有效。\n\n"
                "如果不是您本人操作，请不要使用该链接，否则此邮箱会与他人的账户关联。",
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
                "The e-mail address of your account at {service} is being changed to:\n\n"
                "{email}\n\n"
                "If that was you, there is nothing to do. If it was not, undo the change within seven days:\n\n"
                "{link}\n\n"
                "If the new address is in effect already, this restores yours, signs you out everywhere and"
                " removes the password. You then choose a new one by a mail to this address.",
            ),
            "zh": MailText(
                "您的邮箱正在更改",
                "{name}，您好！\n\n"
                "您的 {service} 账户的邮箱正在更改为：\n\n"
                "{email}\n\n"
                "如果是您本人操作，无需处理。如果不是，请在七天内撤销更改：\n\n"
                "{link}\n\n"
                "如果更改已经生效，撤销后会恢复原来的邮箱，在所有设备上退出登录，并清除密码。之后您可以通过发送到此邮箱的邮件设置新密码。",
            ),
        },
    ),
    MailKind(
        "account_renamed",
        "Notice to a user whose username or e-mail address an administrator changed, mailed to the former address.",
        {
            "name": "Ann Lee",
            "username": "ann",
            "email": "new@example.com",
            "time": "2026-01-31 12:00 UTC",
        },
        {
            "en": MailText(
                "Your username or e-mail address was changed",
                "Hello {name},\n\n"
                "An administrator changed how you sign in to {service}, on {time}. From now on:\n\n"
                "Username: {username}\n"
                "E-mail address: {email}\n\n"
                "If you did not expect this, ask your administrator.",
            ),
            "zh": MailText(
                "您的用户名或邮箱已更改",
                "{name}，您好！\n\n"
                "管理员已于 {time} 更改您的 {service} 账户的登录信息。现在的登录信息为：\n\n"
                "用户名：{username}\n"
                "邮箱：{email}\n\n"
                "如果您对此不知情，请联系管理员。",
            ),
        },
    ),
)
