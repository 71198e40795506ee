"""Settings of imports over HTTP."""

import dataclasses

from doorward.settings import setting
from doorward.settings.values import whole


@dataclasses.dataclass(frozen=True)
class ImportSettings:
    import_limit: int = setting(
        64 * 1024 * 1024,
        whole(1024, 1024 * 1024 * 1024),
        "Largest file that can be imported over HTTP, in bytes. The command line takes larger ones.",
    )
