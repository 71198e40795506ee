"""Keys, cache and time. The stub answers for the service; test_real_service.py uses a real one."""

import asyncio
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from client_support import KEY, NEW_KEY, NOW, Stub, token, until, vector_verifier
from scripts import client_vectors

from doorward_client import InvalidToken, Unavailable, Verifier, keys
from doorward_client.verifier import _MOST_CACHED

pytestmark = pytest.mark.anyio
JWKS = "/.well-known/jwks"


def reason(call: Callable[[], object]) -> str:
    with pytest.raises(InvalidToken) as refused:
        call()
    return refused.value.reason


def forged(number: int) -> str:
    return token(kid_key(number))


def kid_key(number: int) -> client_vectors.Key:
    return client_vectors.Key(f"unknown-{number}", "ES256", KEY.private, {})


def test_a_thousand_unknown_keys_in_threads_cause_one_fetch() -> None:
    """Mutant: `find_unknown` without its pause, or without the shared future."""
    stub = Stub()
    verifier = vector_verifier(stub)
    verifier.verify(token())
    tokens = [forged(number) for number in range(1000)]
    with ThreadPoolExecutor(16) as threads:
        reasons = set(threads.map(lambda text: reason(lambda: verifier.verify(text)), tokens))
    assert reasons == {"unknown_key"}
    assert stub.count(JWKS) == 2  # The first one at the start.


async def test_a_thousand_unknown_keys_in_tasks_cause_one_fetch() -> None:
    """Mutant: `verify_async` that starts a fetch for each token."""
    stub = Stub()
    verifier = vector_verifier(stub)
    await verifier.verify_async(token())
    results = await asyncio.gather(
        *(verifier.verify_async(forged(number)) for number in range(1000)), return_exceptions=True
    )
    assert {getattr(result, "reason", None) for result in results} == {"unknown_key"}
    assert stub.count(JWKS) == 2


def test_a_new_key_is_found_by_the_first_token_that_names_it() -> None:
    stub = Stub(KEY)
    verifier = vector_verifier(stub)
    verifier.verify(token())
    stub.keys = [NEW_KEY.jwk, KEY.jwk]
    assert verifier.verify(token(NEW_KEY)).subject == "7"
    assert verifier.verify(token()).subject == "7"


def test_a_fetch_that_began_before_the_key_was_published_is_not_the_last_word() -> None:
    """Mutant: an unknown key that is satisfied with the fetch that happens to be under way."""
    stub = Stub(KEY)
    verifier = vector_verifier(stub)
    verifier.verify(token())
    published, stub.keys = [NEW_KEY.jwk, KEY.jwk], [KEY.jwk]
    stub.on_answer = lambda: setattr(stub, "keys", published)  # The next answer is the last without the new key.
    until(lambda: verifier._keys._fetching is None)
    stub.released.clear()
    fetching = verifier._keys.renew()
    with ThreadPoolExecutor(1) as threads:
        found = threads.submit(verifier.verify, token(NEW_KEY))
        stub.released.set()
        assert found.result().subject == "7"
    assert fetching is not None
    assert fetching.done()


@pytest.mark.parametrize(
    "odd", [None, {"kty": "EC", "crv": [], "kid": "x"}, {"kty": "RSA", "kid": "x", "n": 5, "e": "AQAB"}]
)
def test_an_odd_key_does_not_hide_the_others(odd: object) -> None:
    """Mutant: a table of algorithms that is asked with what the key set says, which may not be hashable."""
    stub = Stub(KEY)
    stub.keys = [odd, *stub.keys]
    assert vector_verifier(stub).verify(token()).subject == "7"


def test_a_withdrawn_key_ends_its_cached_tokens() -> None:
    """Mutant: a cache that survives the change of the key set."""
    stub = Stub(KEY, NEW_KEY)
    verifier = vector_verifier(stub)
    verifier.verify(token())
    stub.keys = [NEW_KEY.jwk]
    assert reason(lambda: verifier.verify(forged(1))) == "unknown_key"  # Causes a fetch.
    assert reason(lambda: verifier.verify(token())) == "unknown_key"


def test_old_keys_serve_on_while_the_service_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_FRESH", 0.0)
    stub = Stub()
    verifier = vector_verifier(stub)
    verifier.verify(token())
    stub.away = True
    for number in range(50):
        assert verifier.verify(token(jti=f"t{number}")).subject == "7"
    assert stub.count(JWKS) <= 3  # Not one for each request.


def test_keys_are_fetched_again_in_the_background_when_they_are_old(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: a renewal for which requests wait."""
    monkeypatch.setattr(keys, "_FRESH", 0.0)
    stub = Stub()
    verifier = vector_verifier(stub)
    verifier.verify(token())
    until(lambda: verifier._keys._fetching is None)
    stub.released.clear()
    assert verifier.verify(token()).subject == "7"
    assert verifier.verify(token(jti="t2")).subject == "7"
    until(lambda: stub.count(JWKS) == 2)
    stub.released.set()


def test_without_keys_a_request_waits_no_longer_than_its_limit_and_the_next_not_at_all() -> None:
    stub = Stub()
    stub.released.clear()
    verifier = vector_verifier(stub, timeout=0.2)
    begun = time.monotonic()
    with pytest.raises(Unavailable) as refused:
        verifier.verify(token())
    assert refused.value.reason == "keys_unavailable"
    assert time.monotonic() - begun < 2
    stub.released.set()
    stub.away = True
    until(lambda: verifier._keys._fetching is None)
    asked = stub.count(JWKS)
    for _ in range(100):
        with pytest.raises(Unavailable):
            verifier.verify(token())
    assert stub.count(JWKS) <= asked + 1


def test_an_unknown_key_waits_for_a_fetch_that_never_ends_no_longer_than_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: a token that waits for the fetch that is under way again and again."""
    stub, released = Stub(), threading.Event()
    verifier = vector_verifier(stub, timeout=0.1)
    verifier.verify(token())
    until(lambda: verifier._keys._fetching is None)
    monkeypatch.setattr(stub, "get", lambda *request: released.wait())
    with ThreadPoolExecutor(1) as threads:
        refused = threads.submit(reason, lambda: verifier.verify(forged(1)))
        try:
            assert refused.result(5) == "unknown_key"
        finally:
            released.set()


async def test_the_event_loop_runs_on_while_keys_are_fetched() -> None:
    """Mutant: a fetch in the event loop's thread."""
    stub = Stub()
    stub.released.clear()
    verifier = vector_verifier(stub)
    waiting = [asyncio.create_task(verifier.verify_async(token(jti=f"t{number}"))) for number in range(50)]
    for _ in range(20):
        await asyncio.sleep(0)
    assert not any(task.done() for task in waiting)
    stub.released.set()
    assert {principal.subject for principal in await asyncio.gather(*waiting)} == {"7"}
    assert stub.count(JWKS) == 1


async def test_a_cancelled_request_does_not_cancel_the_fetch_of_the_others() -> None:
    """Mutant: `asyncio.wait_for` around the shared future."""
    stub = Stub()
    stub.released.clear()
    verifier = vector_verifier(stub)
    first, second = (asyncio.create_task(verifier.verify_async(token())) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    stub.released.set()
    assert (await second).subject == "7"


def test_a_cached_token_expires() -> None:
    """Mutant: a cache that does not look at the time."""
    now = [float(NOW)]
    verifier = vector_verifier(Stub(), clock=lambda: now[0])
    assert verifier.verify(token(exp=NOW + 10)).subject == "7"
    now[0] = NOW + 9.9
    assert verifier.verify(token(exp=NOW + 10)).subject == "7"
    now[0] = NOW + 10
    assert reason(lambda: verifier.verify(token(exp=NOW + 10))) == "expired"


def test_leeway_lets_a_token_expire_later_and_not_much_later() -> None:
    verifier = vector_verifier(Stub(), leeway=5)
    assert verifier.verify(token(exp=NOW - 4)).subject == "7"
    assert reason(lambda: verifier.verify(token(exp=NOW - 5))) == "expired"


def test_the_cache_is_bounded() -> None:
    verifier = vector_verifier(Stub())
    principal = verifier.verify(token())
    verifier._cache = dict.fromkeys(map(str, range(_MOST_CACHED)), principal)
    verifier.verify(token(jti="another"))
    assert len(verifier._cache) == _MOST_CACHED
    assert "0" not in verifier._cache


def test_permissions_that_do_not_fit_into_a_token_are_asked_for_once() -> None:
    """Mutant: a missing claim that counts as no permissions."""
    stub = Stub()
    stub.user = (200, {"id": 7, "roles": ["clerk"], "permissions": ["orders:*"]})
    verifier = vector_verifier(stub)
    claims = {name: value for name, value in client_vectors.CLAIMS.items() if name != "permissions"}
    text = KEY.sign(claims)
    for _ in range(3):
        assert verifier.verify(text).can("orders:read")
    assert stub.count("/api/auth/user") == 1
    stub.away = True
    with pytest.raises(Unavailable):
        verifier.verify(KEY.sign(claims | {"jti": "t2"}))


def test_permissions_of_another_user_are_not_those_of_the_token() -> None:
    """Mutant: an answer about whomever it is, as from a cache between verifier and service."""
    stub = Stub()
    stub.user = (200, {"id": 1, "roles": ["admin"], "permissions": ["*"]})
    claims = {name: value for name, value in client_vectors.CLAIMS.items() if name != "permissions"}
    with pytest.raises(Unavailable):
        vector_verifier(stub).verify(KEY.sign(claims))


def test_a_forked_worker_verifies_although_threads_and_locks_stayed_in_the_parent() -> None:
    """Mutant: no `register_at_fork`; the child waits for a fetch that the parent makes, or for its lock."""
    stub = Stub()
    stub.released.clear()
    verifier = vector_verifier(stub)
    waiting = threading.Thread(target=lambda: verifier.verify(token()))
    waiting.start()
    until(lambda: stub.count(JWKS) == 1)
    verifier._lock.acquire()
    child = os.fork()
    if child == 0:
        stub.released = threading.Event()
        stub.released.set()
        os._exit(0 if verifier.verify(token()).subject == "7" else 1)
    verifier._lock.release()
    stub.released.set()
    waiting.join()
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"audience": ""}, "audience"),
        ({"revocations": "sometimes"}, "revocations"),
        ({"max_staleness": 1}, "max_staleness"),
        ({"max_staleness": float("nan")}, "max_staleness"),
        ({"leeway": float("nan")}, "leeway"),
    ],
)
def test_a_bad_option_is_named(options: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        vector_verifier(Stub(), **options)
    with pytest.raises(ValueError, match="url"):
        Verifier("auth.example.com", audience="orders")
