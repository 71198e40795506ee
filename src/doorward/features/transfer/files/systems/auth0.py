"""Auth0: a user of its export or bulk import."""

from doorward.domain.times import iso_or_none
from doorward.features.transfer.files.values import (
    Row,
    flag,
    joined,
    metadata,
    moment,
    must_change,
    names,
    text,
    verified,
)


def read(row: Row, options: Row, now: int) -> Row:
    custom = row.get("custom_password_hash") or {}
    app = row.get("app_metadata") or {}
    given, family = row.get("given_name"), row.get("family_name")
    email, phone = text(row.get("email")), text(row.get("phone_number"))
    return {
        "username": text(row.get("username")) or email or phone or text(row.get("user_id")),
        "name": text(row.get("name")) or joined(given, family) or text(row.get("nickname")),
        "email": email,
        "emailVerified": verified(email, row.get("email_verified")),
        "phone": phone,
        "avatar": text(row.get("picture")),
        "roles": names(app.get("roles")),
        "status": None if row.get("blocked") is None else int(not flag(row["blocked"])),
        "passwordHash": text(
            row.get("password_hash") or row.get("passwordHash") or (custom.get("hash") or {}).get("value")
        ),
        "createdAt": moment(row.get("created_at")),
        "updatedAt": moment(row.get("updated_at")),
        "lastLoginAt": moment(row.get("last_login")),
        "metadata": metadata(app.get("metadata")),
        "mustChangePassword": must_change(app.get("mustChangePassword")),
    }


def write(row: Row) -> Row:
    return {
        "user_id": f"auth0|{row['username']}",
        "username": row["username"],
        "email": row["email"],
        "email_verified": row["emailVerified"],
        "name": row["name"],
        "phone_number": row["phone"],
        "picture": row["avatar"],
        "blocked": row["status"] == 0,
        "app_metadata": {name: row[name] for name in ("roles", "metadata", "mustChangePassword")},
        "passwordHash": row["passwordHash"],
        "created_at": iso_or_none(row["createdAt"]),
        "updated_at": iso_or_none(row["updatedAt"]),
        "last_login": iso_or_none(row["lastLoginAt"]),
    }
