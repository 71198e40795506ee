"""Notices of changed factors."""

from typing import Final

from doorward.core.mail.kinds import MailKind, MailText

_EXAMPLE: Final = {"name": "Ann Lee", "factor": "Telephone", "time": "2026-01-31 12:00 UTC"}

MAILS: Final = (
    MailKind(
        "factor_added",
        "Notice to a user who set up a second factor.",
        _EXAMPLE,
        {
            "en": MailText(
                "A second factor was set up",
                "Hello {name},\n\n"
                "A second factor, {factor}, was set up for your account at {service} on {time}. If that was you,"
                " there is nothing to do.\n\n"
                "If it was not, choose a new password at once, and tell your administrator.",
            ),
            "zh": MailText(
                "已设置新的二次验证方式",
                "{name}，您好！\n\n"
                "您的 {service} 账户已于 {time} 设置二次验证方式“{factor}”。如果是您本人操作，无需处理。\n\n"
                "如果不是，请立即设置新密码，并通知管理员。",
            ),
        },
    ),
    MailKind(
        "factor_removed",
        "Notice to a user whose second factor was removed.",
        _EXAMPLE,
        {
            "en": MailText(
                "A second factor was removed",
                "Hello {name},\n\n"
                "A second factor, {factor}, was removed from your account at {service} on {time}. If that was you,"
                " there is nothing to do.\n\n"
                "If it was not, choose a new password at once, and tell your administrator.",
            ),
            "zh": MailText(
                "二次验证方式已移除",
                "{name}，您好！\n\n"
                "您的 {service} 账户的二次验证方式“{factor}”已于 {time} 移除。如果是您本人操作，无需处理。\n\n"
                "如果不是，请立即设置新密码，并通知管理员。",
            ),
        },
    ),
)
