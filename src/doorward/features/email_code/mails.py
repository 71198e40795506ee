"""The mail with a code for signing in."""

from typing import Final

from doorward.core.mail.kinds import MailKind, MailText

MAILS: Final = (
    MailKind(
        "email_code",
        "Code for signing in, for a user who asked for it.",
        {"name": "Ann Lee", "code": "314159", "expires": "2026-01-31 12:10 UTC"},
        {
            "en": MailText(
                "Your code for signing in",
                "Hello {name},\n\n"
                "This is your code for signing in to {service}:\n\n"
                "{code}\n\n"
                "Enter it on the page where you asked for it. It works once, until {expires}.\n\n"
                "Give the code to no other person: we never ask you for it. If you did not ask for it, ignore"
                " this mail.",
            ),
            "zh": MailText(
                "您的登录验证码",
                "{name}，您好！\n\n"
                "您登录 {service} 的验证码是：\n\n"
                "{code}\n\n"
                "请在您申请验证码的页面输入。验证码只能使用一次，在 {expires} 前有效。\n\n"
                "请勿将验证码告诉他人，我们不会向您索要。如果不是您本人操作，请忽略此邮件。",
            ),
        },
    ),
)
