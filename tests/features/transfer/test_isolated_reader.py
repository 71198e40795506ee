"""The process that reads the files of clients leaves nothing behind."""

import subprocess
import sys
from pathlib import Path

import pytest

from doorward.features import transfer
from doorward.features.transfer.over_http.isolated import _START

# More than a pipe holds, so that the reader waits for the service.
_ROWS = "username,name\n" + "ann,Ann\n" * 50_000


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_reader_that_is_killed_leaves_no_file(tmp_path: Path, encoding: str) -> None:
    """Mutants: a folder with a link to the file; a copy in another encoding that has a name. Readers are killed with
    the service, and copies with plain passwords would stay."""
    file, folder = tmp_path / "users.csv", tmp_path / "folder"
    file.write_bytes(_ROWS.encode(encoding))
    folder.mkdir()
    command = [sys.executable, "-c", _START, str(Path(transfer.__file__).parent), file.name, ""]
    environment = {"PYTHONPATH": ":".join(filter(None, sys.path)), "TMPDIR": str(folder)}
    with (
        file.open("rb") as given,
        subprocess.Popen(command, stdin=given, stdout=subprocess.PIPE, env=environment) as reader,
    ):
        assert reader.stdout is not None
        assert b'"csv"' in reader.stdout.read(20)
        reader.kill()
    assert list(folder.iterdir()) == []
