"""The built-in texts of mails keep the rules that the texts of administrators keep, and read well."""

import re

import pytest

from doorward import app
from doorward.core.mail.kinds import LANGUAGES, PLACEHOLDER, MailKind, MailText
from doorward.core.mail.rendering import render
from doorward.core.mail.texts import parse, problems
from doorward.domain.branding.brand import Brand

KINDS = app.mail_kinds()
TEXTS = [(kind, language, kind.texts[language]) for kind in KINDS.values() for language in kind.texts]
NAMES = [f"{kind.name} {language}" for kind, language, _ in TEXTS]
# Punctuation of another script beside a Chinese character.
_HALF_WIDTH = re.compile(r"[\u4e00-\u9fff][,!?:;.]|[,!?:;][\u4e00-\u9fff]")


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_mail_has_all_languages_a_description_and_examples(kind: MailKind) -> None:
    assert tuple(kind.texts) == LANGUAGES
    assert kind.description
    assert all(kind.placeholders.values())


@pytest.mark.parametrize(("kind", "language", "text"), TEXTS, ids=NAMES)
def test_every_text_uses_its_placeholders_and_no_others(kind: MailKind, language: str, text: MailText) -> None:
    """Every one: otherwise a language would not say, for example, when the link expires."""
    assert list(problems(kind, text)) == []
    assert parse(kind, text.subject, text.body) == text
    used = set(PLACEHOLDER.findall(text.subject + text.body))
    assert set(kind.placeholders) <= used


@pytest.mark.parametrize(("kind", "language", "text"), TEXTS, ids=NAMES)
def test_every_text_is_short_plain_and_in_the_punctuation_of_its_language(
    kind: MailKind, language: str, text: MailText
) -> None:
    assert len(text.subject) <= 60
    assert len(text.body) <= 800
    assert "://" not in text.body
    assert not re.search(r"[<>*_]", PLACEHOLDER.sub("", text.subject + text.body))
    assert text.paragraphs[0].startswith("Hello {name}" if language == "en" else "{name}，您好")
    if language == "zh":
        assert not _HALF_WIDTH.search(text.subject + text.body)


@pytest.mark.parametrize(("kind", "language", "text"), TEXTS, ids=NAMES)
def test_every_text_is_rendered_without_a_placeholder_left(kind: MailKind, language: str, text: MailText) -> None:
    mail = render(text, kind.placeholders, language, Brand())
    assert not PLACEHOLDER.search(mail.subject + mail.text)
    assert f'<html lang="{language}">' in mail.html
