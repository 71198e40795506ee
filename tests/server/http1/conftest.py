import pytest


@pytest.fixture(params=[True, False], ids=["uvloop", "asyncio"])
def anyio_backend(request: pytest.FixtureRequest) -> tuple[str, dict[str, bool]]:
    """Both event loops: workers run on uvloop, whose transports differ from those of asyncio in details."""
    return "asyncio", {"use_uvloop": request.param}
