"""Supabase: a row of auth.users. Second factors are in another table of the same dump."""

from typing import Final

from doorward.domain.times import iso_or_none
from doorward.features.transfer.files import second_factors
from doorward.features.transfer.files.rows import Rows
from doorward.features.transfer.files.values import Row, embedded, metadata, moment, must_change, names, text

FACTOR_TABLES: Final = {"auth.mfa_factors": ()}
_FACTORS: Final = "mfa_factors"


def with_factors(rows: Rows, others: Rows) -> Rows:
    """The users, each with the second factors that they have set up. `others` are the rows of FACTOR_TABLES."""
    held: dict[str, list[Row]] = {}
    for row in others:
        if isinstance(row, dict) and row.get("status") == "verified":
            held.setdefault(str(row.get("user_id")), []).append(_factor(row))
    for row in rows:
        if isinstance(row, dict):
            row[_FACTORS] = held.get(str(row.get("id")), [])
        yield row


def _factor(row: Row) -> Row:
    if row.get("factor_type") != "totp":
        return {"type": text(row.get("factor_type")) or "unknown"}
    # Supabase has no others.
    options = {"algorithm": "SHA1", "digits": 6, "period": 30}
    return second_factors.totp(text(row.get("secret")), row.get("friendly_name"), **options)


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
        "secondFactors": row.get(_FACTORS) or None,
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
