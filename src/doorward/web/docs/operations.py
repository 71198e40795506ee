"""One endpoint on the page: parameters, body, responses and a sample call."""

import json
import shlex
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

from doorward.markup import Content, Markup, element, render
from doorward.web.docs.markup import code, coloured, paragraphs
from doorward.web.docs.schemas import Schema, parameters_table, properties_table, type_of

Operation = dict[str, Any]

_JSON: Final = "application/json"
_FILE: Final = "application/octet-stream"
_ADDRESS: Final = "http://127.0.0.1:8000"


def method_badge(method: str) -> Markup:
    return element("span", method.upper(), class_=f"method {method}")


def status_badge(code: str) -> Markup:
    return element("span", code, class_=f"status s{code[0]}")


def resolve(node: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in node:
        return node
    found = document
    for key in node["$ref"].removeprefix("#/").split("/"):
        found = found[key]
    return found


def article(method: str, path: str, operation: Operation, document: dict[str, Any]) -> Markup:
    name = operation["operationId"]
    about = element(
        "div",
        element("h3", element("a", operation["summary"], href=f"#{name}")),
        element("p", method_badge(method), code(path), class_="endpoint"),
        element("p", _access(operation), class_="access"),
        paragraphs(operation["description"]),
        _parameters(operation),
        _body(operation, document),
        _responses(operation, document),
        class_="about",
    )
    shown = element(
        "div",
        _figure("Request", _curl(method, path, operation)),
        _figure("Response", coloured(_pretty(_content(operation["responses"]["200"])["example"]))),
        class_="shown",
    )
    body = next(iter(operation.get("requestBody", {}).get("content", ())), None)
    return element("article", about, shown, id=name, data_body=body)


def _access(operation: Operation) -> Content:
    if not operation["security"]:
        return element("span", "No token needed", class_="pill")
    permissions = operation["security"][0]["bearer"]
    return element("span", ["Permission ", code(permissions[0])] if permissions else "Signed in", class_="pill")


def _parameters(operation: Operation) -> Content:
    if not operation["parameters"]:
        return ""
    return [element("h4", "Parameters"), parameters_table(operation["parameters"])]


def _body(operation: Operation, document: dict[str, Any]) -> Content:
    if "requestBody" not in operation:
        return ""
    ((media_type, content),) = operation["requestBody"]["content"].items()
    if media_type == _FILE:
        most = content["schema"].get("maxLength")
        return [element("h4", "Body"), element("p", "The file", f", of at most {most} bytes." if most else ".")]
    schema = resolve(content["schema"], document)
    return [element("h4", "Body"), properties_table(schema)]


def _responses(operation: Operation, document: dict[str, Any]) -> Content:
    name = operation["operationId"]
    rows = [_response(name, status, response, document) for status, response in operation["responses"].items()]
    return [element("h4", "Responses"), rows]


def _response(name: str, status: str, response: dict[str, Any], document: dict[str, Any]) -> Markup:
    content = _content(response)
    reasons = list(content.get("examples", {}))
    summarised: Content = _returned(content["schema"]) if status == "200" else ", ".join(reasons)
    summary = element(
        "summary",
        status_badge(status),
        element("span", HTTPStatus(int(status)).phrase, class_="phrase"),
        element("span", summarised, class_="reasons"),
    )
    return element("details", summary, _reasons(reasons, document), _headers(response),
                   name=f"{name}-responses", class_="response")  # fmt: skip


def _content(response: dict[str, Any]) -> dict[str, Any]:
    """Of the first media type, which is what clients get unless they ask for another."""
    content: dict[str, Any] = next(iter(response["content"].values()))
    return content


def _returned(schema: Schema) -> Content:
    data = schema.get("properties", {}).get("data", schema)
    return [code("data"), " is ", type_of(data)] if data is not schema else type_of(schema)


def _reasons(reasons: list[str], document: dict[str, Any]) -> Content:
    if not reasons:
        return ""
    messages = document["components"]["examples"]
    return element(
        "ul",
        [
            element("li", element("a", code(reason), href=f"#error-{reason}"), " ", messages[reason]["summary"])
            for reason in reasons
        ],
    )


def _headers(response: dict[str, Any]) -> Content:
    names = [[code(name), " "] for name in response["headers"]]
    return element("p", "Headers: ", names, class_="headers")


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _figure(title: str, content: Content) -> Markup:
    return element("figure", element("figcaption", title), element("pre", content))


def _curl(method: str, path: str, operation: Operation) -> Content:
    for parameter in operation["parameters"]:
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", str(parameter["schema"]["examples"][0]))
    address = _ADDRESS + path + _query(operation)
    first = ["curl", *([] if method == "get" else ["-X", method.upper()]), shlex.quote(address)]
    lines = [" ".join(first)]
    if operation["security"]:
        lines.append('-H "Authorization: Bearer $TOKEN"')
    if "requestBody" in operation:
        ((media_type, content),) = operation["requestBody"]["content"].items()
        lines.append(f"-H 'Content-Type: {media_type}'")
        lines.append(_data(media_type, content))
    return render(" \\\n  ".join(lines))


def _data(media_type: str, content: dict[str, Any]) -> str:
    if media_type == _FILE:
        return "--data-binary @FILE"
    return "-d " + shlex.quote(_pretty(content["example"]) if media_type == _JSON else urlencode(content["example"]))


def _query(operation: Operation) -> str:
    """A query of the parameters that have an example."""
    shown = [
        f"{parameter['name']}={parameter['schema']['examples'][0]}"
        for parameter in operation["parameters"]
        if parameter["in"] == "query" and "examples" in parameter["schema"]
    ]
    return "?" + "&".join(shown) if shown else ""
