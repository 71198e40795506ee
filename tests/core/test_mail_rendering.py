"""Mails: what people choose as their names does nothing but appear."""

from html.parser import HTMLParser

import pytest

from doorward.core.mail.kinds import LANGUAGES, MailText
from doorward.core.mail.rendering import RenderedMail, render
from doorward.domain.branding.brand import Brand, FooterLink

TEXT = MailText(
    "Hello {name}", "Hello {name},\n\nopen this link within {expires}.\n\n{link}\n\n{code}\n\nBye, {service}"
)
LINK = "https://login.example.com/account/reset#token=abc"
VALUES = {"name": "Ann", "link": LINK, "code": "123456", "expires": "30 minutes"}
WORD_JOINER = "\u2060"


class Elements(HTMLParser):
    """Tags, attributes and text of a document, as a mail program reads them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)

    @property
    def links(self) -> list[str]:
        return [value for tag, name, value in self.attributes if (tag, name) == ("a", "href")]


def rendered(text: MailText = TEXT, brand: Brand | None = None, language: str = "en", **values: str) -> RenderedMail:
    return render(text, VALUES | values, language, brand or Brand())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_becomes_a_button_with_its_address_below_and_a_code_stands_large(language: str) -> None:
    mail = rendered(language=language)
    page = Elements(mail.html)
    assert page.links == [LINK]
    assert page.text.count(LINK) == 1
    assert ("html", "lang", language) in page.attributes
    assert "font-size:30px" in mail.html
    assert mail.text == (
        f"Hello Ann,\n\nopen this link within 30 minutes.\n\n{LINK}\n\n123456\n\nBye, Doorward\n\n-- \nDoorward\n"
    )
    assert mail.subject == "Hello Ann"


@pytest.mark.parametrize(
    "name",
    [
        "<img src=x onerror=alert(1)>",
        '"><script>alert(1)</script>',
        "</style><a href='https://evil.example'>",
        "&lt;b&gt;",
    ],
)
def test_a_name_adds_no_element_and_no_attribute(name: str) -> None:
    """Mutant: a value that is not escaped."""
    plain, hostile = Elements(rendered().html), Elements(rendered(name=name).html)
    assert hostile.tags == plain.tags
    assert hostile.attributes == plain.attributes
    assert (
        name.replace("evil.example", f"evil.{WORD_JOINER}example").replace("://", f":{WORD_JOINER}//") in hostile.text
    )


def test_placeholders_in_a_value_are_not_replaced() -> None:
    """Mutant: replacing one placeholder after the other."""
    mail = rendered(name="{link}{code}")
    assert mail.subject == "Hello {link}{code}"
    assert mail.text.startswith("Hello {link}{code},")
    assert (mail.text.count(LINK), mail.text.count("123456")) == (1, 1)
    assert Elements(mail.html).text.count("{link}{code}") == 2  # The title is the subject.
    assert rendered(name="{service}", brand=Brand("{code}")).text.endswith("\n-- \n{code}\n")


@pytest.mark.parametrize("mark", ["\r\n", "\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029", "\0", "\r\n\r\n"])
def test_a_name_starts_no_header_and_no_line(mark: str) -> None:
    """Mutant: a subject that is filled without removing control characters."""
    mail = rendered(name=f"Ann{mark}Bcc: x@example.com")
    assert mail.subject.splitlines() == [mail.subject]
    assert mail.subject.startswith("Hello Ann Bcc: x@example.")
    assert mail.text.splitlines()[0].startswith("Hello Ann Bcc")
    assert mail.subject.isprintable() or WORD_JOINER in mail.subject


def test_a_long_name_is_shortened_and_may_wrap() -> None:
    mail = rendered(name="x" * 10_000)
    assert mail.subject == "Hello " + "x" * 99 + "…"
    assert len(mail.html) < 10_000
    assert "overflow-wrap:anywhere" in mail.html


def test_text_from_right_to_left_is_isolated_and_cannot_turn_the_rest_around() -> None:
    mail = rendered(name="\u202eannA\u202c שלום")
    assert mail.text.startswith("Hello \u2068annA שלום\u2069,")
    assert "<bdi>annA שלום</bdi>" in mail.html
    assert "\u202e" not in mail.subject + mail.text + mail.html


@pytest.mark.parametrize("name", ["Visit https://evil.example/win", "evil.example", "www.evil.co.uk"])
def test_an_address_in_a_name_is_not_made_a_link_by_mail_programs(name: str) -> None:
    """A stranger who registers with the address of a victim chooses the name in that mail."""
    mail = rendered(name=name)
    for content in (mail.subject, mail.text, mail.html):
        assert "evil.example" not in content
        assert "evil.co.uk" not in content
        assert "https://evil" not in content


def test_a_link_that_is_no_web_address_is_no_button() -> None:
    assert Elements(rendered(link="javascript:alert(1)").html).links == []


def test_the_preview_line_tells_no_secret() -> None:
    text = MailText("Code", "Hello {name},\n\n{code}\n\nEnter it within {expires}.")
    html = rendered(text).html
    hidden = html.partition('<div style="display:none')[2].partition("</div>")[0]
    assert hidden.endswith("Enter it within 30 minutes.")


def test_lines_of_a_paragraph_stay_and_unknown_placeholders_are_shown_as_they_are() -> None:
    mail = rendered(MailText("{unknown}", "one\ntwo {unknown} <b>"))
    assert "one<br>two {unknown} &lt;b&gt;" in mail.html
    assert mail.subject == "{unknown}"


def test_the_brand_shows_its_name_colours_logo_and_links() -> None:
    links = (FooterLink("Terms & more", "/terms?a=1&b=2"), FooterLink("Help", "mailto:help@example.com"))
    brand = Brand(
        "<Acme>", "#a00000", "#c96e6e", links, "https://a.example/l.png", "https://a.example/d.png", "https://a.example"
    )
    mail = rendered(brand=brand)
    page = Elements(mail.html)
    assert page.links == [LINK, "https://a.example/terms?a=1&b=2", "mailto:help@example.com"]
    assert page.attributes.count(("img", "alt", "<Acme>")) == 2
    assert ("img", "src", "https://a.example/d.png") in page.attributes
    assert ("td", "bgcolor", "#a00000") in page.attributes
    assert "#c96e6e !important" in mail.html
    assert mail.text.endswith(
        "-- \n<Acme>\nTerms & more: https://a.example/terms?a=1&b=2\nHelp: mailto:help@example.com\n"
    )
