"""The page of a signed-in person. It is empty until its script has read the account: the service does not know whose
cookie a page request carries, and a refresh by opening a page would use the refresh token up."""

from doorward.features.hosted_pages.pages import Field
from doorward.features.hosted_pages.rendering import BASE, View, document, field, form
from doorward.markup import Markup, element


def render(view: View) -> str:
    return document(
        view,
        "account",
        view.t("account.title"),
        element("h1", view.t("account.title"), tabindex="-1", class_="visually-hidden"),
        element("noscript", element("p", view.t("account.noScript"), class_="notice")),
        element("p", view.t("account.loading"), class_="muted loading", role="status", data_loading=True),
        element("p", class_="notice", role="status", hidden=True, data_status=True),
        element(
            "p", view.t("account.passwordRequired"), class_="notice warn", hidden=True, data_password_required=True
        ),
        _identity(view),
        element(
            "div",
            _profile(view),
            _address(view),
            _password(view),
            _sessions(view),
            class_="stack",
            hidden=True,
            data_account=True,
        ),
    )


def _identity(view: View) -> Markup:
    sign_out = element("button", view.t("account.signOut"), type="submit", class_="button")
    return element(
        "div",
        element("p", data_identity=True),
        element("a", view.t("account.console"), href="/console/", class_="button", hidden=True, data_console=True),
        element("form", sign_out, method="post", action=f"{BASE}/sign-out{view.query()}", data_sign_out=True),
        class_="identity",
    )


def _profile(view: View) -> Markup:
    name = field(view, "profile", Field("name", autocomplete="name"))
    return _section(view, "profile", _form(view, "profile", name))


def _address(view: View) -> Markup:
    fields = (
        field(view, "email", Field("email", "email", label="newEmail", autocomplete="email")),
        field(view, "email", Field("currentPassword", "currentPassword", reveal="step_up_required")),
    )
    now = element("p", class_="muted", data_address=True)
    pending = element("p", class_="notice", hidden=True, data_pending=True)
    # Asking for the address that one has confirms it, or ends a change to another.
    again = element("button", type="button", class_="button", hidden=True, data_same_address=True)
    return _section(view, "email", now, pending, again, _form(view, "email", *fields))


def _password(view: View) -> Markup:
    fields = (
        # For password managers: without it they would store the new password without a name.
        element(
            "input",
            type="text",
            name="username",
            autocomplete="username",
            hidden=True,
            readonly=True,
            data_username=True,
        ),
        field(view, "password", Field("currentPassword", "currentPassword")),
        field(view, "password", Field("newPassword", "newPassword")),
    )
    return _section(
        view,
        "password",
        element("p", view.t("account.password.text"), class_="muted"),
        _form(view, "password", *fields),
    )


def _sessions(view: View) -> Markup:
    return _section(
        view,
        "sessions",
        element("p", view.t("account.sessions.text"), class_="muted"),
        element("ul", class_="sessions", data_sessions=True),
        element("p", class_="muted", hidden=True, data_more_sessions=True),
        element("button", view.t("account.sessions.all"), type="button", class_="button danger", data_everywhere=True),
    )


def _form(view: View, name: str, *fields: Markup) -> Markup:
    return form(view, BASE, *fields, action_text=view.t(f"account.{name}.action"), form=name)


def _section(view: View, name: str, *content: Markup) -> Markup:
    heading = element("h2", view.t(f"account.{name}.title"), id=f"{name}-title")
    return element(
        "section",
        heading,
        *content,
        class_="card card-body stack",
        aria_labelledby=f"{name}-title",
        data_section=name,
    )
