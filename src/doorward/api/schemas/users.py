"""Wire types of users and sign-in. They parse and render, and the OpenAPI document is generated from them."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct
from msgspec.structs import asdict

from doorward.api.schemas.paging import PageData
from doorward.core.sign_in.tokens import Tokens
from doorward.domain.access import Actor
from doorward.domain.passwords import PasswordPolicy
from doorward.domain.sign_in.devices import SECRETS_MAX
from doorward.domain.sign_in.factors import Credential, Proof
from doorward.domain.text.confusables import LookAlike
from doorward.domain.user_fields import FIELDS, PASSWORD_MAX, SHOWN, UserField
from doorward.domain.users import Profile, User

# Far longer than any of ours: a client that sends another token by mistake is told that it is no refresh token.
REFRESH_MAX: Final = 4096
FLOW_MAX: Final = 256
Code = Annotated[
    str, Meta(max_length=64, description="For `totp`, `recoveryCode` and `emailCode`", examples=["314159"])
]
DeviceSecret = Annotated[
    str,
    Meta(
        max_length=SECRETS_MAX,
        description="`device` of an earlier sign-in, by which the device is recognised; not needed with the cookie",
        examples=["dwd_8Jq0...s2Xw"],
    ),
]
Filled = Annotated[str, Meta(min_length=1)]
Secret = Annotated[Filled, Meta(max_length=PASSWORD_MAX)]
AccessToken = Annotated[str, Meta(description="Sent as `Authorization: Bearer ...`", examples=["eyJhbGciOi...aQzWg"])]
RefreshToken = Annotated[
    Filled, Meta(max_length=REFRESH_MAX, description="Can be exchanged once", examples=["Zk3vQ9d1...x7TtB0"])
]

IssuedRefreshToken = Annotated[
    str, Meta(description="Can be exchanged once; empty when it is in the cookie", examples=["Zk3vQ9d1...x7TtB0"])
]


def optional(field: UserField, kind: Any) -> tuple[str, Any, Any]:
    """A field of a request that may be absent."""
    return field.name, kind | UnsetType, UNSET


class Login(Struct):
    # Without a maximum: a name or password that is too long gets the answer of an unknown user or a wrong password, so
    # that guessing sees no difference. Neither is folded or normalised then.
    username: Annotated[Filled, Meta(description="Or the e-mail address; case does not matter", examples=["ann"])]
    password: Annotated[Filled, Meta(examples=["correct horse battery staple"])]
    device: DeviceSecret = ""


class ContinueLogin(Struct, rename="camel"):
    flow: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=FLOW_MAX,
            description="From the answer `second_factor_required`",
            examples=["dwf_Q9d1...TtB0"],
        ),
    ]
    method: Annotated[
        str, Meta(min_length=1, max_length=32, description="One of `methods` of that answer", examples=["totp"])
    ]
    code: Code = ""
    credential: Credential | None = None
    trust_device: Annotated[
        bool, Meta(description="Skip the second factor on this device for the time that the answer offered")
    ] = False
    device: DeviceSecret = ""

    def proof(self) -> Proof:
        return Proof(self.code, self.credential, self.flow)


class Refresh(Struct, rename="camel"):
    refresh_token: RefreshToken


# The types with the fields of users are made of the table of fields.
_Shown = defstruct("_Shown", [(field.name, field.shown) for field in SHOWN], rename="camel")
_Create = defstruct(
    "_Create",
    [
        *((field.name, field.create) for field in FIELDS if field.required),
        *(optional(field, field.create) for field in FIELDS if field.create and not field.required),
    ],
    rename="camel",
)
_Update = defstruct("_Update", [optional(field, field.update) for field in FIELDS if field.update], rename="camel")


class UserData(_Shown):  # type: ignore[valid-type, misc]  # Its fields are known at run time.
    @classmethod
    def of(cls, user: User) -> "UserData":
        return cls(*user.shown())


class ImpersonatorData(Struct):
    id: int
    username: str


class CurrentUserData(UserData):
    impersonator: (
        Annotated[ImpersonatorData, Meta(description="The administrator who acts as this user; absent otherwise")]
        | UnsetType
    ) = UNSET
    withheld: (
        Annotated[
            str,
            Meta(
                description="The `reason` for which the token gives none of these rights for now; absent otherwise",
                examples=["password_change_required"],
            ),
        ]
        | UnsetType
    ) = UNSET

    @classmethod
    def of_actor(cls, user: User, actor: Actor) -> "CurrentUserData":
        by, why = actor.impersonator, actor.withheld
        impersonator = UNSET if by is None else ImpersonatorData(by.user_id, by.name)
        return cls(*user.shown(), impersonator, UNSET if why is None else why.reason)


class TokenData(Struct, rename="camel"):
    token: AccessToken
    refresh_token: IssuedRefreshToken
    expires_in: Annotated[int, Meta(ge=1, description="Seconds until `token` expires", examples=[900])]

    @classmethod
    def of(cls, tokens: Tokens) -> "TokenData":
        return cls(tokens.access, tokens.refresh, tokens.expires_in)


class LoginData(TokenData, rename="camel"):
    user: UserData
    device: (
        Annotated[
            str,
            Meta(
                description="The secret of a device that was not known; send it with later sign-ins. Absent for a known"
                " device, when it is in the cookie, and while no setting asks for it",
                examples=["dwd_8Jq0...s2Xw"],
            ),
        ]
        | UnsetType
    ) = UNSET
    recovery_codes_left: (
        Annotated[int, Meta(ge=0, description="After a sign-in by a recovery code", examples=[9])] | UnsetType
    ) = UNSET

    @classmethod
    def of_login(cls, tokens: Tokens, user: User) -> "LoginData":
        return cls(tokens.access, tokens.refresh, tokens.expires_in, UserData.of(user), tokens.device or UNSET)


class CreateUser(_Create):  # type: ignore[valid-type, misc]
    def profile(self, policy: PasswordPolicy) -> Profile:
        given = asdict(self) | {"name": self.name or UNSET}
        return Profile.parse(password_rule(policy, self.username, self.email), **given)


class UpdateUser(_Update):  # type: ignore[valid-type, misc]
    def profile(self, policy: PasswordPolicy) -> Profile:
        # Forms echo an empty password field; it never means a blank password.
        password = self.password if self.password and self.password.strip() else UNSET
        given = asdict(self) | {"password": password}
        return Profile.parse(password_rule(policy, self.username, self.email), **given)


class UserPage(PageData[UserData]):
    pass


class ConfusableData(Struct):
    id: int
    username: str
    status: Annotated[int, Meta(description="0 disabled, 1 enabled", examples=[1])]


class ConfusableList(Struct):
    list: Annotated[list[ConfusableData], Meta(description="In the order of ids, 100 at most")]

    @classmethod
    def of(cls, found: Sequence[LookAlike]) -> "ConfusableList":
        return cls([ConfusableData(user.id, user.username, user.status) for user in found])


class Health(Struct):
    status: Annotated[Literal["ok", "ready"], Meta(examples=["ok"])]


class PublicKey(Struct, kw_only=True):
    """A public key as RFC 7517 writes it."""

    kty: Annotated[str, Meta(examples=["EC"])]
    crv: Annotated[str, Meta(examples=["P-256"])] | UnsetType = UNSET
    x: Annotated[str, Meta(examples=["f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"])] | UnsetType = UNSET
    y: Annotated[str, Meta(examples=["x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"])] | UnsetType = UNSET
    n: Annotated[str, Meta(description="RSA keys only")] | UnsetType = UNSET
    e: Annotated[str, Meta(description="RSA keys only")] | UnsetType = UNSET
    kid: Annotated[str, Meta(description="Named in the header of the tokens that it signed", examples=["k7Qm2sVd"])]
    alg: Annotated[str, Meta(examples=["ES256"])]
    use: Annotated[str, Meta(examples=["sig"])]


class KeySet(Struct):
    keys: list[PublicKey]


def password_rule(
    policy: PasswordPolicy, username: str | UnsetType, email: str | UnsetType | None
) -> Callable[[str], str]:
    """Checks the password together with the form of the other fields, so that one answer reports all that are wrong.

    The core checks it again, as it knows the username and e-mail address that an update leaves out."""
    return partial(policy.accept, username=username or "", email=email or None)
