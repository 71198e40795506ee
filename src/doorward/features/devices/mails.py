"""Mails about sign-ins from new devices."""

from typing import Final

from doorward.core.mail.kinds import MailKind, MailText

_EXAMPLE: Final = {"name": "Ann Lee", "device": "Firefox on Windows", "address": "192.0.2.1"}

MAILS: Final = (
    MailKind(
        "new_device",
        "Notice of a sign-in from a device that was not known, with a link that disowns it.",
        {
            **_EXAMPLE,
            "time": "2026-01-31 12:00 UTC",
            "link": "https://login.example.com/account/not-me#token=dwl_example",
        },
        {
            "en": MailText(
                "New sign-in to your account",
                "Hello {name},\n\n"
                "Your account at {service} was used to sign in from a device that we have not seen before:\n\n"
                "Time: {time}\n"
                "Device: {device}\n"
                "Network address: {address}\n\n"
                "If that was you, there is nothing to do. If it was not, another person knows your password. Use this"
                " link within seven days:\n\n"
                "{link}\n\n"
                "It signs you out everywhere, makes the password useless, and lets you choose a new one.",
            ),
            "zh": MailText(
                "您的账户有新的登录",
                "{name}，您好！\n\n"
                "您的 {service} 账户在一台新设备上登录：\n\n"
                "时间：{time}\n"
                "设备：{device}\n"
                "网络地址：{address}\n\n"
                "如果是您本人操作，无需处理。如果不是，说明有人知道您的密码，请在七天内使用以下链接：\n\n"
                "{link}\n\n"
                "该链接会在所有设备上退出登录，使当前密码失效，并让您设置新密码。",
            ),
        },
    ),
    MailKind(
        "device_code",
        "Code that a sign-in from a device that was not known has to prove.",
        {**_EXAMPLE, "code": "314159", "expires": "2026-01-31 12:10 UTC"},
        {
            "en": MailText(
                "Your code for a new device",
                "Hello {name},\n\n"
                "Your password was used to sign in to {service} from a device that we have not seen before: {device},"
                " network address {address}. To finish the sign-in there, enter this code:\n\n"
                "{code}\n\n"
                "It works once, until {expires}. Give it to no other person: we never ask you for it.\n\n"
                "If that was not you, another person knows your password. Nothing was opened; choose a new password at"
                " once.",
            ),
            "zh": MailText(
                "新设备登录验证码",
                "{name}，您好！\n\n"
                "您的密码刚刚在一台新设备上用于登录 {service}：{device}，网络地址 {address}。"
                "请在该设备上输入以下验证码以完成登录：\n\n"
                "{code}\n\n"
                "验证码只能使用一次，在 {expires} 前有效。请勿将验证码告诉他人，我们不会向您索要。\n\n"
                "如果不是您本人操作，说明有人知道您的密码。该登录尚未完成，请立即设置新密码。",
            ),
        },
    ),
)
