"""Renders the pages: the frame with the brand and the language, and the forms of the table in pages.py."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from msgspec import Struct

from doorward.features.hosted_pages import brand
from doorward.features.hosted_pages.brand import PageBrand
from doorward.features.hosted_pages.model import Configuration
from doorward.features.hosted_pages.pages import SIGN_IN_NAME, Field, Page, Panel, closed
from doorward.features.hosted_pages.texts import LANGUAGES, Texts
from doorward.markup import Content, Markup, element

BASE: Final = "/account"
_AUTOCOMPLETE: Final = {"currentPassword": "current-password", "newPassword": "new-password", "code": "one-time-code"}
_TYPES: Final = {"currentPassword": "password", "newPassword": "password", "email": "email"}
_MAX_LENGTH: Final = 1024
# More than six: browsers cut a pasted code whose digits have a space before or between them.
_CODE_LENGTH: Final = 16
# The pages of links that are not named after them.
_TARGETS: Final = {
    "again": "forgot",
    "choose": "forgot",
    "account": "",
    "another-code": "code",
    "start-again": "register",
}


class Assets(Struct, frozen=True):
    """The addresses of the built script and style sheets; without a script, the pages are not built."""

    script: str = ""
    styles: tuple[str, ...] = ()


class View(Struct, frozen=True):
    """What a page depends on besides its table."""

    texts: Texts
    configuration: Configuration
    brand: PageBrand
    assets: Assets
    # Chosen by `?lang=`; kept in links. The address to return to was checked against the list.
    chosen: bool = False
    return_to: str = ""
    # After a form was posted: the panel to show, what was typed, and what is wrong.
    panel: str = ""
    values: Mapping[str, str] = {}
    errors: Mapping[str, str] = {}
    alert: str = ""
    reason: str = ""

    def t(self, key: str, **given: object) -> str:
        return self.texts.get(key, **given)

    def query(self, **changes: str) -> str:
        kept = {"lang": self.texts.language if self.chosen else "", "return": self.return_to} | changes
        given = {name: value for name, value in kept.items() if value}
        return "?" + urlencode(given) if given else ""

    def address(self, page: str) -> str:
        return f"{BASE}/{page}{self.query()}" if page else f"{BASE}{self.query()}"


def render(page: Page, view: View) -> str:
    missing = closed(page.name, view.configuration)
    panels = (Panel(missing),) if missing else page.panels
    current = view.panel or panels[0].name
    content = [_panel(page, panel, view, shown=panel.name == current) for panel in panels]
    title = view.t(f"{page.name}.{current}.title")
    links = _links(page.links, view)
    nav = element("nav", *links, class_="links", aria_label=view.t("page.links")) if links else None
    return document(view, page.name, title, *content, nav)


def document(view: View, name: str, title: str, *content: Content) -> str:
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="robots", content="noindex"),
        element("link", rel="icon", type="image/svg+xml", href=brand.ICON),
        *(element("link", rel="stylesheet", href=style) for style in view.assets.styles),
        element("link", rel="stylesheet", href=f"{BASE}/brand.css"),
        element("script", type="module", src=view.assets.script) if view.assets.script else None,
        element("title", f"{title} · {view.brand.name}"),
    )
    body = element(
        "body",
        element("header", brand.header(view.brand, view.address(""), built=bool(view.assets.script))),
        element("main", None if view.assets.script else _notice(view.t("page.unbuilt"), "warn"), *content),
        element("footer", _languages(view, name), *brand.footer(view.brand)),
        class_="account-page",
        data_page=name,
        data_return=view.return_to or None,
        data_query=view.query() or None,
    )
    return "<!doctype html>\n" + element("html", head, body, lang=view.texts.tag)


def _languages(view: View, name: str) -> Markup:
    """Links, so that they work without a script."""
    path = BASE if name == "account" else f"{BASE}/{name}"
    links = [
        element(
            "a",
            text,
            href=path + view.query(lang=code),
            lang=code,
            hreflang=code,
            aria_current="true" if code == view.texts.language else None,
        )
        for code, text in LANGUAGES.items()
    ]
    return element("nav", *links, class_="languages", aria_label=view.t("page.language"))


def _links(names: tuple[str, ...], view: View) -> list[Markup]:
    targets = {name: _TARGETS.get(name, name) for name in names}
    return [
        element("a", view.t(f"link.{name}"), href=view.address(target))
        for name, target in targets.items()
        if not closed(target, view.configuration)
    ]


def _panel(page: Page, panel: Panel, view: View, *, shown: bool) -> Markup:
    key = f"{page.name}.{panel.name}"
    text = view.texts.find(f"{key}.text")
    head = element(
        "div",
        element("h1", view.t(f"{key}.title"), tabindex="-1"),
        element("p", text, class_="muted") if text else None,
    )
    form = _form(page, panel, view, shown=shown) if panel.endpoint else None
    links = element("p", *_links(panel.links, view), class_="links") if panel.links else None
    return element("section", head, form, links, class_="card card-body stack", data_panel=panel.name, hidden=not shown)


def _form(page: Page, panel: Panel, view: View, *, shown: bool) -> Markup:
    return form(
        view,
        f"{BASE}/{page.name}{view.query()}",
        element("input", type="hidden", name="panel", value=panel.name),
        *(field(view, panel.name, each) for each in panel.fields),
        action_text=view.t(f"{page.name}.{panel.name}.action"),
        alert=view.alert if shown else "",
        endpoint=panel.endpoint,
        then=panel.then,
    )


def form(view: View, action: str, *fields: Markup, action_text: str, alert: str = "", **data: Any) -> Markup:
    return element(
        "form",
        _notice(alert, "bad", role="alert", hidden=not alert, data_alert=True, tabindex="-1"),
        *fields,
        element("button", action_text, type="submit", class_="button primary wide"),
        method="post",
        action=action,
        class_="stack",
        **{f"data_{name}": value for name, value in data.items()},
    )


def _notice(text: str, kind: str, **attributes: Any) -> Markup:
    return element("p", text, class_=f"notice {kind}", **attributes)


def field(view: View, panel: str, given: Field) -> Markup:
    value = view.values.get(given.name, "")
    if given.kind == "hidden":
        return element("input", type="hidden", name=given.name, value=value)
    identity, error = f"{panel}-{given.name}", view.errors.get(given.name, "")
    hint = _hint(view, given)
    entry = element(
        "input",
        id=identity,
        name=given.name,
        class_="input",
        type=_TYPES.get(given.kind, "text"),
        value=value or None,
        required=not given.optional and not given.reveal,
        # None for passwords: browsers cut what is pasted without a word.
        maxlength=_CODE_LENGTH
        if given.kind == "code"
        else None
        if _TYPES.get(given.kind) == "password"
        else _MAX_LENGTH,
        inputmode="numeric" if given.kind == "code" else None,
        autocomplete=_AUTOCOMPLETE.get(given.kind, given.autocomplete or "off"),
        autocapitalize="none" if given.kind != "text" or given.autocomplete == "username" else None,
        spellcheck="false",
        data_min=view.configuration.password_min_length if given.kind == "newPassword" else None,
        aria_invalid="true" if error else None,
        aria_describedby=f"{identity}-error" + (f" {identity}-hint" if hint else ""),
    )
    optional = given.optional and not given.reveal
    return element(
        "div",
        element(
            "label",
            _label(view, given),
            element("span", " " + view.t("field.optional"), class_="optional") if optional else None,
            for_=identity,
        ),
        element("div", entry, class_="reveal") if _TYPES.get(given.kind) == "password" else entry,
        element("p", error, id=f"{identity}-error", class_="error", hidden=not error),
        element("p", hint, id=f"{identity}-hint", class_="hint") if hint else None,
        class_="field pasted" if given.kind == "token" else "field",
        data_reveal=given.reveal or None,
        hidden=bool(given.reveal) and given.reveal != view.reason and not value,
    )


def _label(view: View, given: Field) -> str:
    label = given.label or given.name
    if label == SIGN_IN_NAME:
        label = "identifier" if view.configuration.login_by_email else "username"
    return view.t(f"field.{label}")


def _hint(view: View, given: Field) -> str:
    if given.kind == "newPassword":
        return view.t("password.hint", n=view.configuration.password_min_length)
    return view.t(given.hint) if given.hint else ""
