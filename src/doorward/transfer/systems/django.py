"""Django: an `auth.user` of dumpdata. It has no place for telephone, picture and roles."""

from doorward.transfer.fields import Row, flag, iso, joined, moment, text


def read(row: Row, options: Row) -> Row:
    fields: Row = row.get("fields", row)
    stored = text(fields.get("password"))
    return {
        "username": text(fields.get("username")),
        "name": joined(fields.get("first_name"), fields.get("last_name")),
        "email": text(fields.get("email")),
        "roles": ["superuser"] if flag(fields.get("is_superuser", False)) else [],
        "status": int(flag(fields.get("is_active", True))),
        # "!" and what follows is Django's way to say that there is no password.
        "passwordHash": None if stored is None or stored.startswith("!") else stored,
        "createdAt": moment(fields.get("date_joined")),
        "lastLoginAt": moment(fields.get("last_login")),
    }


def write(row: Row) -> Row:
    stored = row["passwordHash"]
    prefix = {"$argon2": "argon2", "$2": "bcrypt$"}
    for start, name in prefix.items():
        if stored is not None and stored.startswith(start):
            stored = name + stored
            break
    return {
        "model": "auth.user",
        "fields": {
            "username": row["username"],
            "first_name": row["name"],
            "last_name": "",
            "email": row["email"] or "",
            "is_active": row["status"] == 1,
            "is_superuser": "admin" in row["roles"],
            "password": stored or "!",
            "date_joined": iso(row["createdAt"]),
            "last_login": iso(row["lastLoginAt"]),
        },
    }
