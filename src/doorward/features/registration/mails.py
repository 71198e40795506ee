"""The mails of registration."""

from typing import Final

from doorward.core.mail.kinds import MailKind, MailText

REGISTRATION: Final = MailKind(
    name="registration",
    description="Sent when a person registers, to confirm the address",
    placeholders={
        "name": "Ann Lee",
        "link": "https://login.example.com/account/confirm-registration#token=dwl_example",
        "code": "314159",
        "expires": "2026-01-31 12:00 UTC",
    },
    texts={
        "en": MailText(
            "Confirm your e-mail address",
            "Hello {name},\n\n"
            "An account at {service} was requested for this e-mail address. If that was you, confirm the"
            " address:\n\n"
            "{link}\n\n"
            "Or enter this code where you registered:\n\n"
            "{code}\n\n"
            "Both work until {expires}. If you did not ask for an account, ignore this mail: none is created.",
        ),
        "zh": MailText(
            "请确认您的邮箱",
            "{name}，您好！\n\n"
            "有人使用此邮箱注册 {service} 账户。如果是您本人，请确认邮箱：\n\n"
            "{link}\n\n"
            "也可以在注册页面输入以下验证码：\n\n"
            "{code}\n\n"
            "链接和验证码在 {expires} 前有效。如果不是您本人操作，请忽略此邮件，系统不会创建账户。",
        ),
    },
)

ALREADY_REGISTERED: Final = MailKind(
    name="already_registered",
    description="Sent to a user whose address was given in a registration",
    placeholders={"name": "Ann Lee", "link": "https://login.example.com/account/sign-in"},
    texts={
        "en": MailText(
            "You already have an account",
            "Hello {name},\n\n"
            "An account at {service} was requested for this e-mail address, but you have one already. Sign in"
            " here, or choose a new password there if you forgot yours:\n\n"
            "{link}\n\n"
            "If that was not you, ignore this mail: your account is unchanged.",
        ),
        "zh": MailText(
            "您已有账户",
            "{name}，您好！\n\n"
            "有人使用此邮箱注册 {service} 账户，但您已有账户。请在此登录；如果忘记了密码，可以在该页面重设：\n\n"
            "{link}\n\n"
            "如果不是您本人操作，请忽略此邮件，您的账户没有任何变化。",
        ),
    },
)
