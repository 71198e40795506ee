"""Uploading avatars, and serving them."""

from collections.abc import AsyncIterator
from typing import Final

from doorward import errors
from doorward.api.schemas.users import UserData
from doorward.core import Core
from doorward.domain.users import User
from doorward.features.avatars import queries
from doorward.features.avatars.pictures.bounds import BYTES_MAX
from doorward.features.avatars.service import PATH, Avatars
from doorward.web.conditional import expected_versions, versioned
from doorward.web.documents import matches
from doorward.web.messages import Header, Request, Response
from doorward.web.routing import Route
from doorward.web.security_headers import page_headers

# A browser that opens a picture as a page runs nothing and gives it no origin.
_POLICY: Final = b"default-src 'none'; sandbox; frame-ancestors 'none'"
# Another picture has another address. A day at most, so that caches forget one that was removed.
_CACHE: Final[Header] = (b"cache-control", b"public, max-age=86400, immutable")
# Pages of other origins may embed it, also those that isolate themselves (COEP).
_EMBEDDED: Final[Header] = (b"cross-origin-resource-policy", b"cross-origin")


async def upload(core: Core, request: Request) -> Response:
    """Uploads a picture as the avatar of a user: the file itself is the body, at most 512 KiB and 1024 x 1024 pixels.
    PNG, JPEG, WebP and GIF are told by content. Metadata such as positions is removed, and of an animation the first
    picture stays. `avatar` of the user becomes its address. For a service account the caller needs `services:update` as
    well."""
    found = await Avatars(core).set_of_user(
        request.signed_in(), request.params["id"], request.body, expected_versions(request)
    )
    return _one(found)


async def delete(core: Core, request: Request) -> Response:
    """Removes the avatar of a user, whether it was uploaded or is an address elsewhere."""
    found = await Avatars(core).remove_of_user(request.signed_in(), request.params["id"], expected_versions(request))
    return _one(found)


async def upload_own(core: Core, request: Request) -> Response:
    """Uploads a picture as your own avatar: the file itself is the body, at most 512 KiB and 1024 x 1024 pixels. PNG,
    JPEG, WebP and GIF are told by content. Metadata such as positions is removed, and of an animation the first picture
    stays."""
    return _one(await Avatars(core).set_own(request.signed_in(), request.body, expected_versions(request)))


async def delete_own(core: Core, request: Request) -> Response:
    """Removes your own avatar, whether it was uploaded or is an address elsewhere."""
    return _one(await Avatars(core).remove_own(request.signed_in(), expected_versions(request)))


async def serve(core: Core, request: Request) -> Response:
    """The picture."""
    picture_id = request.params["id"]
    found = await queries.find(core.database, picture_id)
    if found is None:
        raise errors.NotFound
    tag = b'"%s"' % picture_id.encode()
    headers = [*page_headers(_POLICY), (b"content-type", found.media_type.encode()), _CACHE, _EMBEDDED, (b"etag", tag)]
    if matches(request.headers.get(b"if-none-match", b""), tag):
        return Response(b"", 304, headers)
    headers.append((b"content-length", b"%d" % found.size))
    return Response(b"", 200, headers, _pieces(core, picture_id, found.size))


async def _pieces(core: Core, picture_id: str, size: int) -> AsyncIterator[bytes]:
    """Read piece by piece: a client that reads slowly holds one piece in memory, and needs no sign-in to ask. Raises
    when the picture is deleted meanwhile, which ends the connection: the next response would pass for the rest."""
    for start in range(0, size, queries.PIECE):
        piece = await queries.piece(core.database, picture_id, start)
        if not piece:
            raise errors.NotFound
        yield piece


def _one(user: User) -> Response:
    return versioned(UserData.of(user), user.version)


_CHANGE_FAULTS: Final = (errors.UserNotFound, errors.Outranked, errors.PreconditionFailed)

ROUTES: Final = (
    Route(
        "PUT", "/api/users/{id}/avatar", upload, "Upload a user's avatar",
        data=UserData, upload=BYTES_MAX, permission="users:update", etag=True, faults=_CHANGE_FAULTS,
    ),
    Route(
        "DELETE", "/api/users/{id}/avatar", delete, "Remove a user's avatar",
        data=UserData, permission="users:update", etag=True, faults=_CHANGE_FAULTS,
    ),
    Route(
        "PUT", "/api/account/avatar", upload_own, "Upload your avatar",
        data=UserData, upload=BYTES_MAX, etag=True, faults=(errors.PreconditionFailed, errors.TooManyRequests),
    ),
    Route(
        "DELETE", "/api/account/avatar", delete_own, "Remove your avatar",
        data=UserData, etag=True, faults=(errors.PreconditionFailed, errors.TooManyRequests),
    ),
    Route("GET", f"{PATH}{{id:text}}", serve, "Avatar", signed_in=False, documented=False),
)  # fmt: skip
