"""What `doorward doctor` checks about accounts that people open themselves, and about the links in mails."""

from typing import Final
from urllib.parse import urlsplit

from doorward.cli.commands.doctor_checks import Finding
from doorward.core import Core
from doorward.features.registration.service import Registration
from doorward.settings import PREFIX, Settings

_SUBJECT: Final = "registration"


async def registration(core: Core) -> list[Finding]:
    service = Registration(core)
    if service.settings.registration != "open":
        return []
    role = await service.find_role(core.database)
    if isinstance(role, str):
        action = f"set {PREFIX}REGISTRATION_ROLE to a role without permissions for this service, or change that role"
        return [Finding("problem", _SUBJECT, f"refuses all people: {role}", action)]
    return [Finding("good", _SUBJECT, f"open, new users get the role {role.name}")]


def links(settings: Settings) -> list[Finding]:
    if not urlsplit(settings.public_url).path:
        return []
    return [
        Finding(
            "advice",
            "links",
            f"lead to {settings.public_url}/account/..., while the pages of this service are at /account of its origin",
            f"remove the path from {PREFIX}PUBLIC_URL, unless these pages are your own",
        )
    ]
