"""Faults of API keys and service accounts."""

from doorward.errors.base import Fault, TooMany


class KeyNotAllowed(Fault):
    code, reason, message = 403, "key_not_allowed", "API keys can't do this; sign in as a person"


class KeyTooWeak(Fault):
    """`requiredStrength`: what the roles of the owner ask for, and the sign-in that created the key did not have."""

    code, reason = 403, "weak_key"
    message = "The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key"

    def __init__(self, required_strength: str) -> None:
        super().__init__(requiredStrength=required_strength)


class NetworkNotAllowed(Fault):
    code, reason, message = 403, "network_not_allowed", "This API key can't be used from this network"


class ApiKeyNotFound(Fault):
    code, reason, message = 404, "api_key_not_found", "There is no such API key"


class TooManyApiKeys(TooMany):
    code, reason, message = 409, "too_many_api_keys", "There can't be more API keys; delete some that are not used"


class ServiceAccount(Fault):
    code, reason = 409, "service_account"
    message = "This is a service account: it has no password and no sessions, and is managed at /api/service-accounts"
