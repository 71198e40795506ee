"""Whatever ends a token at this service, or leaves it with fewer rights, is told by the revocation feed."""

from typing import Final

import pytest

from doorward import app
from tests.features.revocations.ends import ENDS, REDUCTIONS, Case, Way, retire_key, take_permission
from tests.features.revocations.support import is_revoked, read
from tests.support.service import PASSWORD, Client, Clock, Service

# What each action of the audit trail does to tokens: ends sessions (S), takes rights from sessions that go on (R), or
# neither. A new action is added here after asking what it does to a token that another service verifies offline.
REVOKES: Final = {
    "auth.login": "S",  # Beyond the limit of sessions.
    "auth.token_minted": "S",
    "auth.logout": "S",
    "auth.logout_all": "S",
    "auth.refresh_reused": "S",
    "auth.password_changed": "S",
    "auth.password_reset": "S",
    "auth.password_removed": "S",
    "auth.factor_added": "S",
    "auth.factor_removed": "S",
    "auth.recovery_codes_replaced": "S",
    "auth.email_change_revoked": "S",
    "auth.sign_in_disowned": "S",
    "user.sessions_ended": "S",
    "user.factors_reset": "S",
    "user.deleted": "S",
    "user.impersonated": "S",  # A former one of the same administrator.
    "user.updated": "SR",
    "user.password_breached": "SR",  # Sessions that they opened as other users.
    "role.updated": "SR",
    "role.deleted": "SR",
    "key.retired": "R",
} | dict.fromkeys(
    (
        *("auth.login_failed", "auth.second_factor_asked", "auth.step_up", "auth.step_up_failed", "auth.refresh_grace"),
        *("auth.password_change_failed", "auth.password_reset_requested", "auth.email_change_requested"),
        *("auth.email_changed", "auth.email_code_requested", "auth.factor_renamed"),
        *("auth.passkey_cloned", "auth.recovery_code_used", "auth.new_device", "auth.device_trusted"),
        *(
            "auth.device_forgotten",
            # Each user's change is an entry of its own.
            "operation.created",
            "operation.cancelled",
            "operation.finished",
            "user.unlocked",
            "user.created",
            "user.password_link_created",
            "users.imported",
            "users.exported",
            "role.created",
            "key.created",
            "key.resealed",
        ),
        *("settings.changed", "invitation.created", "invitation.resent", "invitation.deleted", "invitation.accepted"),
        *("invitation.refused", "registration.requested", "user.registered", "registration.refused"),
        *("mail.read", "mail.retried", "mail_text.updated", "mail_text.reset"),
        # Keys are no tokens: they are looked up with every request.
        *("api_key.created", "api_key.renamed", "api_key.deleted", "api_key.expiring"),
        *("service_account.created", "service_account.updated", "service_account.deleted"),
        *("webhook.created", "webhook.updated", "webhook.deleted", "webhook.secret_rotated", "webhook.tested"),
        *("webhook.disabled", "webhook.replayed"),
        *("branding.updated", "branding.logo_updated", "branding.logo_removed"),
    ),
    "",
)


pytestmark = pytest.mark.settings(
    sessions_per_user=3, new_device="notify", mail_address_limit=1000, mail_network_limit=1000
)


async def prepare(service: Service, admin: Client, clock: Clock, way: Way) -> Case:
    name = way.__name__.replace("_", "-")
    role = await admin.post("/api/roles", {"name": name, "permissions": ["orders:read", "orders:write"]})
    user = await service.create(admin, name, email=f"{name}@example.com", emailVerified=True, roles=[name])
    case = Case(service, admin, clock, name, user["id"], role.data["id"], await service.login(name, PASSWORD))
    clock.advance(2)
    assert not is_revoked(await read(service), case.victim.token)
    return case


async def check_declarations(service: Service) -> None:
    """Every event so far revokes nothing but what is said of its action."""
    rows = await service.core.database.fetch(
        "SELECT a.action, e.revokes FROM events e JOIN audit a ON a.lane = e.lane AND a.seq = e.entry"
    )
    for action, revokes in rows:
        kinds = {"S" if name.startswith("session:") else "R" for name in revokes.split()}
        assert kinds <= set(REVOKES[action]), action


async def test_every_way_to_end_a_session_is_told_and_spares_other_tokens(
    service: Service, admin: Client, clock: Clock
) -> None:
    """Mutant: any call of `trail.record` in the code of these ways without its `revokes`."""
    await service.create(admin, "bystander")
    bystander = await service.login("bystander", PASSWORD)
    for way in ENDS:
        case = await prepare(service, admin, clock, way)
        await way(case)
        clock.advance(2)
        document = await read(service)
        assert (await case.victim.get("/api/auth/user")).code == 401, way.__name__
        assert is_revoked(document, case.victim.token), way.__name__
        assert not is_revoked(document, bystander.token), way.__name__
        admin.tokens |= (await service.login()).tokens  # Recent, for changes that ask for it.
    await check_declarations(service)


async def test_every_reduction_of_rights_is_told_and_new_tokens_are_not_stale(
    service: Service, admin: Client, clock: Clock
) -> None:
    """Mutant: `gives_less` of users or roles without one of its conditions."""
    for way in REDUCTIONS:
        case = await prepare(service, admin, clock, way)
        before = case.victim.token
        await way(case)
        clock.advance(2)
        document = await read(service)
        assert is_revoked(document, case.victim.token), way.__name__
        assert is_revoked(document, before), way.__name__
        assert not is_revoked(document, admin.token), way.__name__
        assert (await case.victim.refresh()).code == 200
        assert not is_revoked(await read(service), case.victim.token), way.__name__
    await check_declarations(service)


async def test_more_rights_end_no_token(service: Service, admin: Client, clock: Clock) -> None:
    case = await prepare(service, admin, clock, take_permission)
    await case.change_role(permissions=["orders:*", "stock:read"], description="Stock and orders")
    await admin.put(case.path, {"roles": [case.name, "user"], "name": "Ann"})
    clock.advance(2)
    assert not is_revoked(await read(service), case.victim.token)


async def test_a_retired_key_ends_all_tokens(service: Service, admin: Client, clock: Clock) -> None:
    case = await prepare(service, admin, clock, retire_key)
    await retire_key(case)
    clock.advance(2)
    document = await read(service)
    assert is_revoked(document, case.victim.token)
    assert document["users"] == [{"sub": "*", "before": document["users"][0]["before"]}]
    assert not is_revoked(document, (await case.again()).token)


async def test_a_role_of_very_many_users_ends_all_tokens(
    service: Service, admin: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    from doorward.core import roles
    from doorward.domain.events import revocation

    monkeypatch.setattr(revocation, "MAX_NAMED", 1)
    monkeypatch.setattr(roles, "_NAMED_HOLDERS", 1)
    case = await prepare(service, admin, clock, take_permission)
    await service.create(admin, "second", roles=[case.name])
    await take_permission(case)
    clock.advance(2)
    assert [entry["sub"] for entry in (await read(service))["users"]] == ["*"]


def test_for_each_action_it_is_said_whether_it_ends_tokens() -> None:
    """Mutant: a new action, which would otherwise be forgotten here."""
    assert set(app.audit_actions()) == set(REVOKES)
