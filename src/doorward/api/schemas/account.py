"""Wire types of one's own account and of sessions."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from doorward.api.schemas.users import Avatar, Email, Filled, Moment, Name, Phone, iso
from doorward.domain.paging import DEFAULT_PAGE_SIZE, MAX_PAGE, MAX_PAGE_SIZE, Page, PageRequest
from doorward.domain.sessions import Session
from doorward.domain.users import Profile


class UpdateAccount(Struct, rename="camel"):
    name: Name | UnsetType = UNSET
    email: Email | UnsetType | None = UNSET
    phone: Phone | UnsetType | None = UNSET
    avatar: Avatar | UnsetType | None = UNSET

    def profile(self) -> Profile:
        return Profile.parse(name=self.name, email=self.email, phone=self.phone, avatar=self.avatar)


class ChangePassword(Struct, rename="camel"):
    current_password: Filled
    new_password: Filled


class SessionListParams(Struct, rename="camel"):
    page: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = 1
    page_size: Annotated[int, Meta(ge=1, description="Above 100 counts as 100")] = DEFAULT_PAGE_SIZE

    def request(self) -> PageRequest:
        return PageRequest(self.page, min(self.page_size, MAX_PAGE_SIZE))


class SessionData(Struct, rename="camel"):
    id: int
    device: Annotated[str, Meta(description="Empty when the client does not say", examples=["Firefox on Windows"])]
    address: Annotated[str, Meta(examples=["192.0.2.1"])]
    created_at: Moment
    last_used_at: Moment
    expires_at: Moment
    current: Annotated[bool, Meta(description="The session of this very request")]

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
        )


class SessionPage(Struct, rename="camel"):
    list: list[SessionData]
    total: int
    page: int
    page_size: int
    total_capped: bool

    @classmethod
    def of(cls, page: Page[Session], current: int | None) -> "SessionPage":
        found = [SessionData.of(session, current) for session in page.items]
        return cls(found, page.total, page.request.number, page.request.size, page.total_capped)
