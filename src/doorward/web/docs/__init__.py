"""The documentation page: the OpenAPI document as HTML, without other servers. It is complete without its script."""

from typing import Any, Final

from doorward.markup import Content, Markup, element, render
from doorward.web.docs.markup import code, paragraphs, prose
from doorward.web.docs.operations import article, method_badge, status_badge
from doorward.web.docs.schemas import properties_table

# The mark of the console: console/public/icon.svg.
_ICON: Final = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E"
    "%3Crect width='32' height='32' rx='8' fill='%234f46e5'/%3E"
    "%3Cpath d='M11 26V8.5A1.5 1.5 0 0 1 12.5 7h7A1.5 1.5 0 0 1 21 8.5V26M8 26h16' fill='none' stroke='%23fff'"
    " stroke-width='2.4' stroke-linecap='round'/%3E%3Ccircle cx='17.6' cy='17' r='1.5' fill='%23fff'/%3E%3C/svg%3E"
)


def page(document: dict[str, Any]) -> bytes:
    title = f"{document['info']['title']} API"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("link", rel="icon", href=_ICON),
        element("link", rel="stylesheet", href="/docs/style.css"),
        element("script", type="module", src="/docs/try.js"),
    )
    body = element("body", _navigation(document), element("main", _sections(document)))
    return render([Markup("<!doctype html>\n"), element("html", head, body, lang="en")]).encode()


def _by_tag(document: dict[str, Any]) -> dict[str, list[tuple[str, str, dict[str, Any]]]]:
    operations: dict[str, list[tuple[str, str, dict[str, Any]]]] = {tag["name"]: [] for tag in document["tags"]}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            operations[operation["tags"][0]].append((method, path, operation))
    return operations


def _navigation(document: dict[str, Any]) -> Markup:
    groups: list[Markup] = [_group("Introduction", [])]
    for tag, operations in _by_tag(document).items():
        links = [
            element(
                "a", method_badge(method), element("span", operation["summary"]), href=f"#{operation['operationId']}"
            )
            for method, _, operation in operations
        ]
        groups.append(_group(tag, links))
    groups += [_group("Objects", []), _group("Errors", [])]
    brand = element(
        "a",
        element("img", src=_ICON, alt="", class_="mark"),
        document["info"]["title"],
        href="#introduction",
        class_="brand",
    )
    console = element("a", "Console", href="/console/", class_="console")
    return element(
        "nav",
        element("div", brand, console, class_="head"),
        element("div", groups, class_="groups"),
        aria_label="Contents",
    )


def _group(name: str, links: list[Markup]) -> Markup:
    return element("section", element("a", name, href=f"#{_anchor(name)}", class_="group"), links)


def _anchor(name: str) -> str:
    return name.lower().replace(" ", "-")


def _sections(document: dict[str, Any]) -> Content:
    tags = {tag["name"]: tag["description"] for tag in document["tags"]}
    parts: list[Content] = [_introduction(document["info"])]
    for tag, operations in _by_tag(document).items():
        articles = [article(method, path, operation, document) for method, path, operation in operations]
        parts.append(_section(tag, tags[tag], articles))
    return [*parts, _objects(document), _errors(document)]


def _section(name: str, description: str, content: Content) -> Markup:
    lead = element("p", prose(description), class_="lead") if description else ""
    return element("section", element("h2", name), lead, content, id=_anchor(name))


def _introduction(info: dict[str, Any]) -> Markup:
    lead, *chapters = info["description"].split("\n## ")
    sections = [
        element("div", element("h3", title), paragraphs(text.strip()))
        for title, _, text in (chapter.partition("\n") for chapter in chapters)
    ]
    return element(
        "section",
        element("h1", f"{info['title']} API ", element("span", f"v{info['version']}", class_="version")),
        element("p", prose(lead.strip()), class_="lead"),
        element("p", "For programs: ", element("a", "OpenAPI 3.1 document", href="/openapi.json"), "."),
        element("div", sections, class_="chapters"),
        id="introduction",
    )


def _objects(document: dict[str, Any]) -> Markup:
    faults = _fault_names(document)
    tables = [
        element("div", element("h3", name), paragraphs(schema.get("description", "")), properties_table(schema),
                id=f"schema-{name}", class_="object")
        for name, schema in document["components"]["schemas"].items()
        if name not in faults
    ]  # fmt: skip
    return _section("Objects", "The types of request bodies and of `data`.", tables)


def _errors(document: dict[str, Any]) -> Markup:
    heads = [element("th", name, scope="col") for name in ("Status", "Reason", "Message", "Other fields of data")]
    rows = [
        element(
            "tr",
            element("td", status_badge(str(shown["value"]["code"]))),
            element("td", code(reason)),
            element("td", shown["summary"]),
            element("td", [[code(key), " "] for key in shown["value"]["data"] if key != "reason"]),
            id=f"error-{reason}",
        )
        for reason, shown in document["components"]["examples"].items()
    ]
    table = element("table", element("thead", element("tr", heads)), element("tbody", rows), class_="errors")
    lead = "Every `data.reason` of a failed request. Programs test the reason; people read the message."
    return _section("Errors", lead, element("div", table, class_="scroll"))


def _fault_names(document: dict[str, Any]) -> set[str]:
    """The schemas of faults, which the table of errors shows."""
    schemas = document["components"]["schemas"]
    return {name for name, schema in schemas.items() if "const" in schema.get("properties", {}).get("reason", {})}
