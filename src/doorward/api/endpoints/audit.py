"""Reading the audit trail."""

import asyncio
import codecs
from collections.abc import AsyncIterator, Iterable
from typing import Final

import msgspec

from doorward.api.schemas.audit import AuditEntryData, AuditPage
from doorward.core import Core
from doorward.domain.audit import Entry
from doorward.domain.text.formulas import neutral
from doorward.web.messages import CSV, Request, Response, stream, success

_COLUMNS: Final = [field.encode_name for field in msgspec.structs.fields(AuditEntryData)]
# Characters that are encoded before other requests have their turn. A change of a role's permissions has 100,000.
_PIECE: Final = 32_768


async def page(core: Core, request: Request) -> Response:
    """Lists audit entries, newest first: sign-ins, failed sign-ins, and all changes of users, roles, keys and settings.

    `cursor` continues on the next page; a page costs the same however old it is. With several filters a page may hold
    fewer entries than `pageSize`, even none, before the last one: follow `nextCursor` until it is null.

    `format=csv`, or `Accept: text/csv`, exports all matching entries as a file, without the envelope: UTF-8
    with a byte order mark, by which Excel recognises it."""
    query, actor = request.filter, request.signed_in()
    if query.format == "csv" or request.headers.get(b"accept", b"").startswith(b"text/csv"):
        batches = await core.audit_log.export(actor, query.query(), query.position())
        return stream(CSV, _csv(batches), (b"content-disposition", b'attachment; filename="audit.csv"'))
    found, following = await core.audit_log.page(actor, query.query(), query.position(), query.size)
    return success(AuditPage.of(found, following, query.size))


async def one(core: Core, request: Request) -> Response:
    """One audit entry by its `id`. Entries that retention has deleted are gone."""
    entry = await core.audit_log.entry(request.signed_in(), request.params["entry"])
    return success(AuditEntryData.of(entry))


async def _csv(batches: AsyncIterator[list[Entry]]) -> AsyncIterator[bytes]:
    # People open it in Excel, which reads CSV without this mark in a local encoding.
    yield codecs.BOM_UTF8 + _lines([_COLUMNS])
    async for batch in batches:
        rows, size = list[list[str]](), 0
        for row in map(_row, batch):
            rows.append(row)
            size += sum(map(len, row))
            if size >= _PIECE:
                yield _lines(rows)
                rows, size = [], 0
                await asyncio.sleep(0)  # A client that reads fast is sent piece after piece without a pause.
        if rows:
            yield _lines(rows)


def _row(entry: Entry) -> list[str]:
    return [neutral(text) for text in entry.texts()]


def _lines(rows: Iterable[list[str]]) -> bytes:
    import csv  # Used by exports only.
    import io

    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()
