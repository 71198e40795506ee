"""The process that reads the files of clients leaves nothing behind."""

import subprocess
import sys
from pathlib import Path
from typing import IO

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
    with file.open("rb") as given, _reader(given, TMPDIR=str(folder)) as reader:
        assert reader.stdout is not None
        assert b'"csv"' in reader.stdout.read(20)
        reader.kill()
    assert list(folder.iterdir()) == []


def test_a_reader_ends_with_the_service_in_the_middle_of_reading() -> None:
    """Mutant: it notices with the next row that it writes. Each worker that is killed leaves a process that parses for
    up to ten minutes."""
    with _reader(subprocess.PIPE) as reader:  # Here it waits for a file that does not come.
        assert reader.stdout is not None
        reader.stdout.close()
        try:
            assert reader.wait(20) == 1
        finally:
            reader.kill()


def _reader(file: IO[bytes] | int, **environ: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", _START, str(Path(transfer.__file__).parent), "users.csv", ""]
    environment = {"PYTHONPATH": ":".join(filter(None, sys.path)), **environ}
    return subprocess.Popen(command, stdin=file, stdout=subprocess.PIPE, env=environment)
