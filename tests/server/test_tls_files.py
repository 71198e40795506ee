"""Certificates and keys that can't be used."""

import asyncio
import os
import pty
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from tests.support.cli import doorward, environment
from tests.support.postgres_install import free_port
from tests.support.tls import certificate


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_files_for_tls_that_can_not_be_used_are_named_before_anything_starts(tmp_path: Path) -> None:
    """Mutant: "No such file or directory" from a worker, without the file's name, after a banner."""
    environ = certificate(tmp_path)
    (tmp_path / "other").mkdir()
    other = certificate(tmp_path / "other")
    for wrong, said in (
        ({"DOORWARD_TLS_CERT": "absent.pem"}, "DOORWARD_TLS_CERT can't be read: No such file or directory: absent.pem"),
        ({"DOORWARD_TLS_KEY": str(tmp_path)}, f"DOORWARD_TLS_KEY can't be read: Is a directory: {tmp_path}"),
        ({"DOORWARD_TLS_KEY": other["DOORWARD_TLS_KEY"]}, "can't be used: key values mismatch"),
        ({"DOORWARD_TLS_KEY": os.devnull}, "can't be used: no certificate or no key in it"),
    ):
        run = await doorward(environ | wrong, "serve", "--port", str(free_port()), cwd=tmp_path)
        assert (run.code, run.out) == (1, "")
        assert run.err.startswith("doorward: DOORWARD_TLS_")
        assert run.err.endswith(f"{said}\n")


async def test_an_encrypted_key_is_refused_and_its_password_not_asked_for(tmp_path: Path) -> None:
    """Mutant: OpenSSL asks at the terminal of the server, and every worker waits for the answer."""
    environ = certificate(tmp_path)
    file = Path(environ["DOORWARD_TLS_KEY"])
    key = serialization.load_pem_private_key(file.read_bytes(), None)
    secret = serialization.BestAvailableEncryption(b"a password")
    file.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, secret))
    theirs, its_side = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "doorward", "serve", "--port", str(free_port())),
        env=environment(environ), cwd=tmp_path, stdin=its_side, stdout=its_side, stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    os.close(its_side)
    _, said = await process.communicate()
    os.close(theirs)
    assert process.returncode == 1
    assert said.startswith(b"doorward: DOORWARD_TLS_KEY is encrypted")
