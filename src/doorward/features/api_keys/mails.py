"""Notices of new API keys, and of those that expire soon."""

from typing import Final

from doorward.core.mail.kinds import MailKind, MailText

_EXAMPLE: Final = {"name": "Ann Lee", "key": "Nightly export"}

MAILS: Final = (
    MailKind(
        "api_key_created",
        "Notice to a user who created an API key.",
        _EXAMPLE | {"time": "2026-01-31 12:00 UTC"},
        {
            "en": MailText(
                "An API key was created",
                "Hello {name},\n\n"
                "An API key with the name {key} was created for your account at {service} on {time}. Programs that have"
                " it can act for you. If that was you, there is nothing to do.\n\n"
                "If it was not, delete the key, choose a new password at once, and tell your administrator.",
            ),
            "zh": MailText(
                "已创建 API 密钥",
                "{name}，您好！\n\n"
                "您的 {service} 账户已于 {time} 创建名为“{key}”的 API 密钥。持有该密钥的程序可以代表您执行操作。"
                "如果是您本人操作，无需处理。\n\n"
                "如果不是，请删除该密钥，立即设置新密码，并通知管理员。",
            ),
        },
    ),
    MailKind(
        "api_key_expiring",
        "Notice to a user whose API key expires soon.",
        _EXAMPLE | {"expires": "2026-01-31 12:00 UTC"},
        {
            "en": MailText(
                "An API key expires soon",
                "Hello {name},\n\n"
                "Your API key {key} at {service} expires on {expires}. Programs that use it are refused from then on."
                "\n\n"
                "If they are still needed, create a new key and give it to them before that time.",
            ),
            "zh": MailText(
                "API 密钥即将过期",
                "{name}，您好！\n\n"
                "您在 {service} 的 API 密钥“{key}”将于 {expires} 过期，届时使用该密钥的程序将被拒绝访问。\n\n"
                "如果仍需使用，请在此之前创建新的密钥并更换。",
            ),
        },
    ),
)
