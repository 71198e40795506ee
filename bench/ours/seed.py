"""Seeds a database of Doorward: `python -m bench.ours.seed USERS SESSIONS`, settings from the environment.

Prints access tokens, refresh tokens and API keys for the load, the administrator's first.
"""

import asyncio
import json
import sys
from functools import partial

from bench.dataset import PASSWORD, sample_user
from doorward import app, preparation
from doorward.core import Core
from doorward.database.protocol import Transaction
from doorward.domain.access import Origin
from doorward.domain.api_keys import HINT, KeyDraft, digest, new_text
from doorward.domain.sign_in.auth_context import BY_PASSWORD, AuthContext
from doorward.domain.sign_in.strength import Strength
from doorward.domain.users import Profile, User
from doorward.settings import load
from doorward.store import api_keys, roles, users
from doorward.store.sign_in import sessions

_ORIGIN = Origin("127.0.0.1", "bench", "bench")
_BATCH = 1_000


async def seed(user_count: int, session_count: int) -> dict[str, list[str]]:
    settings = preparation.prepare_files(load())
    await preparation.prepare_database(settings)
    core = app.build(settings)
    await core.open()
    try:
        hashed = await core.hasher.hash(PASSWORD)
        for start in range(1, user_count + 1, _BATCH):
            last = min(start + _BATCH - 1, user_count)
            await core.database.write(partial(_insert, core=core, hashed=hashed, first=start, last=last))
        # Otherwise the server would build the indexes during the measurement.
        await core.users.directory.fill()
        return await core.database.write(partial(_open_sessions, core=core, count=session_count))
    finally:
        await core.close()


async def _insert(tx: Transaction, *, core: Core, hashed: str, first: int, last: int) -> None:
    role = await roles.find_by_name(tx, "user")
    assert role is not None
    for number in range(first, last + 1):
        username, name, email = sample_user(number)
        profile = Profile(username=username, name=name, email=email)
        user_id = await users.insert(tx, profile, hashed, core.clock())
        assert user_id is not None
        await users.set_roles(tx, user_id, [role.id])


async def _open_sessions(tx: Transaction, *, core: Core, count: int) -> dict[str, list[str]]:
    access, refresh, keys = [], [], []
    now = core.clock()
    for user_id in range(1, count + 1):
        user = await users.find(tx, user_id)
        assert user is not None
        session_id = 1_000_000 + user_id
        context = AuthContext(BY_PASSWORD, now)
        expires_at = core.sign_in.flow.opener.policy.expiry(now, now)
        await sessions.open_session(tx, session_id, user_id, _ORIGIN, context, expires_at)
        access.append(core.keys.access.issue(user.id, session_id, user.role_names, user.permissions, context, now))
        refresh.append(core.keys.refresh.derive(session_id, 1))
        keys.append(await _create_key(tx, core, user))
    return {"access": access, "refresh": refresh, "keys": keys}


async def _create_key(tx: Transaction, core: Core, owner: User) -> str:
    text = new_text(core.entropy)
    draft = KeyDraft("bench", permissions=("orders:read",))
    await api_keys.insert(tx, owner.id, draft, digest(text), text[-HINT:], Strength.PASSWORD, "en", core.clock())
    return text


if __name__ == "__main__":
    print(json.dumps(asyncio.run(seed(int(sys.argv[1]), int(sys.argv[2])))))
