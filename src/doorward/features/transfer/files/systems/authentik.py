"""authentik: `ak dumpdata` of its users, groups and authenticators. It is a Django application."""

from collections.abc import Callable
from typing import Any, Final

from doorward.domain.times import iso_or_none
from doorward.features.transfer.files import second_factors
from doorward.features.transfer.files.rows import BrokenRow, Rows
from doorward.features.transfer.files.systems import django
from doorward.features.transfer.files.values import (
    Row,
    as_text,
    embedded,
    flag,
    metadata,
    moment,
    must_change,
    names,
    status,
    text,
    verified,
)

USER: Final = "authentik_core.user"
_GROUP: Final = "authentik_core.group"
_DEVICES: Final = "authentik_stages_authenticator_"
_SERVICE: Final = "service_account"
# Of authentik itself, such as AnonymousUser: no loss.
_INTERNAL: Final = "internal_service_account"


def wrote(row: Any) -> bool:
    """Whether a row of a Django application is one of authentik."""
    return str(row.get("model")).startswith("authentik_")


def is_service(row: Row) -> bool:
    return bool(row.get("type") == _SERVICE)


def users_only(rows: Rows, again: Callable[[], Rows]) -> Rows:
    """The users, each with the names of their groups and with their devices. `again` reads the file once more: dumpdata
    writes devices after users."""
    groups, devices = _beside(again())
    for row in rows:
        if not isinstance(row, dict):
            yield row
        elif row.get("model") == USER:
            try:
                if row["fields"].get("type") != _INTERNAL:
                    yield _complete(row, groups, devices)
            except (LookupError, TypeError, AttributeError) as error:
                yield BrokenRow(as_text(row), f"is no user of authentik: {error}")


def _beside(rows: Rows) -> tuple[dict[str, str], dict[str, list[Row]]]:
    """The names of groups, and the devices of users, by primary key."""
    groups: dict[str, str] = {}
    devices: dict[str, list[Row]] = {}
    for row in rows:
        fields = row.get("fields") if isinstance(row, dict) else None
        if not isinstance(row, dict) or not isinstance(fields, dict):
            continue
        model = str(row.get("model"))
        if model == _GROUP:
            groups[_key(row.get("pk"))] = str(fields.get("name"))
        elif model.startswith(_DEVICES) and model.endswith("device") and flag(fields.get("confirmed", True)):
            devices.setdefault(_key(fields.get("user")), []).append(_device(model, fields))
    return groups, devices


def _key(reference: Any) -> str:
    """A primary key; or, with --natural-foreign, the list with a name that stands for it."""
    return as_text(reference) if isinstance(reference, list) else str(reference)


def _device(model: str, fields: Row) -> Row:
    kind = model.removeprefix(_DEVICES).partition(".")[0]
    if kind != "totp" or fields.get("t0"):
        return {"type": f"{kind} with another start of time" if kind == "totp" else kind}
    try:
        secret = second_factors.base32(bytes.fromhex(str(fields.get("key"))))
    except ValueError:
        secret = None
    options = {"digits": fields.get("digits", 6), "period": fields.get("step", 30)}
    return second_factors.totp(secret, fields.get("name"), algorithm="SHA1", **options)


def _complete(row: Row, groups: dict[str, str], devices: dict[str, list[Row]]) -> Row:
    fields: Row = row["fields"]
    named = [groups.get(_key(group)) for group in fields.get("groups") or fields.get("ak_groups") or []]
    keys = (_key(row.get("pk")), as_text([fields.get("username")]))
    own = [device for key in keys for device in devices.get(key, [])]
    return fields | {"groups": [name for name in named if name], "devices": own}


def read(row: Row, options: Row, now: int) -> Row:
    stored, more, email = text(row.get("password")), embedded(row.get("attributes")), text(row.get("email"))
    return {
        "username": text(row.get("username")),
        "name": text(row.get("name")),
        "email": email,
        "emailVerified": verified(email, more.get("emailVerified")),
        "phone": text(more.get("phone")),
        "avatar": text(more.get("avatar")),
        "roles": [*(row.get("groups") or ()), *(names(more.get("roles")) or ())],
        "status": status(row.get("is_active")),
        "passwordHash": None if stored is None or stored.startswith("!") else stored,
        "secondFactors": row.get("devices") or None,
        "createdAt": moment(row.get("date_joined")),
        "updatedAt": moment(row.get("last_updated")),
        "lastLoginAt": moment(row.get("last_login")),
        "metadata": metadata(more.get("metadata")),
        "mustChangePassword": must_change(more.get("mustChangePassword")),
    }


def write(row: Row) -> Row:
    attributes = {
        name: row[name] for name in ("phone", "avatar", "roles", "emailVerified", "metadata", "mustChangePassword")
    }
    return {
        "model": USER,
        "fields": {
            "username": row["username"],
            "name": row["name"],
            "email": row["email"] or "",
            "is_active": row["status"] == 1,
            "type": "internal",
            "password": django.hash_of(row["passwordHash"]),
            "groups": [],
            "attributes": {name: value for name, value in attributes.items() if value is not None},
            "date_joined": iso_or_none(row["createdAt"]),
            "last_updated": iso_or_none(row["updatedAt"]),
            "last_login": iso_or_none(row["lastLoginAt"]),
        },
    }
