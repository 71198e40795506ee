"""RuoYi: a row of sys_user. Roles are in other tables of the same dump; a CSV file of sys_user has none."""

from typing import Any, Final

from doorward.domain.times import iso_or_none
from doorward.features.transfer.files.rows import Rows
from doorward.features.transfer.files.values import Row, moment, text

COLUMNS = (
    "user_id", "dept_id", "user_name", "nick_name", "user_type", "email", "phonenumber", "sex", "avatar", "password",
    "status", "del_flag", "login_ip", "login_date", "pwd_update_date", "create_by", "create_time", "update_by",
    "update_time", "remark",
)  # fmt: skip


ROLE_TABLES: Final = {
    "sys_role": (
        "role_id", "role_name", "role_key", "role_sort", "data_scope", "menu_check_strictly", "dept_check_strictly",
        "status", "del_flag", "create_by", "create_time", "update_by", "update_time", "remark",
    ),
    "sys_user_role": ("user_id", "role_id"),
}  # fmt: skip


def with_roles(rows: Rows, others: Rows) -> Rows:
    """The users, each with the keys of their roles, such as `common`. `others` are the rows of ROLE_TABLES."""
    keys: dict[str, str] = {}
    held: dict[str, list[str]] = {}
    for row in others:
        if not isinstance(row, dict):
            continue
        if "role_key" in row:
            # As for users: 0 is enabled, and del_flag marks what was deleted.
            if str(row.get("status")) == "0" and str(row.get("del_flag") or "0") == "0":
                keys[str(row.get("role_id"))] = str(row["role_key"])
        else:
            held.setdefault(str(row.get("user_id")), []).append(str(row.get("role_id")))
    for row in rows:
        if isinstance(row, dict):
            row["roles"] = [keys[role] for role in held.get(str(row.get("user_id")), ()) if role in keys]
        yield row


def read(row: Row, options: Row, now: int) -> Row:
    # How MySQL and its tools write NULL.
    row = {column: None if value in ("NULL", r"\N") else value for column, value in row.items()}
    avatar = text(row.get("avatar"))
    return {
        "username": text(row.get("user_name")),
        "name": text(row.get("nick_name")),
        "email": text(row.get("email")),
        "phone": text(row.get("phonenumber")),
        "avatar": avatar if avatar and avatar.startswith(("http", "/")) else None,
        "roles": row.get("roles"),
        "id": _id(row.get("user_id")),
        # RuoYi: 0 is enabled, and del_flag marks deleted users.
        "status": int(str(row.get("status")) == "0" and str(row.get("del_flag") or "0") == "0"),
        "passwordHash": text(row.get("password")),
        "createdAt": moment(row.get("create_time")),
        "updatedAt": moment(row.get("update_time")),
        "lastLoginAt": moment(row.get("login_date")),
    }


def _id(value: Any) -> Any:
    return int(value) if str(value).isdecimal() and len(str(value)) < 20 else value


def write(row: Row) -> Row:
    given: dict[str, Any] = {
        "user_id": row["id"],
        "user_name": row["username"],
        "nick_name": row["name"],
        "user_type": "00",
        "email": row["email"],
        "phonenumber": row["phone"],
        "avatar": row["avatar"],
        "password": row["passwordHash"],
        "status": "0" if row["status"] == 1 else "1",
        "del_flag": "0",
        "login_date": iso_or_none(row["lastLoginAt"]),
        "create_time": iso_or_none(row["createdAt"]),
        "update_time": iso_or_none(row["updatedAt"]),
    }
    return {column: given.get(column) for column in COLUMNS}
