"""Whatever ends a token at this service, or leaves it with fewer rights, is told by the revocation feed."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest
from msgspec import Struct

from doorward import app
from doorward.domain.access import trusted
from doorward.domain.users import Profile
from tests.features.email_change import support as email_change
from tests.features.passkeys import support as passkeys
from tests.features.recovery.test_recovery import reset_token
from tests.features.revocations.support import is_revoked, read
from tests.support import factors
from tests.support.mail import newest_mail
from tests.support.service import PASSWORD, Client, Clock, Service

OTHER = "another long enough password"

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


class Case(Struct):
    service: Service
    admin: Client
    clock: Clock
    name: str
    user_id: int
    role_id: int
    victim: Client  # Whose token ends.

    async def again(self) -> Client:
        return await self.service.login(self.name, PASSWORD)

    @property
    def path(self) -> str:
        return f"/api/users/{self.user_id}"

    @property
    def email(self) -> str:
        return f"{self.name}@example.com"

    async def change_role(self, **change: Any) -> None:
        answer = await self.admin.put(f"/api/roles/{self.role_id}", change)
        assert answer.code == 200, answer.body


async def logout(case: Case) -> None:
    await case.victim.post("/api/auth/logout")


async def logout_all(case: Case) -> None:
    await (await case.again()).post("/api/auth/logout-all")


async def end_own(case: Case) -> None:
    other = await case.again()
    listed = (await other.get("/api/auth/sessions")).data["list"]
    ended = next(each["id"] for each in listed if not each["current"])
    assert (await other.delete(f"/api/auth/sessions/{ended}")).code == 200


async def end_by_administrator(case: Case) -> None:
    assert (await case.admin.delete(f"{case.path}/sessions")).code == 200


async def reuse(case: Case) -> None:
    former = dict(case.victim.tokens)
    await case.victim.refresh()
    await case.victim.refresh()
    case.clock.advance(60)
    thief = Client(case.service, former)
    assert (await thief.refresh()).reason == "refresh_token_reused"


async def beyond_the_limit(case: Case) -> None:
    for _ in range(3):
        await case.again()


async def change_password(case: Case) -> None:
    other = await case.again()
    body = {"currentPassword": PASSWORD, "newPassword": OTHER}
    answer = await other.put("/api/auth/password", body)
    assert answer.code == 200, answer.body
    # The tokens that it returns are of the session that goes on.
    assert not is_revoked(await read(case.service), answer.data["token"])


async def set_password(case: Case) -> None:
    assert (await case.admin.put(case.path, {"password": OTHER})).code == 200


async def reset_password(case: Case) -> None:
    token = await reset_token(case.service, case.admin, case.name, case.email)
    body = {"token": token, "password": OTHER}
    assert (await case.service.anonymous.post("/api/auth/password/reset", body)).code == 200


async def disable(case: Case) -> None:
    assert (await case.admin.put(case.path, {"status": 0})).code == 200


async def delete(case: Case) -> None:
    assert (await case.admin.delete(case.path)).code == 200


async def add_factor(case: Case) -> None:
    await factors.set_up(await case.again())


async def remove_factor(case: Case) -> None:
    first = await case.again()
    added, _ = await factors.set_up(first)
    case.victim = await factors.login(case.service, case.name, added)
    other = await factors.login(case.service, case.name, added)
    assert (await other.delete(f"/api/auth/factors/{added.id}")).code == 200


async def replace_codes(case: Case) -> None:
    first = await case.again()
    added, _ = await factors.set_up(first)
    case.victim = first
    other = await factors.login(case.service, case.name, added)
    assert (await other.post("/api/auth/recovery-codes")).code == 200


async def reset_factors(case: Case) -> None:
    first = await case.again()
    await factors.set_up(first)
    case.victim = first
    answer = await case.admin.delete(f"{case.path}/factors")
    assert answer.code == 200, answer.body


async def remove_password(case: Case) -> None:
    first = await case.again()
    key = await passkeys.added(first)
    case.victim = first
    other = Client(case.service, (await passkeys.sign_in(case.service.anonymous, key)).data)
    answer = await other.delete("/api/auth/password")
    assert answer.code == 200, answer.body


async def disown(case: Case) -> None:
    agent = {"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1"}
    body = {"username": case.name, "password": PASSWORD}
    await case.service.anonymous.post("/api/auth/login", body, headers=agent)
    token = (await newest_mail(case.admin, case.email, "new_device")).token
    assert (await case.service.anonymous.post("/api/auth/not-me", {"token": token})).code == 200


async def restore_email(case: Case) -> None:
    other = await case.again()
    new = f"new-{case.email}"
    confirm, revoke = await email_change.request(case.admin, other, new, case.email)
    assert (await email_change.confirm(case.service, confirm)).code == 200
    assert (await email_change.revoke(case.service, revoke)).code == 200


async def take_role(case: Case) -> None:
    assert (await case.admin.put(case.path, {"roles": ["user"]})).code == 200


async def take_permission(case: Case) -> None:
    await case.change_role(permissions=["orders:write"])


async def narrow_wildcard(case: Case) -> None:
    await case.change_role(permissions=["orders:read", "stock:*"])
    case.clock.advance(3)
    await case.victim.refresh()
    await case.change_role(permissions=["orders:read", "stock:read"])


async def rename_role(case: Case) -> None:
    await case.change_role(name=f"other-{case.name}")


async def raise_strength(case: Case) -> None:
    await case.change_role(requiredStrength="twoFactors")


async def add_strong_role(case: Case) -> None:
    body = {"name": f"strong-{case.name}", "requiredStrength": "twoFactors", "permissions": []}
    await case.admin.post("/api/roles", body)
    assert (await case.admin.put(case.path, {"roles": [case.name, body["name"]]})).code == 200


async def delete_role(case: Case) -> None:
    assert (await case.admin.delete(f"/api/roles/{case.role_id}", params={"force": "true"})).code == 200


async def ask_for_another_password(case: Case) -> None:
    assert (await case.admin.put(case.path, {"mustChangePassword": True})).code == 200


async def import_without_the_role(case: Case) -> None:
    """As an import does that updates users, in transactions of its own."""
    users, profile = case.service.core.users, Profile(roles=("user",))
    await case.service.core.database.write(
        lambda tx: users.change(
            tx, actor=trusted("cli:test"), user_id=case.user_id, profile=profile, password_hash=None
        )
    )


async def retire_key(case: Case) -> None:
    rotation, operator = case.service.core.rotation, trusted("cli:test")
    used = next(key.kid for key, _ in await rotation.listed() if key.purpose == "access")
    await rotation.rotate(operator, at_once=True)
    case.clock.advance(1)
    await rotation.retire(operator, used)
    await case.service.core.keys.load()
    case.admin.tokens |= (await case.service.login()).tokens


Way = Callable[[Case], Awaitable[None]]
ENDS: Final[tuple[Way, ...]] = (
    *(logout, logout_all, end_own, end_by_administrator, reuse, beyond_the_limit, change_password, set_password),
    *(reset_password, disable, delete, add_factor, remove_factor, replace_codes, reset_factors, remove_password),
    *(disown, restore_email),
)
REDUCTIONS: Final[tuple[Way, ...]] = (
    *(take_role, take_permission, narrow_wildcard, rename_role, raise_strength, add_strong_role, delete_role),
    *(ask_for_another_password, import_without_the_role),
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
