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
            "an account with this e-mail address was requested. If that was you, confirm the address:\n\n"
            "{link}\n\n"
            "Or enter this code where you registered:\n\n"
            "{code}\n\n"
            "Both are valid until {expires}. If you did not request an account, ignore this mail: none is created.",
        ),
        "zh": MailText(
            "请确认您的电子邮件地址",
            "{name}，您好！\n\n"
            "有人用此电子邮件地址申请了账户。如果是您本人，请确认该地址：\n\n"
            "{link}\n\n"
            "或者在注册页面输入以下验证码：\n\n"
            "{code}\n\n"
            "链接和验证码的有效期至 {expires}。如果您没有申请账户，请忽略此邮件：不会创建任何账户。",
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
            "an account with this e-mail address was requested, but you have one already. Sign in here; if you forgot"
            " your password, you can choose a new one there:\n\n"
            "{link}\n\n"
            "If that was not you, ignore this mail. Your account is unchanged.",
        ),
        "zh": MailText(
            "您已经拥有账户",
            "{name}，您好！\n\n"
            "有人用此电子邮件地址申请账户，但您已经拥有账户。请在此登录；如果忘记了密码，可以在该页面重新设置：\n\n"
            "{link}\n\n"
            "如果不是您本人操作，请忽略此邮件。您的账户没有任何变化。",
        ),
    },
)
