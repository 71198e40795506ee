"""Dialogs of the pages of a signed-in person."""

from doorward.features.hosted_pages.account_parts import button
from doorward.features.hosted_pages.fields import field
from doorward.features.hosted_pages.pages import Field
from doorward.features.hosted_pages.rendering import form
from doorward.features.hosted_pages.view import BASE, View
from doorward.markup import Content, Markup, element


def render(view: View) -> list[Markup]:
    return [_step_up(view), _rename(view), _remove(view)]


def _step_up(view: View) -> Markup:
    """A recent authentication, by one of the methods that the service names."""
    ways = {
        "passkey": None,
        "totp": field(view, "step-up", Field("code", "code", hint="hint.code")),
        "password": field(view, "step-up", Field("password", "currentPassword", label="currentPassword")),
    }
    forms = [
        element(
            "div",
            form(BASE, entry, action_text=view.t(f"account.stepUp.{method}"), step_up=method),
            hidden=True,
            data_way=method,
        )
        for method, entry in ways.items()
    ]
    return _dialog(view, "stepUp", element("p", view.t("account.stepUp.text"), class_="muted"), *forms)


def _rename(view: View) -> Markup:
    name = field(view, "rename", Field("name", label="passkeyName"))
    return _dialog(view, "rename", form(BASE, name, action_text=view.t("account.rename.action")))


def _remove(view: View) -> Markup:
    text = element("p", data_text=True)
    return _dialog(view, "remove", text, form(BASE, action_text=view.t("account.remove.action"), danger=True))


def _dialog(view: View, name: str, *content: Content) -> Markup:
    return element(
        "dialog",
        element("h2", view.t(f"account.{name}.title"), id=f"{name}-title", tabindex="-1"),
        *content,
        button(view.t("account.cancel"), "wide", data_close=True),
        class_="card card-body stack",
        aria_labelledby=f"{name}-title",
        data_dialog=name,
    )
