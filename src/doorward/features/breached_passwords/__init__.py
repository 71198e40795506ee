"""Commands for the list of breached passwords. The kernel looks passwords up in it (docs/decisions/0036)."""

from typing import Final

from doorward.feature import Feature, commands_of

FEATURE: Final = Feature(name="breached_passwords", commands=commands_of(__name__))
