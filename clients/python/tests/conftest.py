"""The fixtures of Doorward's own tests, for those that need a real service."""

from tests.conftest import anyio_backend, databases, environ, postgres, sqlite_databases

__all__ = ["anyio_backend", "databases", "environ", "postgres", "sqlite_databases"]
