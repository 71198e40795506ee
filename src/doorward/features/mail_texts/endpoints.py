"""Texts of mails."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from doorward.core import Core
from doorward.core.mail.kinds import LANGUAGES, SERVICE, MailKind, MailText
from doorward.core.mail.texts import BODY_MAX, SUBJECT_MAX
from doorward.features.mail_texts.model import MailTextNotFound
from doorward.features.mail_texts.service import MailTextEditing
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route

Subject = Annotated[str, Meta(min_length=1, max_length=SUBJECT_MAX, examples=["A message from {service}"])]
# Longer than a text may be: line breaks are counted after they were normalised.
Body = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=2 * BODY_MAX,
        description="Plain text in paragraphs, separated by empty lines. Placeholders are written `{name}`; `{link}`"
        " and `{code}` stand in paragraphs of their own",
        examples=["Hello {name},\n\nmails from this service arrive."],
    ),
]


class MailPlaceholder(Struct):
    name: str
    example: str


class MailTextData(Struct, rename="camel"):
    kind: Annotated[str, Meta(examples=["test"])]
    language: Annotated[str, Meta(examples=["en"])]
    description: str
    placeholders: list[MailPlaceholder]
    subject: Annotated[str, Meta(examples=["A message from {service}"])]
    body: str
    edited: Annotated[bool, Meta(description="Whether it differs from the built-in text")]


class MailTextList(Struct):
    list: list[MailTextData]
    total: int


class UpdateMailText(Struct):
    subject: Subject
    body: Body


class PreviewMailText(Struct):
    subject: Subject | None = None
    body: Body | None = None


class MailPreview(Struct):
    subject: str
    text: str
    html: str


async def page(core: Core, request: Request) -> Response:
    """Lists the texts of all mails in all languages: those in force, and whether they were changed."""
    kinds = MailTextEditing(core).kinds(request.signed_in())
    found = [_data(core, kind, language, None) for kind in kinds for language in LANGUAGES]
    return success(MailTextList(found, len(found)))


async def update(core: Core, request: Request) -> Response:
    """Changes the text of a mail in one language. It may use the placeholders that the list names for that mail, and no
    others; `{link}` and `{code}` must stay, each in a paragraph of its own. All nodes use it within seconds, also for
    mails that are waiting to be sent."""
    kind, language = request.params["kind"], request.params["language"]
    given = request.body
    text = await MailTextEditing(core).update(request.signed_in(), kind, language, given.subject, given.body)
    return success(_data(core, core.mail_texts.kinds[kind], language, text))


async def reset(core: Core, request: Request) -> Response:
    """Returns to the built-in text."""
    await MailTextEditing(core).reset(request.signed_in(), request.params["kind"], request.params["language"])
    return success()


async def preview(core: Core, request: Request) -> Response:
    """Renders a text with example values, and changes nothing. Without `subject` or `body`, those in force."""
    kind, language = request.params["kind"], request.params["language"]
    given = request.body
    mail = MailTextEditing(core).preview(request.signed_in(), kind, language, given.subject, given.body)
    return success(MailPreview(mail.subject, mail.text, mail.html))


def _data(core: Core, kind: MailKind, language: str, written: MailText | None) -> MailTextData:
    """`written`: the text that was written just now, which another request may have replaced already."""
    text = written or core.mail_texts.get(kind.name, language)
    examples = {**kind.placeholders, SERVICE: core.branding.current().name}
    return MailTextData(
        kind.name,
        language,
        kind.description,
        [MailPlaceholder(name, example) for name, example in examples.items()],
        text.subject,
        text.body,
        text != kind.texts[language],
    )


_TEXT: Final = "/api/mail/texts/{kind:text}/{language:text}"
ROUTES: Final = (
    Route("GET", "/api/mail/texts", page, "List the texts of mails", data=MailTextList, permission="mail:read"),
    Route(
        "PUT", _TEXT, update, "Change the text of a mail",
        data=MailTextData, body=UpdateMailText, permission="mail:update", faults=(MailTextNotFound,),
    ),
    Route(
        "DELETE", _TEXT, reset, "Reset the text of a mail", permission="mail:update", faults=(MailTextNotFound,),
    ),
    Route(
        "POST", f"{_TEXT}/preview", preview, "Preview the text of a mail",
        data=MailPreview, body=PreviewMailText, permission="mail:read", faults=(MailTextNotFound,),
    ),
)  # fmt: skip
