"""The revocation feed, as the verifier reads it. The stub answers for the service."""

import asyncio
import os
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from client_support import KEY, NEW_KEY, NOW, Stub, token, until, vector_verifier

from doorward_client import InvalidToken, Unavailable, Verifier, feed, keys
from doorward_client.fetching import Answer
from doorward_client.revocations import Document, Revocations

pytestmark = pytest.mark.anyio
FEED = "/.well-known/revocations"
ASK = "/api/auth/user"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "_PAUSE", 0.01)


@pytest.fixture
def stub() -> Stub:
    return Stub()


@pytest.fixture
def verifier(stub: Stub) -> Iterator[Verifier]:
    with vector_verifier(stub, revocations="fail_closed") as verifier:
        yield verifier


def reason(verifier: Verifier, text: str) -> str:
    with pytest.raises(InvalidToken) as refused:
        verifier.verify(text)
    return refused.value.reason


def next_document(stub: Stub) -> None:
    """Waits until a document was read whose request began after this call."""
    seen = stub.count(FEED)
    until(lambda: stub.count(FEED) >= seen + 2)


def test_a_session_that_ends_is_refused_also_when_its_token_is_cached(stub: Stub, verifier: Verifier) -> None:
    """Mutant: a cached token that is not compared with the feed."""
    assert verifier.verify(token()).session == "41"
    stub.feed |= {"seq": 2, "sessions": ["41"]}
    next_document(stub)
    assert reason(verifier, token()) == "revoked"
    assert verifier.verify(token(sid="42")).session == "42"


async def test_the_async_verifier_refuses_it_too(stub: Stub, verifier: Verifier) -> None:
    stub.feed |= {"sessions": ["41"]}
    with pytest.raises(InvalidToken, match="revoked"):
        await verifier.verify_async(token())


def test_tokens_issued_before_the_rights_were_reduced_are_stale(stub: Stub, verifier: Verifier) -> None:
    stub.feed |= {"users": [{"sub": "7", "before": NOW}]}
    assert reason(verifier, token(iat=NOW - 1)) == "revoked"
    assert verifier.verify(token(iat=NOW)).subject == "7"


def test_differences_are_asked_for_and_added(stub: Stub, verifier: Verifier) -> None:
    """Mutant: a difference that replaces what came before it."""
    stub.feed |= {"seq": 5, "sessions": ["41"]}
    assert reason(verifier, token()) == "revoked"
    stub.feed |= {"seq": 9, "sessions": ["43"]}
    next_document(stub)
    assert reason(verifier, token()) == "revoked"
    assert reason(verifier, token(sid="43")) == "revoked"
    assert stub.requests[0] != f"{FEED}?since=5&wait=10"
    assert f"{FEED}?since=5&wait=10" in stub.requests
    assert f"{FEED}?since=9&wait=10" in stub.requests


def test_a_verifier_that_lost_contact_fails_closed_after_its_limit(stub: Stub, verifier: Verifier) -> None:
    """Mutant: `current_until` that counts from the answer, not from `until` of the document."""
    stub.feed |= {"until": NOW - 29.5}
    verifier.verify(token())  # Half a second is left.
    stub.away = True
    follower = verifier._feed
    assert follower is not None
    until(lambda: time.monotonic() > follower.current_until, seconds=2)
    with pytest.raises(Unavailable) as refused:
        verifier.verify(token())
    assert refused.value.reason == "revocations_unavailable"
    stub.away, stub.feed["until"] = False, NOW
    until(lambda: time.monotonic() < follower.current_until)
    assert verifier.verify(token()).subject == "7"


def test_after_a_failure_the_next_document_is_asked_for_without_a_wait(stub: Stub, verifier: Verifier) -> None:
    """Mutant: a wait at the service by which the limit passes, although it answers again."""
    verifier.verify(token())
    stub.away = True
    next_document(stub)
    assert stub.requests[-1] == f"{FEED}?since=1&wait=0"
    stub.away = False
    next_document(stub)
    assert stub.requests[-1] == f"{FEED}?since=1&wait=10"


def test_a_retired_key_is_refused_as_soon_as_the_feed_tells_of_it(stub: Stub) -> None:
    """Mutant: keys that are fetched every five minutes alone: a thief of the key can forge tokens for as long."""
    stub.keys = [KEY.jwk, NEW_KEY.jwk]
    with vector_verifier(stub, revocations="fail_closed") as verifier:
        assert verifier.verify(token(NEW_KEY, iat=NOW)).subject == "7"
        stub.keys = [KEY.jwk]
        stub.feed |= {"seq": 2, "users": [{"sub": "*", "before": NOW}]}
        until(lambda: verifier.recall(token(NEW_KEY, iat=NOW)) is None)
        assert reason(verifier, token(NEW_KEY, iat=NOW)) == "unknown_key"
        assert verifier.verify(token(iat=NOW)).subject == "7"


def test_a_document_that_is_older_than_the_limit_proves_nothing(stub: Stub, verifier: Verifier) -> None:
    """Mutant: an answer of any age that counts as contact."""
    stub.feed |= {"until": NOW - 31}
    with pytest.raises(Unavailable):
        verifier.verify(token())


def test_the_fall_back_asks_the_service_about_each_token(stub: Stub) -> None:
    stub.feed |= {"until": NOW - 31}
    with vector_verifier(stub, revocations="ask") as verifier:
        for _ in range(3):
            assert verifier.verify(token()).subject == "7"
        assert stub.count(ASK) == 3
        stub.user = (401, {"reason": "invalid_token"})
        assert reason(verifier, token()) == "revoked"
        stub.user = (500, {"reason": "internal_error"})
        with pytest.raises(Unavailable):
            verifier.verify(token())


def test_the_fall_back_refuses_when_the_service_cannot_be_asked_and_does_not_ask_for_each_request(stub: Stub) -> None:
    """Mutant: no pause after a failed question, so that an outage delays every request by the timeout."""
    stub.feed |= {"until": NOW - 31}
    with vector_verifier(stub, revocations="ask") as verifier:
        verifier.verify(token())
        asked, stub.away = stub.count(ASK), True
        for _ in range(50):
            with pytest.raises(Unavailable):
                verifier.verify(token())
        assert stub.count(ASK) <= asked + 2


def test_the_first_request_waits_for_the_feed_no_longer_than_its_limit(stub: Stub) -> None:
    stub.released.clear()
    with vector_verifier(stub, revocations="fail_closed", timeout=0.1) as verifier:
        begun = time.monotonic()
        with pytest.raises(Unavailable):
            verifier.verify(token())
        assert time.monotonic() - begun < 2
        stub.released.set()


@pytest.mark.parametrize(
    "forged",
    [{"iss": "https://other.example"}, {"sessions": None}, {"seq": "x"}, {"users": [{"sub": 7, "before": 1}]}],
)
def test_a_forged_or_broken_document_changes_nothing(stub: Stub, forged: dict[str, Any]) -> None:
    stub.feed |= {"sessions": ["41"]} | forged
    with vector_verifier(stub, revocations="fail_closed") as verifier, pytest.raises(Unavailable):
        verifier.verify(token())


def test_the_feed_may_be_signed_with_a_key_that_was_published_since(
    stub: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub.keys = [NEW_KEY.jwk]
    with vector_verifier(stub, revocations="fail_closed") as verifier:
        with pytest.raises(Unavailable):
            verifier.verify(token(NEW_KEY))
        stub.keys = [NEW_KEY.jwk, KEY.jwk]
        verifier._keys._unknown_at = 0
        until(lambda: verifier._feed is not None and verifier._feed.current_until > 0)
        assert verifier.verify(token(NEW_KEY)).subject == "7"


def test_entries_are_forgotten_when_their_tokens_have_expired() -> None:
    """Mutant: a list that grows for ever."""
    known = Revocations()
    for second in range(0, 10_000, 10):
        known.apply(
            Document(
                {
                    "iss": "",
                    "seq": second,
                    "from": NOW + second - 900,
                    "until": NOW + second,
                    "sessions": [str(second)],
                    "users": [{"sub": str(second), "before": NOW + second}],
                }
            )
        )
    assert len(known) == 2 * 91


def test_a_forked_worker_follows_the_feed_itself_also_when_it_knows_the_token(stub: Stub, verifier: Verifier) -> None:
    """Mutant: proof that the child inherits: it accepts a cached token for as long, and reads nothing."""
    verifier.verify(token())
    child = os.fork()
    if child == 0:
        stub.feed |= {"seq": 2, "sessions": ["41"]}
        try:
            verifier.verify(token())
        except InvalidToken as refused:
            os._exit(refused.reason != "revoked")
        os._exit(2)
    assert os.waitpid(child, 0)[1] == 0


class Interrupted(Exception):
    """What no library documents."""


def test_the_feed_is_followed_on_after_any_failure(stub: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: failures by name, after another of which the thread ends: all tokens are refused until a restart."""
    failures = iter([Interrupted()])
    ask = stub.get

    def get(path: str, headers: Mapping[str, str], timeout: float) -> Answer:
        if path == FEED and (failure := next(failures, None)):
            raise failure
        return ask(path, headers, timeout)

    monkeypatch.setattr(stub, "get", get)
    with vector_verifier(stub, revocations="fail_closed") as verifier:
        with pytest.raises(Unavailable):
            verifier.verify(token())
        until(lambda: verifier._feed is not None and verifier._feed.current_until > 0)
        assert verifier.verify(token()).subject == "7"


def test_threads_that_could_not_be_started_are_started_later(stub: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: a fetch that counts as under way, and a feed that counts as followed, before their threads run."""
    start, refused = threading.Thread.start, [0]

    def start_or_fail(thread: threading.Thread) -> None:
        refused[0] += 1
        if refused[0] <= 2:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_or_fail)
    monkeypatch.setattr(keys, "_RETRY_PAUSE", 0.0)
    with vector_verifier(stub, revocations="fail_closed") as verifier:
        with pytest.raises(Unavailable):
            verifier.verify(token())
        assert verifier.verify(token()).subject == "7"


def test_closing_ends_the_thread(stub: Stub) -> None:
    verifier = vector_verifier(stub, revocations="fail_closed")
    verifier.verify(token())
    assert verifier._feed is not None
    thread = verifier._feed._thread
    assert thread is not None
    assert thread.is_alive()
    verifier.close()
    thread.join(5)
    assert not thread.is_alive()


async def test_an_event_loop_is_not_blocked_while_the_service_is_asked(stub: Stub) -> None:
    """Mutant: a question in the event loop's thread."""
    stub.feed |= {"until": NOW - 31}
    with vector_verifier(stub, revocations="ask") as verifier:
        await verifier.verify_async(token())
        stub.released.clear()
        asking = asyncio.create_task(verifier.verify_async(token()))
        for _ in range(20):
            await asyncio.sleep(0.001)
        assert not asking.done()
        stub.released.set()
        assert (await asking).subject == "7"
