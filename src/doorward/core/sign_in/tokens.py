"""Issues the tokens of a session."""

from msgspec import Struct

from doorward.core import rights
from doorward.core.keys.ring import KeyRing
from doorward.domain.sign_in.auth_context import AuthContext
from doorward.domain.users import User


class Tokens(Struct, frozen=True):
    access: str
    refresh: str
    expires_in: int
    device: str = ""  # At a sign-in from a new device: its secret, for the client to send back.


def issue(keys: KeyRing, user: User, session_id: int, generation: int, context: AuthContext, now: int) -> Tokens:
    """`now`: before the rights of the user were read. A token must not seem newer than a change that it does not have:
    the revocation feed compares them."""
    # Services that verify tokens offline must not grant what this service withholds for now.
    withheld = rights.withheld(user, context.strength) is not None
    roles, permissions = ([], ()) if withheld else (user.role_names, user.permissions)
    access = keys.access.issue(user.id, session_id, roles, permissions, context, now)
    return Tokens(access, keys.refresh.derive(session_id, generation), keys.access.ttl)
