"""Wire types: what is parsed, what is rendered, and what the OpenAPI document is generated from."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from doorward.core.auth import Tokens
from doorward.domain.paging import DEFAULT_PAGE_SIZE, KEYWORD_MAX, MAX_PAGE, MAX_PAGE_SIZE, Page, PageRequest
from doorward.domain.users import AVATAR_MAX, EMAIL_MAX, NAME_MAX, PHONE_MAX, USERNAME_MAX, Profile, User
from doorward.errors import ValidationFailed
from doorward.store.search import SORTABLE, Filter

Filled = Annotated[str, Meta(min_length=1)]
Status = Annotated[Literal[0, 1], Meta(description="0 disabled, 1 enabled")]
Username = Annotated[str, Meta(min_length=1, max_length=USERNAME_MAX, examples=["ann"])]
Name = Annotated[str, Meta(max_length=NAME_MAX, examples=["Ann Lee"])]
Email = Annotated[str, Meta(max_length=EMAIL_MAX, examples=["ann@example.com"])]
Phone = Annotated[str, Meta(max_length=PHONE_MAX, examples=["+1 555 0100"])]
Avatar = Annotated[str, Meta(max_length=AVATAR_MAX, examples=["https://example.com/ann.png"])]
RoleNames = Annotated[list[str], Meta(max_length=100, examples=[["user"]])]
Moment = Annotated[str, Meta(description="ISO 8601, UTC", examples=["2026-01-31T12:00:00.000Z"])]


class Login(Struct):
    username: Filled
    password: Filled


class Refresh(Struct, rename="camel"):
    refresh_token: Filled


class UserData(Struct, rename="camel"):
    id: int
    username: str
    name: str
    email: str | None
    phone: str | None
    avatar: str | None
    roles: list[str]
    permissions: tuple[str, ...]
    status: Status
    created_at: Moment
    updated_at: Moment
    last_login_at: Moment | None

    @classmethod
    def of(cls, user: User) -> "UserData":
        return cls(
            user.id,
            user.username,
            user.name,
            user.email,
            user.phone,
            user.avatar,
            user.role_names,
            user.permissions,
            user.status,  # type: ignore[arg-type]  # The database holds nothing but 0 and 1.
            iso(user.created_at),
            iso(user.updated_at),
            None if user.last_login_at is None else iso(user.last_login_at),
        )


class TokenData(Struct, rename="camel"):
    token: str
    refresh_token: str
    expires_in: Annotated[int, Meta(description="Seconds until `token` expires")]

    @classmethod
    def of(cls, tokens: Tokens) -> "TokenData":
        return cls(tokens.access, tokens.refresh, tokens.expires_in)


class LoginData(TokenData, rename="camel"):
    user: UserData

    @classmethod
    def of_login(cls, tokens: Tokens, user: User) -> "LoginData":
        return cls(tokens.access, tokens.refresh, tokens.expires_in, UserData.of(user))


class CreateUser(Struct, rename="camel"):
    username: Username
    password: Filled
    name: Name | UnsetType | None = UNSET
    email: Email | UnsetType | None = UNSET
    phone: Phone | UnsetType | None = UNSET
    avatar: Avatar | UnsetType | None = UNSET
    roles: RoleNames | UnsetType = UNSET
    status: Status | UnsetType = UNSET

    def profile(self) -> Profile:
        return Profile.parse(
            username=self.username,
            password=self.password,
            name=self.name or UNSET,
            email=self.email,
            phone=self.phone,
            avatar=self.avatar,
            roles=self.roles,
            status=self.status,
        )


class UpdateUser(Struct, rename="camel"):
    username: Username | UnsetType = UNSET
    password: str | UnsetType | None = UNSET
    name: Name | UnsetType = UNSET
    email: Email | UnsetType | None = UNSET
    phone: Phone | UnsetType | None = UNSET
    avatar: Avatar | UnsetType | None = UNSET
    roles: RoleNames | UnsetType = UNSET
    status: Status | UnsetType = UNSET

    def profile(self) -> Profile:
        return Profile.parse(
            username=self.username,
            # Forms echo an empty password field; it never means a blank password.
            password=self.password if self.password and self.password.strip() else UNSET,
            name=self.name,
            email=self.email,
            phone=self.phone,
            avatar=self.avatar,
            roles=self.roles,
            status=self.status,
        )


class ListQuery(Struct, rename="camel"):
    page: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = 1
    page_size: Annotated[int, Meta(ge=1, description="Above 100 counts as 100")] = DEFAULT_PAGE_SIZE
    keyword: Annotated[str, Meta(max_length=KEYWORD_MAX)] = ""
    status: Status | None = None
    role: str = ""
    sort: Annotated[str, Meta(description="A field, descending after a `-`", examples=["-createdAt"])] = "id"

    def request(self) -> PageRequest:
        return PageRequest(self.page, min(self.page_size, MAX_PAGE_SIZE))

    def filter(self) -> Filter:
        field = self.sort.removeprefix("-")
        if field not in SORTABLE:
            raise ValidationFailed(("sort", f"must be one of {', '.join(SORTABLE)}, or one of them after a -"))
        return Filter(self.keyword.strip(), self.status, self.role, field, self.sort.startswith("-"))


class UserPage(Struct, rename="camel"):
    list: list[UserData]
    total: Annotated[int, Meta(description="Exact, or 10000 when `totalCapped`")]
    page: int
    page_size: int
    total_capped: Annotated[bool, Meta(description="A keyword has more than 10000 matches")]

    @classmethod
    def of(cls, page: Page[User]) -> "UserPage":
        users = [UserData.of(user) for user in page.items]
        return cls(users, page.total, page.request.number, page.request.size, page.total_capped)


@lru_cache(8192)
def iso(milliseconds: int) -> str:
    moment = datetime.fromtimestamp(milliseconds // 1000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03}Z"
