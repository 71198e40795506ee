"""Mails over HTTP."""

from typing import Annotated, Any, Final, Self

from msgspec import Meta, Struct

from doorward.api.schemas.paging import PageData, PageParams
from doorward.core import Core
from doorward.domain.events.outbox import OutboxItem, OutboxState
from doorward.domain.times import Moment, iso, iso_or_none
from doorward.errors import Outranked, RoleNotHeld, StepUpRequired
from doorward.features.mail.model import MailContentErased, MailFilter, MailNotFound, NoMailServer
from doorward.features.mail.service import Mails
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route


class MailListParams(PageParams, rename="camel"):
    state: OutboxState | None = None
    kind: Annotated[str, Meta(max_length=50, examples=["invitation"])] = ""
    recipient: Annotated[str, Meta(max_length=254, description="An address, in full")] = ""

    def filter(self) -> MailFilter:
        return MailFilter(self.state, self.kind, self.recipient)


class MailData(Struct, rename="camel"):
    id: int
    kind: Annotated[str, Meta(examples=["password_reset"])]
    recipient: Annotated[str, Meta(examples=["ann@example.com"])]
    user_id: Annotated[int | None, Meta(description="The user whom it concerns; null for a person without an account")]
    state: Annotated[OutboxState, Meta(description="`held`: no mail server was set; `failed`: given up")]
    attempts: int
    created_at: Moment
    due_at: Annotated[Moment | None, Meta(description="Time of the next attempt; null unless `queued`")]
    finished_at: Moment | None
    error: Annotated[str, Meta(description="What the mail server answered to the last attempt; empty without an error")]

    @classmethod
    def of(cls, item: OutboxItem, **content: Any) -> Self:
        """`content`: the fields that a subclass adds."""
        return cls(
            id=item.id,
            kind=item.kind,
            recipient=item.recipient,
            user_id=item.user_id,
            state=OutboxState(item.state),
            attempts=item.attempts,
            created_at=iso(item.created_at),
            due_at=iso(item.due_at) if item.state == OutboxState.QUEUED else None,
            finished_at=iso_or_none(item.finished_at),
            error=item.error,
            **content,
        )


class MailContentData(MailData, rename="camel"):
    subject: str
    text: str
    html: str
    link: Annotated[str | None, Meta(description="The link in the text, if there is one")]
    code: Annotated[str | None, Meta(description="The code in the text, if there is one")]


class MailPage(PageData[MailData], rename="camel"):
    sends: Annotated[bool, Meta(description="Whether a mail server is set; without one, mails are held")]


async def page(core: Core, request: Request) -> Response:
    """Lists mails, newest first, without their content. `held` ones were caused while no mail server was set."""
    wanted = request.filter.filter()
    found = await Mails(core).page(request.signed_in(), wanted, request.filter.request())
    return success(MailPage.of(found, MailData.of, core.mailbox.sends))


async def read(core: Core, request: Request) -> Response:
    """Returns a mail that is held or queued, with its text and its link, so that an administrator can pass the link on.
    Callers need all permissions and roles of the recipient, because the link acts as the recipient; a mail to the
    caller asks for recent authentication. Each reading is recorded in the audit trail. The content is erased once the
    mail is delivered or given up."""
    found = await Mails(core).read(request.signed_in(), request.params["id"])
    mail, values = found.mail, found.content.values
    secrets = {name: values.get(name) for name in ("link", "code")}
    shown = MailContentData.of(found.item, subject=mail.subject, text=mail.text, html=mail.html, **secrets)
    return success(shown)


async def retry(core: Core, request: Request) -> Response:
    """Sends a held mail, or tries a queued one again without waiting for its next attempt."""
    return success(MailData.of(await Mails(core).retry(request.signed_in(), request.params["id"])))


ROUTES: Final = (
    Route(
        "GET", "/api/mail", page, "List mails",
        data=MailPage, query=MailListParams, permission="mail:read", lists=True,
    ),
    Route(
        "GET", "/api/mail/{id}", read, "Read a mail that is not sent",
        data=MailContentData, permission="mail:read",
        faults=(MailNotFound, MailContentErased, Outranked, RoleNotHeld, StepUpRequired),
    ),
    Route(
        "POST", "/api/mail/{id}/retry", retry, "Send a mail now",
        data=MailData, permission="mail:send", faults=(MailNotFound, MailContentErased, NoMailServer),
    ),
)  # fmt: skip
