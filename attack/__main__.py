"""`make attack`: turns tools that nobody here wrote against the service, and prints what each tried and found.

Everything stays on the loopback and ends by itself. Full reports lie in the folder that is named at the end.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from attack.target import Target, running

TOOLS = Path(sys.executable).parent
# Its dependencies contradict those of the others.
WAPITI = TOOLS.parent.parent / "wapiti" / "bin" / "wapiti"
CASES = int(os.environ.get("ATTACK_CASES", "20000"))
SECONDS = int(os.environ.get("ATTACK_SECONDS", "1200"))
# Modules that call out, need a list from elsewhere, or look for other people's programs are left out.
WAPITI_MODULES = (
    "backup,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,ldap,methods,permanentxss,"
    "redirect,shellshock,sql,timesql,upload,xss"
)


class Outcome(NamedTuple):
    tool: str
    cases: int
    findings: list[str]


def call(command: list[str], report: Path, seconds: int, **environment: str) -> str:
    """Runs a tool for so long at most; returns all it said."""
    with report.open("w") as output:
        try:
            subprocess.run(
                command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=seconds,
                check=False, env={**os.environ, "NO_COLOR": "1", "COLUMNS": "160", **environment},
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            output.write(f"\nATTACK: ended after {seconds} s\n")
    return report.read_text("utf-8", "replace")


def schemathesis(target: Target, folder: Path) -> Outcome:
    document = f"{target.url}/openapi.json"
    operations = _operations(target)
    command = [
        str(TOOLS / "schemathesis"), "run", document, "--checks", "all",
        # What a schema can't say, such as that a password is too common, is refused all the same.
        "--exclude-checks", "positive_data_acceptance",
        "--max-examples", str(-(-CASES // operations)), "--continue-on-failure", "--workers", "2",
        "--max-time", str(SECONDS),
        "--max-failures", "20", "--generation-database", "none", "--suppress-health-check", "all", "--no-color",
    ]  # fmt: skip
    said = call(
        command, folder / "schemathesis.txt", SECONDS + 300,
        SCHEMATHESIS_HOOKS="attack.hooks", ATTACK_URL=target.url, ATTACK_PASSWORD=target.password, PYTHONPATH=".",
    )  # fmt: skip
    cases = re.findall(r"(\d[\d,]*) generated", said)
    findings = re.findall(r"^\s*❌\s*(.+?): (\d+)", said, re.MULTILINE) or re.findall(r"(?m)^- (.+)$", said)
    named = [" ".join(found) if isinstance(found, tuple) else found for found in findings]
    named += re.findall(r"(?m)^\s*🚫 (.+ Error: \d+)", said)
    if "ended after" in said or not cases:
        named.append("did not come to an end")
    return Outcome("schemathesis", int(cases[-1].replace(",", "")) if cases else 0, named)


def _operations(target: Target) -> int:
    import httpx

    paths = httpx.get(f"{target.url}/openapi.json", trust_env=False).json()["paths"]
    return sum(len(methods) for methods in paths.values())


def sqlmap(target: Target, folder: Path) -> Outcome:
    token = target.sign_in()
    attacks = {
        "keyword,sort,role,page": f"{target.url}/api/users?keyword=ann&sort=id&role=user&page=1",
        "id": f"{target.url}/api/users/1*",
    }
    cases, findings = 0, []
    for number, (parameters, url) in enumerate(attacks.items()):
        traffic = folder / f"sqlmap-{number}.traffic"
        command = [
            str(TOOLS / "sqlmap"), "-u", url, "--headers", f"Authorization: Bearer {token}", "--batch", "--level", "2",
            "--risk", "2", "--technique", "BEUS", "--threads", "4", "--flush-session", "--disable-coloring", "-t",
            str(traffic), "--output-dir", str(folder / "sqlmap"), "--ignore-code", "400,404", "--skip-waf", "--answers",
            "follow=N",
        ]  # fmt: skip
        if parameters != "id":
            command += ["-p", parameters]
        said = call(command, folder / f"sqlmap-{number}.txt", 1200)
        cases += traffic.read_text("utf-8", "replace").count("HTTP request [#") if traffic.exists() else 0
        findings += re.findall(r"(?m)^.*(?:is vulnerable|identified the following injection).*$", said)
        if "ended after" in said:
            findings.append(f"{parameters}: did not come to an end")
    return Outcome("sqlmap", cases, findings)


def bandit(target: Target, folder: Path) -> Outcome:
    report = folder / "bandit.json"
    call(
        [str(TOOLS / "bandit"), "-r", "src", "-c", "pyproject.toml", "-f", "json", "-o", str(report)],
        folder / "b.txt",
        300,
    )
    found = json.loads(report.read_text())
    findings = [f"{one['filename']}:{one['line_number']} {one['issue_text']}" for one in found["results"]]
    return Outcome("bandit", found["metrics"]["_totals"]["loc"], findings)


def wapiti(target: Target, folder: Path) -> Outcome:
    report = folder / "wapiti.json"
    command = [
        str(WAPITI), "-u", f"{target.url}/", "--swagger", f"{target.url}/openapi.json", "--scope", "domain",
        "-m", WAPITI_MODULES, "-H", f"Authorization: Bearer {target.sign_in()}", "--max-scan-time", "600",
        "--max-attack-time", "120", "--no-bugreport", "--flush-session", "--store-session", str(folder / "wapiti"),
        "-f", "json", "-o", str(report), "-v", "1",
    ]  # fmt: skip
    said = call(command, folder / "wapiti.txt", 900)
    if not report.exists():
        return Outcome("wapiti", 0, ["no report: " + said[-300:]])
    found = json.loads(report.read_text())
    findings = [
        f"{kind}: {one['method']} {one['path']} {one['info']}"
        for part in ("vulnerabilities", "anomalies")
        for kind, ones in found[part].items()
        for one in ones
    ]
    return Outcome("wapiti", int(found["infos"].get("crawled_pages_nbr", 0)), findings)


TOOL: dict[str, Callable[[Target, Path], Outcome]] = {
    "bandit": bandit,
    "sqlmap": sqlmap,
    "wapiti": wapiti,
    "schemathesis": schemathesis,
}


def main() -> None:
    chosen = sys.argv[1:] or list(TOOL)
    folder = Path(tempfile.mkdtemp(prefix="doorward-attack-"))
    outcomes: list[Outcome] = []
    for name in chosen:
        (folder / name).mkdir()
        with running(folder / name) as target:
            print(f"{name} ...", flush=True)
            outcome = TOOL[name](target, folder)
            if target.tracebacks():
                outcome.findings.append(f"the service logged {target.tracebacks()} stack traces")
            outcomes.append(outcome)
    print(f"\n{'tool':14} {'cases':>8} {'findings':>9}")
    for tool, cases, findings in outcomes:
        print(f"{tool:14} {cases:>8} {len(findings):>9}")
        for finding in findings:
            print(f"    {finding}")
    print(f"\nReports: {folder}")
    sys.exit(any(outcome.findings for outcome in outcomes))


if __name__ == "__main__":
    main()
