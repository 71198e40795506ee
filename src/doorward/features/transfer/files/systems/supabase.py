"""Supabase: a row of auth.users."""

from doorward.domain.times import iso_or_none
from doorward.features.transfer.files.values import Row, embedded, metadata, moment, must_change, names, text


def read(row: Row, options: Row, now: int) -> Row:
    user, app = embedded(row.get("raw_user_meta_data")), embedded(row.get("raw_app_meta_data"))
    email, phone = text(row.get("email")), text(row.get("phone"))
    return {
        "username": text(user.get("username")) or email or phone or text(row.get("id")),
        "name": text(user.get("name")) or text(user.get("full_name")),
        "email": email,
        "emailVerified": _confirmed(email, row),
        "phone": phone,
        "avatar": text(user.get("avatar_url")),
        "roles": names(app.get("roles")),
        "status": int(not _banned(text(row.get("banned_until")), now) and text(row.get("deleted_at")) is None),
        "passwordHash": text(row.get("encrypted_password")),
        "createdAt": moment(row.get("created_at")),
        "updatedAt": moment(row.get("updated_at")),
        "lastLoginAt": moment(row.get("last_sign_in_at")),
        "metadata": metadata(app.get("metadata")),
        "mustChangePassword": must_change(app.get("mustChangePassword")),
    }


def _confirmed(email: str | None, row: Row) -> bool | None:
    if email is None or "email_confirmed_at" not in row:
        return None
    return text(row["email_confirmed_at"]) is not None


def _banned(until: str | None, now: int) -> bool:
    # A ban that has ended stays in the column.
    return until is not None and not (isinstance(end := moment(until), int) and end <= now)


def write(row: Row) -> Row:
    return {
        "email": row["email"],
        "email_confirmed_at": iso_or_none(row["createdAt"]) if row["emailVerified"] else None,
        "phone": row["phone"],
        "encrypted_password": row["passwordHash"],
        "raw_user_meta_data": {"username": row["username"], "name": row["name"], "avatar_url": row["avatar"]},
        "raw_app_meta_data": {name: row[name] for name in ("roles", "metadata", "mustChangePassword")},
        "banned_until": None if row["status"] == 1 else "9999-12-31T00:00:00Z",
        "created_at": iso_or_none(row["createdAt"]),
        "updated_at": iso_or_none(row["updatedAt"]),
        "last_sign_in_at": iso_or_none(row["lastLoginAt"]),
    }
