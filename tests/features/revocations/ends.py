"""The ways in which a token ends, or is left with fewer rights."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from msgspec import Struct

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
