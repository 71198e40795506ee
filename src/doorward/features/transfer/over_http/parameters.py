"""What an import over HTTP asks for. Light to import: the parts that read files are loaded with the first import."""

from typing import Final

from msgspec import Struct

from doorward.features.transfer.grants import Roles
from doorward.features.transfer.service import Existing

KIND: Final = "import"
CHECK: Final = "check"
APPLY: Final = "apply"
PERMISSION: Final = "users:import"


class ImportParameters(Struct, frozen=True):
    """What the request asks for."""

    upload: int
    filename: str
    format: str
    existing: Existing
    roles: Roles
    mapping: dict[str, str]
    language: str
