"""Lists against a plain Python model: random users, random writes, random queries, along every access path."""

import asyncio
import tempfile
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from doorward.database.protocol import Transaction
from doorward.domain.users import Profile
from doorward.features.transfer import queries
from doorward.search.options import DEFAULTS, SearchOptions, Thresholds
from doorward.store.users import new_row
from tests.support.databases import Databases, settings_for
from tests.support.service import Client, Clock, Service, running

# Letters that fold, join, look alike or mean something to a query language.
LETTERS = "aAbBeE王李偉한글ßẞſİıiΣςσéÅﬁＡжЖעم%_*\"'\\-^:()+0😀"
TEXT = st.text(LETTERS, min_size=1, max_size=6)
# The n-grams of one keyword, in one piece or in several.
NAME = TEXT | st.sampled_from(["abcde", "abcde e", "abc bcd cde", "e abcde"])
STATUS = st.sampled_from([0, 1])
ROLES = st.sampled_from([[], ["user"], ["user", "admin"]])
EMAIL = st.none() | st.builds("{}@{}".format, TEXT, TEXT)
PHONE = st.none() | st.sampled_from(["12 34", "234", "9%9", "9_9"])
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "name": NAME,
        "email": EMAIL,
        "status": STATUS,
        "roles": ROLES,
        "phone": PHONE,
        "mustChangePassword": st.booleans(),
    },
)
SORTS = st.sampled_from(["id", "username", "name", "email", "status", "createdAt", "updatedAt", "lastLoginAt"])
QUERY = st.fixed_dictionaries(
    {"page": st.integers(1, 3), "pageSize": st.sampled_from([1, 2, 2, 5, 20])},
    optional={
        "status": STATUS,
        "role": st.sampled_from(["user", "admin", "no-such-role"]),
        "sort": st.builds("{}{}".format, st.sampled_from(["", "-"]), SORTS),
    },
)
FLAG = st.sampled_from(["true", "false"])
ATTRIBUTES = st.fixed_dictionaries(
    {},
    optional={
        "neverSignedIn": FLAG,
        "mustChangePassword": FLAG,
        "emailVerified": FLAG,
        "noRole": FLAG,
        "service": FLAG,
        "phone": st.sampled_from(["2", "34", "%", "_"]),
        "id": st.integers(1, 5),
        # The time of the newest user at that moment.
        "createdFrom": st.just("newest"),
        "createdTo": st.just("newest"),
    },
)
SUBSTRING = st.tuples(
    st.integers(0, 99), st.sampled_from(["username", "name", "email"]), st.integers(0, 6), st.integers(1, 9)
)
# Keywords that are random, that one user has, and that many have.
KEYWORD = st.none() | TEXT | SUBSTRING | st.sampled_from([*"@@ae", "abcde"])
STEP = st.one_of(
    st.tuples(st.just("create"), TEXT, FIELDS),
    st.tuples(st.just("create"), TEXT, FIELDS),
    st.tuples(st.just("update"), st.integers(0, 99), st.one_of(FIELDS, st.fixed_dictionaries({"username": TEXT}))),
    st.tuples(st.just("delete"), st.integers(0, 99), st.none()),
    st.tuples(st.just("import_user"), TEXT, FIELDS),
    st.tuples(st.just("sign_in"), st.none(), st.none()),
    st.tuples(st.just("fill"), st.none(), st.none()),
    st.tuples(st.just("check"), KEYWORD, QUERY),
    st.tuples(st.just("check"), KEYWORD, st.builds(dict.__or__, QUERY, ATTRIBUTES)),
)


def folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


class Model:
    """All users, as the API returned them last."""

    def __init__(self, service: Service, admin: Client) -> None:
        self.service, self.admin = service, admin
        self.users: dict[int, dict[str, Any]] = {}

    def user(self, number: int) -> dict[str, Any]:
        return list(self.users.values())[number % len(self.users)]

    async def run(self, step: str, subject: Any, details: Any) -> None:
        await getattr(self, step)(subject, details)

    async def create(self, username: str, fields: dict[str, Any]) -> None:
        body = {"username": username, "password": "a long enough password", **fields}
        self.record(await self.admin.post("/api/users", body))

    async def update(self, number: int, fields: dict[str, Any]) -> None:
        user = self.user(number)
        if user["id"] != self.admin.id:
            self.record(await self.admin.put(f"/api/users/{user['id']}", fields))

    async def import_user(self, username: str, fields: dict[str, Any]) -> None:
        """Imports write with statements of their own."""
        name, email = fields.get("name", username), fields.get("email")
        row = new_row(Profile(username=username, name=name, email=email), "", 1, 2)

        async def work(tx: Transaction) -> list[int]:
            created = list((await queries.insert(tx, [row])).values())
            await queries.add_roles(tx, [(user_id, 2) for user_id in created])
            return created

        for user_id in await self.service.core.database.write(work):
            self.record(await self.admin.get(f"/api/users/{user_id}"))

    async def sign_in(self, _: None, __: None) -> None:
        me = (await self.service.login()).tokens["user"]
        self.users[me["id"]] = me

    async def fill(self, _: None, __: None) -> None:
        """The service does this in a background job."""
        await self.service.core.users.directory.fill()

    def record(self, answer: Any) -> None:
        if answer.code == 200:
            self.users[answer.data["id"]] = answer.data
        else:
            assert answer.reason in ("username_taken", "email_taken"), answer.body

    async def delete(self, number: int, _: None) -> None:
        user = self.user(number)
        if user["id"] != self.admin.id:
            assert (await self.admin.delete(f"/api/users/{user['id']}")).code == 200
            del self.users[user["id"]]

    async def check(self, chosen: Any, query: dict[str, Any]) -> None:
        keyword = chosen or ""
        if isinstance(chosen, tuple):
            number, field, start, length = chosen
            keyword = (self.user(number)[field] or "")[start : start + length]
        newest = max(user["createdAt"] for user in self.users.values())
        query = {name: newest if value == "newest" else value for name, value in query.items()}
        answer = await self.admin.get("/api/users", params={**query, "keyword": keyword})
        assert answer.code == 200, answer.body
        matches = self.matches(keyword.strip(), query)
        start = (query["page"] - 1) * query["pageSize"]
        assert answer.data["list"] == matches[start : start + query["pageSize"]]
        assert (answer.data["total"], answer.data["totalCapped"]) == (len(matches), False)

    def matches(self, keyword: str, query: dict[str, Any]) -> list[dict[str, Any]]:
        found = [
            user
            for user in self.users.values()
            if any(folded(keyword) in folded(user[field] or "") for field in ("username", "name", "email"))
            and user["status"] == query.get("status", user["status"])
            and ("role" not in query or query["role"] in user["roles"])
            and has_attributes(user, query)
        ]
        sort = query.get("sort", "id")
        return sorted(found, key=lambda user: sort_key(user, sort.strip("-")), reverse=sort.startswith("-"))


def has_attributes(user: dict[str, Any], query: dict[str, Any]) -> bool:
    flags = {
        "neverSignedIn": user["lastLoginAt"] is None,
        "mustChangePassword": user["mustChangePassword"],
        "emailVerified": user["emailVerified"],
        "noRole": not user["roles"],
        "service": user["service"],
    }
    return (
        all(query.get(name, str(flag).lower()) == str(flag).lower() for name, flag in flags.items())
        and query.get("phone", "") in (user["phone"] or "")
        and query.get("id", user["id"]) == user["id"]
        and query.get("createdFrom", "") <= user["createdAt"] < query.get("createdTo", "~")
    )


def sort_key(user: dict[str, Any], field: str) -> tuple[Any, ...]:
    value = user[field]
    if isinstance(value, str) and not field.endswith("At"):
        value = folded(value)
    # By code point, as UTF-8 orders it. Null sorts first, and ties are broken by id.
    return (value is not None, value.encode() if isinstance(value, str) else value or 0, user["id"])


async def scenario(service: Service, steps: list[tuple[str, Any, Any]]) -> None:
    admin = await service.login()
    model = Model(service, admin)
    me = await admin.get("/api/auth/user")
    model.users[me.data["id"]] = me.data
    for step in steps:
        await model.run(*step)


# The access path depends on how many users there are. With these thresholds every path is taken with a few.
_INDEX_ONLY = Thresholds(
    checked_rows=0,
    listed_matches=0,
    tied_rows=1,
    verified_rows=0,
    sorted_rows=0,
    first_entries=2,
    disabled_share=1,
    common_one_in=0,
    matches_per_row=10**9,
    usual_facet_one_in=0,
)
_NO_INDEX = Thresholds(listed_matches=2, common_one_in=10**9, matches_per_row=0, usual_facet_one_in=10**9)
_SHORT_SCANS = replace(
    _NO_INDEX,
    checked_rows=0,
    verified_rows=0,
    tied_rows=1,
    sorted_rows=0,
    disabled_share=1,
    scan_patience=0,
    scan_minimum=1,
)
ACCESS_PATHS = {
    "as planned": DEFAULTS,
    "search index": SearchOptions(thresholds=_INDEX_ONLY),
    "rows of the users with a status or role": SearchOptions(thresholds=Thresholds(listed_matches=0)),
    "ordered scan": SearchOptions(thresholds=_NO_INDEX),
    "ordered scan that gives up": SearchOptions(thresholds=_SHORT_SCANS),
    "table scan": SearchOptions(use_indexes=False),
}


@pytest.mark.parametrize("path", ACCESS_PATHS)
@settings(
    max_examples=8,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(steps=st.lists(STEP, min_size=10, max_size=40))
def test_lists_agree_with_a_plain_model(databases: Databases, path: str, steps: list[tuple[str, Any, Any]]) -> None:
    async def run() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with (
                databases.new(Path(folder)) as environ,
                running(settings_for(environ), search=ACCESS_PATHS[path]) as service,
            ):
                await scenario(service, steps)

    asyncio.run(run())


async def test_every_access_path_returns_the_same_page(
    environ: dict[str, str], clock: Clock, service: Service, admin: Client
) -> None:
    for number, name in enumerate(("Zoe", "Émile", "zoe", "王", "Bea", "Emma", "D'or\\e:*")):
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
    queries += [{"keyword": keyword} for keyword in ("王", "mi", "'", "d'o", "\\e", "r\\e", "e:*")]
    pages = {}
    for path, options in ACCESS_PATHS.items():
        async with running(settings_for(environ), clock, search=options) as other:
            client = Client(other, admin.tokens)
            pages[path] = [(await client.get("/api/users", params=query)).data for query in queries]
    reference = pages.pop("table scan")
    assert sum(len(page["list"]) for page in reference) > len(queries)
    for path, found in pages.items():
        assert found == reference, path


@pytest.mark.parametrize("text", ["王", "ß", "ﬁ", "İ", "%", "_", "\\", '"', "*", "a b"])
async def test_a_character_is_found_as_it_was_written(admin: Client, service: Service, text: str) -> None:
    created = await service.create(admin, "someone", name=f"x{text}y")
    answer = await admin.get("/api/users", params={"keyword": text})
    assert answer.data["list"] == [created]
    assert answer.data["total"] == 1
