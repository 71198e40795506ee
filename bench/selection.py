"""Selects the subjects of a run: the limits, Doorward and its peers."""

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import partial

from bench.measure import Progress
from bench.ours.subject import doorward, postgres, prehashed
from bench.peers.node import unavailable_reason
from bench.subjects import BenchContext, Subject, limit
from bench.targets import EMPTY, POSTGRES, PREHASHED, SQLITE

ON_NODE = ("better-auth", "feathers")
PEERS = ("pocketbase", "fastapi-users", "drf", "ninja", *ON_NODE)
# The names of --without: all peers, single peers, Doorward on PostgreSQL, and the scenarios beyond request rates.
OPTIONAL = ("peers", *PEERS, "postgres", "special")


def without_node(without: Collection[str]) -> tuple[Collection[str], str]:
    """Returns `without` extended by the peers that can't run on this machine, and a line with the reason."""
    wanted = [name for name in ON_NODE if name not in without and "peers" not in without]
    reason = unavailable_reason() if wanted else ""
    return ({*without, *wanted}, f"Without {' and '.join(wanted)}: {reason}") if reason else (without, "")


def subjects(work: BenchContext, stack: ExitStack, without: Collection[str], progress: Progress) -> Iterator[Subject]:
    progress("preparing the limits and Doorward")
    yield stack.enter_context(limit(work, EMPTY, "rsgi", "bench.limits.empty:rsgi"))
    yield stack.enter_context(limit(work, "empty ASGI", "asginl", "bench.limits.empty:asgi"))
    yield stack.enter_context(limit(work, "empty Starlette", "asgi", "bench.limits.empty_starlette:app"))
    yield stack.enter_context(doorward(work, SQLITE))
    yield stack.enter_context(prehashed(work, PREHASHED))
    if "postgres" not in without:
        server = stack.enter_context(postgres(frozenset(work.load.cores)))
        yield stack.enter_context(doorward(work, POSTGRES, database_url=server.url()))
    for name, peer in _peers().items():
        if name not in without and "peers" not in without:
            progress(f"preparing {name}")
            yield stack.enter_context(peer(work))


def _peers() -> dict[str, Callable[[BenchContext], AbstractContextManager[Subject]]]:
    from bench.peers.better_auth import better_auth
    from bench.peers.django import django
    from bench.peers.fastapi_users import fastapi_users
    from bench.peers.feathers import feathers
    from bench.peers.pocketbase import pocketbase

    on_python = (fastapi_users, partial(django, api="drf"), partial(django, api="ninja"))
    return dict(zip(PEERS, (pocketbase, *on_python, better_auth, feathers), strict=True))
