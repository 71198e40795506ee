"""Users and rights: what peers let the wrong people do."""

import json
import logging
from typing import Any

import pytest

from doorward.settings import SettingsError, load
from tests.attacks.support import make_role, sign_in
from tests.support.routes import ROUTES, path_of
from tests.support.service import ADMIN_PASSWORD, PASSWORD, Client, Service

# A value for each body that a route takes: right in form, so that nothing but the right is in question.
SENT = {"username": "someone", "password": PASSWORD, "name": "x", "currentPassword": PASSWORD, "newPassword": PASSWORD}


async def signed_in(service: Service, admin: Client, name: str, permissions: str) -> Client:
    await make_role(service, f"role-{name}", permissions)
    await service.create(admin, name, roles=[f"role-{name}"])
    return await service.login(name, PASSWORD)


async def test_a_delegated_administrator_cannot_escalate_directly_or_through_a_role(
    service: Service, admin: Client
) -> None:
    """Mutants: no `require_may_grant` in `_change_roles`; no `require_rank_over` in `_lock`."""
    deputy = await signed_in(service, admin, "deputy", "users:create users:read users:update users:delete")
    await make_role(service, "stronger", "users:read audit:read")
    victim = await service.create(admin, "ann", roles=["stronger"])
    attempts = [
        await deputy.put(f"/api/users/{deputy.id}", {"roles": ["admin"]}),
        await deputy.put(f"/api/users/{deputy.id}", {"roles": ["role-deputy", "stronger"]}),
        await deputy.post("/api/users", {"username": "new", "password": PASSWORD, "roles": ["admin"]}),
        await deputy.post("/api/users", {"username": "new", "password": PASSWORD, "roles": ["stronger"]}),
        # Taking over a user with more rights is the same by another path.
        await deputy.put("/api/users/1", {"password": "another good password"}),
        await deputy.put("/api/users/1", {"email": "deputy@example.com"}),
        await deputy.put("/api/users/1", {"status": 0}),
        await deputy.delete("/api/users/1"),
        await deputy.put(f"/api/users/{victim['id']}", {"password": "another good password"}),
        await deputy.delete(f"/api/users/{victim['id']}"),
    ]
    assert {answer.code for answer in attempts} == {403}
    assert (await deputy.get("/api/auth/user")).data["permissions"] == [
        "users:create", "users:delete", "users:read", "users:update",
    ]  # fmt: skip
    assert (await sign_in(service.anonymous, "admin", ADMIN_PASSWORD)).code == 200


async def test_an_id_in_the_body_never_overrides_the_path_or_sets_identity(service: Service, admin: Client) -> None:
    """Mutant: `UpdateUser` with an `id`, which counts before that of the path."""
    ann, bob = await service.create(admin, "ann"), await service.create(admin, "bob")
    claimed = {"id": bob["id"], "userId": bob["id"], "sub": "1", "user": {"id": 1}, "name": "Changed"}
    changed = await admin.put(f"/api/users/{ann['id']}", claimed)
    assert (changed.data["id"], changed.data["name"]) == (ann["id"], "Changed")
    assert (await admin.get(f"/api/users/{bob['id']}")).data["name"] == "bob"
    created = await admin.post("/api/users", {"username": "eve", "password": PASSWORD, "id": 1, "permissions": ["*"]})
    assert created.data["id"] not in (1, ann["id"], bob["id"])
    assert created.data["permissions"] == []
    login = {"username": "ann", "password": PASSWORD, "id": 1, "userId": 1, "sub": "1"}
    assert (await service.anonymous.post("/api/auth/login", login)).data["user"]["id"] == ann["id"]
    assert (await admin.get("/api/auth/user?id=2&userId=2")).data["id"] == 1


async def test_no_hash_salt_or_secret_is_in_any_response_log_line_or_error(
    service: Service, admin: Client, environ: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    """Mutants: a sign-in that logs what was sent; complaints that repeat the value."""
    caplog.set_level(logging.DEBUG)
    canary = "canary-pass-7f3a"
    seen: list[str] = []

    async def call(client: Client, method: str, path: str, body: Any = None) -> Any:
        answer = await client.call(method, path, body)
        seen.append(answer.response.text + str(answer.headers))
        return answer

    user = (await call(admin, "POST", "/api/users", {"username": "ann", "password": canary})).data
    path = f"/api/users/{user['id']}"
    tokens = (await call(service.anonymous, "POST", "/api/auth/login", {"username": "ann", "password": canary})).data
    for method, where, body in (
        ("GET", path, None), ("GET", "/api/users?keyword=ann", None), ("PUT", path, {"name": "Ann"}),
        ("PUT", path, {"password": canary + "2"}), ("POST", "/api/users", {"username": "ann", "password": canary}),
        ("POST", "/api/users", {"username": "", "password": canary}), ("PUT", path, {"password": [canary]}),
        ("POST", "/api/auth/login", {"username": canary, "password": canary}),
        ("POST", "/api/auth/login", {"username": "ann", "password": {"x": canary}}),
        ("POST", "/api/auth/refresh", {"refreshToken": canary}), ("GET", f"/api/{canary}", None),
        ("GET", "/api/users?sort=password_hash", None), ("GET", "/api/users?keyword=$argon2", None),
        ("DELETE", path, None),
    ):  # fmt: skip
        await call(admin, method, where, body)
    hashes = await service.core.database.fetch("SELECT password_hash FROM users")
    sealed = await service.core.database.fetch("SELECT sealed FROM keys")
    secrets = [row[0] for row in [*hashes, *sealed]] + [canary, environ["DOORWARD_SECRET"], "$argon2", "password_hash"]
    everything = "\n".join(seen)
    assert [secret for secret in secrets if secret in everything] == []
    logged = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("doorward"))
    assert [secret for secret in [*secrets, tokens["token"], tokens["refreshToken"]] if secret in logged] == []


INJECTIONS = [
    "' OR '1'='1", "'; DROP TABLE users; --", "%' UNION SELECT password_hash FROM users --", "\\' OR 1=1 --",
    "$1", "$$", "id; SELECT pg_sleep(5)", "(SELECT 1)", "1) OR (1=1", "username_key", "u.password_hash",
    "id,password_hash",
]  # fmt: skip


@pytest.mark.parametrize("text", INJECTIONS)
async def test_sort_filter_and_keyword_are_injection_proof(service: Service, admin: Client, text: str) -> None:
    """Mutants: a sort that is not looked up; a keyword or a role's name written into the statement."""
    await service.create(admin, "ann")
    assert (await admin.get("/api/users", params={"keyword": text})).data["total"] == 0
    assert (await admin.get("/api/users", params={"role": text})).data["total"] == 0
    for name in ("sort", "page", "pageSize", "status"):
        refused = await admin.get("/api/users", params={name: text})
        assert (refused.code, set(refused.fields)) == (400, {name})
    for text_in_path in (text, f"1 {text}"):
        assert (await admin.get(f"/api/users/{text_in_path}")).code == 404
    assert (await admin.get("/api/users")).data["total"] == 2


GUARDED = [route for route in ROUTES if route.permission is not None]
OPEN = {
    ("POST", "/api/auth/password/forgot"),
    ("POST", "/api/auth/password/reset"),
    ("POST", "/api/auth/email/confirm"),
    ("POST", "/api/auth/email/revoke"),
    ("POST", "/api/auth/login"),
    ("POST", "/api/auth/login/continue"),
    ("POST", "/api/auth/login/passkey"),
    ("POST", "/api/auth/login/passkey/options"),
    ("POST", "/api/auth/not-me"),
    ("POST", "/api/auth/refresh"),
    ("POST", "/api/auth/logout"),
    ("GET", "/api/branding"),
    ("POST", "/api/auth/email-code"),
    ("POST", "/api/auth/email-code/verify"),
    ("POST", "/api/auth/register"),
    ("POST", "/api/auth/register/confirm"),
    ("GET", "/api/auth/configuration"),
    ("POST", "/api/auth/invitations/read"),
    ("POST", "/api/auth/invitations/accept"),
}


def test_endpoints_without_a_permission_are_listed_by_name() -> None:
    """Mutant: a route without its permission, which the tests below would then not ask for either."""
    assert {(route.method, route.path) for route in ROUTES if not route.signed_in} == OPEN
    without_right = {route.path for route in ROUTES if route.permission is None}
    # The action of an operation asks for its right, and callers follow their own operations: tests/api/test_operations.
    operations = {f"/api/operations{rest}" for rest in ("", "/{id}", "/{id}/failures", "/{id}/cancel")}
    others = {path for path in without_right if not path.startswith("/api/auth/")}
    assert others == {"/api/branding", "/api/account/avatar"} | operations
    actions = {"GET": "read", "POST": "create", "PUT": "update", "DELETE": "delete"}
    other_names = {
        "/api/permissions": "roles:read",
        "/api/stats": "audit:read",
        "/api/audit/{entry:text}": "audit:read",
        "/api/users/{id}/confusables": "users:read",
        "/api/users/{id}/permissions": "users:read",
        "/api/users/{id}/unlock": "users:update",
        "/api/users/locked": "users:read",
        "/api/system/keys/rotate": "system:write",
        "/api/system/audit-verification": "system:write",
        "/api/users/{id}/sessions/{sessionId}": "sessions:delete",
        "/api/mail/texts": "mail:read",
        "/api/mail/texts/{kind:text}/{language:text}": "mail:update",
        "/api/mail/texts/{kind:text}/{language:text}/preview": "mail:read",
        "/api/branding/logo/{variant:text}": "branding:update",
        "/api/invitations": "users:create",
        "/api/invitations/{id}": "users:create",
        "/api/invitations/{id}/resend": "users:create",
        "/api/mail/{id}/retry": "mail:send",
        "/api/users/{id}/password-link": "users:update",
        "/api/users/{id}/impersonate": "users:impersonate",
        "/api/events": "audit:read",
        "/api/users/{id}/avatar": "users:update",
        "/api/users/export": "users:export",
        "/api/imports": "users:import",
        "/api/imports/{id}": "users:import",
        "/api/imports/{id}/apply": "users:import",
        "/api/webhooks/{id}/rotate-secret": "webhooks:update",
        "/api/webhooks/{id}/test": "webhooks:update",
        "/api/webhooks/{id}/deliveries": "webhooks:read",
        "/api/webhooks/{id}/deliveries/{delivery}/replay": "webhooks:update",
    }
    for route in GUARDED:
        resource = route.path.removesuffix("/{id}").rpartition("/")[2]
        if route.path.startswith("/api/users/{id}/tokens"):  # Keys are a way in, as sessions are.
            assert route.permission == f"sessions:{actions[route.method]}"
            continue
        if route.path.startswith("/api/service-accounts"):
            changes_keys = "/keys" in route.path and route.method != "GET"
            assert route.permission == f"services:{'update' if changes_keys else actions[route.method]}"
            continue
        if route.path == "/api/users/{id}/factors":  # Resetting them is a change of the user.
            assert route.permission == ("users:read" if route.method == "GET" else "users:update")
            continue
        assert route.permission == other_names.get(route.path, f"{resource}:{actions[route.method]}")


@pytest.mark.parametrize("permission", sorted({str(route.permission) for route in GUARDED}))
async def test_every_endpoint_needs_exactly_its_right(service: Service, admin: Client, permission: str) -> None:
    """Mutant: asking for the right neither at the door nor in the core."""
    others = sorted({str(other.permission) for other in GUARDED} - {permission})
    wrong = await signed_in(service, admin, "wrong", " ".join(others))
    right = await signed_in(service, admin, "right", permission)
    plain = await signed_in(service, admin, "plain", "")
    for route in (route for route in GUARDED if route.permission == permission):
        body = SENT if route.method in ("POST", "PUT") else None
        for target in (wrong.id, plain.id, 1, 999_999):
            path = path_of(route, target)
            assert (await service.anonymous.call(route.method, path, body)).code == 401, path
            for client in (wrong, plain):
                refused = await client.call(route.method, path, body)
                assert (refused.code, refused.reason) == (403, "permission_denied"), path
                assert refused.data["required"] == permission
        # Last, because it may change something: a target that does not exist.
        allowed = await right.call(route.method, path_of(route, 999_999), body)
        assert allowed.reason != "permission_denied", route.path


async def test_every_protected_endpoint_refuses_anonymous_requests(service: Service) -> None:
    """Mutant: a missing token that passes for the first user's."""
    for route in (route for route in ROUTES if route.signed_in):
        body = SENT if route.method in ("POST", "PUT") else None
        refused = await service.anonymous.call(route.method, path_of(route), body)
        assert (refused.code, refused.headers["www-authenticate"]) == (401, "Bearer"), route.path


FIELDS = {
    "username": "taken-over", "name": "x", "email": "x@example.com", "phone": "+1", "avatar": "/x.png",
    "roles": ["admin"], "status": 0, "password": "another good password", "mustChangePassword": True,
    "permissions": ["*"], "id": 7, "createdAt": "x",
}  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
async def test_without_the_right_no_field_of_oneself_or_others_changes(
    service: Service, admin: Client, field: str
) -> None:
    """Mutant: `actor.require("users:read")` where a change is asked for, at the door and in the core."""
    ann = await signed_in(service, admin, "ann", "users:read")
    other = await service.create(admin, "bob")
    for target in (ann.id, int(other["id"]), 1):
        before = (await admin.get(f"/api/users/{target}")).data
        assert (await ann.put(f"/api/users/{target}", {field: FIELDS[field]})).code == 403
        assert (await admin.get(f"/api/users/{target}")).data == before


@pytest.mark.parametrize(
    "tail",
    [
        "../x",
        "..%2fx",
        "1%2f..",
        "1%00",
        "%00",
        "0",
        "-1",
        "1e0",
        "01",
        "1.0",
        "١",
        "9" * 40,
        "{id}",
        "1;x=1",
        "%2e%2e/1",
    ],
)
async def test_odd_ids_in_a_path_are_refused(service: Service, admin: Client, tail: str) -> None:
    """Mutant: `isdigit` alone, to which digits of other scripts, 0 and 01 are ids."""
    for method in ("GET", "PUT", "DELETE"):
        body = {"name": "x"} if method == "PUT" else None
        answer = await admin.call(method, f"http://doorward.test/api/users/{tail}", body)
        assert 400 <= answer.code < 500
    assert (await admin.get("/api/users")).data["total"] == 1


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
async def test_a_form_post_from_another_site_changes_nothing(
    service: Service, admin: Client, content_type: str
) -> None:
    """Mutant: no 415."""
    body = json.dumps({"username": "eve", "password": PASSWORD})
    headers = {"Content-Type": content_type, "Origin": "https://evil.example", "Cookie": f"token={admin.token}"}
    # A browser sends cookies by itself, and a token never.
    assert (await service.anonymous.post("/api/users", content=body, headers=headers)).code == 401
    # Even with the token, what a form can send is not taken.
    assert (await admin.post("/api/users", content=body, headers=headers)).code == 415
    assert (await admin.get("/api/users")).data["total"] == 1


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://localhost.evil.example",
        "http://evil.example#localhost",
        "http://127.0.0.1.evil",
    ],
)
async def test_no_foreign_origin_is_reflected(service: Service, admin: Client, origin: str) -> None:
    """Mutant: `Cors._allows` that allows all."""
    for method, path in (("OPTIONS", "/api/users"), ("GET", "/api/users"), ("GET", "/api/nothing")):
        headers = {"Origin": origin, "Access-Control-Request-Method": "POST"}
        answer = await admin.call(method, path, headers=headers)
        assert "access-control-allow-origin" not in answer.headers
        assert "access-control-allow-credentials" not in answer.headers
        assert answer.headers["vary"] == "Origin"


@pytest.mark.parametrize(
    "secret",
    ["qmPlus", "abcdefghijklmnopqrstuvwxyz", "3488a63e1765035d386f05409663f55c83bfae3b3c61a932744b20ad14244dcf",
     "changeme", "your-256-bit-secret", "a" * 64, "secret" * 10],
)  # fmt: skip
def test_secrets_that_ship_in_repositories_are_refused_at_the_start(secret: str) -> None:
    """Mutant: `_secret` that looks at neither the list nor the length."""
    with pytest.raises(SettingsError, match="DOORWARD_SECRET"):
        load({"DOORWARD_SECRET": secret})
