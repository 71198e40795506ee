"""Text that is slow to normalise: its length is checked before anything is computed from it."""

import json
import unicodedata
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import pytest

from doorward.domain.text.bounds import SHORT
from doorward.web.routing import Route
from tests.attacks.support import WRONG, sign_in
from tests.support.cli import doorward
from tests.support.routes import ROUTES
from tests.support.service import PASSWORD, Client, Service

# Sorting the marks takes time that grows with the square of their number.
DISORDERED = "a" + "\u0300" * 15_000 + "\u0316" * 15_000
SLICE = DISORDERED[13_000:17_000]
# Each character becomes eighteen.
EXPANDING = "\ufdfa" * 10_000
# In a query every character takes six.
SHORTER = slice(0, 2_000)
# Characters times marks in a row: what the longest password may cost. The hostile texts come to 900 million.
MOST_WORK = 4096 * 31


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """The most expensive normalisation so far."""
    normalize, most = unicodedata.normalize, 0

    def counted(form: Any, text: str) -> str:
        nonlocal most
        marks = (
            len(list(run)) for mark, run in groupby(text, lambda letter: unicodedata.combining(letter) > 0) if mark
        )
        normalised = normalize(form, text)
        # A run of sixteen marks costs about what a character does that stands for sixteen.
        most = max(most, len(text) * max(marks, default=1), 16 * len(normalised))
        return normalised

    monkeypatch.setattr(unicodedata, "normalize", counted)
    return lambda: most


def hostile(kind: Any, text: str) -> Any:
    """The text in a form that the field's type could take."""
    described = msgspec.inspect.type_info(kind)
    types = described.types if isinstance(described, msgspec.inspect.UnionType) else (described,)
    if any(isinstance(each, msgspec.inspect.ListType) for each in types):
        return [text]
    return {text: text} if any(isinstance(each, msgspec.inspect.DictType) for each in types) else text


@pytest.mark.parametrize("text", [DISORDERED, EXPANDING], ids=["disordered", "expanding"])
@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
@pytest.mark.parametrize("route", [each for each in ROUTES if each.body or each.query], ids=lambda each: each.summary)
async def test_no_field_of_any_request_is_normalised_at_a_length_that_takes_long(
    service: Service, admin: Client, work: Callable[[], int], route: Route, text: str
) -> None:
    """Mutant: a `fold` without the bound, or a wire type without `max_length`."""
    path = route.template.replace("{id}", "1")
    valid = {"username": "ann", "password": PASSWORD, "name": "x", "currentPassword": WRONG, "newPassword": PASSWORD}
    for field in msgspec.structs.fields(route.body or route.query):
        if route.query:
            answer = await admin.call(route.method, path, params={field.encode_name: text[SHORTER]})
        else:
            answer = await admin.call(route.method, path, valid | {field.encode_name: hostile(field.type, text)})
        assert answer.code < 500, (field.name, answer.body)
    assert work() <= MOST_WORK


async def test_a_name_that_is_too_long_is_an_unknown_user_and_is_counted_as_one(
    service: Service, admin: Client, work: Callable[[], int]
) -> None:
    """Mutants: a sign-in that refuses a long name by its form; a key that all long names share."""
    unknown = await sign_in(service.anonymous, "unknown", WRONG)
    long = await sign_in(service.anonymous, DISORDERED, WRONG)
    assert (long.code, long.body) == (unknown.code, unknown.body)
    answers = [await sign_in(service.anonymous, DISORDERED, WRONG) for _ in range(10)]
    assert {answer.code for answer in answers} == {401, 429}
    assert (await sign_in(service.anonymous, DISORDERED[:-1], WRONG)).code == 401, "another name"
    assert work() <= SHORT**2


async def test_a_password_that_is_too_long_is_a_wrong_one(
    service: Service, admin: Client, work: Callable[[], int]
) -> None:
    await service.create(admin, "ann")
    wrong = await sign_in(service.anonymous, "ann", WRONG)
    for password in (DISORDERED, EXPANDING, "x" * 60_000, SLICE, EXPANDING[:4_000]):
        long = await sign_in(service.anonymous, "ann", password)
        assert (long.code, long.body) == (wrong.code, wrong.body)
        assert (await sign_in(service.anonymous, "ann")).code == 200
    assert work() <= MOST_WORK


@pytest.mark.settings(password_max_length=4096)
@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
async def test_a_password_of_any_length_that_the_settings_allow_costs_little(
    service: Service, admin: Client, work: Callable[[], int]
) -> None:
    """Mutant: passwords of up to 4096 characters are normalised whatever they consist of."""

    async def create(username: str, password: str) -> Any:
        return await admin.post("/api/users", {"username": username, "password": password})

    marks = await create("ann", SLICE)
    assert marks.fields == {"password": "must not have more than 30 combining marks in a row"}
    # Halfwidth sound marks are letters until they are normalised.
    marks = await create("ann", ("\u0345" * 30 + "\uff9e") * 100)
    assert marks.fields == {"password": "must not have more than 30 combining marks in a row"}
    assert (await create("ann", EXPANDING[:4_000])).fields == {"password": "must have at most 4096 characters"}
    assert (await sign_in(service.anonymous, "admin", SLICE)).code == 401
    decomposed = "한국어" * 400
    assert (await create("ann", unicodedata.normalize("NFD", decomposed))).code == 200
    assert (await sign_in(service.anonymous, "ann", decomposed)).code == 200
    assert work() <= 2 * MOST_WORK


async def test_names_with_their_accents_written_apart_are_the_same_names(service: Service, admin: Client) -> None:
    """Mutant: a bound on folding that is shorter than the longest name in its decomposed form."""
    username = "ᾂ" * 64
    await service.create(admin, username)
    apart = unicodedata.normalize("NFD", username)
    assert len(apart) == SHORT
    assert (await sign_in(service.anonymous, apart)).code == 200


async def test_the_command_line_bounds_what_it_is_given(environ: dict[str, str], tmp_path: Path) -> None:
    assert (await doorward(environ, "migrate")).code == 0
    for arguments in (
        ("users", "show", SLICE),
        ("users", "list", "--keyword", SLICE),
        ("users", "list", "--role", SLICE),
        ("users", "create", SLICE),
        ("users", "show", f"id:{2**63}"),
        ("audit", "list", "--actor", SLICE),
    ):
        run = await doorward(environ, *arguments, "--json", stdin=PASSWORD)
        assert "Traceback" not in run.err, run.err
    rows = [{"username": SLICE}, {"username": "ann", "roles": [SLICE]}, {"username": "bob"}]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    imported = await doorward(environ, "import", str(tmp_path / "rows.jsonl"), "--json")
    assert (imported.json["created"], imported.json["refused"]) == (1, 2), imported.err
