"""Wire types of your own account and of sessions."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from doorward.api.schemas.paging import PageData
from doorward.api.schemas.users import Code, Secret, optional
from doorward.domain.sign_in.factors import Credential
from doorward.domain.sign_in.sessions import Session
from doorward.domain.times import Moment, iso
from doorward.domain.user_fields import FIELDS

_Own = defstruct("_Own", [optional(field, field.update) for field in FIELDS if field.own], rename="camel")


class UpdateAccount(_Own):  # type: ignore[valid-type, misc]  # Its fields are known at run time.
    pass


class ChangePassword(Struct, rename="camel"):
    current_password: Secret
    new_password: Secret


class StepUpBody(Struct):
    method: Annotated[Literal["password", "totp", "passkey"], Meta(description="How you authenticate")]
    password: Secret | UnsetType = UNSET
    code: Code = ""
    credential: Credential | None = None


class SessionData(Struct, rename="camel"):
    id: int
    device: Annotated[str, Meta(description="Empty when the client does not say", examples=["Firefox on Windows"])]
    address: Annotated[str, Meta(examples=["192.0.2.1"])]
    created_at: Moment
    last_used_at: Moment
    expires_at: Moment
    current: Annotated[bool, Meta(description="The session of this request")]
    impersonator: Annotated[
        str | None, Meta(description="Username of an administrator who acts as the user in this session")
    ]

    @classmethod
    def of(cls, session: Session, current: int | None) -> "SessionData":
        return cls(
            session.id,
            session.device,
            session.address,
            iso(session.created_at),
            iso(session.last_used_at),
            iso(session.expires_at),
            session.id == current,
            session.impersonator,
        )


class SessionPage(PageData[SessionData]):
    pass
