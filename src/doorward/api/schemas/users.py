"""Wire types: what is parsed, what is rendered, and what the OpenAPI document is generated from."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from doorward.core.sign_in.tokens import Tokens
from doorward.domain.paging import DEFAULT_PAGE_SIZE, KEYWORD_MAX, MAX_PAGE, MAX_PAGE_SIZE, Page, PageRequest
from doorward.domain.passwords import PasswordPolicy
from doorward.domain.user_query import SORTABLE, Filter
from doorward.domain.users import AVATAR_MAX, EMAIL_MAX, NAME_MAX, PHONE_MAX, USERNAME_MAX, Profile, User
from doorward.errors import ValidationFailed

Filled = Annotated[str, Meta(min_length=1)]
Id = Annotated[int, Meta(ge=1, examples=[42])]
Status = Annotated[
    Literal[0, 1],
    Meta(description="0 disabled, 1 enabled", examples=[1], extra_json_schema={"type": "integer"}),
]
Username = Annotated[
    str, Meta(min_length=1, max_length=USERNAME_MAX, description="Unique, whatever the case", examples=["ann"])
]
Password = Annotated[
    str,
    Meta(
        description="8 to 256 characters unless set otherwise; no common password, nor the username or the e-mail",
        examples=["correct horse battery staple"],
    ),
]
Name = Annotated[str, Meta(max_length=NAME_MAX, description="The name that people see", examples=["Ann Lee"])]
Email = Annotated[
    str, Meta(max_length=EMAIL_MAX, description="Unique, whatever the case", examples=["ann@example.com"])
]
Phone = Annotated[str, Meta(max_length=PHONE_MAX, examples=["+1 555 0100"])]
Avatar = Annotated[
    str, Meta(max_length=AVATAR_MAX, description="Address of a picture", examples=["https://example.com/ann.png"])
]
RoleNames = Annotated[list[str], Meta(max_length=100, description="Names of roles", examples=[["user"]])]
Permissions = Annotated[
    tuple[str, ...],
    Meta(description="What the roles allow together, sorted; `*` is everything", examples=[["articles:write"]]),
]
Moment = Annotated[
    str,
    Meta(
        description="ISO 8601, UTC",
        pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$",
        examples=["2026-01-31T12:00:00.000Z"],
    ),
]
AccessToken = Annotated[str, Meta(description="Sent as `Authorization: Bearer ...`", examples=["eyJhbGciOi...aQzWg"])]
RefreshToken = Annotated[Filled, Meta(description="Good for one exchange", examples=["Zk3vQ9d1...x7TtB0"])]


class Login(Struct):
    username: Annotated[Filled, Meta(description="In any case", examples=["ann"])]
    password: Annotated[Filled, Meta(examples=["correct horse battery staple"])]


class Refresh(Struct, rename="camel"):
    refresh_token: RefreshToken


class UserData(Struct, rename="camel"):
    id: Id
    username: Username
    name: Name
    email: Email | None
    phone: Phone | None
    avatar: Avatar | None
    roles: RoleNames
    permissions: Permissions
    status: Status
    created_at: Moment
    updated_at: Moment
    last_login_at: Moment | None
    must_change_password: Annotated[bool, Meta(description="Until then only the own account is open to them")]

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
            bool(user.must_change_password),
        )


class TokenData(Struct, rename="camel"):
    token: AccessToken
    refresh_token: RefreshToken
    expires_in: Annotated[int, Meta(ge=1, description="Seconds until `token` expires", examples=[900])]

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
    password: Annotated[Password, Meta(min_length=1)]
    name: Name | UnsetType | None = UNSET
    email: Email | UnsetType | None = UNSET
    phone: Phone | UnsetType | None = UNSET
    avatar: Avatar | UnsetType | None = UNSET
    roles: RoleNames | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    must_change_password: bool | UnsetType = UNSET

    def profile(self, policy: PasswordPolicy) -> Profile:
        return Profile.parse(
            _rule(policy, self.username, self.email),
            username=self.username,
            password=self.password,
            name=self.name or UNSET,
            email=self.email,
            phone=self.phone,
            avatar=self.avatar,
            roles=self.roles,
            status=self.status,
            must_change_password=self.must_change_password,
        )


class UpdateUser(Struct, rename="camel"):
    username: Username | UnsetType = UNSET
    password: Password | UnsetType | None = UNSET
    name: Name | UnsetType = UNSET
    email: Email | UnsetType | None = UNSET
    phone: Phone | UnsetType | None = UNSET
    avatar: Avatar | UnsetType | None = UNSET
    roles: RoleNames | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    must_change_password: bool | UnsetType = UNSET

    def profile(self, policy: PasswordPolicy) -> Profile:
        return Profile.parse(
            _rule(policy, self.username, self.email),
            username=self.username,
            # Forms echo an empty password field; it never means a blank password.
            password=self.password if self.password and self.password.strip() else UNSET,
            name=self.name,
            email=self.email,
            phone=self.phone,
            avatar=self.avatar,
            roles=self.roles,
            status=self.status,
            must_change_password=self.must_change_password,
        )


class UserListParams(Struct, rename="camel"):
    page: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = 1
    page_size: Annotated[int, Meta(ge=1, description="Above 100 counts as 100")] = DEFAULT_PAGE_SIZE
    keyword: Annotated[
        str,
        Meta(
            max_length=KEYWORD_MAX,
            description="Matches anywhere in username, name or e-mail, whatever the case",
            examples=["ann"],
        ),
    ] = ""
    status: Status | UnsetType = UNSET
    role: Annotated[str, Meta(description="Only users who hold this role", examples=["user"])] = ""
    sort: Annotated[
        str,
        Meta(
            description="A field; a `-` before it turns the order round",
            examples=["-createdAt"],
            extra_json_schema={"enum": [sign + field for field in SORTABLE for sign in ("", "-")]},
        ),
    ] = "id"

    def request(self) -> PageRequest:
        return PageRequest(self.page, min(self.page_size, MAX_PAGE_SIZE))

    def filter(self) -> Filter:
        field = self.sort.removeprefix("-")
        if field not in SORTABLE:
            raise ValidationFailed(("sort", f"must be one of {', '.join(SORTABLE)}, or one of them after a -"))
        status = None if self.status is UNSET else self.status
        return Filter(self.keyword.strip(), status, self.role, field, self.sort.startswith("-"))


class UserPage(Struct, rename="camel"):
    list: list[UserData]
    total: Annotated[int, Meta(ge=0, description="Exact, or 10000 when `totalCapped`", examples=[1])]
    page: Annotated[int, Meta(ge=1, examples=[1])]
    page_size: Annotated[int, Meta(ge=1, le=MAX_PAGE_SIZE, description="What was served", examples=[20])]
    total_capped: Annotated[bool, Meta(description="A keyword has more than 10000 matches", examples=[False])]

    @classmethod
    def of(cls, page: Page[User]) -> "UserPage":
        users = [UserData.of(user) for user in page.items]
        return cls(users, page.total, page.request.number, page.request.size, page.total_capped)


class Health(Struct):
    status: Annotated[Literal["ok", "ready"], Meta(examples=["ok"])]


class PublicKey(Struct, kw_only=True):
    """A public key as RFC 7517 writes it."""

    kty: Annotated[str, Meta(examples=["EC"])]
    crv: Annotated[str, Meta(examples=["P-256"])] | UnsetType = UNSET
    x: Annotated[str, Meta(examples=["f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"])] | UnsetType = UNSET
    y: Annotated[str, Meta(examples=["x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"])] | UnsetType = UNSET
    n: Annotated[str, Meta(description="Of RSA keys")] | UnsetType = UNSET
    e: Annotated[str, Meta(description="Of RSA keys")] | UnsetType = UNSET
    kid: Annotated[str, Meta(description="Named in the header of the tokens it signed", examples=["k7Qm2sVd"])]
    alg: Annotated[str, Meta(examples=["ES256"])]
    use: Annotated[str, Meta(examples=["sig"])]


class KeySet(Struct):
    keys: list[PublicKey]


def _rule(policy: PasswordPolicy, username: str | UnsetType, email: str | UnsetType | None) -> Callable[[str], str]:
    """The core asks as well, and knows the names that are not given; here it makes all wrong fields be told at once."""
    return partial(policy.accept, username=username or "", email=email or None)


@lru_cache(8192)
def iso(milliseconds: int) -> str:
    moment = datetime.fromtimestamp(milliseconds // 1000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03}Z"
