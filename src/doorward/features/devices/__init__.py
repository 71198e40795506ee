"""Devices of users: listing and forgetting them, notices of new ones, and the link that disowns a sign-in."""

from typing import Final

from doorward.feature import Feature
from doorward.features.devices import endpoints, mails

FEATURE: Final = Feature(
    name="devices",
    routes=endpoints.ROUTES,
    audit_actions={
        "auth.new_device": (
            "User signed in from a device that was not known; `details.outcome` is `mailed`, or says why no mail was"
            " sent: `no_address`, `limited`"
        ),
        "auth.device_trusted": "User lets the device `details.device` skip the second factor for some time",
        "auth.device_forgotten": "User made the service forget the device `details.device`, or all `details.devices`",
        "auth.sign_in_disowned": (
            "User said by a mailed link that a sign-in was not theirs: sessions ended, devices were forgotten, the"
            " password was removed"
        ),
    },
    mails=mails.MAILS,
)
