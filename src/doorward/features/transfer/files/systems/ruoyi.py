"""RuoYi: a row of sys_user. Roles are in other tables, and are not imported."""

from typing import Any

from doorward.domain.times import iso_or_none
from doorward.features.transfer.files.values import Row, moment, text

COLUMNS = (
    "user_id", "dept_id", "user_name", "nick_name", "user_type", "email", "phonenumber", "sex", "avatar", "password",
    "status", "del_flag", "login_ip", "login_date", "pwd_update_date", "create_by", "create_time", "update_by",
    "update_time", "remark",
)  # fmt: skip


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
        "roles": None,
        # RuoYi: 0 is enabled, and del_flag marks deleted users.
        "status": int(str(row.get("status")) == "0" and str(row.get("del_flag") or "0") == "0"),
        "passwordHash": text(row.get("password")),
        "createdAt": moment(row.get("create_time")),
        "updatedAt": moment(row.get("update_time")),
        "lastLoginAt": moment(row.get("login_date")),
    }


def write(row: Row) -> Row:
    given: dict[str, Any] = {
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
