"""GET /api/users: pages, filters, search and sorting, by both implementations of the user directory."""

import pytest

from doorward.search.options import SearchOptions
from tests.support.service import PASSWORD, Client, Service
from tests.support.user_lists import crowd, numbers, people, usernames


@pytest.fixture(params=["indexed", "scan"])
def search_options(request: pytest.FixtureRequest) -> SearchOptions:
    """Every test here runs against the indexes and against the table scan, which have to agree."""
    return SearchOptions(use_indexes=request.param == "indexed")


async def test_a_list_has_its_five_parts_and_whole_users(service: Service, admin: Client) -> None:
    created = await people(service, admin)
    answer = await admin.get("/api/users")
    assert set(answer.data) == {"list", "total", "page", "pageSize", "totalCapped"}
    assert answer.data["list"][1:] == created
    assert (answer.data["total"], answer.data["page"], answer.data["pageSize"]) == (5, 1, 20)
    assert answer.data["totalCapped"] is False


async def test_a_list_needs_a_token_and_the_right_to_read_users(service: Service, admin: Client) -> None:
    await service.create(admin, "plain-user")
    assert (await service.anonymous.get("/api/users")).reason == "authentication_required"
    plain = await service.login("plain-user", PASSWORD)
    answer = await plain.get("/api/users?page=nonsense")
    assert (answer.code, answer.data) == (403, {"reason": "permission_denied", "required": "users:read"})


@pytest.mark.parametrize(
    ("keyword", "found"),
    [
        ("ANNA", ["anna"]),
        ("ångström", ["anna"]),
        ("小", ["bert"]),
        ("王小", ["bert"]),
        ("bert@example", ["bert"]),
        ("ДМИТ", ["dmitri"]),
        ("пример", ["dmitri"]),
        ("%", ["carla_100%"]),
        ("_", ["carla_100%"]),
        ("0%", ["carla_100%"]),
        ('"O\'Neil" AND', ["carla_100%"]),
        ("example", ["anna", "bert", "dmitri"]),
        ("a*", []),
        ("anna OR bert", []),
        ("\\", []),
        ("nna  Å", []),
        ("annaanna", []),
        ("anna\x1fanna", []),
    ],
)
async def test_a_keyword_is_a_literal_part_of_one_field(
    service: Service, admin: Client, keyword: str, found: list[str]
) -> None:
    await people(service, admin)
    assert await usernames(admin, keyword=keyword) == found
    assert (await admin.get("/api/users", params={"keyword": keyword})).data["total"] == len(found)


async def test_filters_combine(service: Service, admin: Client) -> None:
    await people(service, admin)
    assert await usernames(admin, status=0) == ["bert", "carla_100%"]
    assert await usernames(admin, status=1) == ["admin", "anna", "dmitri"]
    assert await usernames(admin, role="user") == ["anna", "carla_100%"]
    assert await usernames(admin, role="USER", status=0) == ["carla_100%"]
    assert await usernames(admin, role="user", keyword="example") == ["anna"]
    assert await usernames(admin, status=0, keyword="a", sort="-username") == ["carla_100%", "bert"]
    assert await usernames(admin, keyword="a", sort="-id", pageSize=2, page=2) == ["bert", "anna"]
    assert await usernames(admin, role="no-such-role") == []


async def test_an_empty_filter_counts_as_absent(service: Service, admin: Client) -> None:
    await people(service, admin)
    answer = await admin.get("/api/users?keyword=&status=&role=&sort=")
    assert (answer.code, answer.data["total"], answer.data["pageSize"]) == (200, 5, 20)
    assert (await admin.get("/api/users?keyword=%20%20")).data["total"] == 5


@pytest.mark.parametrize(
    "query",
    [
        "page=",
        "pageSize=",
        "page=0",
        "page=-1",
        "page=x",
        "page=1.5",
        "pageSize=0",
        "pageSize=x",
        "status=2",
        "status=x",
        "sort=password_hash",
    ],
)
async def test_an_invalid_parameter_is_refused_and_named(admin: Client, query: str) -> None:
    answer = await admin.get(f"/api/users?{query}")
    assert (answer.code, answer.reason) == (400, "validation_failed")
    assert set(answer.fields) == {query.partition("=")[0]}


async def test_a_large_page_is_served_as_a_hundred_and_says_so(admin: Client) -> None:
    answer = await admin.get("/api/users?pageSize=5000")
    assert (answer.code, answer.data["pageSize"]) == (200, 100)


async def test_no_page_holds_more_than_a_hundred(service: Service, admin: Client) -> None:
    await crowd(service, 110)
    first, second = [await admin.get(f"/api/users?pageSize=5000&page={page}") for page in (1, 2)]
    assert (len(first.data["list"]), len(second.data["list"]), second.data["total"]) == (100, 11, 111)
    assert second.data["pageSize"] == 100


async def test_a_page_past_the_end_is_empty_and_has_the_true_total(service: Service, admin: Client) -> None:
    await people(service, admin)
    for query in ("page=2", "page=1000000000", "page=2&keyword=example", "page=3&status=0&sort=name"):
        answer = await admin.get(f"/api/users?{query}")
        assert (answer.data["list"], answer.data["totalCapped"]) == ([], False)
        first = await admin.get("/api/users?" + query.partition("&")[2])
        assert answer.data["total"] == first.data["total"] == len(first.data["list"]) > 0


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("username", ["admin", "anna", "bert", "carla_100%", "dmitri"]),
        ("-username", ["dmitri", "carla_100%", "bert", "anna", "admin"]),
        ("name", ["admin", "anna", "carla_100%", "dmitri", "bert"]),
        ("email", ["admin", "carla_100%", "anna", "bert", "dmitri"]),
        ("-email", ["dmitri", "bert", "anna", "carla_100%", "admin"]),
        ("status", ["bert", "carla_100%", "admin", "anna", "dmitri"]),
        ("-createdAt", ["dmitri", "carla_100%", "bert", "anna", "admin"]),
        ("-lastLoginAt", ["admin", "dmitri", "carla_100%", "bert", "anna"]),
        ("lastLoginAt", ["anna", "bert", "carla_100%", "dmitri", "admin"]),
        ("-id", ["dmitri", "carla_100%", "bert", "anna", "admin"]),
        ("", ["admin", "anna", "bert", "carla_100%", "dmitri"]),
    ],
)
async def test_sorting(service: Service, admin: Client, sort: str, expected: list[str]) -> None:
    await people(service, admin)
    assert await usernames(admin, sort=sort) == expected
    assert await usernames(admin, sort=sort, pageSize=2, page=2) == expected[2:4]


async def test_a_change_shows_in_the_next_list(service: Service, admin: Client) -> None:
    created = await service.create(admin, "eve", name="Eve Before", roles=["user"])
    path = f"/api/users/{created['id']}"
    await admin.put(path, {"name": "Eva After", "status": 0, "roles": []})
    assert await usernames(admin, keyword="before") == []
    assert await usernames(admin, keyword="after", status=0) == ["eve"]
    assert await usernames(admin, role="user") == []
    assert (await admin.get("/api/users?status=1")).data["total"] == 1
    await admin.delete(path)
    assert await usernames(admin, keyword="e") == []
    assert (await admin.get("/api/users?status=0")).data["total"] == 0


@pytest.mark.parametrize("keyword", ["x\x1fy", "\x7f", "\ue000", "x\ue000y", "\ue001s1", "\U000e0001"])
async def test_a_keyword_that_no_field_can_contain_finds_no_user(service: Service, admin: Client, keyword: str) -> None:
    await service.create(admin, "x-y", name="x y")
    answer = await admin.get("/api/users", params={"keyword": keyword})
    assert (answer.code, answer.data["total"]) == (200, 0)


async def test_changes_are_listed_alike_while_they_are_pending_and_once_they_are_indexed(
    service: Service, admin: Client
) -> None:
    """Mutants: users with pending changes are left out or listed twice; the index keeps the terms they had before."""
    created = await people(service, admin)
    directory = service.core.users.directory
    await directory.fill()
    await admin.put(f"/api/users/{created[0]['id']}", {"name": "Berta Neu", "status": 0, "roles": []})
    await admin.delete(f"/api/users/{created[1]['id']}")
    await service.create(admin, "erik", name="Erik Neu", roles=["user"])
    queries = [
        {"keyword": keyword, "sort": sort, "pageSize": 2, "page": page, **more}
        for keyword in ("", "e", "ne", "neu", "erik neu", "ångström", "小")
        for sort in ("id", "-id", "name", "-status", "-createdAt", "updatedAt", "-lastLoginAt", "email")
        for page in (1, 2)
        for more in ({}, {"status": 0}, {"role": "user"})
    ]
    pending = [(await admin.get("/api/users", params=query)).data for query in queries]
    await directory.fill()
    assert [(await admin.get("/api/users", params=query)).data for query in queries] == pending
    assert await usernames(admin, keyword="neu", sort="-name") == ["erik", "anna"]
    assert await usernames(admin, keyword="ångström") == []
    assert await usernames(admin, role="user") == ["carla_100%", "erik"]


async def test_totals_and_deep_pages_of_a_crowd_are_exact(service: Service, admin: Client) -> None:
    await crowd(service, 10_050)

    async def at(query: str) -> tuple[list[int], int]:
        answer = await admin.get(f"/api/users?{query}")
        assert answer.code == 200, answer.body
        return numbers(answer), answer.data["total"]

    assert await at("page=402&pageSize=25&sort=-id") == ([25 - step for step in range(25)], 10_051)
    assert await at("page=1500&pageSize=5") == ([7495, 7496, 7497, 7498, 7499], 10_051)
    assert await at("page=40&pageSize=5&status=0") == ([9800, 9850, 9900, 9950, 10_000], 201)
    assert await at("page=2000&pageSize=2&role=user") == ([7997, 7999], 5_025)
    assert await at("page=1000&pageSize=2&role=user&sort=-id&status=1") == ([6053, 6051], 5_025)
    assert await at("page=2000&pageSize=2&sort=createdAt") == ([6052, 6051], 10_051)
    assert await at("page=3&pageSize=2&sort=createdAt&status=0") == ([9850, 9800], 201)
    assert (await at("page=1000&pageSize=2&sort=name&status=1"))[1] == 9_850

    assert await at("keyword=number09&page=2&pageSize=3") == ([9003, 9004, 9005], 1_000)
    assert await at("keyword=r100&sort=-updatedAt&pageSize=2") == ([10_050, 10_049], 51)


async def test_more_than_ten_thousand_matches_are_capped(service: Service, admin: Client) -> None:
    await crowd(service, 10_050)
    for keyword in ("r", "er", "ber", "number"):
        for sort in ("id", "-createdAt"):
            query = f"/api/users?keyword={keyword}&sort={sort}"
            answer = await admin.get(query)
            assert (answer.data["total"], answer.data["totalCapped"]) == (10_000, True)
            assert numbers(answer) == list(range(1, 21))
            last = await admin.get(f"{query}&page=400&pageSize=25")
            assert (len(last.data["list"]), last.data["totalCapped"]) == (25, True)
            straddling = await admin.get(f"{query}&page=112&pageSize=90")
            assert len(straddling.data["list"]) == 10
            beyond = await admin.get(f"{query}&page=401&pageSize=25")
            assert (beyond.code, beyond.reason) == (400, "search_too_deep")
    answer = await admin.get("/api/users?keyword=number&status=1")
    assert (answer.data["total"], answer.data["totalCapped"]) == (9_849, False)
    assert (await admin.get("/api/users?keyword=number&status=1&page=500")).data["list"] == []
    assert (await admin.get("/api/users?page=501")).data["total"] == 10_051
