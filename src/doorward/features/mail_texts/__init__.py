"""Administrators change the texts of mails, preview them, and return to the built-in ones."""

from typing import Final

from doorward.feature import Feature
from doorward.features.mail_texts.endpoints import ROUTES

FEATURE: Final = Feature(
    name="mail_texts",
    routes=ROUTES,
    permissions={"mail:update": "Change the texts of mails"},
    audit_actions={
        "mail_text.updated": "The text of a mail was changed; `details.changes` has the former and the new text",
        "mail_text.reset": "The text of a mail was reset to the built-in one",
    },
)
