"""Concurrent requests about second factors, on two nodes."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from doorward.core.sign_in.factor_changes import hash_of
from doorward.features.totp import queries
from doorward.store.sign_in import factors
from tests.support.databases import settings_for
from tests.support.factors import CONFIRM, FACTORS, App, enrol, login, pending, prove, set_up
from tests.support.service import PASSWORD, Answer, Client, Clock, Service, running

# Without pauses, which would refuse what these tests count.
_UNTHROTTLED = {
    "login_failures": 0,
    "login_account_failures": 0,
    "login_network_failures": 0,
    "login_rate": 0,
    "login_network_rate": 0,
}


@pytest.fixture
async def nodes(environ: dict[str, str], clock: Clock, anyio_backend: str) -> AsyncIterator[list[Service]]:
    settings = settings_for(environ, **_UNTHROTTLED)
    async with running(settings, clock) as here, running(settings, clock) as there:
        yield [here, there]


@pytest.fixture
async def ann(nodes: list[Service]) -> Client:
    await nodes[0].create(await nodes[0].login(), "ann")
    return await nodes[0].login("ann", PASSWORD)


def outcomes(answers: list[Answer]) -> Counter[str | None]:
    return Counter(answer.reason for answer in answers)


def one_succeeded(answers: list[Answer], refusal: str) -> bool:
    """One, and the others were refused for this reason. All wait for one row, so that on a busy machine some find no
    connection to the database in time."""
    found = outcomes(answers)
    return found[None] == 1 and found[refusal] > 0 and set(found) <= {None, refusal, "database_unavailable"}


def on(node: Service, client: Client) -> Client:
    """The session of a client, on another node."""
    return Client(node, client.tokens)


async def known_networks(nodes: list[Service], app: App) -> list[Client]:
    """Clients in two networks, each on its node, that signed in to the account before: then no count of failures has a
    row that both write, which would let one wait for the other."""
    clients = [node.at(f"198.51.100.{number}") for number, node in enumerate(nodes)]
    for node, client in zip(nodes, clients, strict=True):
        await login(node, "ann", app, client=client)
    return clients


async def warm_up(nodes: list[Service], client: Client) -> None:
    """Opens connections to the database on both nodes, so that the requests of a race run at the same time."""
    answers = await asyncio.gather(*(on(node, client).put("/api/auth/user", {}) for node in nodes for _ in range(4)))
    assert outcomes(answers) == {None: len(answers)}


async def test_one_code_presented_fifty_times_on_two_nodes_succeeds_once(nodes: list[Service], ann: Client) -> None:
    """Mutant: `use_step` without its condition on `last_step`."""
    app, _ = await set_up(ann)
    clients = await known_networks(nodes, app)
    flows = [(client, await pending(client, "ann")) for client in clients for _ in range(25)]
    code = app.next_code()
    answers = await asyncio.gather(*(prove(client, flow, "totp", code) for client, flow in flows))
    assert one_succeeded(answers, "invalid_code"), outcomes(answers)


async def test_one_recovery_code_presented_at_once_succeeds_once(nodes: list[Service], ann: Client) -> None:
    """Mutant: `take_recovery_code` reads and deletes nothing."""
    app, codes = await set_up(ann)
    clients = await known_networks(nodes, app)
    flows = [(client, await pending(client, "ann")) for client in clients for _ in range(8)]
    answers = await asyncio.gather(*(prove(client, flow, "recoveryCode", codes[0]) for client, flow in flows))
    assert one_succeeded(answers, "invalid_code"), outcomes(answers)


async def test_a_step_and_a_recovery_code_are_used_up_by_one_statement(nodes: list[Service], ann: Client) -> None:
    """They need no lock on the user, which sign-ins have: each transaction has nothing but the statement. Mutants:
    `use_step` and `take_recovery_code` read first, and write without a condition."""
    app, codes = await set_up(ann)
    databases = [nodes[number % 2].core.database for number in range(16)]
    step, code = nodes[0].clock() // 30_000 + 1, hash_of(ann.id, codes[0])
    await warm_up(nodes, ann)
    used = await asyncio.gather(
        *(each.write(lambda tx: queries.use_step(tx, app.id, step, nodes[0].clock())) for each in databases)
    )
    assert Counter(used) == {True: 1, False: 15}
    taken = await asyncio.gather(
        *(each.write(lambda tx: factors.take_recovery_code(tx, ann.id, code)) for each in databases)
    )
    assert Counter(taken) == {True: 1, False: 15}


async def test_a_flow_is_finished_once(nodes: list[Service], ann: Client) -> None:
    """With proofs that are each valid, of which one is used up. Mutant: `_resume` does not look for the flow again
    after it waited for the user's row."""
    _, codes = await set_up(ann)
    flow = await pending(nodes[0].anonymous, "ann")
    answers = await asyncio.gather(
        *(prove(nodes[number % 2].anonymous, flow, "recoveryCode", code) for number, code in enumerate(codes))
    )
    assert one_succeeded(answers, "sign_in_expired"), outcomes(answers)
    listed = (await ann.get(FACTORS)).data["list"]
    assert listed[1]["remaining"] == 9


async def test_of_two_enrolments_at_once_one_brings_the_recovery_codes(nodes: list[Service], ann: Client) -> None:
    """Mutant: `begin` takes no locks, and `added` makes codes before it writes the user's row."""
    apps = [await enrol(ann) for _ in range(4)]
    await warm_up(nodes, ann)
    answers = await asyncio.gather(*(confirm_on(nodes[index % 2], ann, app) for index, app in enumerate(apps)))
    assert [answer.code for answer in answers] == [200] * 4
    assert sorted(len(answer.data["recoveryCodes"]) for answer in answers) == [0, 0, 0, 10]
    listed = (await ann.get(FACTORS)).data["list"]
    assert Counter(each["type"] for each in listed) == {"totp": 4, "recoveryCodes": 1}
    assert next(each["remaining"] for each in listed if each["type"] == "recoveryCodes") == 10


async def confirm_on(node: Service, client: Client, app: App) -> Answer:
    return await on(node, client).post(CONFIRM, {"id": app.id, "code": app.code()})


async def test_one_enrolment_is_confirmed_once(nodes: list[Service], ann: Client) -> None:
    app = await enrol(ann)
    answers = await asyncio.gather(*(confirm_on(nodes[number % 2], ann, app) for number in range(6)))
    assert outcomes(answers) == {None: 1, "factor_not_found": 5}


async def test_of_enrolments_in_two_sessions_at_once_one_succeeds(nodes: list[Service], ann: Client) -> None:
    """A new factor ends other sessions. The one that comes second must not count with a session that ended."""
    other = await nodes[1].login("ann", PASSWORD)
    apps = [(nodes[0], ann, await enrol(ann)), (nodes[1], other, await enrol(other))]
    answers = await asyncio.gather(*(confirm_on(node, client, app) for node, client, app in apps))
    assert outcomes(answers) == {None: 1, "session_ended": 1}


async def test_the_last_two_factors_that_a_role_asks_for_are_not_removed_at_once(
    nodes: list[Service], ann: Client
) -> None:
    """Mutant: `begin` takes no locks, so that each request finds the factor that the other removes: the statement which
    waits for the row of the user still sees it."""
    apps = [(await set_up(ann))[0] for _ in range(2)]
    admin = await nodes[0].login()
    role = {"name": "guarded", "permissions": [], "requiredStrength": "twoFactors"}
    assert (await admin.post("/api/roles", role)).code == 200
    assert (await admin.put(f"/api/users/{ann.id}", {"roles": ["guarded"]})).code == 200
    await warm_up(nodes, ann)
    answers = await asyncio.gather(
        *(on(node, ann).delete(f"{FACTORS}/{app.id}") for node, app in zip(nodes, apps, strict=True))
    )
    assert outcomes(answers) == {None: 1, "factor_still_required": 1}
    user = (await admin.get(f"/api/users/{ann.id}")).data
    assert user["strength"] == "twoFactors"


async def test_one_factor_removed_twice_at_once_is_removed_once(nodes: list[Service], ann: Client) -> None:
    app, _ = await set_up(ann)
    answers = await asyncio.gather(*(on(node, ann).delete(f"{FACTORS}/{app.id}") for node in nodes))
    assert outcomes(answers) == {None: 1, "factor_not_found": 1}


async def test_a_sign_in_during_a_reset_leaves_no_session_of_the_former_factor(
    nodes: list[Service], ann: Client
) -> None:
    """The reset ends the session, or the pending sign-in before it becomes one. Mutant: `_finish_reset` without
    `end_all`."""
    app, _ = await set_up(ann)
    admin = await nodes[1].login()
    for _ in range(3):
        flow = await pending(nodes[0].anonymous, "ann")
        signed_in, reset = await asyncio.gather(
            prove(nodes[0].anonymous, flow, "totp", app.next_code()), admin.delete(f"/api/users/{ann.id}/factors")
        )
        assert reset.code == 200
        if signed_in.code == 200:
            assert (await Client(nodes[0], signed_in.data).get("/api/auth/user")).reason == "session_ended"
        app, _ = await set_up(await nodes[0].login("ann", PASSWORD))
