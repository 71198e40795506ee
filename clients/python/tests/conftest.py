"""The fixtures of Doorward's own tests, for those that need a real service."""

from tests.conftest import anyio_backend, pytest_collection_modifyitems

__all__ = ["anyio_backend", "pytest_collection_modifyitems"]
