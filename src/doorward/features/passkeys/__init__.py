"""Passkeys and security keys (WebAuthn): as a way in, as a second factor, and in the place of the password."""

from typing import Final

from doorward.feature import Feature
from doorward.features.passkeys import endpoints, mails
from doorward.features.passkeys.factor import PasskeyFactor

FEATURE: Final = Feature(
    name="passkeys",
    routes=endpoints.ROUTES,
    second_factors=lambda core: (PasskeyFactor(core),),
    audit_actions={
        "auth.passkey_cloned": (
            "Passkey refused because its counter went back: there may be a copy of it. `details.factor` is its id"
        ),
        "auth.password_removed": "User removed their password, and signs in by passkey alone; other sessions ended",
    },
    mails=mails.MAILS,
)
