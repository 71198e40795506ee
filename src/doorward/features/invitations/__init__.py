"""Invitations: administrators offer accounts with roles, and the invited people choose their passwords."""

from typing import Final

from doorward.core.jobs import Job
from doorward.feature import Feature, commands_of
from doorward.features.invitations.endpoints import ROUTES
from doorward.features.invitations.mails import INVITATION
from doorward.features.invitations.model import InvitationSettings
from doorward.features.invitations.service import Invitations

FEATURE: Final = Feature(
    name="invitations",
    routes=ROUTES,
    jobs=lambda core: [Job("purge old invitations", 3600, Invitations(core).purge)],
    commands=commands_of(__name__),
    audit_actions={
        "invitation.created": "Administrator invited a person",
        "invitation.resent": "Administrator sent an invitation again, with new links",
        "invitation.deleted": "Administrator deleted an invitation",
        "invitation.accepted": "Invited person opened their account",
        "invitation.refused": "Invitation was not accepted: its inviter may not give these roles any more",
    },
    mails=(INVITATION,),
    settings=InvitationSettings,
)
