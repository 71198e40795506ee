"""What a file has and an import leaves behind: counted by name, and reported with what to do about it."""

from collections.abc import Collection, Iterator
from typing import Any, Final

from msgspec import Struct

from doorward.features.transfer.files.own_format import FIELDS, LEFT_OUT
from doorward.features.transfer.files.systems import ruoyi
from doorward.features.transfer.files.values import Row, embedded

# What to do, by kind; in the order of the report.
_ACTIONS: Final = {
    "role": "map it with --role {name}=ROLE, where ROLE is a role of this service",
    "second factor": "the user sets up another one; the report names the users",
    "permission": "give the user a role with such a permission",
    "required action": "ask the users for it; only a new password can be required here",
    "attribute": "convert the file to JSON Lines and put it into metadata, if an application needs it",
    "field": "convert the file to JSON Lines and put it into metadata, if an application needs it",
    "service account": "programs get one here, with an API key: doorward service-accounts create",
}
# Of each kind; what comes later is counted under one name.
_MOST_NAMES: Final = 200
_OTHERS: Final = "(others)"
_LONGEST: Final = 100
# Lines that people get to read. Programs get all.
_MOST_LINES: Final = 20
_EMPTY: Final[tuple[Any, ...]] = (None, "", "NULL", r"\N", 0, [], {})


class _Layout(Struct, frozen=True):
    """The fields of a system's rows. All others, and the entries of `inner` and `listed`, are left behind."""

    # Read, or without a meaning elsewhere: ids, tokens, times of mails.
    taken: frozenset[str]
    # Objects within a row, with their keys that are read.
    inner: dict[str, frozenset[str]] = {}
    # Lists within a row: the kind of their entries, and the entries that are read.
    listed: dict[str, tuple[str, frozenset[str]]] = {}


_CUSTOM: Final = frozenset({"roles", "metadata", "mustChangePassword"})


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OWN: Final = _Layout(frozenset({*FIELDS, "id", "password", "secondFactors", "refused", LEFT_OUT, "line"}))
_LAYOUTS: Final = {
    "csv": _OWN,
    "jsonl": _OWN,
    "excel": _OWN,
    "keycloak": _Layout(
        _words(
            "id username firstName lastName email emailVerified enabled createdTimestamp credentials realmRoles"
            " clientRoles groups totp disableableCredentialTypes notBefore access"
        ),
        {"attributes": _words("phoneNumber phone picture updatedAt lastLoginAt metadata")},
        {"requiredActions": ("required action", _words("UPDATE_PASSWORD"))},
    ),
    "auth0": _Layout(
        _words(
            "_id user_id username email email_verified phone_number phone_verified name given_name family_name nickname"
            " picture blocked password_hash passwordHash custom_password_hash created_at updated_at last_login"
            " last_ip logins_count last_password_reset identities tenant connection password_set_date _tmp_is_unique"
        ),
        {"app_metadata": _CUSTOM, "user_metadata": frozenset()},
    ),
    "firebase": _Layout(
        _words(
            "localId email emailVerified passwordHash salt displayName photoUrl phoneNumber disabled createdAt"
            " lastSignedInAt"
        ),
        {"customAttributes": _words("username roles updatedAt mustChangePassword")},
    ),
    "django": _Layout(
        _words(
            "id username email password first_name last_name is_active is_staff is_superuser groups date_joined"
            " last_login"
        ),
        listed={"user_permissions": ("permission", frozenset())},
    ),
    "authentik": _Layout(
        _words(
            "uuid username name email password groups ak_groups devices is_active type path date_joined last_updated"
            " last_login password_change_date"
        ),
        {"attributes": _CUSTOM | _words("phone avatar emailVerified")},
        {"user_permissions": ("permission", frozenset())},
    ),
    "supabase": _Layout(
        _words(
            "id instance_id aud role email phone encrypted_password email_confirmed_at confirmed_at phone_confirmed_at"
            " banned_until deleted_at created_at updated_at last_sign_in_at invited_at confirmation_token"
            " confirmation_sent_at recovery_token recovery_sent_at email_change email_change_sent_at"
            " email_change_token_new email_change_token_current email_change_confirm_status phone_change"
            " phone_change_token phone_change_sent_at reauthentication_token reauthentication_sent_at is_super_admin"
            " is_sso_user is_anonymous mfa_factors"
        ),
        {
            "raw_user_meta_data": _words(
                "username name full_name avatar_url picture email email_verified phone_verified sub"
            ),
            "raw_app_meta_data": _CUSTOM | _words("provider providers"),
        },
    ),
    "pocketbase": _Layout(
        _CUSTOM
        | _words(
            "id collectionId collectionName created updated email emailVisibility verified username name avatar"
            " password passwordHash tokenKey phone status lastLoginAt lastResetSentAt lastVerificationSentAt"
            " lastLoginAlertSentAt"
        )
    ),
    "ruoyi": _Layout(frozenset({*ruoyi.COLUMNS, "roles"} - {"dept_id", "sex", "remark"})),
}  # fmt: skip


class Losses:
    """Counts of one import. Rows that are refused count as well: most are mended and imported later."""

    def __init__(self, system: str, mapped: Collection[str]) -> None:
        self._layout = _LAYOUTS[system]
        self._counts: dict[str, dict[str, int]] = {kind: {} for kind in _ACTIONS}
        self._unused = set(mapped)

    def note_row(self, row: Row) -> None:
        # Most rows of the own formats have known fields only.
        if row.keys() <= self._layout.taken:
            return
        fields = row.get("fields")  # Of Django.
        for kind, name in self._found(fields if isinstance(fields, dict) else row):
            self.note(kind, name)

    def _found(self, row: Row) -> Iterator[tuple[str, str]]:
        layout = self._layout
        for field, value in row.items():
            if field in layout.taken or value in _EMPTY:
                continue
            if field in layout.inner:
                known = layout.inner[field]
                yield from (("attribute", str(key)) for key in embedded(value) if key not in known)
            elif field in layout.listed:
                kind, known = layout.listed[field]
                entries = value if isinstance(value, list) else [value]
                yield from ((kind, str(entry)) for entry in entries if str(entry) not in known)
            else:
                yield "field", str(field)

    def note(self, kind: str, name: str) -> None:
        counts = self._counts[kind]
        if len(name) > _LONGEST:
            name = name[:_LONGEST] + "…"
        if name not in counts and len(counts) >= _MOST_NAMES:
            name = _OTHERS
        counts[name] = counts.get(name, 0) + 1

    def note_mapped(self, name: str) -> None:
        self._unused.discard(name)

    def document(self) -> list[dict[str, Any]]:
        return [
            {"what": kind, "name": name, "rows": rows, "action": action.format(name=name)}
            for kind, action in _ACTIONS.items()
            for name, rows in sorted(self._counts[kind].items(), key=lambda entry: (-entry[1], entry[0]))
        ]

    def unused_mappings(self) -> list[str]:
        return sorted(self._unused)

    def lines(self) -> list[str]:
        """For people."""
        found = self.document()
        lines = [f"--role {name}=… matches no row" for name in self.unused_mappings()]
        lines += [
            f"not imported: {_told(entry['what'], entry['name'])} ({_rows(entry['rows'])}); {entry['action']}"
            for entry in found[:_MOST_LINES]
        ]
        more = len(found) - _MOST_LINES
        return [*lines, f"not imported: {more:,} more; --json lists all"] if more > 0 else lines


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"


def _told(kind: str, name: str) -> str:
    # Those say themselves what they are: "an authenticator app with 9 digits".
    return name if kind == "second factor" else f"{kind} {name}"
