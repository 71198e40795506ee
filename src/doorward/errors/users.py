"""Faults of users, roles and rights."""

from doorward.errors.base import Fault, TooMany


class PermissionDenied(Fault):
    code, reason, message = 403, "permission_denied", "You don't have permission to do this"

    def __init__(self, required: str) -> None:
        super().__init__(required=required)


class PasswordChangeRequired(Fault):
    code, reason, message = 403, "password_change_required", "Change your password first"


class WrongPassword(Fault):
    code, reason, message = 400, "wrong_password", "The current password is wrong"

    def __init__(self, field: str = "currentPassword") -> None:
        super().__init__(fields=[{"field": field, "message": "is wrong"}])


class SessionNotFound(Fault):
    code, reason, message = 404, "session_not_found", "There is no such session, or it has ended"


class BeyondOwnRights(Fault):
    code, reason, message = 403, "beyond_own_rights", "You can't grant permissions that you don't have"

    def __init__(self, required: str) -> None:
        super().__init__(required=required)


class RoleNotHeld(Fault):
    code, reason, message = 403, "role_not_held", "You need the role that `role` names, or the permission roles:grant"

    def __init__(self, role: str) -> None:
        super().__init__(role=role, required="roles:grant")


class ImpersonationNotAllowed(Fault):
    code, reason = 403, "impersonated_session"
    message = "Not while you act as another user: credentials, factors, keys and sessions are the user's own to change"


class Outranked(Fault):
    code, reason, message = 403, "outranked", "That user or role has permissions that you don't have"

    def __init__(self, required: str) -> None:
        super().__init__(required=required)


class UserNotFound(Fault):
    code, reason, message = 404, "user_not_found", "There is no such user"


class UsernameTaken(Fault):
    code, reason, message = 409, "username_taken", "That username is already in use"


class EmailTaken(Fault):
    code, reason, message = 409, "email_taken", "That e-mail address is already in use"


class RoleNotFound(Fault):
    code, reason, message = 404, "role_not_found", "There is no such role"


class RoleNameTaken(Fault):
    code, reason, message = 409, "role_name_taken", "That role name is already in use"


class RoleStillInUse(Fault):
    code, reason, message = 409, "role_in_use", "Users have this role; add force=true to remove it from them"

    def __init__(self, users: int) -> None:
        super().__init__(users=users)


class TooManyRoles(TooMany):
    code, reason, message = 409, "too_many_roles", "There can't be more roles; delete some that are not used"


class TooManyGrants(Fault):
    code, reason, message = 409, "too_many_grants", "All roles together grant too many permissions; remove some first"

    def __init__(self, limit: int, characters: int) -> None:
        super().__init__(limit=limit, characters=characters)


class BuiltInRole(Fault):
    code, reason = 409, "built_in_role"
    message = "Built-in roles can't be renamed or deleted, and admin keeps all permissions"


class LastAdministrator(Fault):
    code, reason, message = 409, "last_administrator", "At least one enabled administrator must remain"


class OwnAccount(Fault):
    code, reason, message = 409, "own_account", "You can't do this to your own account"


class OwnPassword(Fault):
    code, reason, message = 409, "own_password", "Change your own password with PUT /api/auth/password"
