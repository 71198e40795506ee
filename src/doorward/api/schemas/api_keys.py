"""Wire types of API keys, for people and for service accounts."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, convert

from doorward.core import Core
from doorward.core.api_keys.keys import CreatedKey
from doorward.domain.api_keys import (
    KEYS_MAX,
    NAME_MAX,
    NETWORK_MAX,
    NETWORKS_MAX,
    PERMISSIONS_MAX,
    ApiKey,
    KeyDraft,
    key_name,
)
from doorward.domain.roles import PERMISSION_MAX
from doorward.domain.times import Moment
from doorward.domain.validation import checked

Name = Annotated[
    str, Meta(min_length=1, max_length=NAME_MAX, description="What it is for", examples=["Nightly export"])
]
Permissions = Annotated[
    list[Annotated[str, Meta(max_length=PERMISSION_MAX)]],
    Meta(
        max_length=PERMISSIONS_MAX,
        description="What the key may do, as far as its owner may; null for everything that the owner may",
        examples=[["orders:read"]],
    ),
]
Networks = Annotated[
    list[Annotated[str, Meta(max_length=NETWORK_MAX)]],
    Meta(
        max_length=NETWORKS_MAX, description="Networks that it works from; empty for all", examples=[["192.0.2.0/24"]]
    ),
]


class CreateKey(Struct, rename="camel"):
    name: Name
    expires_at: (
        Annotated[
            str,
            Meta(
                max_length=64,
                description="A time or a day in ISO 8601; null or absent for none",
                examples=["2030-01-31T12:00:00.000Z"],
            ),
        ]
        | None
    ) = None
    permissions: Permissions | None = None
    networks: Networks | None = None


class RenameKey(Struct):
    name: Name


class KeyData(Struct, rename="camel"):
    id: int
    name: Name
    hint: Annotated[str, Meta(description="The last characters of the key", examples=["3f9a"])]
    permissions: Permissions | None
    networks: Networks
    created_at: Moment
    expires_at: Moment | None
    expired: bool
    last_used_at: Annotated[Moment | None, Meta(description="Recorded within two minutes of the use")]
    last_address: Annotated[str, Meta(description="Of the last use; empty before the first", examples=["192.0.2.1"])]
    token: (
        Annotated[str, Meta(description="The key itself, shown this once", examples=["dwk_3J8c...9fA13f9a"])]
        | UnsetType
    ) = UNSET

    @classmethod
    def of(cls, key: ApiKey, now: int) -> "KeyData":
        return convert(key.document(now), cls)

    @classmethod
    def of_created(cls, created: CreatedKey, now: int) -> "KeyData":
        return convert(created.key.document(now) | {"token": created.text}, cls)


class KeyList(Struct):
    list: Annotated[list[KeyData], Meta(description=f"Oldest first, {KEYS_MAX} at most")]

    @classmethod
    def of(cls, keys: Sequence[ApiKey], now: int) -> "KeyList":
        return cls([KeyData.of(key, now) for key in keys])


def draft_of(core: Core, body: CreateKey) -> KeyDraft:
    return KeyDraft.parse(
        core.clock(), name=body.name, expires_at=body.expires_at, permissions=body.permissions, networks=body.networks
    )


def name_of(core: Core, body: RenameKey) -> str:
    # A name that the form refuses is unset here.
    return str(checked({"name": body.name}, {"name": key_name}).get("name", ""))
