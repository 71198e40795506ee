"""Import and export of users over HTTP."""

import re
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from doorward import errors
from doorward.api.schemas.operations import OperationData
from doorward.api.schemas.user_filters import UserFilterParams
from doorward.core import Core
from doorward.domain.paging import SORT_MAX
from doorward.domain.user_query import SORTABLE, UserFilter
from doorward.errors import ValidationFailed
from doorward.features.transfer.model import ImportGone, ImportNotReady, TooManyImports
from doorward.features.transfer.over_http.imports import Imports
from doorward.features.transfer.over_http.parameters import PERMISSION, ImportParameters
from doorward.features.transfer.over_http.uploads import OF_USER_MAX
from doorward.features.transfer.over_http.user_lists import ListExport, parse_columns
from doorward.features.transfer.settings import ImportSettings
from doorward.web.language import preferred_language
from doorward.web.messages import CSV, Request, Response, stream, success
from doorward.web.routing import KeyUse, Route

_NAME_MAX: Final = 255
# So that a query in which every character takes twelve bytes stays below the server's limit for headers.
_MAPPING_MAX: Final = 2_000
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f/\\]")
MEDIA_TYPES: Final = {
    "csv": CSV.decode(),
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
ExportText = Annotated[str, Meta(description="The file", examples=["id,username,name\n42,ann,Ann Lee\n"])]


class ImportList(Struct):
    list: Annotated[list[OperationData], Meta(description=f"Checks, the newest first; {OF_USER_MAX} at most")]


class ImportParams(Struct, rename="camel"):
    filename: Annotated[
        str, Meta(max_length=_NAME_MAX, description="Shown in the audit trail", examples=["people.csv"])
    ] = ""
    format: Annotated[
        Literal[
            "", "csv", "jsonl", "excel", "keycloak", "auth0", "django", "authentik", "supabase", "pocketbase", "ruoyi"
        ],
        Meta(description="Told by content if absent"),
    ] = ""
    existing: Annotated[
        Literal["refuse", "skip", "update"], Meta(description="What to do with rows whose username exists")
    ] = "refuse"
    roles: Annotated[
        Literal["merge", "replace"],
        Meta(description="With `existing=update`: add the roles of the file, or also remove all others"),
    ] = "merge"
    role_mapping: Annotated[
        str,
        Meta(
            max_length=_MAPPING_MAX,
            description="A JSON object that maps roles of another system to roles of this service",
            examples=['{"realm-admin": "admin"}'],
        ),
    ] = ""

    def parameters(self, language: str) -> ImportParameters:
        name = _UNPRINTABLE.sub("_", self.filename) or "upload"
        return ImportParameters(0, name, self.format, self.existing, self.roles, self.mapping(), language)

    def mapping(self) -> dict[str, str]:
        try:
            return msgspec.json.decode(self.role_mapping or "{}", type=dict[str, str])
        except (ValueError, RecursionError):
            raise ValidationFailed(("roleMapping", "must be a JSON object of names of roles")) from None


class ExportParams(UserFilterParams, rename="camel"):
    format: Literal["csv", "xlsx", "json"] = "csv"
    columns: Annotated[
        str,
        Meta(
            max_length=500,
            description="Names of fields, separated by commas; all if absent",
            examples=["id,username,email"],
        ),
    ] = ""
    sort: Annotated[
        str,
        Meta(
            max_length=SORT_MAX,
            description="As in the list of users; for more than 10,000 users `id` only",
            examples=["-createdAt"],
            extra_json_schema={"enum": [sign + field for field in SORTABLE for sign in ("", "-")]},
        ),
    ] = "id"


def mapping_of(core: Core, query: ImportParams) -> Any:
    return query.mapping()


def wanted_of(core: Core, query: ExportParams) -> tuple[UserFilter, tuple[str, ...]]:
    return query.filter(query.sort), parse_columns(query.columns)


async def upload(core: Core, request: Request) -> Response:
    """Uploads a file of users, and checks it: the file itself is the body, as the command line reads it, at most 64 MiB
    unless set otherwise. Nothing is written but the file, which is kept for a day.

    Read the operation until it is `done`: its `result` says how many users would be created, changed and refused, and
    what the file has that is not imported; its failures name the refused rows. Then apply it, or discard it. Files may
    have passwords or password hashes of new users; existing users keep theirs. Each row takes the
    rights of a single request: `users:create`, `users:update`, and those that its roles give; others are refused."""
    wanted = request.filter.parameters(preferred_language(request))
    settings = core.settings.section(ImportSettings)
    pieces = request.pieces(settings.import_limit, core.settings.body_timeout)
    return success(OperationData.of(await Imports(core).upload(request.signed_in(), wanted, pieces)))


async def apply(core: Core, request: Request) -> Response:
    """Imports the file that an operation has checked, and deletes it at the end. Returns another operation, with the
    same kind of `result`. It works with the rights that the caller holds at each moment; rows that these do not allow
    are refused. After a crash another node goes on behind the last row that was committed."""
    return success(OperationData.of(await Imports(core).apply(request.signed_in(), request.params["id"])))


async def waiting(core: Core, request: Request) -> Response:
    """Lists your files that wait to be imported, each as the operation that checks it: those that were neither imported
    nor discarded in the day since their upload. Files whose check has failed are not kept."""
    found = await Imports(core).waiting(request.signed_in())
    return success(ImportList([OperationData.of(operation) for operation in found]))


async def discard(core: Core, request: Request) -> Response:
    """Deletes the file of a check without importing it. An import that has begun is cancelled as an operation."""
    await Imports(core).discard(request.signed_in(), request.params["id"])
    return success()


async def export(core: Core, request: Request) -> Response:
    """Exports the users that match the filters of the list as a file, without the envelope: CSV, Excel or JSON. It has
    no password hashes. CSV is UTF-8 with a byte order mark, by which Excel recognises it, and has an apostrophe before
    text that a spreadsheet would run as a formula. Each export is recorded in the audit trail."""
    from doorward.features.transfer.over_http import sending

    query = request.filter
    wanted, columns = wanted_of(core, query)
    batches = await ListExport(core, request.signed_in(), wanted, columns).start(query.format)
    if query.format == "xlsx":
        pieces = await sending.as_workbook(columns, batches)
    else:
        pieces = sending.as_text(query.format, columns, batches)
    attached = f'attachment; filename="users.{query.format}"'.encode()
    return stream(MEDIA_TYPES[query.format].encode(), pieces, (b"content-disposition", attached))


_FAULTS: Final = (errors.OperationNotFound, ImportGone)

ROUTES: Final = (
    Route(
        "POST", "/api/imports", upload, "Upload and check a file of users",
        data=OperationData, query=ImportParams, rules=mapping_of, streamed=True, permission=PERMISSION,
        keys=KeyUse.NAMED, faults=(TooManyImports, errors.TooManyOperations),
    ),
    Route(
        "POST", "/api/imports/{id}/apply", apply, "Import a checked file",
        data=OperationData, permission=PERMISSION, keys=KeyUse.NAMED,
        faults=(*_FAULTS, ImportNotReady, errors.TooManyOperations),
    ),
    Route(
        "GET", "/api/imports", waiting, "List your files that wait to be imported",
        data=ImportList, permission=PERMISSION, keys=KeyUse.NAMED,
    ),
    Route(
        "DELETE", "/api/imports/{id}", discard, "Discard a checked file", permission=PERMISSION, keys=KeyUse.NAMED,
        faults=_FAULTS,
    ),
    Route(
        "GET", "/api/users/export", export, "Export users",
        data=ExportText, query=ExportParams, rules=wanted_of, permission="users:export", lists=True, enveloped=False,
        media_type=MEDIA_TYPES["csv"], also_files=(MEDIA_TYPES["json"], MEDIA_TYPES["xlsx"]),
    ),
)  # fmt: skip
