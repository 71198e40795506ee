"""An import that changes users whom administrators change at the same time."""

import asyncio

from tests.features.transfer.test_http_import import applied, checked
from tests.support.service import Client, Service

_USERS = 40


async def test_a_role_that_is_taken_from_a_user_during_an_import_does_not_return(
    service: Service, admin: Client
) -> None:
    """Mutant: the roles that the file is merged with are read before the lock on rights is taken."""
    for name in ("editor", "reader"):
        assert (await admin.post("/api/roles", {"name": name})).code == 200
    made = await asyncio.gather(*(service.create(admin, f"user{n}", roles=["editor"]) for n in range(_USERS)))
    rows = "username,roles\n" + "".join(f"user{n},reader\n" for n in range(_USERS))
    check = await checked(admin, rows, existing="update")

    async def take_roles() -> None:
        while not (await admin.get("/api/users?role=reader")).data["total"]:
            pass
        answers = await asyncio.gather(*(admin.put(f"/api/users/{user['id']}", {"roles": []}) for user in made))
        assert {answer.code for answer in answers} == {200}

    done, _ = await asyncio.gather(applied(admin, check), take_roles())
    assert done["result"]["refused"] == 0
    assert (await admin.get("/api/users?role=editor")).data["total"] == 0
