"""The filters of lists of users, in a query and in the body of an operation."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct
from msgspec.structs import fields

from doorward.api.schemas.paging import PageParams
from doorward.domain.paging import KEYWORD_MAX, SORT_MAX
from doorward.domain.roles import ROLE_NAME_MAX
from doorward.domain.times import range_bound
from doorward.domain.user_fields import PHONE_MAX, Status
from doorward.domain.user_query import SORTABLE, UserFilter

_ID_MAX = 2**63 - 1
_OTHERS = ("id", "never_signed_in", "must_change_password", "email_verified", "no_role", "service")
_Time = Annotated[str, Meta(max_length=40, examples=["2026-01-31"])]


class UserFilterParams(Struct, rename="camel"):
    """The filters of the list of users. A user has to match all that are given."""

    keyword: Annotated[
        str,
        Meta(
            max_length=KEYWORD_MAX,
            description="Matches anywhere in the username, name or e-mail address, ignoring case",
            examples=["ann"],
        ),
    ] = ""
    status: Status | UnsetType = UNSET
    role: Annotated[
        str, Meta(max_length=ROLE_NAME_MAX, description="Only users who hold this role", examples=["user"])
    ] = ""
    id: Annotated[int, Meta(ge=1, le=_ID_MAX, description="Only the user with this id")] | UnsetType = UNSET
    phone: Annotated[
        str,
        Meta(max_length=PHONE_MAX, description="Matches anywhere in the phone number, as it is written"),
    ] = ""
    created_from: Annotated[_Time, Meta(description="Created at this time or later; ISO 8601")] = ""
    created_to: Annotated[_Time, Meta(description="Created before this time, or on this day; ISO 8601")] = ""
    never_signed_in: Annotated[bool, Meta(description="Only users who never did, or who did")] | UnsetType = UNSET
    must_change_password: Annotated[bool, Meta(description="Only users who must, or need not")] | UnsetType = UNSET
    email_verified: (
        Annotated[bool, Meta(description="Only users whose address is verified, or not, or who have none")] | UnsetType
    ) = UNSET
    no_role: Annotated[bool, Meta(description="Only users without a role, or with any")] | UnsetType = UNSET
    service: Annotated[bool, Meta(description="Only service accounts, or only people")] | UnsetType = UNSET

    def filter(self, sort: str = "id") -> UserFilter:
        others = {name: value for name in _OTHERS if (value := getattr(self, name)) is not UNSET}
        return UserFilter.parse(
            self.keyword,
            None if self.status is UNSET else self.status,
            self.role,
            sort,
            phone=self.phone.strip(),
            created_from=range_bound("createdFrom", self.created_from) if self.created_from else None,
            created_to=range_bound("createdTo", self.created_to, end=True) if self.created_to else None,
            **others,
        )


_Listed = defstruct(
    "_Listed",
    [(each.name, each.type, each.default) for each in fields(UserFilterParams)],
    bases=(PageParams,),
    rename="camel",
)


class UserListParams(_Listed):  # type: ignore[valid-type, misc]  # Its fields are known at run time.
    sort: Annotated[
        str,
        Meta(
            max_length=SORT_MAX,
            description="A field; `-` before it sorts in descending order",
            examples=["-createdAt"],
            extra_json_schema={"enum": [sign + field for field in SORTABLE for sign in ("", "-")]},
        ),
    ] = "id"
