"""The pages of the documentation site that describe every operation of the API, generated from the OpenAPI document."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from doorward import app
from doorward.web.description import Description

_JSON: Final = "application/json"
Operation = tuple[str, str, dict[str, Any]]
"""Method, path and description."""


def pages() -> dict[str, str]:
    """One page for each tag, and a list of them."""
    document = Description(app.routes()).document
    by_tag: dict[str, list[Operation]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            by_tag.setdefault(operation["tags"][0], []).append((method.upper(), path, operation))
    texts = {tag["name"]: tag["description"] for tag in document["tags"]}
    names = {tag: f"{re.sub('[^a-z]+', '-', tag.lower())}.md" for tag in by_tag}
    rendered = {names[tag]: _page(tag, texts[tag], operations) for tag, operations in by_tag.items()}
    return rendered | {"index.md": _index(by_tag, names, texts)}


def _index(by_tag: dict[str, list[Operation]], names: dict[str, str], texts: dict[str, str]) -> str:
    text = (
        "# Endpoints\n\nGenerated from the description that every service serves at `/openapi.json`. Envelope, paging\n"
    )
    text += "and errors are described in [the API](../../api.md).\n"
    for tag, operations in by_tag.items():
        text += f"\n## [{tag}]({names[tag]})\n\n{texts[tag]}\n\n"
        text += "".join(
            f"- `{method} {path}` [{operation['summary']}]({names[tag]}#{_anchor(operation)})\n"
            for method, path, operation in operations
        )
    return text


def _page(tag: str, text: str, operations: list[Operation]) -> str:
    parts = [f"# {tag}\n\n{text}\n"]
    parts += [_operation(method, path, operation) for method, path, operation in operations]
    return "\n".join(parts)


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    lines = [f"## {operation['summary']} {{#{_anchor(operation)}}}", "", f"`{method} {path}`{_needs(operation)}", ""]
    lines += [operation["description"], ""]
    if operation["parameters"]:
        lines += ["| parameter | in | type | meaning |", "| --- | --- | --- | --- |"]
        lines += [_parameter(each) for each in operation["parameters"]] + [""]
    body = operation.get("requestBody", {}).get("content", {}).get(_JSON)
    if body:
        lines += [_block("request", body["example"])]
    answer = operation["responses"]["200"]["content"].get(_JSON, {})
    if "example" in answer:
        lines += [_block("response", answer["example"])]
    reasons = sorted(_reasons(operation))
    if reasons:
        lines += ["Refusals: " + ", ".join(f"{code} `{reason}`" for code, reason in reasons) + ".", ""]
    return "\n".join(lines)


def _block(title: str, value: Any) -> str:
    return f'```json title="{title}"\n{json.dumps(value, indent=2, ensure_ascii=False)}\n```\n'


def _needs(operation: dict[str, Any]) -> str:
    if not operation["security"]:
        return " · no token"
    permissions = operation["security"][0]["bearer"]
    return f" · needs `{permissions[0]}`" if permissions else " · needs a token"


def _parameter(parameter: dict[str, Any]) -> str:
    schema = parameter["schema"]
    kind = schema.get("type") or " or ".join(str(each.get("type")) for each in schema.get("anyOf", []))
    values = ", ".join(f"`{value}`" for value in schema.get("enum", []) if value != "")
    meaning = ". ".join(part for part in (parameter.get("description", ""), values and f"One of {values}") if part)
    name = f"`{parameter['name']}`" + (" (required)" if parameter["required"] else "")
    return f"| {name} | {parameter['in']} | {kind} | {meaning.replace('|', chr(92) + '|')} |"


def _reasons(operation: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The refusals of this operation; those of every operation are in the table of reasons."""
    for status, response in operation["responses"].items():
        if "$ref" not in response and status in {"400", "403", "404", "409", "412", "413"}:
            shown = response["content"].get(_JSON, {}).get("examples", {})
            yield from ((status, reason) for reason in shown)


def _anchor(operation: dict[str, Any]) -> str:
    return str(operation["operationId"])
