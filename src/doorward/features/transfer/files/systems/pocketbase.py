"""PocketBase: a record of an auth collection."""

from doorward.domain.times import iso_or_none
from doorward.features.transfer.files.own_format import PLAIN
from doorward.features.transfer.files.values import Row, metadata, moment, must_change, names, status, text, verified


def read(row: Row, options: Row, now: int) -> Row:
    email = text(row.get("email"))
    avatar = text(row.get("avatar"))
    return {
        "username": text(row.get("username")) or email or text(row.get("id")),
        "name": text(row.get("name")),
        "email": email,
        "emailVerified": verified(email, row.get("verified")),
        "phone": text(row.get("phone")),
        # Uploaded files have a name without an address, and are not imported.
        "avatar": avatar if avatar and avatar.startswith(("http", "/")) else None,
        "roles": names(row.get("roles")),
        "status": status(row.get("status")),
        "passwordHash": text(row.get("password") or row.get("passwordHash")),
        "createdAt": moment(row.get("created")),
        "updatedAt": moment(row.get("updated")),
        "lastLoginAt": moment(row.get("lastLoginAt")),
        "metadata": metadata(row.get("metadata")),
        "mustChangePassword": must_change(row.get("mustChangePassword")),
    }


def write(row: Row) -> Row:
    same = {name: row[name] for name in PLAIN if name != "emailVerified"}
    return {
        **same,
        "emailVisibility": False,
        "verified": row["emailVerified"],
        "password": row["passwordHash"],
        "created": iso_or_none(row["createdAt"]),
        "updated": iso_or_none(row["updatedAt"]),
        "lastLoginAt": iso_or_none(row["lastLoginAt"]),
    }
