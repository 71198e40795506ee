"""The route table: every endpoint with its input, its output and its faults."""

from typing import Any, Final

from doorward import errors
from doorward.api import refresh_cookie
from doorward.api.endpoints import account, audit, auth, description, operations, roles, stats, system, users
from doorward.api.schemas.account import ChangePassword, SessionPage, StepUpBody, UpdateAccount
from doorward.api.schemas.audit import AuditEntryData, AuditPage, AuditParams
from doorward.api.schemas.operations import CreateOperation, FailurePage, OperationData, OperationPage
from doorward.api.schemas.paging import PageParams
from doorward.api.schemas.roles import (
    CreateRole,
    DeleteRoleParams,
    EffectivePermission,
    PermissionList,
    RoleData,
    RoleListParams,
    RolePage,
    UpdateRole,
)
from doorward.api.schemas.user_filters import UserListParams
from doorward.api.schemas.users import (
    ConfusableList,
    ContinueLogin,
    CreateUser,
    CurrentUserData,
    Health,
    KeySet,
    Login,
    LoginData,
    Refresh,
    TokenData,
    UpdateUser,
    UserData,
    UserPage,
)
from doorward.web.routing import KeyUse, Route

# Of a session or a key whose rights are withheld until its user does something.
_WITHHELD: Final = (
    errors.PasswordChangeRequired, errors.EnrolmentRequired, errors.StepUpRequired, errors.KeyTooWeak,
)  # fmt: skip

API_ROUTES: tuple[Route, ...] = (
    Route(
        "POST", "/api/auth/login", auth.login, "Sign in",
        data=LoginData, body=Login, signed_in=False, any_content_type=True, guards=(refresh_cookie.check,),
        faults=(
            errors.InvalidCredentials, errors.AccountDisabled, errors.SecondFactorRequired, errors.CrossSiteRequest,
            errors.TooManyAttempts, errors.TooManyMails, errors.Busy,
        ),
    ),
    Route(
        "POST", "/api/auth/login/continue", auth.continue_login, "Prove a second factor",
        data=LoginData, body=ContinueLogin, signed_in=False, guards=(refresh_cookie.check,),
        faults=(errors.SignInExpired, errors.InvalidCode, errors.CrossSiteRequest, errors.TooManyAttempts),
    ),
    Route(
        "GET", "/api/auth/user", auth.current_user, "Read the signed-in user",
        data=CurrentUserData, keys=KeyUse.PERMITTED,
    ),
    Route(
        "POST", "/api/auth/refresh", auth.refresh, "Exchange a refresh token",
        data=TokenData, body=Refresh, signed_in=False, any_content_type=True, guards=(refresh_cookie.check,),
        faults=(errors.InvalidRefreshToken, errors.RefreshTokenReused, errors.CrossSiteRequest),
    ),
    Route(
        "POST", "/api/auth/logout", auth.logout, "Sign out",
        # Accepts a token that expired or whose session ended, so the handler checks it.
        signed_in=False, guards=(refresh_cookie.check,),
        faults=(errors.AuthenticationRequired, errors.InvalidToken, errors.CrossSiteRequest),
    ),
    Route(
        "PUT", "/api/auth/user", account.update, "Update your profile",
        data=UserData, body=UpdateAccount, rules=account.profile_of, etag=True,
        faults=(errors.StepUpRequired, errors.PreconditionFailed, errors.TooManyMails),
    ),
    Route(
        "PUT", "/api/auth/password", account.change_password, "Change your password",
        data=TokenData, body=ChangePassword, guards=(refresh_cookie.check,),
        faults=(errors.WrongPassword, errors.CrossSiteRequest, errors.TooManyAttempts, errors.Busy),
    ),
    Route(
        "POST", "/api/auth/step-up", account.step_up, "Authenticate again",
        data=TokenData, body=StepUpBody, rules=account.proof_of, guards=(refresh_cookie.check,),
        faults=(
            errors.WrongPassword, errors.InvalidCode, errors.StepUpRequired, errors.CrossSiteRequest,
            errors.TooManyAttempts, errors.Busy,
        ),
    ),
    Route(
        "GET", "/api/auth/sessions", account.sessions, "List your sessions", data=SessionPage, query=PageParams,
        lists=True,
    ),
    Route(
        "DELETE", "/api/auth/sessions/{id}", account.end_session, "End one of your sessions",
        faults=(errors.SessionNotFound,),
    ),
    Route("POST", "/api/auth/logout-all", account.logout_all, "Sign out everywhere"),
    Route(
        "GET", "/api/users", users.page, "List users",
        data=UserPage, query=UserListParams, rules=users.filter_of, permission="users:read", lists=True,
        faults=(errors.SearchTooDeep,),
    ),
    Route(
        "POST", "/api/users", users.create, "Create a user",
        data=UserData, body=CreateUser, rules=users.profile_of, late_rules=users.wrong_for_new, etag=True,
        permission="users:create", makes_credentials=True,
        faults=(
            errors.BeyondOwnRights, errors.RoleNotHeld, errors.UsernameTaken, errors.EmailTaken,
            errors.IdempotencyKeyReused, errors.Busy,
        ),
    ),
    Route(
        "GET", "/api/users/{id}", users.read, "Read a user",
        data=UserData, permission="users:read", etag=True, faults=(errors.UserNotFound,),
    ),
    Route(
        "PUT", "/api/users/{id}", users.update, "Change a user",
        data=UserData, body=UpdateUser, rules=users.profile_of, late_rules=users.wrong_roles, etag=True,
        permission="users:update",
        faults=(
            errors.UserNotFound, errors.BeyondOwnRights, errors.RoleNotHeld, errors.Outranked, errors.UsernameTaken,
            errors.EmailTaken, errors.LastAdministrator, errors.OwnAccount, errors.OwnPassword,
            errors.ServiceAccount, errors.StepUpRequired, errors.PreconditionFailed, errors.Busy,
        ),
    ),
    Route(
        "DELETE", "/api/users/{id}", users.delete, "Delete a user", permission="users:delete",
        faults=(
            errors.UserNotFound, errors.Outranked, errors.LastAdministrator, errors.OwnAccount, errors.ServiceAccount,
            errors.PreconditionFailed,
        ),
    ),
    Route(
        "GET", "/api/users/{id}/permissions", users.permissions, "List a user's permissions and their origin",
        data=list[EffectivePermission], permission="users:read", faults=(errors.UserNotFound,),
    ),
    Route(
        "GET", "/api/users/{id}/confusables", users.confusables, "List users with a similar username",
        data=ConfusableList, permission="users:read", lists=True, faults=(errors.UserNotFound,),
    ),
    Route(
        "GET", "/api/users/{id}/sessions", account.user_sessions, "List a user's sessions",
        data=SessionPage, query=PageParams, permission="sessions:read", lists=True, faults=(errors.UserNotFound,),
    ),
    Route(
        "DELETE", "/api/users/{id}/sessions", account.end_user_sessions, "End a user's sessions",
        permission="sessions:delete", faults=(errors.UserNotFound, errors.Outranked),
    ),
    Route(
        "DELETE", "/api/users/{id}/sessions/{sessionId}", account.end_user_session, "End one of a user's sessions",
        permission="sessions:delete", faults=(errors.UserNotFound, errors.SessionNotFound, errors.Outranked),
    ),
    Route(
        "GET", "/api/roles", roles.page, "List roles",
        data=RolePage, query=RoleListParams, rules=roles.filter_of, permission="roles:read", lists=True,
    ),
    Route(
        "POST", "/api/roles", roles.create, "Create a role",
        data=RoleData, body=CreateRole, rules=roles.change_of, permission="roles:create", etag=True,
        faults=(
            errors.BeyondOwnRights, errors.RoleNameTaken, errors.TooManyRoles, errors.TooManyGrants,
            errors.IdempotencyKeyReused,
        ),
    ),
    Route(
        "GET", "/api/roles/{id}", roles.read, "Read a role",
        data=RoleData, permission="roles:read", etag=True, faults=(errors.RoleNotFound,),
    ),
    Route(
        "PUT", "/api/roles/{id}", roles.update, "Change a role",
        data=RoleData, body=UpdateRole, rules=roles.change_of, permission="roles:update", etag=True,
        faults=(
            errors.RoleNotFound, errors.BeyondOwnRights, errors.RoleNotHeld, errors.Outranked, errors.RoleNameTaken,
            errors.TooManyGrants, errors.BuiltInRole, errors.PreconditionFailed,
        ),
    ),
    Route(
        "DELETE", "/api/roles/{id}", roles.delete, "Delete a role",
        query=DeleteRoleParams, permission="roles:delete",
        faults=(
            errors.RoleNotFound, errors.Outranked, errors.RoleStillInUse, errors.BuiltInRole,
            errors.PreconditionFailed,
        ),
    ),
    Route(
        "GET", "/api/permissions", roles.permissions, "List permissions",
        data=PermissionList, permission="roles:read", lists=True,
    ),
    Route(
        "GET", "/api/audit", audit.page, "Read the audit trail",
        data=AuditPage, query=AuditParams, permission="audit:read", also_csv=True, lists=True,
    ),
    Route(
        "GET", "/api/audit/{entry:text}", audit.one, "Read an audit entry",
        data=AuditEntryData, permission="audit:read", faults=(errors.AuditEntryNotFound,),
    ),
    # Without a permission of their own: an action asks for that of a single request, and callers follow their own
    # operations. The core checks both.
    Route(
        "POST", "/api/operations", operations.create, "Start an operation on many users",
        data=OperationData, body=CreateOperation, rules=operations.changes_of, keys=KeyUse.PERMITTED,
        guards=(operations.rights_given, operations.not_acting),
        faults=(
            errors.PermissionDenied, errors.PasswordChangeRequired, errors.EnrolmentRequired, errors.StepUpRequired,
            errors.KeyTooWeak, errors.KeyNotAllowed, errors.IdempotencyKeyReused, errors.TooManyOperations,
            errors.TooManyLists, errors.ListsBusy, errors.SearchTimeout,
        ),
    ),
    Route(
        "GET", "/api/operations", operations.page, "List operations",
        data=OperationPage, query=PageParams, lists=True, keys=KeyUse.PERMITTED, guards=(operations.rights_given,),
        faults=_WITHHELD,
    ),
    Route(
        "GET", "/api/operations/{id}", operations.read, "Read an operation",
        data=OperationData, keys=KeyUse.PERMITTED, guards=(operations.rights_given,),
        faults=(errors.OperationNotFound, *_WITHHELD),
    ),
    Route(
        "GET", "/api/operations/{id}/failures", operations.failures, "List the failures of an operation",
        data=FailurePage, query=PageParams, lists=True, keys=KeyUse.PERMITTED, guards=(operations.rights_given,),
        faults=(errors.OperationNotFound, *_WITHHELD),
    ),
    Route(
        "POST", "/api/operations/{id}/cancel", operations.cancel, "Cancel an operation",
        data=OperationData, keys=KeyUse.PERMITTED, guards=(operations.rights_given, operations.not_acting),
        faults=(errors.OperationNotFound, errors.OperationEnded, errors.PermissionDenied, *_WITHHELD),
    ),
    Route(
        "GET", "/api/stats", stats.read, "Statistics",
        data=stats.StatsData, query=stats.StatsParams, permission="audit:read", lists=True,
    ),
)  # fmt: skip

SYSTEM_ROUTES: tuple[Route, ...] = (
    Route("GET", "/healthz", system.healthz, "Liveness", data=Health, signed_in=False),
    Route(
        "GET", "/readyz", system.readyz, "Readiness", data=Health, signed_in=False, guards=(system.not_draining,),
        faults=(errors.DatabaseUnavailable, errors.SchemaMismatch, errors.Stopping),
    ),
    Route(
        "GET", "/metrics", system.metrics, "Metrics for Prometheus",
        signed_in=False, guards=(system.may_scrape,), documented=False,
    ),
    Route("GET", "/.well-known/jwks.json", system.jwks, "Public keys", data=KeySet, signed_in=False, enveloped=False),
    Route(
        "GET", "/openapi.json", description.openapi, "OpenAPI document",
        data=dict[str, Any], signed_in=False, enveloped=False, etag=True,
    ),
    Route("GET", "/docs", description.docs, "Documentation page", signed_in=False, documented=False),
    Route(
        "GET", "/docs/style.css", description.docs_style, "Style sheet of the documentation page",
        signed_in=False, documented=False,
    ),
    Route(
        "GET", "/docs/try.js", description.docs_script, "Script of the documentation page",
        signed_in=False, documented=False,
    ),
)  # fmt: skip

ROUTES = (*API_ROUTES, *SYSTEM_ROUTES)
