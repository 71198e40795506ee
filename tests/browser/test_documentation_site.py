"""The documentation site refuses broken links; `make test-browser` installs its generator and builds it."""

import shutil
import subprocess
from pathlib import Path

import pytest
from scripts.site import SITE

from tests.support.process import ROOT

GENERATOR = ROOT / ".venv-docs" / "bin" / "zensical"


@pytest.mark.parametrize(
    ("link", "complaint"),
    [("[there](other.md#part)", ""), ("[x](gone.md)", "page does not exist"), ("[x](other.md#gone)", "anchor")],
)
def test_a_broken_link_or_anchor_fails_the_build(link: str, complaint: str, tmp_path: Path) -> None:
    """Mutant: `invalid_link_anchors = false` in the configuration, or a build without --strict."""
    configuration = (SITE / "zensical.toml").read_text("utf-8")
    navigation = configuration.partition("\nnav = [\n")[2].partition("\n]\n")[0]
    (tmp_path / "zensical.toml").write_text(configuration.replace(navigation, '"index.md", "other.md"'), "utf-8")
    (tmp_path / "docs").mkdir()
    shutil.copy(SITE / "style.css", tmp_path / "docs")
    (tmp_path / "docs" / "index.md").write_text(f"# Start\n\n{link}\n", "utf-8")
    (tmp_path / "docs" / "other.md").write_text("# Other\n\n## Part\n\nText.\n", "utf-8")
    target = next(line for line in (ROOT / "Makefile").read_text("utf-8").splitlines() if "zensical build" in line)
    command = [str(GENERATOR), *target.partition("zensical ")[2].split()]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode == 0) == (not complaint), done.stdout + done.stderr
    assert complaint in done.stdout + done.stderr
