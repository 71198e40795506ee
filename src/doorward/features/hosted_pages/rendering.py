"""Renders the pages: the frame with the brand and the language, and the forms of the table in pages.py."""

from typing import Any, Final

from doorward.features.hosted_pages import brand
from doorward.features.hosted_pages.fields import field
from doorward.features.hosted_pages.pages import METHODS, Page, Panel, closed
from doorward.features.hosted_pages.texts import LANGUAGES
from doorward.features.hosted_pages.view import BASE, View
from doorward.markup import Content, Markup, element

# The pages of links that are not named after them.
_TARGETS: Final = {
    "again": "forgot",
    "choose": "forgot",
    "account": "",
    "another-code": "code",
    "start-again": "register",
    "start-over": "sign-in",
}


def render(page: Page, view: View) -> str:
    missing = closed(page.name, view.configuration)
    panels = (Panel(missing),) if missing else page.panels
    current = panels[0] if missing else page.panel(view.panel)
    content = [_panel(page, panel, view, shown=panel is current) for panel in panels]
    title = view.t(f"{_texts(page, current)}.title")
    links = _links(page.links, view)
    nav = element("nav", *links, class_="links", aria_label=view.t("page.links")) if links else None
    return document(view, page.name, title, *content, nav)


def missing(view: View) -> str:
    """The answer to an address below /account that has no page."""
    title = view.t("unknown.title")
    content = element("h1", title), element("p", view.t("unknown.text"), class_="muted")
    nav = element("nav", *_links(("sign-in", "account"), view), class_="links", aria_label=view.t("page.links"))
    # A fixed name: what was asked for must not come back in a link.
    return document(view, "unknown", title, element("section", content, class_="card card-body stack"), nav)


def document(view: View, name: str, title: str, *content: Content, wide: bool = False) -> str:
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
        class_="account-page wide-page" if wide else "account-page",
        data_page=name,
        data_return=view.return_to or None,
        data_passkey_host=view.configuration.passkey_host or None,
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


def _texts(page: Page, panel: Panel) -> str:
    return panel.texts or f"{page.name}.{panel.name}"


def _panel(page: Page, panel: Panel, view: View, *, shown: bool) -> Markup:
    key = _texts(page, panel)
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
        f"{BASE}/{page.name}{view.query()}",
        element("input", type="hidden", name="panel", value=panel.name),
        *(field(view, panel.name, each) for each in panel.fields),
        action_text=view.t(f"{_texts(page, panel)}.action"),
        alert=view.alert if shown else "",
        after=_after(panel, view),
        endpoint=panel.endpoint,
        then=panel.then,
        method=panel.method or None,
    )


def _after(panel: Panel, view: View) -> list[Markup]:
    """Other ways to do what the form does."""
    if panel.passkey:
        # Shown by the script, in browsers that know passkeys, at the host that they belong to.
        text = view.t("passkey.signIn")
        return [element("button", text, type="button", class_="button wide", hidden=True, data_passkey=True)]
    again = _resend() if panel.mailed else []
    if not panel.method:
        return again
    # Buttons and no links: the flow travels in the form, never in an address.
    offered = view.values.get("offered", "").split()
    return again + [
        element(
            "button",
            view.t(f"second-factor.{method}.use"),
            class_="button quiet wide",
            name="use",
            value=method,
            formnovalidate=True,
            hidden=method not in offered,
        )
        for method in METHODS
        if method != panel.method
    ]


def _resend() -> list[Markup]:
    """For the script. Without one, a link leads back to the first form."""
    return [
        element("button", type="button", class_="button quiet wide", hidden=True, data_resend=True),
        element("p", class_="notice", role="status", hidden=True, data_resent=True),
    ]


def form(
    action: str,
    *fields: Content,
    action_text: str,
    alert: str = "",
    after: Content = None,
    danger: bool = False,
    **data: Any,
) -> Markup:
    kind = "danger solid" if danger else "primary"
    return element(
        "form",
        _notice(alert, "bad", role="alert", hidden=not alert, data_alert=True, tabindex="-1"),
        *fields,
        element("button", action_text, type="submit", class_=f"button {kind} wide"),
        after,
        method="post",
        action=action,
        class_="stack",
        **{f"data_{name}": value for name, value in data.items()},
    )


def _notice(text: str, kind: str, **attributes: Any) -> Markup:
    return element("p", text, class_=f"notice {kind}", **attributes)
