"""The table of user fields. It drives insert, update, import, audit, the wire types and export.

To add a field: a row here, an attribute of `User` and of `Profile`, a migration, and an option of `doorward users`.
A field that other systems have a place for is also read and written in features/transfer/files/systems.
"""

import re
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct

from doorward.domain.roles import ROLE_NAME_MAX
from doorward.domain.sign_in.strength import StrengthName
from doorward.domain.times import Moment
from doorward.domain.validation import camel_case, printable, unique_name

DISABLED: Final = 0
ENABLED: Final = 1

USERNAME_MAX: Final = 64
# The most that the setting of the longest password can allow. A longer one is refused unread.
PASSWORD_MAX: Final = 4096
NAME_MAX: Final = 100
EMAIL_MAX: Final = 254
PHONE_MAX: Final = 32
AVATAR_MAX: Final = 2048
METADATA_MAX: Final = 4096
ROLES_OF_USER_MAX: Final = 100
# Deeper objects overflow the stack of common JSON parsers.
METADATA_DEPTH: Final = 32
# Each has a name and a value: more would not fit.
METADATA_ENTRIES: Final = METADATA_MAX // 4
NO_METADATA: Final = "{}"

_AVATAR: Final = re.compile(r"(https?://|/)\S*")

Status = Annotated[
    Literal[0, 1], Meta(description="0 disabled, 1 enabled", examples=[1], extra_json_schema={"type": "integer"})
]
_Id = Annotated[int, Meta(ge=1, examples=[42])]
_Username = Annotated[
    str, Meta(min_length=1, max_length=USERNAME_MAX, description="Unique, ignoring case", examples=["ann"])
]
_Password = Annotated[
    str,
    Meta(
        max_length=PASSWORD_MAX,
        description="8 to 256 characters unless set otherwise; no common password, nor the username or the e-mail",
        examples=["correct horse battery staple"],
    ),
]
_Name = Annotated[str, Meta(max_length=NAME_MAX, description="Display name", examples=["Ann Lee"])]
_Email = Annotated[str, Meta(max_length=EMAIL_MAX, description="Unique, ignoring case", examples=["ann@example.com"])]
_Phone = Annotated[str, Meta(max_length=PHONE_MAX, examples=["+1 555 0100"])]
_Avatar = Annotated[
    str, Meta(max_length=AVATAR_MAX, description="Address of a picture", examples=["https://example.com/ann.png"])
]
_RoleNames = Annotated[
    list[Annotated[str, Meta(max_length=ROLE_NAME_MAX)]],
    Meta(max_length=ROLES_OF_USER_MAX, description="Names of roles", examples=[["user"]]),
]
_Permissions = Annotated[
    tuple[str, ...],
    Meta(description="Everything that the roles allow, sorted; `*` is everything", examples=[["articles:write"]]),
]
_MustChange = Annotated[
    bool, Meta(description="Until they choose a new password, users can open nothing but their own account")
]
_EmailVerified = Annotated[bool, Meta(description="Whether the user has proved that they read mail to the address")]
_PendingEmail = Annotated[
    str | None, Meta(description="New e-mail address that waits for its confirmation", examples=[None])
]
_Strength = Annotated[
    StrengthName, Meta(description="The strongest sign-in that the factors of the user allow", examples=["twoFactors"])
]
_RequiredStrength = Annotated[
    StrengthName,
    Meta(
        description="What the roles ask of a sign-in; a weaker one opens nothing but the user's own account",
        examples=["password"],
    ),
]
_Service = Annotated[bool, Meta(description="Whether it is a service account: a program, which has no password")]
_METADATA: Final = Meta(
    description=f"Data of your applications: a JSON object of at most {METADATA_MAX} bytes, written by administrators",
    examples=[{"department": "sales"}],
    extra_json_schema={"type": "object", "additionalProperties": True},
)
_Metadata = Annotated[dict[str, Any], _METADATA, Meta(max_length=METADATA_ENTRIES)]
# The stored text is embedded as it is, without parsing it.
_ShownMetadata = Annotated[msgspec.Raw, _METADATA]


class UserField(Struct, frozen=True, kw_only=True):
    """One field of a user. Types are those of JSON, with their descriptions in the OpenAPI document."""

    name: str  # Attribute of `User` and `Profile`; with `stored` also the column.
    shown: Any = None  # Type in the user object; None hides the field.
    create: Any = None  # Type in a request that creates a user; None refuses the field.
    update: Any = None  # Type in a request that changes a user.
    required: bool = False  # For creating a user.
    own: bool = False  # Users may change it on their own account; other fields are for administrators.
    rule: Callable[[Any], Any] | None = None  # Cleans a value, or raises ValueError.
    default: Any = None  # Column of a new user whose request leaves the field out.
    stored: bool = True
    sort_column: str = ""
    audited: bool = False
    exported: bool = False
    time: bool = False  # Milliseconds since 1970, shown as ISO 8601.
    render: Callable[[Any], Any] | None = None  # From the attribute to JSON.

    @property
    def wire(self) -> str:
        return camel_case(self.name)


def _email(text: str) -> str:
    text = unique_name(text, EMAIL_MAX, spaces=False)
    name, _, host = text.partition("@")
    if not name or not host or "@" in host:
        raise ValueError("must be an e-mail address such as ann@example.com")
    return text


def _avatar(text: str) -> str:
    text = printable(text, AVATAR_MAX, spaces=False)
    if not _AVATAR.fullmatch(text):
        raise ValueError("must be an http or https address, or a path that starts with /")
    return text


def _flag(given: Any) -> int:
    # Files may hold anything here; of a request, the decoder has checked it.
    if not isinstance(given, bool):
        raise ValueError("must be true or false")
    return int(given)


def _role_names(names: list[str]) -> tuple[str, ...]:
    if len(names) > ROLES_OF_USER_MAX:
        raise ValueError(f"must have at most {ROLES_OF_USER_MAX} entries")
    if max(map(len, names), default=0) > ROLE_NAME_MAX:
        raise ValueError(f"has an entry that must have at most {ROLE_NAME_MAX} characters")
    return tuple(dict.fromkeys(names))


def _or_cleared(clean: Callable[[str], str]) -> Callable[[str | None], str | None]:
    # Forms send an input that was left empty as "".
    return lambda text: None if text is None or not text.strip() else clean(text)


def _metadata(given: Any) -> str:
    """The stored text: compact JSON, keys in the order given. Files and the command line give JSON as text."""
    if given is None or given == "":
        return NO_METADATA
    try:
        document = msgspec.json.decode(given) if isinstance(given, str) else given
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise ValueError("must be a JSON object")
    _check_nested(document, 1)
    text = msgspec.json.encode(document)
    if len(text) > METADATA_MAX:
        raise ValueError(f"must have at most {METADATA_MAX} bytes as JSON")
    return text.decode()


def _check_nested(value: Any, depth: int) -> None:
    if isinstance(value, str):
        if "\0" in value:
            raise ValueError("must not contain NUL")
    elif isinstance(value, dict | list):
        if depth > METADATA_DEPTH:
            raise ValueError(f"must not nest deeper than {METADATA_DEPTH} levels")
        for part in (*value, *value.values()) if isinstance(value, dict) else value:
            _check_nested(part, depth + 1)


# In the order of the user object.
FIELDS: Final = (
    UserField(name="id", shown=_Id, sort_column="id"),
    UserField(
        name="username", shown=_Username, create=_Username, update=_Username, required=True,
        rule=partial(unique_name, longest=USERNAME_MAX, spaces=False),
        sort_column="username_key", audited=True, exported=True,
    ),
    # Stored as a hash, in a column that no user object has. A blank one in an update leaves the password as it is.
    UserField(
        name="password", create=Annotated[_Password, Meta(min_length=1)], update=_Password | None, required=True,
        stored=False,
    ),
    UserField(
        name="name", shown=_Name, create=_Name | None, update=_Name, own=True,
        rule=partial(printable, longest=NAME_MAX, spaces=True, joiners=True),
        sort_column="name_key", audited=True, exported=True,
    ),
    UserField(
        name="email", shown=_Email | None, create=_Email | None, update=_Email | None, own=True,
        rule=_or_cleared(_email), sort_column="email_key", audited=True, exported=True,
    ),
    UserField(
        name="phone", shown=_Phone | None, create=_Phone | None, update=_Phone | None, own=True,
        rule=_or_cleared(partial(printable, longest=PHONE_MAX, spaces=True)), audited=True, exported=True,
    ),
    UserField(
        name="avatar", shown=_Avatar | None, create=_Avatar | None, update=_Avatar | None, own=True,
        rule=_or_cleared(_avatar), audited=True, exported=True,
    ),
    UserField(
        name="roles", shown=_RoleNames, create=_RoleNames, update=_RoleNames,
        rule=_role_names, stored=False, audited=True, exported=True,
        render=lambda roles: [role.name for role in roles],
    ),
    UserField(name="permissions", shown=_Permissions, stored=False),
    UserField(
        name="status", shown=Status, create=Status, update=Status, default=ENABLED, sort_column="status",
        audited=True, exported=True,
    ),
    UserField(name="created_at", shown=Moment, sort_column="created_at", exported=True, time=True),
    UserField(name="updated_at", shown=Moment, sort_column="updated_at", exported=True, time=True),
    UserField(
        name="last_login_at", shown=Moment | None, sort_column="last_login_at", exported=True, time=True,
    ),
    UserField(
        name="must_change_password", shown=_MustChange, create=bool, update=bool, rule=_flag, default=0, audited=True,
        exported=True, render=bool,
    ),
    UserField(name="version"),
    UserField(
        name="metadata", shown=_ShownMetadata, create=_Metadata | None, update=_Metadata | None, rule=_metadata,
        default=NO_METADATA, audited=True, exported=True, render=msgspec.Raw,
    ),
    # An address that an administrator or an import sets is unverified unless they say otherwise.
    UserField(
        name="email_verified", shown=_EmailVerified, create=bool, update=bool, rule=_flag, default=0, audited=True,
        exported=True, render=bool,
    ),
    # Becomes the address when its owner confirms it.
    UserField(name="pending_email", shown=_PendingEmail),
    UserField(name="factors"),
    UserField(name="strength", shown=_Strength, stored=False, render=attrgetter("wire")),
    UserField(name="required_strength", shown=_RequiredStrength, stored=False, render=attrgetter("wire")),
    UserField(name="service", shown=_Service, render=bool),
)  # fmt: skip

RULES: Final = {field.name: field.rule for field in FIELDS if field.rule}
# Columns of `User`, and those of them that a `Profile` sets.
COLUMNS: Final = tuple(field.name for field in FIELDS if field.stored)
WRITTEN: Final = tuple(field for field in FIELDS if field.stored and field.create is not None)
OWN: Final = tuple(field.name for field in FIELDS if field.own)
SHOWN: Final = tuple(field for field in FIELDS if field.shown is not None)
AUDITED: Final = tuple(field for field in FIELDS if field.audited)
EXPORTED: Final = tuple(field for field in FIELDS if field.exported)


def reader(fields: tuple[UserField, ...]) -> Callable[[Any], list[Any]]:
    """A function that reads these fields of a `User`, rendered; times stay numbers."""
    read = attrgetter(*(field.name for field in fields))
    renders = [(index, field.render) for index, field in enumerate(fields) if field.render]

    def values(user: Any) -> list[Any]:
        found = list(read(user))
        for index, render in renders:
            found[index] = render(found[index])
        return found

    return values


def columns(fields: tuple[UserField, ...]) -> Callable[[Any], list[Any]]:
    """A function that reads these fields of a `Profile`, for a new user: what is UNSET gets its default."""
    read, defaults = attrgetter(*(field.name for field in fields)), [field.default for field in fields]
    return lambda profile: [
        default if value is UNSET else value for value, default in zip(read(profile), defaults, strict=True)
    ]
