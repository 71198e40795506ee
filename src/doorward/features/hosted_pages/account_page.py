"""The pages of a signed-in person. They are empty until their script has read the account: the service does not know
whose cookie a page request carries, and a refresh by opening a page would use the refresh token up."""

from typing import Final

from doorward.features.hosted_pages import account_dialogs, account_factors
from doorward.features.hosted_pages.account_parts import account_form, button, section
from doorward.features.hosted_pages.fields import field
from doorward.features.hosted_pages.pages import Field
from doorward.features.hosted_pages.rendering import document
from doorward.features.hosted_pages.view import BASE, View
from doorward.markup import Markup, element

# By path below /account. The page of passkeys is the one that password managers know.
PATHS: Final = {"": "account", "/": "account", "/passkey": "passkey"}


def render(view: View, name: str, *, signed_in: bool) -> str:
    title = view.t(f"{name}.title")
    return document(
        view,
        name,
        title,
        element("h1", title, tabindex="-1", class_="visually-hidden"),
        element("noscript", element("p", view.t("account.noScript"), class_="notice")),
        element("p", view.t("account.loading"), class_="muted loading", role="status", data_loading=True),
        element("p", view.alert or None, class_="notice", role="status", hidden=not view.alert, data_status=True),
        element("p", class_="notice warn", hidden=True, data_required=True),
        _identity(view, signed_in=signed_in),
        element("div", _sections(view, name), class_="stack", hidden=True, data_account=True),
        account_dialogs.render(view),
        wide=True,
    )


def _sections(view: View, name: str) -> list[Markup]:
    if name == "passkey":
        return [account_factors.recovery_codes(view), account_factors.passkeys(view)]
    return [
        account_factors.recovery_codes(view),
        _profile(view),
        _address(view),
        _password(view),
        account_factors.passkeys(view),
        account_factors.codes(view),
        account_factors.devices(view),
        _sessions(view),
    ]


def _identity(view: View, *, signed_in: bool) -> Markup:
    """Visitors without the cookie can't sign out. The script shows the button to those who are signed in without it."""
    sign_out = element("button", view.t("account.signOut"), type="submit", class_="button")
    sign_in = element("a", view.t("link.sign-in"), href=view.address("sign-in"), class_="button")
    return element(
        "div",
        element("p", data_identity=True),
        element("a", view.t("account.console"), href="/console/", class_="button", hidden=True, data_console=True),
        None if signed_in else element("noscript", sign_in),
        element(
            "form",
            sign_out,
            method="post",
            action=f"{BASE}/sign-out{view.query()}",
            hidden=not signed_in,
            data_sign_out=True,
        ),
        class_="identity",
    )


def _profile(view: View) -> Markup:
    name = field(view, "profile", Field("name", autocomplete="name"))
    return section(view, "profile", account_form(view, "profile", name))


def _address(view: View) -> Markup:
    now = element("p", class_="muted", data_address=True)
    pending = element("p", class_="notice", hidden=True, data_pending=True)
    # Asking for the address that one has confirms it, or ends a change to another.
    again = element("button", type="button", class_="button", hidden=True, data_same_address=True)
    new = field(view, "email", Field("email", "email", label="newEmail", autocomplete="email"))
    return section(view, "email", now, pending, again, account_form(view, "email", new))


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
    change = element(
        "div",
        element("p", view.t("account.password.text"), class_="muted"),
        account_form(view, "password", *fields),
        class_="stack",
        data_has_password=True,
    )
    # A mailed link sets a password: a stolen session must not suffice for another way in.
    none = element(
        "div",
        element("p", view.t("account.password.none"), class_="muted"),
        button(view.t("account.password.set"), hidden=True, data_set_password=True),
        element("p", view.t("account.password.noAddress"), class_="muted", hidden=True, data_no_address=True),
        class_="stack",
        hidden=True,
        data_no_password=True,
    )
    return section(view, "password", change, none)


def _sessions(view: View) -> Markup:
    return section(
        view,
        "sessions",
        element("p", view.t("account.sessions.text"), class_="muted"),
        element("ul", class_="sessions", data_sessions=True),
        element("p", class_="muted", hidden=True, data_more_sessions=True),
        element("button", view.t("account.sessions.all"), type="button", class_="button danger", data_everywhere=True),
    )
