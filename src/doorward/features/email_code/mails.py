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
                "your code for signing in is:\n\n"
                "{code}\n\n"
                "Enter it on the page where you asked for it. It works once, there only, until {expires}.\n\n"
                "Give this code to no other person, also not to our staff. If you did not ask for it, you"
                " need not do anything.",
            ),
            "zh": MailText(
                "您的登录验证码",
                "{name}，您好：\n\n"
                "您的登录验证码是：\n\n"
                "{code}\n\n"
                "请在您请求验证码的页面中输入。该验证码只能在该页面使用一次，有效期至 {expires}。\n\n"
                "请勿将验证码告诉任何人，我们的工作人员也不会向您索要。如果这不是您本人的请求，请忽略此邮件。",
            ),
        },
    ),
)
