"""The routes below /api of the kernel and of all features: tests over all endpoints cover those of a new feature."""

from doorward import app
from doorward.web.routing import Route

ROUTES = [route for route in app.routes() if route.path.startswith("/api/")]
# Values of path parameters other than `id`.
_OTHERS = {
    "entry": "0-1",
    "delivery": "1",
    "key": "1",
    "sessionId": "1",
    "kind": "test",
    "language": "en",
    "variant": "light",
}


def path_of(route: Route, number: object = 1) -> str:
    """A path that reaches the route, with this id."""
    path = route.template.replace("{id}", str(number))
    for name, value in _OTHERS.items():
        path = path.replace(f"{{{name}}}", value)
    # A stream has no end, and a file no envelope: these parameters are refused.
    refused = {"/api/events": "?types=none", "/api/users/export": "?columns=none"}
    return path + refused.get(path, "")
