"""Ids of keys, which people pass to `doorward keys retire`."""

from functools import partial

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
