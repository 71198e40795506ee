"""Settings of imports over HTTP."""

from doorward.settings import section, setting
from doorward.settings.values import whole


@section
class ImportSettings:
    import_limit: int = setting(
        64 * 1024 * 1024,
        whole(1024, 1024 * 1024 * 1024),
        "Largest file that can be imported over HTTP, in bytes. The command line takes larger ones.",
    )
