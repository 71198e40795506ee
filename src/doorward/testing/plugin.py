"""The pytest plugin. Imports nothing of the service until a test uses the fixture."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from doorward.testing.service import Doorward


@pytest.fixture(scope="session")
def doorward_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database with its administrator, made once and then copied."""
    from doorward import preparation
    from doorward.testing.in_process import settings_at

    settings = settings_at(tmp_path_factory.mktemp("doorward"))
    asyncio.run(preparation.prepare_database(settings))
    assert settings.sqlite_path is not None  # noqa: S101
    return settings.sqlite_path


@pytest.fixture
def doorward_settings() -> dict[str, Any]:
    """Settings of the service by their names in `doorward.toml`, such as `issuer`. Override it in `conftest.py`."""
    return {}


@pytest.fixture
def doorward(doorward_template: Path, doorward_settings: dict[str, Any], tmp_path: Path) -> Iterator["Doorward"]:
    """A running service with one user, the administrator `admin`."""
    from doorward.testing.in_process import settings_at
    from doorward.testing.service import Doorward

    settings = settings_at(tmp_path / "doorward", **doorward_settings)
    settings.data_dir.mkdir()
    shutil.copyfile(doorward_template, settings.data_dir / "doorward.db")
    service = Doorward(settings)
    yield service
    service.close()
