"""Notices of changed factors."""

from typing import Final

from doorward.core.mail.kinds import MailKind, MailText

_TIMED: Final = {"name": "Ann Lee", "time": "2026-01-31 12:00 UTC"}
_EXAMPLE: Final = _TIMED | {"factor": "Telephone"}
_COUNTED: Final = _TIMED | {"left": "2"}

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
    MailKind(
        "recovery_codes_replaced",
        "Notice to a user who made new recovery codes.",
        _TIMED,
        {
            "en": MailText(
                "New recovery codes were made",
                "Hello {name},\n\n"
                "New recovery codes for your account at {service} were made on {time}. The former ones no longer work."
                " If that was you, there is nothing to do.\n\n"
                "If it was not, choose a new password at once, and tell your administrator.",
            ),
            "zh": MailText(
                "已生成新的恢复码",
                "{name}，您好！\n\n"
                "您的 {service} 账户已于 {time} 生成新的恢复码，原有恢复码已失效。如果是您本人操作，无需处理。\n\n"
                "如果不是，请立即设置新密码，并通知管理员。",
            ),
        },
    ),
    MailKind(
        "recovery_code_used",
        "Notice to a user whose recovery code was used to sign in.",
        _COUNTED,
        {
            "en": MailText(
                "A recovery code was used",
                "Hello {name},\n\n"
                "A recovery code was used to sign in to your account at {service} on {time}. Codes left: {left}. If"
                " that was you, there is nothing to do.\n\n"
                "If it was not, choose a new password at once, make new recovery codes, and tell your administrator.",
            ),
            "zh": MailText(
                "恢复码已被使用",
                "{name}，您好！\n\n"
                "有人于 {time} 使用恢复码登录了您的 {service} 账户。剩余恢复码数量：{left}。"
                "如果是您本人操作，无需处理。\n\n"
                "如果不是，请立即设置新密码，生成新的恢复码，并通知管理员。",
            ),
        },
    ),
    MailKind(
        "recovery_codes_low",
        "Notice to a user whose recovery code was used to sign in, and who has few left.",
        _COUNTED,
        {
            "en": MailText(
                "Your recovery codes are running out",
                "Hello {name},\n\n"
                "A recovery code was used to sign in to your account at {service} on {time}. Codes left: {left}. Make"
                " new ones before you need them: without a second factor and without codes only an administrator can"
                " help.\n\n"
                "If it was not you, choose a new password at once, make new recovery codes, and tell your"
                " administrator.",
            ),
            "zh": MailText(
                "您的恢复码即将用完",
                "{name}，您好！\n\n"
                "有人于 {time} 使用恢复码登录了您的 {service} 账户。剩余恢复码数量：{left}。"
                "请及时生成新的恢复码：如果既没有二次验证方式，也没有恢复码，只有管理员才能帮助您。\n\n"
                "如果不是您本人操作，请立即设置新密码，生成新的恢复码，并通知管理员。",
            ),
        },
    ),
    MailKind(
        "factors_reset",
        "Notice to a user whose second factors an administrator removed.",
        _TIMED,
        {
            "en": MailText(
                "Your second factors were removed",
                "Hello {name},\n\n"
                "An administrator removed all second factors and recovery codes from your account at {service} on"
                " {time}, and signed you out everywhere. Sign in with your password, and set up a new second"
                " factor.\n\n"
                "If you did not ask for this, tell your administrator.",
            ),
            "zh": MailText(
                "您的二次验证方式已被移除",
                "{name}，您好！\n\n"
                "管理员已于 {time} 移除您的 {service} 账户的所有二次验证方式和恢复码，并退出了所有登录。"
                "请使用密码登录，并重新设置二次验证方式。\n\n"
                "如果您没有提出此请求，请通知管理员。",
            ),
        },
    ),
)
