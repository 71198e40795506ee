"""The process that reads the files of clients leaves nothing behind."""

import subprocess
import sys
from pathlib import Path

from doorward.features import transfer
from doorward.features.transfer.over_http.isolated import _START

# As if the service, which ends the process when it has read the last row, did so just then.
_ENDED_WHILE_REMOVING = """
import os, shutil, signal
remove = shutil.rmtree
def ended(*arguments, **options):
    os.kill(os.getpid(), signal.SIGTERM)
    remove(*arguments, **options)
shutil.rmtree = ended
"""


def test_a_reader_that_is_ended_after_its_last_row_removes_its_folder(tmp_path: Path) -> None:
    """Mutant: SIGTERM ends the process while it removes its folder."""
    file, folder = tmp_path / "users.csv", tmp_path / "folder"
    file.write_bytes(b"username,name\nann,Ann\n")
    folder.mkdir()
    command = [sys.executable, "-c", _ENDED_WHILE_REMOVING + _START, str(Path(transfer.__file__).parent), file.name, ""]
    environment = {"PYTHONPATH": ":".join(filter(None, sys.path)), "TMPDIR": str(folder)}
    with file.open("rb") as given:
        ended = subprocess.run(command, stdin=given, capture_output=True, env=environment, check=True, timeout=30)
    assert b'"ann"' in ended.stdout
    assert list(folder.iterdir()) == []
