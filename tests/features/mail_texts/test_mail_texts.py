"""Administrators change the texts of mails."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from doorward import app
from doorward.core.mail.kinds import MailKind, MailText
from doorward.feature import Feature
from tests.api.test_roles import member
from tests.support.databases import settings_for
from tests.support.service import Client, Service, running

TEXT = MailText("Your code", "Hello {name},\n\n{link}\n\n{code}\n\nBye")
KIND = MailKind(
    name="sample",
    description="A mail of these tests",
    placeholders={"name": "Ann <Lee>", "link": "https://login.example.com/x", "code": "123456"},
    texts={"en": TEXT, "zh": MailText("验证码", "你好 {name}：\n\n{link}\n\n{code}")},
)
FEATURES = (*app.FEATURES, Feature(name="sample", mails=(KIND,)))
PATH = "/api/mail/texts/sample/en"
NEW = {"subject": "Your new code", "body": "Dear {name},\n\n{code}\n\n{link}\n\nfrom {service}"}


@pytest.fixture
async def service(environ: dict[str, str], anyio_backend: str) -> AsyncIterator[Service]:
    async with running(settings_for(environ), features=FEATURES) as service:
        yield service


async def listed(client: Client) -> dict[tuple[str, str], dict[str, Any]]:
    answer = await client.get("/api/mail/texts")
    assert answer.data["total"] == len(answer.data["list"])
    return {(text["kind"], text["language"]): text for text in answer.data["list"]}


async def test_all_texts_are_listed_in_both_languages(service: Service, admin: Client) -> None:
    texts = await listed(admin)
    assert {language for kind, language in texts if kind == "sample"} == {"en", "zh"}
    english = texts["sample", "en"]
    assert (english["subject"], english["body"], english["edited"]) == (TEXT.subject, TEXT.body, False)
    assert english["description"] == "A mail of these tests"
    assert {"name": "service", "example": "Doorward"} in english["placeholders"]
    assert set(texts) == {(kind, language) for kind in app.mail_kinds(FEATURES) for language in ("en", "zh")}


async def test_a_text_is_changed_used_and_reset(service: Service, admin: Client) -> None:
    changed = await admin.put(PATH, NEW)
    assert (changed.data["subject"], changed.data["body"], changed.data["edited"]) == (*NEW.values(), True)
    assert (await listed(admin))["sample", "en"] == changed.data
    assert service.core.mail_texts.get("sample", "en") == MailText(**NEW)
    assert service.core.mail_texts.get("sample", "zh") == KIND.texts["zh"]
    assert (await admin.delete(PATH)).data is None
    assert (await listed(admin))["sample", "en"]["edited"] is False
    assert service.core.mail_texts.get("sample", "en") == TEXT
    assert (await admin.delete(PATH)).code == 200


async def test_another_node_uses_a_changed_text_without_a_restart(
    service: Service, admin: Client, environ: dict[str, str]
) -> None:
    """Mutant: no job that loads the texts again."""
    async with running(settings_for(environ), features=FEATURES) as other:
        await admin.put(PATH, NEW)
        job = next(job for job in other.core.jobs._jobs if job.name == "load mail texts")
        assert job.every <= 10
        await job.work()
        assert other.core.mail_texts.get("sample", "en") == MailText(**NEW)
    async with running(settings_for(environ), features=FEATURES) as restarted:
        assert restarted.core.mail_texts.get("sample", "en") == MailText(**NEW)


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"subject": ""}, "subject", "must not be empty"),
        ({"subject": "a\r\nBcc: x"}, "subject", "control characters"),
        ({"subject": "x" * 151}, "subject", "at most 150"),
        ({"subject": "Hi {nmae}"}, "subject", "did you mean {name}?"),
        ({"subject": "Code {code}"}, "subject", "must not contain {code}"),
        ({"body": ""}, "body", "must not be empty"),
        ({"body": "x" * 5001}, "body", "at most 5000"),
        ({"body": "{link}\n\n{code}\n\n\x07"}, "body", "control characters"),
        ({"body": "{link}\n\n{code}\n\n\u202e"}, "body", "control characters"),
        ({"body": "{code}"}, "body", "must contain {link} once"),
        ({"body": "{link}"}, "body", "must contain {code} once"),
        ({"body": "{link}\n\n{code}\n\n{code}"}, "body", "must contain {code} once"),
        ({"body": "{link}\n\n{code}\n\n{Name}"}, "body", "did you mean {name}?"),
        ({"body": "{link}\n\n{code}\n\n{name.__class__}"}, "body", "no placeholder of this mail"),
        ({"body": "{link}\n\n{code}\n\n{{name}}"}, "body", "no placeholder of this mail"),
        ({"body": "{link}\n\n{code}\n\n{% x %}"}, "body", "no placeholder of this mail"),
        ({"body": "{link}\n\n{code}\n\n}"}, "body", "no placeholder of this mail"),
    ],
)
async def test_a_text_that_is_not_valid_is_refused_with_the_field_and_the_fix(
    service: Service, admin: Client, change: dict[str, str], field: str, message: str
) -> None:
    for method, path in (("PUT", PATH), ("POST", f"{PATH}/preview")):
        answer = await admin.call(method, path, NEW | change)
        assert (answer.code, answer.reason) == (400, "validation_failed")
        assert message in answer.fields[field]
    assert (await listed(admin))["sample", "en"]["edited"] is False


@pytest.mark.parametrize("body", ["https://evil.example/?{link}\n\n{code}", "{link}\n\nhttps://evil.example/{code}"])
async def test_a_secret_cannot_become_part_of_another_address(service: Service, admin: Client, body: str) -> None:
    """Mail programs make links of addresses: one click would send the secret to another host. So a permission to change
    texts would be one to take over accounts."""
    assert (await admin.put(PATH, NEW | {"body": body})).fields.keys() == {"body"}


async def test_a_preview_shows_examples_and_changes_nothing(service: Service, admin: Client) -> None:
    stored = (await admin.post(f"{PATH}/preview", {})).data
    assert stored["subject"] == "Your code"
    assert stored["text"].startswith("Hello Ann <Lee>,\n\nhttps://login.example.com/x\n\n123456\n\nBye")
    assert "Ann &lt;Lee&gt;" in stored["html"]
    given = (await admin.post(f"{PATH}/preview", NEW)).data
    assert given["subject"] == NEW["subject"]
    assert "Dear Ann <Lee>," in given["text"]
    assert "from Doorward" in given["text"]
    assert (await listed(admin))["sample", "en"]["edited"] is False
    await admin.put("/api/branding", {"name": "Acme"})
    assert "from Acme" in (await admin.post(f"{PATH}/preview", NEW)).data["text"]


@pytest.mark.parametrize("path", ["sample/fr", "unknown/en"])
async def test_a_mail_or_language_that_does_not_exist_is_not_found(service: Service, admin: Client, path: str) -> None:
    for method, rest, body in (("PUT", "", NEW), ("DELETE", "", None), ("POST", "/preview", {})):
        answer = await admin.call(method, f"/api/mail/texts/{path}{rest}", body)
        assert (answer.code, answer.reason) == (404, "mail_text_not_found")


async def test_reading_and_changing_have_permissions_of_their_own(service: Service, admin: Client) -> None:
    reader = await member(service, admin, "reader", "mail:read")
    writer = await member(service, admin, "writer", "mail:update")
    assert (await reader.get("/api/mail/texts")).code == 200
    assert (await reader.post(f"{PATH}/preview", {})).code == 200
    assert (await reader.put(PATH, NEW)).data["required"] == "mail:update"
    assert (await reader.delete(PATH)).data["required"] == "mail:update"
    assert (await writer.put(PATH, NEW)).code == 200
    assert (await writer.get("/api/mail/texts")).data["required"] == "mail:read"


async def test_changes_are_recorded_with_both_texts(service: Service, admin: Client) -> None:
    for _ in range(2):  # The second one changes nothing.
        await admin.put(PATH, NEW)
    for _ in range(2):
        await admin.delete(PATH)
    entries = (await admin.get("/api/audit", params={"action": "mail_text.*"})).data["list"]
    reset, updated = sorted(entries, key=lambda entry: entry["action"])
    assert (updated["target"], updated["targetName"]) == ("mail_text:sample.en", "sample (en)")
    assert updated["details"]["changes"] == {
        "subject": [TEXT.subject, NEW["subject"]],
        "body": [TEXT.body, NEW["body"]],
    }
    assert reset["details"] == NEW
    assert (updated["actorName"], reset["actorName"]) == ("admin", "admin")


async def test_a_stored_text_that_no_longer_fits_its_kind_is_not_used(
    service: Service, admin: Client, environ: dict[str, str]
) -> None:
    """After an update of the program: a mail must not go out without its link, or with a placeholder unfilled."""
    await admin.put(PATH, NEW)
    other = MailKind(
        name="sample",
        description="",
        placeholders={"link": ""},
        texts=dict.fromkeys(("en", "zh"), MailText("", "{link}")),
    )
    async with running(
        settings_for(environ), features=(*app.FEATURES, Feature(name="sample", mails=(other,)))
    ) as newer:
        assert newer.core.mail_texts.get("sample", "en") == MailText("", "{link}")


async def test_concurrent_changes_leave_one_whole_text(service: Service, admin: Client) -> None:
    bodies = [
        NEW | {"subject": f"Subject {number}", "body": f"{number}\n\n{{link}}\n\n{{code}}"} for number in range(8)
    ]
    answers = await asyncio.gather(*(admin.put(PATH, body) for body in bodies))
    assert {answer.code for answer in answers} == {200}
    text = service.core.mail_texts.get("sample", "en")
    await service.core.mail_texts.load()
    assert service.core.mail_texts.get("sample", "en") == text
    assert text.subject.removeprefix("Subject ") == text.body[0]


class Slow:
    """A database whose rows arrive only when the test says so."""

    def __init__(self, database: Any) -> None:
        self.database, self.read, self.released = database, asyncio.Event(), asyncio.Event()

    async def fetch(self, sql: str, *args: Any) -> Any:
        rows = await self.database.fetch(sql, *args)
        self.read.set()
        await self.released.wait()
        return rows


async def test_a_load_that_began_before_a_change_does_not_undo_it(service: Service, admin: Client) -> None:
    """Mutant: loads that overlap, without the lock."""
    texts = service.core.mail_texts
    slow = Slow(texts.database)
    texts.database = slow  # type: ignore[assignment]
    loading = asyncio.create_task(texts.load())
    await slow.read.wait()
    texts.database = slow.database
    writing = asyncio.create_task(admin.put(PATH, NEW))
    # Without the lock, the change is loaded in this time.
    await asyncio.wait({writing}, timeout=0.3)
    slow.released.set()
    await asyncio.gather(loading, writing)
    assert texts.get("sample", "en") == MailText(**NEW)
