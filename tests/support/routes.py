"""The routes below /api of the kernel and of all features: tests over all endpoints cover those of a new feature."""

from doorward import app

ROUTES = [route for route in app.routes() if route.path.startswith("/api/")]
