"""The vectors of clients/vectors, which other libraries share."""

import json
from typing import Any

import pytest
from client_support import VECTORS, Stub, vector_verifier
from scripts import client_vectors

from doorward.domain import access
from doorward_client import InvalidToken, covers
from doorward_client.jws import KeySet
from doorward_client.revocations import Revocations, read
from doorward_client.tokens import TokenRules


def load(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((VECTORS / name).read_text("utf-8"))
    return content


TOKENS, FEED, KEYS = load("tokens.json"), load("revocations.json"), KeySet(load("keys.json"))


def named(cases: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=lambda case: case["name"])


def test_the_files_are_what_the_script_writes() -> None:
    files = client_vectors.files()
    assert {name: (VECTORS / name).read_text("utf-8") for name in files} == files, (
        "run: python -m scripts.client_vectors"
    )


@named(TOKENS["cases"])
def test_a_token_has_the_outcome_that_the_vectors_say(case: dict[str, Any]) -> None:
    verifier = vector_verifier(Stub())
    if case["valid"]:
        principal = TokenRules(TOKENS["issuer"], TOKENS["audience"], 0).read(case["token"], KEYS, TOKENS["now"])
        expected = case["principal"]
        assert (principal.subject, principal.session) == (expected["sub"], expected["sid"])
        assert principal.permissions == frozenset(expected["permissions"] or ())
        assert verifier.verify(case["token"]).subject == expected["sub"]
    else:
        for _ in range(2):
            with pytest.raises(InvalidToken) as refused:
                verifier.verify(case["token"])
            assert refused.value.reason == case["reason"]
            assert str(refused.value).startswith(("The ", "A ")), "people read a sentence, not the word for programs"


def test_wildcards_mean_what_they_mean_in_the_service() -> None:
    for case in load("permissions.json")["cases"]:
        held, wanted = case["held"], case["wanted"]
        assert covers(frozenset(held), wanted) is case["granted"] is access.covers(held, wanted)


@named(FEED["documents"])
def test_a_document_of_the_feed_has_the_outcome_that_the_vectors_say(case: dict[str, Any]) -> None:
    if case["valid"]:
        read(case["document"], KEYS, FEED["issuer"])
    else:
        with pytest.raises(InvalidToken) as refused:
            read(case["document"], KEYS, FEED["issuer"])
        assert refused.value.reason == case["reason"]


@named(FEED["scenarios"])
def test_documents_revoke_the_tokens_that_the_vectors_say(case: dict[str, Any]) -> None:
    revocations = Revocations()
    for document in case["documents"]:
        revocations.apply(read(document, KEYS, FEED["issuer"]))
    rules = TokenRules(FEED["issuer"], FEED["audience"], 0)
    for check in case["checks"]:
        principal = rules.read(check["token"], KEYS, FEED["now"])
        assert revocations.includes(principal) is check["revoked"], check["name"]
