"""Search and lists against a plain Python model: random people, random writes, random questions."""

import asyncio
import tempfile
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doorward.database.protocol import Transaction
from doorward.features.transfer import queries
from tests.support.databases import Databases, settings_for
from tests.support.service import Client, Service, running

# Letters that fold, join, look alike or mean something to a query language.
LETTERS = "aAbBeE王李偉한글ßẞſİıiΣςσéÅﬁＡжЖעم%_*\"'\\-^:()+0😀"
TEXT = st.text(LETTERS, min_size=1, max_size=6)
STATUS = st.sampled_from([0, 1])
ROLES = st.sampled_from([[], ["user"], ["user", "admin"]])
EMAIL = st.none() | st.builds("{}@{}".format, TEXT, TEXT)
FIELDS = st.fixed_dictionaries({}, optional={"name": TEXT, "email": EMAIL, "status": STATUS, "roles": ROLES})
SORTS = st.sampled_from(["id", "username", "name", "email", "status", "createdAt", "updatedAt", "lastLoginAt"])
QUESTION = st.fixed_dictionaries(
    {"page": st.integers(1, 3), "pageSize": st.sampled_from([1, 2, 2, 5, 20])},
    optional={
        "status": STATUS,
        "role": st.sampled_from(["user", "admin", "nobody"]),
        "sort": st.builds("{}{}".format, st.sampled_from(["", "-"]), SORTS),
    },
)
PIECE = st.tuples(
    st.integers(0, 99), st.sampled_from(["username", "name", "email"]), st.integers(0, 6), st.integers(1, 9)
)
# What one has, and what many have.
WANTED = st.none() | TEXT | PIECE | st.sampled_from("@@ae")
STEP = st.one_of(
    st.tuples(st.just("create"), TEXT, FIELDS),
    st.tuples(st.just("create"), TEXT, FIELDS),
    st.tuples(st.just("update"), st.integers(0, 99), st.one_of(FIELDS, st.fixed_dictionaries({"username": TEXT}))),
    st.tuples(st.just("delete"), st.integers(0, 99), st.none()),
    st.tuples(st.just("arrive"), TEXT, FIELDS),
    st.tuples(st.just("sign_in"), st.none(), st.none()),
    st.tuples(st.just("settle"), st.none(), st.none()),
    st.tuples(st.just("ask"), WANTED, QUESTION),
    st.tuples(st.just("ask"), WANTED, QUESTION),
)


def folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


class Model:
    """Everybody there is, as the API showed them last."""

    def __init__(self, service: Service, admin: Client) -> None:
        self.service, self.admin = service, admin
        self.everybody: dict[int, dict[str, Any]] = {}

    def somebody(self, number: int) -> dict[str, Any]:
        return list(self.everybody.values())[number % len(self.everybody)]

    async def run(self, what: str, subject: Any, details: Any) -> None:
        await getattr(self, what)(subject, details)

    async def create(self, username: str, fields: dict[str, Any]) -> None:
        body = {"username": username, "password": "a long enough password", **fields}
        self.note(await self.admin.post("/api/users", body))

    async def update(self, number: int, fields: dict[str, Any]) -> None:
        user = self.somebody(number)
        if user["id"] != self.admin.id:
            self.note(await self.admin.put(f"/api/users/{user['id']}", fields))

    async def arrive(self, username: str, fields: dict[str, Any]) -> None:
        """By an import, which writes in a way of its own."""
        name, email = fields.get("name", username), fields.get("email")
        arrival = queries.columns(username, name, email, None, None, 1, "", 1, 2, None)

        async def work(tx: Transaction) -> list[int]:
            created = list((await queries.insert(tx, [arrival])).values())
            await queries.add_roles(tx, [(user_id, 2) for user_id in created])
            return created

        for user_id in await self.service.core.database.write(work):
            self.note(await self.admin.get(f"/api/users/{user_id}"))

    async def sign_in(self, _: None, __: None) -> None:
        me = (await self.service.login()).tokens["user"]
        self.everybody[me["id"]] = me

    async def settle(self, _: None, __: None) -> None:
        """What the service does now and then beside the requests."""
        await self.service.core.users.directory.fill()

    def note(self, answer: Any) -> None:
        if answer.code == 200:
            self.everybody[answer.data["id"]] = answer.data
        else:
            assert answer.reason in ("username_taken", "email_taken"), answer.body

    async def delete(self, number: int, _: None) -> None:
        user = self.somebody(number)
        if user["id"] != self.admin.id:
            assert (await self.admin.delete(f"/api/users/{user['id']}")).code == 200
            del self.everybody[user["id"]]

    async def ask(self, wanted: Any, question: dict[str, Any]) -> None:
        keyword = wanted or ""
        if isinstance(wanted, tuple):
            number, field, start, length = wanted
            keyword = (self.somebody(number)[field] or "")[start : start + length]
        answer = await self.admin.get("/api/users", params={**question, "keyword": keyword})
        assert answer.code == 200, answer.body
        matches = self.matches(keyword.strip(), question)
        start = (question["page"] - 1) * question["pageSize"]
        assert answer.data["list"] == matches[start : start + question["pageSize"]]
        assert (answer.data["total"], answer.data["totalCapped"]) == (len(matches), False)

    def matches(self, keyword: str, question: dict[str, Any]) -> list[dict[str, Any]]:
        found = [
            user
            for user in self.everybody.values()
            if any(folded(keyword) in folded(user[field] or "") for field in ("username", "name", "email"))
            and user["status"] == question.get("status", user["status"])
            and ("role" not in question or question["role"] in user["roles"])
        ]
        sort = question.get("sort", "id")
        return sorted(found, key=lambda user: place(user, sort.strip("-")), reverse=sort.startswith("-"))


def place(user: dict[str, Any], field: str) -> tuple[Any, ...]:
    value = user[field]
    if isinstance(value, str) and not field.endswith("At"):
        value = folded(value)
    # By code point, as UTF-8 orders it.
    return (value is not None, value.encode() if isinstance(value, str) else value or 0, user["id"])


async def scenario(service: Service, steps: list[tuple[str, Any, Any]]) -> None:
    admin = await service.login()
    model = Model(service, admin)
    me = await admin.get("/api/auth/user")
    model.everybody[me.data["id"]] = me.data
    for step in steps:
        await model.run(*step)


# The way to a page depends on how many there are. Decided otherwise, every way is gone with a few.
_NEVER_FEW = {
    "directory._FEW": 0,
    "sqlite.backend._FEW": 0,
    "sqlite.backend._SAME_PLACE": 1,
    "sqlite.statistics._FEW_DISABLED": 1,
}
_INDEX_ONLY = {**_NEVER_FEW, "postgres.backend._COMMON": 0, "postgres.backend._USUAL": 0}
_NO_INDEX = {"sqlite.backend._FEW": 2, "postgres.backend._COMMON": 10**9, "postgres.backend._USUAL": 10**9}
_SHORT_WALKS = {**_NEVER_FEW, **_NO_INDEX, "directory._PATIENCE": 0, "directory._SHORTEST_WALK": 1}
WAYS: dict[str, dict[str, int]] = {
    "as it comes": {},
    "by index only": _INDEX_ONLY,
    "by reading along": _NO_INDEX,
    "by walks that give up": _SHORT_WALKS,
}


@pytest.mark.parametrize("way", WAYS)
@settings(
    max_examples=8,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(steps=st.lists(STEP, min_size=10, max_size=40))
def test_lists_say_what_a_plain_model_says(
    databases: Databases, monkeypatch: pytest.MonkeyPatch, way: str, steps: list[tuple[str, Any, Any]]
) -> None:
    for name, value in WAYS[way].items():
        monkeypatch.setattr(f"doorward.search.{name}", value)

    async def run() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with databases.new(Path(folder)) as environ, running(settings_for(environ)) as service:
                await scenario(service, steps)

    asyncio.run(run())


async def test_every_way_to_a_page_gives_the_same_page(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, name in enumerate(("Zoe", "Émile", "zoe", "王", "Bea", "Emma")):
        email = f"{9 - number}e@example.com" if number % 3 else None
        roles = ["user"] if number % 2 else []
        await service.create(admin, f"e{number}", name=name, email=email, status=number % 2, roles=roles)
    queries = [
        {"keyword": keyword, "sort": sign + sort, "pageSize": 2, "page": page, **more}
        for keyword in ("e", "e@e", "example")
        for sort in ("id", "username", "name", "email", "status", "createdAt", "updatedAt", "lastLoginAt")
        for sign in ("", "-")
        for page in (1, 2)
        for more in ({}, {"status": 1}, {"role": "user"})
    ]
    seen = []
    for constants in WAYS.values():
        with monkeypatch.context() as patch:
            for constant, value in constants.items():
                patch.setattr(f"doorward.search.{constant}", value)
            seen.append([(await admin.get("/api/users", params=query)).data for query in queries])
    assert sum(len(page["list"]) for page in seen[0]) > len(queries)
    for others in seen[1:]:
        assert others == seen[0]


@pytest.mark.parametrize("text", ["王", "ß", "ﬁ", "İ", "%", "_", "\\", '"', "*", "a b"])
async def test_a_text_is_found_in_itself(admin: Client, service: Service, text: str) -> None:
    created = await service.create(admin, "someone", name=f"x{text}y")
    answer = await admin.get("/api/users", params={"keyword": text})
    assert answer.data["list"] == [created]
    assert answer.data["total"] == 1
