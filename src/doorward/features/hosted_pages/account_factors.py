"""The parts of the account's page for passkeys, codes and devices. Lists are filled in by the script."""

from doorward.features.hosted_pages.account_parts import account_form, button, section
from doorward.features.hosted_pages.fields import field
from doorward.features.hosted_pages.pages import Field
from doorward.features.hosted_pages.view import View
from doorward.markup import Markup, element


def passkeys(view: View) -> Markup:
    name = field(view, "passkey", Field("name", label="passkeyName", optional=True, hint="hint.passkeyName"))
    return section(
        view,
        "passkeys",
        element("p", view.t("account.passkeys.text"), class_="muted"),
        element("ul", class_="sessions", data_passkeys=True),
        element("p", view.t("account.passkeys.unsupported"), class_="notice", hidden=True, data_unsupported=True),
        account_form(view, "passkey", name),
        button(view.t("account.passkeys.alone"), "danger", hidden=True, data_passkeys_alone=True),
    )


def codes(view: View) -> Markup:
    """Of an authenticator app, and for recovery."""
    return section(
        view,
        "factors",
        element("p", view.t("account.factors.text"), class_="muted"),
        element("ul", class_="sessions", data_factors=True),
        element(
            "div",
            button(view.t("account.factors.addTotp"), data_add_totp=True),
            button(view.t("account.factors.newCodes"), data_new_codes=True, hidden=True),
            class_="buttons",
        ),
        _totp(view),
    )


def _totp(view: View) -> Markup:
    """The secret as a picture for the camera, and as text for typing."""
    return account_form(
        view,
        "totp",
        element("p", view.t("account.totp.text")),
        element("img", alt=view.t("account.totp.qr"), width=200, height=200, class_="qr", data_qr=True),
        element("p", view.t("account.totp.secret"), element("code", class_="secret", data_secret=True)),
        field(view, "totp", Field("code", "code", hint="hint.code")),
        after=button(view.t("account.cancel"), data_cancel=True),
        hidden=True,
    )


def recovery_codes(view: View) -> Markup:
    """Shown once, after the first factor was set up or new codes were asked for."""
    return section(
        view,
        "codes",
        element("p", view.t("account.codes.text")),
        element("ol", class_="codes", data_codes=True),
        element(
            "div",
            button(view.t("account.codes.copy"), data_copy_codes=True),
            button(view.t("account.codes.done"), "primary", data_codes_stored=True),
            class_="buttons",
        ),
        hidden=True,
    )


def devices(view: View) -> Markup:
    return section(
        view,
        "devices",
        element("p", view.t("account.devices.text"), class_="muted"),
        element("ul", class_="sessions", data_devices=True),
        element("p", view.t("account.devices.none"), class_="muted", hidden=True, data_no_devices=True),
    )
