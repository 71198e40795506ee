"""Ids of keys, which people pass to `doorward keys retire`, and opening them."""

import time
from functools import partial

from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256

from doorward.crypto.signing import ALGORITHMS
from doorward.crypto.vault import Vault
from doorward.domain.keys import DATA


def repeated(head: int, count: int) -> bytes:
    return bytes([head]) * count


def test_no_id_of_a_key_begins_with_a_dash_which_a_command_takes_for_an_option() -> None:
    for head in range(256):
        vault = Vault("a secret that only the tests know, 0123456789", "", partial(repeated, head))
        kid = vault.new_secret_key(DATA, 0).kid
        assert kid[0].isalpha()
        assert len(kid) == 16


def test_opening_rsa_keys_takes_no_time_of_the_event_loop() -> None:
    """Mutant: a load that checks the key, for 0.2 s or more: all keys are opened again whenever one is added."""
    rsa = ALGORITHMS["RS256"]
    private = rsa.new()
    begun = time.thread_time()
    for _ in range(5):
        loaded = rsa.load(private)
    assert time.thread_time() - begun < 0.2
    signature = rsa.sign(loaded, b"message")
    loaded.public_key().verify(signature, b"message", PKCS1v15(), SHA256())
