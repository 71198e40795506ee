"""Forms that were posted without a script: the request that each makes to the API, and the page after its answer."""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from doorward.domain.sign_in.strength import STRENGTHS
from doorward.features.hosted_pages.model import token_in
from doorward.features.hosted_pages.pages import HELD, Page, Panel
from doorward.features.hosted_pages.view import View

Text = Annotated[str, Meta(max_length=4096)]
# Of an answer, what the next form of the page needs.
_KEPT: Final = ("flow", "token")
# Not sent back in a page. The link and the flow are: the next try needs them.
_SECRET: Final = ("password", "code")


class Form(Struct, rename="camel"):
    """The fields of all forms. What a panel needs is checked by its endpoint."""

    panel: Text = ""
    username: Text = ""
    identifier: Text = ""
    email: Text = ""
    name: Text = ""
    password: Text = ""
    token: Text = ""
    flow: Text = ""
    code: Text = ""
    # Of the second step: its method, what the sign-in offers, and the method to change to.
    method: Text = ""
    offered: Text = ""
    use: Text = ""
    trust_device: Text = ""


def given(panel: Panel, form: Form) -> dict[str, str]:
    """The fields of the panel that were filled in."""
    values = to_builtins(form) | {"token": token_in(form.token)}
    return {field.name: values[field.name] for field in panel.fields if values[field.name]}


def request_body(panel: Panel, values: dict[str, str]) -> dict[str, str | bool]:
    switches = {field.name for field in panel.fields if field.kind == "checkbox"}
    return {name: name in switches or value for name, value in values.items() if name != "offered"}


def local(page: Page, panel: Panel, view: View, form: Form) -> View | None:
    """What needs no request to the API: the second step by another method, and a passkey, which needs a script. None
    for other forms."""
    wanted = page.panel(form.use)
    if not panel.method or not (wanted.method or panel.method == "passkey"):
        return None
    alert = "" if wanted.method else view.t("second-factor.noScript")
    shown = wanted if wanted.method else panel
    return replace(view, panel=shown.name, values={"flow": form.flow, "offered": form.offered}, alert=alert)


def second_step(page: Page, view: View, data: dict[str, Any]) -> View | None:
    """The second step of a sign-in that asks for one; None for other answers."""
    panel = page.second_step(data["methods"]) if data.get("reason") == "second_factor_required" else None
    if panel is None:
        return None
    offered = [*data["methods"], *(["trustDevice"] if data.get("trustDevice") else [])]
    return replace(view, panel=panel.name, values={"flow": data["flow"], "offered": " ".join(offered)})


def refused(page: Page, panel: Panel, view: View, message: str, data: dict[str, Any], values: dict[str, str]) -> View:
    """The form again, with what is wrong."""
    texts, reason = view.texts, data.get("reason", "")
    if panel.method and (reason == "sign_in_expired" or data.get("remaining") == 0):
        # The flow is of no more use.
        return replace(view, panel=page.first.name, alert=texts.get("error.sign_in_expired"), reason=reason)
    return replace(
        view,
        panel=panel.name,
        values={name: value for name, value in values.items() if name not in _SECRET},
        errors={wrong["field"]: texts.invalid(wrong["message"]) for wrong in data.get("fields", ())},
        alert=texts.explain(message, data),
        reason=reason,
    )


def next_panel(page: Page, panel: Panel, view: View, data: dict[str, Any]) -> View:
    held = data.get("mail") == HELD and any(each.name == HELD for each in page.panels)
    return replace(
        view, panel=HELD if held else panel.then, values={name: data[name] for name in _KEPT if name in data}
    )


def target(view: View, user: dict[str, Any]) -> str:
    """Where a person who signed in goes on: on the page of the account, if something must be set up there first."""
    weak = STRENGTHS.index(user["strength"]) < STRENGTHS.index(user["requiredStrength"])
    if view.return_to and not weak and not user["mustChangePassword"]:
        return view.return_to
    # The console needs a script, which also finds the way there from the account's page.
    return view.address("")
