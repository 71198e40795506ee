"""Django: `auth.user` of dumpdata. Groups count as roles. It has no place for phone, avatar,
metadata and whether an address is verified."""

from typing import Any

from doorward.domain.times import iso_or_none
from doorward.features.transfer.files.rows import BrokenRow, Rows
from doorward.features.transfer.files.values import Row, as_text, flag, joined, moment, status, text


def users_only(rows: Rows) -> Rows:
    """Only the users, with the names of their groups and permissions, which dumpdata writes before them."""
    groups: dict[Any, str] = {}
    permissions: dict[Any, str] = {}
    for row in rows:
        model = str(row.get("model", "user")).lower() if isinstance(row, dict) else "user"
        try:
            if model == "auth.group" and isinstance(row, dict):
                groups[row.get("pk")] = row["fields"]["name"]
            elif model == "auth.permission" and isinstance(row, dict):
                permissions[row.get("pk")] = row["fields"]["codename"]
            # Projects with a user model of their own name it like "accounts.user".
            elif model.endswith("user"):
                yield _with_names(row, groups, permissions) if isinstance(row, dict) else row
        except (LookupError, TypeError, AttributeError) as error:
            yield BrokenRow(as_text(row), f"is no user, group or permission of Django: {error}")


def _with_names(row: Row, groups: dict[Any, str], permissions: dict[Any, str]) -> Row:
    fields = row.get("fields", row)
    # A number; or, with --natural-foreign, a list that begins with the name.
    named = [group[0] if isinstance(group, list) else groups.get(group) for group in fields.get("groups") or []]
    own = fields.get("user_permissions")
    if isinstance(own, list):
        own = [each[0] if isinstance(each, list) else permissions.get(each, each) for each in own]
    return row | {"fields": fields | {"groups": [name for name in named if name], "user_permissions": own}}


def read(row: Row, options: Row, now: int) -> Row:
    fields: Row = row.get("fields", row)
    stored = text(fields.get("password"))
    return {
        # User models of a project may have no username, and sign in by the address.
        "username": text(fields.get("username")) or text(fields.get("email")),
        "id": row.get("pk"),
        "name": joined(fields.get("first_name"), fields.get("last_name")),
        "email": text(fields.get("email")),
        "roles": _roles(fields),
        "status": status(fields.get("is_active")),
        # Django writes "!" and random text for users without a password.
        "passwordHash": None if stored is None or stored.startswith("!") else stored,
        "createdAt": moment(fields.get("date_joined")),
        "lastLoginAt": moment(fields.get("last_login")),
    }


def _roles(fields: Row) -> list[str]:
    flags = [name for name in ("superuser", "staff") if flag(fields.get(f"is_{name}", False))]
    return [*flags, *fields.get("groups", [])]


def hash_of(stored: str | None) -> str:
    """A hash as Django's hashers write it."""
    prefix = {"$argon2": "argon2", "$2": "bcrypt$"}
    for start, name in prefix.items():
        if stored is not None and stored.startswith(start):
            return name + stored
    return stored or "!"


def write(row: Row) -> Row:
    return {
        "model": "auth.user",
        "pk": row["id"],
        "fields": {
            "username": row["username"],
            "first_name": row["name"],
            "last_name": "",
            "email": row["email"] or "",
            "is_active": row["status"] == 1,
            "is_superuser": "admin" in row["roles"],
            "password": hash_of(row["passwordHash"]),
            "date_joined": iso_or_none(row["createdAt"]),
            "last_login": iso_or_none(row["lastLoginAt"]),
        },
    }
