"""`make attack`: runs security tools, most of them third-party, against the service; prints cases and findings.

All traffic stays on the loopback interface, and every tool has a time limit. The last line names the folder of the full
reports.
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

from attack.exhaustion import attacks, failures
from attack.target import Target, running

BIN = Path(sys.executable).parent
# In an environment of its own: its dependencies conflict with those of the other tools.
WAPITI = BIN.parent.parent / "wapiti" / "bin" / "wapiti"
CASES = int(os.environ.get("ATTACK_CASES", "20000"))
SECONDS = int(os.environ.get("ATTACK_SECONDS", "1200"))
# Without the modules that connect to other hosts, need a word list, or look for specific third-party products.
WAPITI_MODULES = (
    "backup,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,ldap,methods,permanentxss,"
    "redirect,shellshock,sql,timesql,upload,xss"
)
_TIMED_OUT = "ATTACK: ended after"
_UNFINISHED = "did not finish"


class Outcome(NamedTuple):
    tool: str
    cases: int
    findings: list[str]


def run_tool(command: list[str], report: Path, seconds: int, **environment: str) -> str:
    """Runs a tool with a time limit; returns its output."""
    with report.open("w") as output:
        try:
            subprocess.run(
                command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=seconds,
                check=False, env={**os.environ, "NO_COLOR": "1", "COLUMNS": "160", **environment},
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            output.write(f"\n{_TIMED_OUT} {seconds} s\n")
    return report.read_text("utf-8", "replace")


def schemathesis(target: Target, folder: Path) -> Outcome:
    document = f"{target.url}/openapi.json"
    operations = _operations(target)
    command = [
        str(BIN / "schemathesis"), "run", document, "--checks", "all",
        # Some valid input is rejected by rules that a schema can't express, such as a list of common passwords.
        "--exclude-checks", "positive_data_acceptance",
        "--max-examples", str(-(-CASES // operations)), "--continue-on-failure", "--workers", "2",
        "--max-time", str(SECONDS),
        "--max-failures", "20", "--generation-database", "none", "--suppress-health-check", "all", "--no-color",
    ]  # fmt: skip
    output = run_tool(
        command, folder / "schemathesis.txt", SECONDS + 300,
        SCHEMATHESIS_HOOKS="attack.hooks", ATTACK_URL=target.url, ATTACK_PASSWORD=target.password, PYTHONPATH=".",
    )  # fmt: skip
    cases = re.findall(r"(\d[\d,]*) generated", output)
    findings = re.findall(r"^\s*❌\s*(.+?): (\d+)", output, re.MULTILINE) or re.findall(r"(?m)^- (.+)$", output)
    named = [" ".join(found) if isinstance(found, tuple) else found for found in findings]
    named += re.findall(r"(?m)^\s*🚫 (.+ Error: \d+)", output)
    if _TIMED_OUT in output or not cases:
        named.append(_UNFINISHED)
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
            str(BIN / "sqlmap"), "-u", url, "--headers", f"Authorization: Bearer {token}", "--batch", "--level", "2",
            "--risk", "2", "--technique", "BEUS", "--threads", "4", "--flush-session", "--disable-coloring", "-t",
            str(traffic), "--output-dir", str(folder / "sqlmap"), "--ignore-code", "400,404", "--skip-waf", "--answers",
            "follow=N",
        ]  # fmt: skip
        if parameters != "id":
            command += ["-p", parameters]
        output = run_tool(command, folder / f"sqlmap-{number}.txt", 1200)
        cases += traffic.read_text("utf-8", "replace").count("HTTP request [#") if traffic.exists() else 0
        findings += re.findall(r"(?m)^.*(?:is vulnerable|identified the following injection).*$", output)
        if _TIMED_OUT in output:
            findings.append(f"{parameters}: {_UNFINISHED}")
    return Outcome("sqlmap", cases, findings)


def bandit(target: Target, folder: Path) -> Outcome:
    report = folder / "bandit.json"
    run_tool(
        [str(BIN / "bandit"), "-r", "src", "-c", "pyproject.toml", "-f", "json", "-o", str(report)],
        folder / "bandit.txt",
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
    output = run_tool(command, folder / "wapiti.txt", 900)
    if not report.exists():
        return Outcome("wapiti", 0, ["no report: " + output[-300:]])
    found = json.loads(report.read_text())
    findings = [
        f"{kind}: {one['method']} {one['path']} {one['info']}"
        for part in ("vulnerabilities", "anomalies")
        for kind, ones in found[part].items()
        for one in ones
    ]
    return Outcome("wapiti", int(found["infos"].get("crawled_pages_nbr", 0)), findings)


def exhaustion(target: Target, folder: Path) -> Outcome:
    results = list(attacks(target))
    report = "\n".join(f"{one.name:22} {one.requests:>7} requests, longest wait {one.longest:.2f} s" for one in results)
    (folder / "exhaustion.txt").write_text(report + "\n")
    return Outcome("exhaustion", sum(one.requests for one in results), failures(results))


TOOLS: dict[str, Callable[[Target, Path], Outcome]] = {
    "bandit": bandit,
    "sqlmap": sqlmap,
    "wapiti": wapiti,
    "exhaustion": exhaustion,
    "schemathesis": schemathesis,
}


def main() -> None:
    chosen = sys.argv[1:] or list(TOOLS)
    folder = Path(tempfile.mkdtemp(prefix="doorward-attack-"))
    outcomes: list[Outcome] = []
    for name in chosen:
        (folder / name).mkdir()
        with running(folder / name) as target:
            print(f"{name} ...", flush=True)
            outcome = TOOLS[name](target, folder)
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
