"""Notice of a removed password."""

from typing import Final

from doorward.core.mail.kinds import MailKind, MailText

MAILS: Final = (
    MailKind(
        "password_removed",
        "Notice to a user who removed their password and signs in by passkey alone.",
        {"name": "Ann Lee", "time": "2026-01-31 12:00 UTC"},
        {
            "en": MailText(
                "Your password was removed",
                "Hello {name},\n\n"
                "The password of your account at {service} was removed on {time}. You sign in with your passkey from"
                " now on. If that was you, there is nothing to do.\n\n"
                "If it was not, set a new password at once, by “forgot password” on the sign-in page, and tell your"
                " administrator.",
            ),
            "zh": MailText(
                "您的密码已移除",
                "{name}，您好！\n\n"
                "您的 {service} 账户密码已于 {time} 移除，今后请使用通行密钥登录。如果是您本人操作，无需处理。\n\n"
                "如果不是，请立即通过登录页面的“忘记密码”设置新密码，并通知管理员。",
            ),
        },
    ),
)
