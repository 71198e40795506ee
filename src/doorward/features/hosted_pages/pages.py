"""The pages as a table. Each panel of a page is a form that stands for one endpoint of the API.

A browser without scripts posts the form to the page's own address; the script in console/src/account posts the same
fields to the endpoint. Both learn from this table what comes next.
"""

from typing import Final, Literal

from msgspec import Struct

from doorward.features.hosted_pages.model import Configuration

Kind = Literal["text", "email", "currentPassword", "newPassword", "code", "recoveryCode", "token", "checkbox", "hidden"]
# The second step of a sign-in has a panel for each, which is named after it. The first that a user has is shown.
METHODS: Final = ("passkey", "totp", "emailCode", "recoveryCode")
# What a panel leads to: the signed-in account, or another panel of the page.
ENTER: Final = "enter"
# The label of a name that may be an e-mail address, where the settings allow it.
SIGN_IN_NAME: Final = "signInName"


class Field(Struct, frozen=True):
    name: str
    kind: Kind = "text"
    label: str = ""
    optional: bool = False
    # Hidden until the endpoint answers with this reason.
    reveal: str = ""
    hint: str = ""
    autocomplete: str = ""
    # Of a hidden field that is always the same.
    value: str = ""


class Panel(Struct, frozen=True):
    name: str
    endpoint: str = ""
    fields: tuple[Field, ...] = ()
    then: str = ""
    # Where to go on if the form is of no more use, or once it is done.
    links: tuple[str, ...] = ()
    # The key of its texts, for a panel of several pages.
    texts: str = ""
    # The method of the second step for which it stands.
    method: str = ""
    # Whether a passkey may take the place of its fields.
    passkey: bool = False
    # Whether its code is mailed: the script can ask for another one, by sending the first form again.
    mailed: bool = False


class Page(Struct, frozen=True):
    name: str
    panels: tuple[Panel, ...]
    # Other pages to which it leads.
    links: tuple[str, ...] = ()

    @property
    def first(self) -> Panel:
        return self.panels[0]

    def panel(self, name: str) -> Panel:
        return next((panel for panel in self.panels if panel.name == name), self.first)

    def second_step(self, methods: list[str]) -> Panel | None:
        """The panel of the first of these methods that works without a script; None if the page has none of them."""
        panels = [panel for panel in self.panels if panel.method in methods]
        return next((panel for panel in panels if panel.method != "passkey"), panels[0] if panels else None)


_IDENTIFIER: Final = Field("identifier", autocomplete="username")
_USERNAME: Final = Field("username", autocomplete="username")
# `webauthn` lets browsers offer passkeys among the names that they fill in.
_SIGN_IN_NAME: Final = Field("username", label=SIGN_IN_NAME, autocomplete="username webauthn")
_TOKEN: Final = Field("token", "token", hint="hint.token")
_FLOW: Final = Field("flow", "hidden")
_CODE: Final = Field("code", "code", hint="hint.code")
_NEW_PASSWORD: Final = Field("password", "newPassword", label="newPassword")
_CHOSEN_PASSWORD: Final = Field("password", "currentPassword", label="chosenPassword")
_OTHER_USERNAME: Final = Field("username", optional=True, reveal="username_taken", autocomplete="username")
_DONE: Final = Panel("done")
# Of a page whose mail is held, because there is no mail server.
HELD: Final = "held"
_TRUST: Final = Field("trustDevice", "checkbox", optional=True)


def _step(method: str, *fields: Field) -> Panel:
    # `offered` tells the next page what else to offer; the API does not need it.
    kept = (_FLOW, Field("method", "hidden", value=method), Field("offered", "hidden"))
    return Panel(
        method,
        "/api/auth/login/continue",
        (*kept, *fields),
        ENTER,
        ("start-over",),
        texts=f"second-factor.{method}",
        method=method,
        mailed=method == "emailCode",
    )


_SECOND_STEP: Final = (
    _step("passkey", _TRUST),
    _step("totp", _CODE, _TRUST),
    _step("emailCode", _CODE),
    _step("recoveryCode", Field("code", "recoveryCode", label="recoveryCode", hint="hint.recoveryCode"), _TRUST),
)

PAGES: Final = {
    page.name: page
    for page in (
        Page(
            "sign-in",
            (
                Panel(
                    "form",
                    "/api/auth/login",
                    (_SIGN_IN_NAME, Field("password", "currentPassword")),
                    ENTER,
                    passkey=True,
                ),
                *_SECOND_STEP,
            ),
            ("forgot", "code", "register"),
        ),
        Page(
            "register",
            (
                Panel(
                    "form",
                    "/api/auth/register",
                    (
                        _USERNAME,
                        Field("email", "email", autocomplete="email"),
                        Field("name", optional=True, autocomplete="name"),
                        Field("password", "newPassword"),
                    ),
                    "code",
                ),
                Panel(
                    "code",
                    "/api/auth/register/confirm",
                    (_FLOW, _CODE, _OTHER_USERNAME),
                    ENTER,
                    ("start-again",),
                    mailed=True,
                ),
            ),
            ("sign-in",),
        ),
        Page(
            "forgot",
            (Panel("form", "/api/auth/password/forgot", (_IDENTIFIER,), "done"), _DONE, Panel(HELD)),
            ("sign-in",),
        ),
        Page(
            "reset",
            (Panel("form", "/api/auth/password/reset", (_TOKEN, _NEW_PASSWORD), "done", ("again",)), _DONE),
            ("sign-in",),
        ),
        Page(
            "invitation",
            (
                Panel(
                    "form",
                    "/api/auth/invitations/accept",
                    (
                        _TOKEN,
                        Field("username", optional=True, hint="hint.invitedUsername", autocomplete="username"),
                        Field("name", optional=True, autocomplete="name"),
                        Field("password", "newPassword"),
                    ),
                    ENTER,
                ),
            ),
            ("sign-in",),
        ),
        Page(
            "confirm-registration",
            (
                # With the password, so that the person with the link confirms only an account of their own.
                Panel("form", "/api/auth/register/confirm", (_TOKEN, _CHOSEN_PASSWORD, _OTHER_USERNAME), ENTER),
            ),
            ("sign-in",),
        ),
        Page("confirm-email", (Panel("form", "/api/auth/email/confirm", (_TOKEN,), "done"), _DONE), ("account",)),
        Page(
            "revoke-email",
            (Panel("form", "/api/auth/email/revoke", (_TOKEN,), "done"), Panel("done", links=("choose",))),
            ("sign-in",),
        ),
        Page(
            "not-me",
            (
                Panel("form", "/api/auth/not-me", (_TOKEN,), "choose"),
                # With the token of the answer.
                Panel("choose", "/api/auth/password/reset", (Field("token", "hidden"), _NEW_PASSWORD), "done"),
                _DONE,
            ),
            ("sign-in",),
        ),
        Page(
            "code",
            (
                Panel("form", "/api/auth/email-code", (_IDENTIFIER,), "code"),
                Panel("code", "/api/auth/email-code/verify", (_FLOW, _CODE), ENTER, ("another-code",), mailed=True),
                *_SECOND_STEP,
            ),
            ("sign-in",),
        ),
    )
}


def closed(page: str, configuration: Configuration) -> str:
    """The name of the panel that says why a page is not available; empty when it is."""
    if page == "register" and configuration.registration != "open":
        return configuration.registration
    return "closed" if page == "code" and not configuration.email_code else ""
