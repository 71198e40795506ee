"""Mails about passwords."""

from typing import Final

from doorward.core.mail.kinds import MailKind, MailText

MAILS: Final = (
    MailKind(
        "password_reset",
        "Link to choose a new password, for a user who asked for it.",
        {
            "name": "Ann Lee",
            "link": "https://login.example.com/account/reset#token=dwl_example",
            "expires": "2026-01-31 13:00 UTC",
        },
        {
            "en": MailText(
                "Choose a new password",
                "Hello {name},\n\n"
                "A new password for your account at {service} was requested. Choose it here:\n\n"
                "{link}\n\n"
                "The link works once, until {expires}. A new password signs you out everywhere.\n\n"
                "If you did not ask for this, ignore this mail: your password stays as it is.",
            ),
            "zh": MailText(
                "设置新密码",
                "{name}，您好！\n\n"
                "有人为您的 {service} 账户申请重设密码。请在此设置新密码：\n\n"
                "{link}\n\n"
                "该链接只能使用一次，在 {expires} 前有效。设置新密码后，您将在所有设备上退出登录。\n\n"
                "如果不是您本人操作，请忽略此邮件，您的密码不会改变。",
            ),
        },
    ),
    MailKind(
        "password_changed",
        "Notice to a user whose password was changed.",
        {"name": "Ann Lee", "time": "2026-01-31 12:00 UTC"},
        {
            "en": MailText(
                "Your password was changed",
                "Hello {name},\n\n"
                "The password of your account at {service} was changed on {time}. If that was you, there is"
                " nothing to do.\n\n"
                "If it was not, ask for a new password on the sign-in page at once, and tell your administrator.",
            ),
            "zh": MailText(
                "您的密码已修改",
                "{name}，您好！\n\n"
                "您的 {service} 账户的密码已于 {time} 修改。如果是您本人操作，无需处理。\n\n"
                "如果不是，请立即在登录页面重设密码，并通知管理员。",
            ),
        },
    ),
)
