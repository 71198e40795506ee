"""Collects the pages of the documentation site from docs/ and the rest of the repository.

    python -m scripts.site FOLDER       writes FOLDER/zensical.toml and FOLDER/docs; `make docs-site` builds them

The same Markdown is read on a git host and on the site. Links to pages outside docs/ lead to their copies, and links to
source files, which the site does not have, become the names of the files (decision 47).
"""

import os
import re
import shutil
import sys
from pathlib import Path, PurePosixPath
from typing import Final

from scripts import reference

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
SITE: Final = DOCS / "site"
# Pages from elsewhere, by their place in the repository. The README is the front page of the repository, the index that
# of the site.
ELSEWHERE: Final = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting.md",
    "clients/python/README.md": "libraries/python.md",
    "clients/typescript/README.md": "libraries/typescript.md",
    "clients/vectors/README.md": "libraries/vectors.md",
    "examples/README.md": "examples/index.md",
}
# The generated tables of api.md.
_PAGES: Final = {
    "endpoints": "reference/api/index.md",
    "actions": "reference/audit-actions.md",
    "reasons": "reference/reasons.md",
}
_LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_CODE: Final = re.compile(r"^(```+).*?^\1\s*$", re.DOTALL | re.MULTILINE)


def pages() -> dict[str, str]:
    """Where the page of each file is on the site."""
    found = {path.relative_to(ROOT).as_posix(): path for path in sorted(DOCS.rglob("*.md"))}
    inside = {name: path.relative_to(DOCS).as_posix() for name, path in found.items()}
    examples = sorted((ROOT / "examples").glob("*/README.md"))
    return inside | ELSEWHERE | {str(path.relative_to(ROOT)): f"examples/{path.parent.name}.md" for path in examples}


def collect(target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    known, docs = pages(), target / "docs"
    for source, page in known.items():
        if (ROOT / source).is_file() and source != "README.md":
            _write(docs / page, _shortened(rewritten((ROOT / source).read_text("utf-8"), source, known)))
    for name, text in reference.pages().items():
        _write(docs / name, text)
    shutil.copytree(DOCS / "images", docs / "images")
    for asset in (SITE / "style.css", ROOT / "console/public/icon.svg"):
        shutil.copy(asset, docs / asset.name)
    shutil.copy(SITE / "zensical.toml", target)


def rewritten(text: str, source: str, known: dict[str, str]) -> str:
    """The text of a file with its links as the site needs them; code stays as it is."""
    pieces, end = [], 0
    for code in _CODE.finditer(text):
        pieces += [_with_links(text[end : code.start()], source, known), code[0]]
        end = code.end()
    return "".join([*pieces, _with_links(text[end:], source, known)])


def _shortened(text: str) -> str:
    """Tables of the API that have pages of their own on the site are links there."""
    for name, page in _PAGES.items():
        block = rf"<!-- {name}: written by make docs -->.*<!-- end of {name} -->"
        text = re.sub(block, f"On [a page of their own]({page}).", text, flags=re.DOTALL)
    return text


def _with_links(text: str, source: str, known: dict[str, str]) -> str:
    here = PurePosixPath(known[source]).parent

    def link(match: re.Match[str]) -> str:
        image, label, target = match.groups()
        path, anchor, fragment = target.partition("#")
        if not path or ":" in path:
            return match[0]
        named = os.path.normpath(PurePosixPath(source).parent / path)
        page = known.get(named) or known.get(f"{named}/README.md") or _asset(named)
        if page:
            return f"{image}[{label}]({os.path.relpath(page, here)}{anchor}{fragment})"
        # A link that leads nowhere stays, so that the build fails.
        return f"{label} (`{named}`)" if (ROOT / named).exists() else match[0]

    return _LINK.sub(link, text)


def _asset(named: str) -> str | None:
    return named.removeprefix("docs/") if named.startswith("docs/images/") else None


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    collect(Path(sys.argv[1]))
