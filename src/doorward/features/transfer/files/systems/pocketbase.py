"""PocketBase: a record of an auth collection."""

from doorward.features.transfer.files.values import Row, iso, moment, names, status, text


def read(row: Row, options: Row) -> Row:
    email = text(row.get("email"))
    avatar = text(row.get("avatar"))
    return {
        "username": text(row.get("username")) or email or text(row.get("id")),
        "name": text(row.get("name")),
        "email": email,
        "phone": text(row.get("phone")),
        # Its own files are named without an address, and stay behind.
        "avatar": avatar if avatar and avatar.startswith(("http", "/")) else None,
        "roles": names(row.get("roles")),
        "status": status(row.get("status")),
        "passwordHash": text(row.get("password") or row.get("passwordHash")),
        "createdAt": moment(row.get("created")),
        "updatedAt": moment(row.get("updated")),
        "lastLoginAt": moment(row.get("lastLoginAt")),
    }


def write(row: Row) -> Row:
    same = {name: row[name] for name in ("username", "name", "email", "phone", "avatar", "roles", "status")}
    return {
        **same,
        "emailVisibility": False,
        "password": row["passwordHash"],
        "created": iso(row["createdAt"]),
        "updated": iso(row["updatedAt"]),
        "lastLoginAt": iso(row["lastLoginAt"]),
    }
