"""Firebase: a user of `firebase auth:export`."""

from doorward.crypto.passwords import foreign
from doorward.features.transfer.files.values import (
    Row,
    as_text,
    embedded,
    flag,
    moment,
    must_change,
    names,
    text,
    verified,
)


def read(row: Row, options: Row, now: int) -> Row:
    email, phone = text(row.get("email")), text(row.get("phoneNumber"))
    custom = embedded(row.get("customAttributes"))
    return {
        "username": text(custom.get("username")) or email or phone or text(row.get("localId")),
        "name": text(row.get("displayName")),
        "email": email,
        "emailVerified": verified(email, row.get("emailVerified")),
        "phone": phone,
        "avatar": text(row.get("photoUrl")),
        "roles": names(custom.get("roles")),
        "status": None if row.get("disabled") is None else int(not flag(row["disabled"])),
        "passwordHash": _hash(row, options),
        "createdAt": moment(row.get("createdAt")),
        "updatedAt": moment(custom.get("updatedAt")),
        "lastLoginAt": moment(row.get("lastSignedInAt")),
        "mustChangePassword": must_change(custom.get("mustChangePassword")),
    }


def _hash(row: Row, options: Row) -> str | None:
    stored = text(row.get("passwordHash"))
    # Base64 has no $: a value with one is a complete hash, as an export of this service writes it.
    if stored is None or "$" in stored:
        return stored
    if "base64_signer_key" not in options:
        raise ValueError("needs the project's hash parameters: --firebase-hash-config FILE")
    return foreign.firebase_text(
        str(row.get("salt") or ""),
        stored,
        signer=options["base64_signer_key"],
        separator=options["base64_salt_separator"],
        rounds=int(options["rounds"]),
        memory=int(options["mem_cost"]),
    )


def write(row: Row) -> Row:
    custom = {name: row[name] for name in ("username", "roles", "updatedAt", "mustChangePassword")}
    return {
        "localId": row["username"],
        "email": row["email"],
        "emailVerified": row["emailVerified"],
        "displayName": row["name"],
        "phoneNumber": row["phone"],
        "photoUrl": row["avatar"],
        "disabled": row["status"] == 0,
        "customAttributes": as_text(custom),
        "passwordHash": row["passwordHash"],
        "createdAt": str(row["createdAt"]),
        "lastSignedInAt": None if row["lastLoginAt"] is None else str(row["lastLoginAt"]),
    }
