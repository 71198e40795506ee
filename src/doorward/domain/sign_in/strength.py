"""How strong a sign-in is, and how strong the factors are that a user has set up."""

import enum
from typing import Final, Literal


class Strength(enum.IntEnum):
    """In ascending order; roles store the number."""

    PASSWORD = 0  # Any single method.
    TWO_FACTORS = 1
    PHISHING_RESISTANT = 2

    @property
    def wire(self) -> str:
        return STRENGTHS[self]


# By their numbers: taking one of these is much quicker than making it of a number.
LEVELS: Final = tuple(Strength)
STRENGTHS: Final = ("password", "twoFactors", "phishingResistant")
StrengthName = Literal["password", "twoFactors", "phishingResistant"]

# Kinds of factors, as bits of the column `factors` of users. A security key proves possession alone; a passkey also
# verifies its user, and so is a way in by itself.
TOTP: Final = 1
PASSKEY: Final = 2
SECURITY_KEY: Final = 4


def strength_of_factors(kinds: int) -> Strength:
    if kinds & (PASSKEY | SECURITY_KEY):
        return Strength.PHISHING_RESISTANT
    return Strength.TWO_FACTORS if kinds else Strength.PASSWORD
