"""Keycloak: the users of a realm export."""

import base64
import re

from doorward.crypto.passwords import foreign
from doorward.domain.user_fields import NO_METADATA
from doorward.features.transfer.files import second_factors, values
from doorward.features.transfer.files.values import (
    Row,
    as_text,
    embedded,
    joined,
    moment,
    names,
    status,
    text,
    verified,
)

_ARGON2 = re.compile(r"\$argon2(id|i|d)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)")
_UPDATE_PASSWORD = "UPDATE_PASSWORD"  # noqa: S105  (the name of an action)
_PBKDF2 = re.compile(r"\$pbkdf2-(\w+)\$i=(\d+)\$([^$]+)\$([^$]+)")


def is_service(row: Row) -> bool:
    """Whether it is the service account of a client: a realm export lists them among the users."""
    return bool(row.get("serviceAccountClientId"))


def read(row: Row, options: Row, now: int) -> Row:
    attributes = row.get("attributes") or {}
    first = {key: value[0] if isinstance(value, list) and value else value for key, value in attributes.items()}
    email = text(row.get("email"))
    return {
        "username": text(row.get("username")),
        "name": joined(row.get("firstName"), row.get("lastName")),
        "email": email,
        "emailVerified": verified(email, row.get("emailVerified")),
        "phone": text(first.get("phoneNumber") or first.get("phone")),
        "avatar": text(first.get("picture")),
        "roles": _roles(row),
        "status": status(row.get("enabled")),
        "passwordHash": _hash(row.get("credentials") or []),
        "secondFactors": _second_factors(row.get("credentials") or []) or None,
        "createdAt": moment(row.get("createdTimestamp")),
        "updatedAt": moment(first.get("updatedAt")),
        "lastLoginAt": moment(first.get("lastLoginAt")),
        "metadata": values.metadata(first.get("metadata")),
        "mustChangePassword": True if _UPDATE_PASSWORD in (row.get("requiredActions") or ()) else None,
    }


def _roles(row: Row) -> list[str] | None:
    """Realm roles by their names, groups by their paths such as `/sales`, roles of a client such as `shop/clerk`."""
    realm, groups, clients = row.get("realmRoles"), row.get("groups"), row.get("clientRoles")
    if realm is None and not groups and not clients:
        return None
    own = [f"{client}/{name}" for client, given in (clients or {}).items() for name in names(given) or ()]
    return [*(names(realm) or ()), *(names(groups) or ()), *own]


def given_to_all(role: str) -> bool:
    return role in ("offline_access", "uma_authorization") or role.startswith(("default-roles-", "account/"))


def _hash(credentials: list[Row]) -> str | None:
    for credential in credentials:
        if credential.get("type") != "password":
            continue
        data, secret = embedded(credential.get("credentialData")), embedded(credential.get("secretData"))
        if "value" not in secret:
            return None
        algorithm, rounds = str(data.get("algorithm")), int(data.get("hashIterations", 0))
        if algorithm == "argon2":
            more = {key: value[0] for key, value in (data.get("additionalParameters") or {}).items()}
            salt, key = (str(secret[part]).rstrip("=") for part in ("salt", "value"))
            return (
                f"$argon2{more.get('type', 'id')}$v=19$m={more['memory']},t={rounds},p={more.get('parallelism', 1)}"
                f"${salt}${key}"
            )
        if algorithm.startswith("pbkdf2"):
            digest = algorithm.partition("-")[2] or "sha1"
            raw_salt, raw_key = (base64.b64decode(secret[part]) for part in ("salt", "value"))
            return foreign.pbkdf2_text(digest, rounds, raw_salt, raw_key)
        # bcrypt providers for Keycloak keep the complete hash as the value.
        return str(secret["value"])
    return None


def _second_factors(credentials: list[Row]) -> list[Row]:
    """Authenticator apps with their secrets, and the types of the others."""
    return [_second_factor(credential) for credential in credentials if credential.get("type") != "password"]


def _second_factor(credential: Row) -> Row:
    data, secret = embedded(credential.get("credentialData")), embedded(credential.get("secretData")).get("value")
    if credential.get("type") != "otp" or data.get("subType") != "totp":
        return {"type": text(data.get("subType")) or text(credential.get("type")) or "unknown"}
    encoding = text(data.get("secretEncoding"))
    if encoding is None and isinstance(secret, str):
        secret = second_factors.base32(secret.encode("utf-8", "surrogatepass"))  # The text itself is the key.
    elif encoding is None or encoding.upper() != "BASE32":
        secret = None
    return second_factors.totp(
        text(secret),
        credential.get("userLabel"),
        algorithm=str(data.get("algorithm")).removeprefix("Hmac"),
        digits=data.get("digits"),
        period=data.get("period"),
    )


def write(row: Row) -> Row:
    stored = as_text(row["metadata"])
    attributes = {
        "phoneNumber": row["phone"],
        "picture": row["avatar"],
        "updatedAt": row["updatedAt"],
        "lastLoginAt": row["lastLoginAt"],
        "metadata": None if stored == NO_METADATA else stored,
    }
    return {
        "username": row["username"],
        "firstName": row["name"],
        "email": row["email"],
        "emailVerified": row["emailVerified"],
        "enabled": row["status"] == 1,
        "createdTimestamp": row["createdAt"],
        "attributes": {key: [str(value)] for key, value in attributes.items() if value is not None},
        "realmRoles": row["roles"],
        "requiredActions": [_UPDATE_PASSWORD] if row["mustChangePassword"] else [],
        "credentials": _credentials(row["passwordHash"]),
    }


def _credentials(stored: str | None) -> list[Row]:
    if stored is None:
        return []
    if match := _ARGON2.fullmatch(stored):
        kind, memory, rounds, lanes, salt, key = match.groups()
        more = {"type": [kind], "memory": [memory], "parallelism": [lanes], "version": ["1.3"]}
        data: Row = {"algorithm": "argon2", "hashIterations": int(rounds), "additionalParameters": more}
        secret = {"salt": _padded(salt), "value": _padded(key)}
    elif match := _PBKDF2.fullmatch(stored):
        digest, rounds, salt, key = match.groups()
        data = {"algorithm": f"pbkdf2-{digest}".removesuffix("-sha1"), "hashIterations": int(rounds)}
        secret = {"salt": _padded(salt), "value": _padded(key)}
    else:
        data, secret = {"algorithm": "other"}, {"value": stored}
    return [{"type": "password", "credentialData": as_text(data), "secretData": as_text(secret)}]


def _padded(value: str) -> str:
    return value + "=" * (-len(value) % 4)
