"""The fields of the forms, with their labels, hints and errors."""

from typing import Final

from doorward.features.hosted_pages.pages import SIGN_IN_NAME, Field
from doorward.features.hosted_pages.view import View
from doorward.markup import Markup, element

_AUTOCOMPLETE: Final = {"currentPassword": "current-password", "newPassword": "new-password", "code": "one-time-code"}
_TYPES: Final = {"currentPassword": "password", "newPassword": "password", "email": "email"}
_MAX_LENGTH: Final = 1024
_MAX_LENGTHS: Final = {
    # More than six: browsers cut a pasted code whose digits have a space before or between them.
    "code": 16,
    "recoveryCode": 64,
    # None for passwords: browsers cut what is pasted without a word.
    "currentPassword": None,
    "newPassword": None,
}


def field(view: View, panel: str, given: Field) -> Markup:
    value = given.value or view.values.get(given.name, "")
    if given.kind == "hidden":
        return element("input", type="hidden", name=given.name, value=value)
    if given.kind == "checkbox":
        return _checkbox(view, panel, given, checked=bool(value))
    identity, error = f"{panel}-{given.name}", view.errors.get(given.name, "")
    hint = _hint(view, given)
    password = _TYPES.get(given.kind) == "password"
    entry = element(
        "input",
        id=identity,
        name=given.name,
        class_="input",
        type=_TYPES.get(given.kind, "text"),
        value=value or None,
        required=not given.optional and not given.reveal,
        maxlength=_MAX_LENGTHS.get(given.kind, _MAX_LENGTH),
        inputmode="numeric" if given.kind == "code" else None,
        autocomplete=_AUTOCOMPLETE.get(given.kind, given.autocomplete or "off"),
        autocapitalize="none" if given.kind != "text" or given.autocomplete.startswith("username") else None,
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
            # The text begins with the space, where the language has one.
            element("span", view.t("field.optional"), class_="optional") if optional else None,
            for_=identity,
        ),
        element("div", entry, class_="reveal") if password else entry,
        element("p", error, id=f"{identity}-error", class_="error", hidden=not error),
        element("p", hint, id=f"{identity}-hint", class_="hint") if hint else None,
        class_="field pasted" if given.kind == "token" else "field",
        data_reveal=given.reveal or None,
        hidden=bool(given.reveal) and given.reveal != view.reason and not value,
    )


def _checkbox(view: View, panel: str, given: Field, *, checked: bool) -> Markup:
    identity = f"{panel}-{given.name}"
    entry = element(
        "input", type="checkbox", id=identity, name=given.name, value="true", class_="checkbox", checked=checked
    )
    label = element("label", _label(view, given), for_=identity)
    offered = given.name in view.values.get("offered", "").split()
    return element("p", entry, " ", label, class_="check", data_check=given.name, hidden=not offered)


def _label(view: View, given: Field) -> str:
    label = given.label or given.name
    if label == SIGN_IN_NAME:
        label = "identifier" if view.configuration.login_by_email else "username"
    return view.t(f"field.{label}")


def _hint(view: View, given: Field) -> str:
    if given.kind == "newPassword":
        return view.t("password.hint", n=view.configuration.password_min_length)
    return view.t(given.hint) if given.hint else ""
