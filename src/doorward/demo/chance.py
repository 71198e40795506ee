"""The dice of the demo. They fall the same way each time: what pictures and guides show can be found again."""

import random


class Chance(random.Random):
    """No source of secrets: those come from the entropy of the service."""
