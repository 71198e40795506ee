"""Sections and forms of the pages of a signed-in person. Their script sends the forms."""

from doorward.features.hosted_pages.rendering import form
from doorward.features.hosted_pages.view import BASE, View
from doorward.markup import Content, Markup, element


def section(view: View, name: str, *content: Content, hidden: bool = False) -> Markup:
    heading = element("h2", view.t(f"account.{name}.title"), id=f"{name}-title", tabindex="-1")
    return element(
        "section",
        heading,
        *content,
        class_="card card-body stack",
        aria_labelledby=f"{name}-title",
        data_section=name,
        hidden=hidden,
    )


def account_form(view: View, name: str, *fields: Content, hidden: bool = False, after: Content = None) -> Markup:
    made = form(BASE, *fields, action_text=view.t(f"account.{name}.action"), after=after, form=name)
    return element("div", made, hidden=True, data_form_of=name) if hidden else made


def button(text: str, kind: str = "", *, hidden: bool = False, **data: bool | str) -> Markup:
    return element("button", text, type="button", class_=f"button {kind}".strip(), hidden=hidden, **data)
