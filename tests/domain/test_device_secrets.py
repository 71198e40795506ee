"""The secrets of devices that clients send."""

import pytest

from doorward.domain.sign_in.devices import MOST_SECRETS, SECRETS_MAX, joined_secrets, secrets_in

SECRETS = ["dwd_" + str(number) * 43 for number in range(8)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        (SECRETS[0], SECRETS[:1]),
        (".".join(SECRETS[:3]), SECRETS[:3]),
        (f"x.{SECRETS[0]}..{SECRETS[1][:-1]}", SECRETS[:1]),
        (".".join(SECRETS), SECRETS[:MOST_SECRETS]),
        ("x" * SECRETS_MAX + SECRETS[0], []),
        (SECRETS[0] + "\n", []),
    ],
)
def test_secrets_are_read_and_the_rest_is_left_out(text: str, found: list[str]) -> None:
    assert secrets_in(text) == found


def test_a_new_secret_takes_the_place_of_the_oldest() -> None:
    assert joined_secrets("", "") == ""
    assert joined_secrets(SECRETS[0], "") == SECRETS[0]
    assert joined_secrets("", ".".join(SECRETS[1:3])) == ".".join(SECRETS[1:3])
    assert joined_secrets(SECRETS[0], ".".join(SECRETS[1:6])) == ".".join(SECRETS[:5])
    assert joined_secrets(SECRETS[1], SECRETS[1]) == SECRETS[1]
    assert len(joined_secrets(SECRETS[0], ".".join(SECRETS[1:6]))) <= SECRETS_MAX
