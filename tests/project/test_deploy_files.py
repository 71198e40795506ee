"""The dashboard and the alert rules use only metrics that exist; promtool checks them where it is installed."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from doorward.app import load_settings
from doorward.errors import BodyTooLarge
from doorward.features.avatars.pictures.bounds import BYTES_MAX
from doorward.features.transfer.settings import ImportSettings
from doorward.web.messages import failure
from tests.support.service import Service

DEPLOY = Path(__file__).parents[2] / "deploy"
RULES = DEPLOY / "prometheus" / "doorward.rules.yml"
NAME = re.compile(r"\bdoorward_[a-z_]+")
LABELS = re.compile(r"\bby \(([a-z, ]+)\)|\{\{([a-z]+)\}\}|\b([a-z]+)=~?\"")
needs_promtool = pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")


def dashboard() -> str:
    return (DEPLOY / "grafana" / "doorward.json").read_text()


def expressions() -> list[str]:
    return [target["expr"] for panel in json.loads(dashboard())["panels"] for target in panel["targets"]]


async def page_of(service: Service) -> str:
    await service.http.get("/metrics")  # From now on there is a request, and so a histogram.
    return (await service.http.get("/metrics")).text


async def test_every_metric_that_a_query_names_exists(service: Service) -> None:
    """Mutant: a metric that gets another name."""
    present = set(re.findall(r"^(doorward_\w+)", await page_of(service), re.MULTILINE))
    asked = set(NAME.findall(dashboard())) | set(NAME.findall(RULES.read_text()))
    assert len(asked) > 10
    assert asked - present == set()


async def test_every_label_that_a_query_names_exists(service: Service) -> None:
    """Mutant: a label that gets another name."""
    present = set(re.findall(r"[{,](\w+)=\"", await page_of(service)))
    texts = " ".join([*expressions(), *re.findall(r"\{\{\w+\}\}", dashboard())])
    asked = {label for found in LABELS.findall(texts) for label in ",".join(found).replace(" ", "").split(",") if label}
    assert {"route", "status", "le"} <= asked
    assert asked - present == {"instance"}  # Which Prometheus adds.


@needs_promtool
def test_promtool_accepts_the_rules_and_their_tests() -> None:
    """Mutant: an alert that does not fire when its test says so."""
    for command in (["check", "rules", str(RULES)], ["test", "rules", str(RULES.with_suffix(".test.yml"))]):
        run_promtool(*command)


@needs_promtool
def test_promtool_accepts_every_query_of_the_dashboard(tmp_path: Path) -> None:
    """Mutant: a bracket too few in a panel."""
    plain = [text.replace("$__rate_interval", "5m").replace("$instance", ".*") for text in expressions()]
    rules = [{"record": f"panel:{number}", "expr": text} for number, text in enumerate(plain)]
    file = tmp_path / "panels.yml"
    file.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))  # JSON is YAML.
    run_promtool("check", "rules", str(file))


@needs_promtool
async def test_promtool_accepts_the_page(service: Service) -> None:
    """Mutant: a counter whose name does not end in _total."""
    run_promtool("check", "metrics", page=await page_of(service))


def run_promtool(*arguments: str, page: str = "") -> None:
    done = subprocess.run(["promtool", *arguments], input=page, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_proxies_pass_on_what_the_service_accepts_and_refuse_more_with_the_envelope_of_the_api() -> None:
    """Mutants: a limit of a proxy that is below one of the service, so that pictures or imports fail behind it alone;
    the proxy's own page, which no client of the API can read."""
    picture, file = BYTES_MAX, load_settings(environ={}).section(ImportSettings).import_limit
    refusal = failure(BodyTooLarge()).body.decode()
    nginx = (DEPLOY / "nginx" / "doorward.conf").read_text()
    assert "error_page 413 = @too_large;" in nginx
    assert f"return 413 '{refusal}';" in nginx
    assert re.findall(r"client_max_body_size (\w+);", nginx) == [f"{picture >> 10}k", f"{file >> 20}m"]
    caddy = (DEPLOY / "caddy" / "Caddyfile").read_text()
    assert f'({{path}} == "/api/imports" ? {file} : {picture})' in caddy
    assert f"respond @too_large `{refusal}` 413" in caddy
    ingress = (DEPLOY / "kubernetes" / "network.yaml").read_text()
    assert f"proxy-body-size: {file >> 20}m\n" in ingress
