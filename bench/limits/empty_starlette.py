"""One Starlette endpoint that does nothing."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


async def empty(request: Request) -> Response:
    return Response(b'{"code":200,"message":"success","data":null}', media_type="application/json")


app = Starlette(routes=[Route("/", empty)])
