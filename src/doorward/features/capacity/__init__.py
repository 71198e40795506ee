"""Says what a number of users and requests needs: processor cores, nodes, disk, memory and connections."""

from typing import Final

from doorward.feature import Feature, commands_of

FEATURE: Final = Feature(name="capacity", commands=commands_of(__name__))
