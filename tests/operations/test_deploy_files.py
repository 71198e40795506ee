"""The dashboard and the alert rules ask only for metrics that exist; promtool checks them where it is installed."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.service import Service

DEPLOY = Path(__file__).parents[2] / "deploy"
RULES = DEPLOY / "prometheus" / "doorward.rules.yml"
NAME = re.compile(r"\bdoorward_[a-z_]+")


async def test_every_metric_that_is_asked_for_exists(service: Service) -> None:
    page = (await service.http.get("/metrics")).text
    page += (await service.http.get("/metrics")).text  # By now there is a request, and so a histogram.
    present = set(re.findall(r"^(doorward_\w+)", page, re.MULTILINE))
    dashboard = json.loads((DEPLOY / "grafana" / "doorward.json").read_text())
    asked = {
        name for panel in dashboard["panels"] for target in panel["targets"] for name in NAME.findall(target["expr"])
    }
    asked |= set(NAME.findall(RULES.read_text()))
    assert len(asked) > 10
    assert asked - present == set()


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
def test_promtool_accepts_the_rules_and_their_tests() -> None:
    for command in (["check", "rules", str(RULES)], ["test", "rules", str(RULES.with_suffix(".test.yml"))]):
        done = subprocess.run(["promtool", *command], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


async def test_promtool_accepts_the_page(service: Service) -> None:
    if shutil.which("promtool") is None:
        pytest.skip("promtool is not installed")
    page = (await service.http.get("/metrics")).content
    done = subprocess.run(["promtool", "check", "metrics"], input=page, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
