"""Accounts that failed sign-ins have locked: administrators see and unlock them."""

from doorward.feature import Feature
from doorward.features.locks import endpoints

FEATURE = Feature(
    name="locks",
    routes=endpoints.ROUTES,
    audit_actions={"user.unlocked": "Administrator cleared the failed sign-ins that had locked the account"},
)
