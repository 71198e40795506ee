"""Import and export of users: files in the formats of many systems."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from doorward.core import Core
from doorward.core.jobs import Job
from doorward.core.operations.kinds import OperationKind, RunningOperation
from doorward.feature import Feature, commands_of
from doorward.features.transfer.endpoints import ROUTES
from doorward.features.transfer.over_http.parameters import KIND
from doorward.features.transfer.over_http.uploads import Uploads
from doorward.features.transfer.settings import ImportSettings

if TYPE_CHECKING:
    from doorward.features.transfer.over_http.operation import ImportOperations


def _operations(core: Core) -> Sequence[OperationKind]:
    made: list[ImportOperations] = []

    async def run(running: RunningOperation) -> None:
        if not made:  # Imported with the first import, so that the service starts without the readers of files.
            from doorward.features.transfer.over_http.operation import ImportOperations

            made.append(ImportOperations(core))
        await made[0].run(running)

    return [OperationKind(KIND, run)]


FEATURE: Final = Feature(
    name="transfer",
    routes=ROUTES,
    jobs=lambda core: [Job("purge uploads", 30, Uploads(core).purge)],
    operations=_operations,
    commands=commands_of(__name__),
    settings=ImportSettings,
    permissions={
        "users:import": "Import users from files, each with the rights of a single request",
        "users:export": "Export the list of users to files",
    },
    audit_actions={
        "users.exported": "Users were exported to a file; `details` has its format and, over HTTP, the filter",
        "users.imported": "Users were imported from a file; `details` counts each outcome",
    },
)
