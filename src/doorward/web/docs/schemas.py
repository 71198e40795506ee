"""Schemas of the OpenAPI document as tables."""

from typing import Any, Final

from doorward.markup import Content, Markup, element, render
from doorward.web.docs.markup import code, prose

Schema = dict[str, Any]

_LIMITS: Final = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "maxItems": "at most {} items",
    "default": "default {}",
}


def parameters_table(parameters: list[dict[str, Any]]) -> Markup:
    rows = [
        _row(parameter["name"], parameter["schema"], parameter["required"], parameter.get("description", ""), [
            element("span", f"in {parameter['in']}", class_="where")
        ])
        for parameter in parameters
    ]  # fmt: skip
    return _table(rows)


def properties_table(schema: Schema) -> Markup:
    required = schema.get("required", [])
    return _table([_row(name, part, name in required) for name, part in schema.get("properties", {}).items()])


def _table(rows: list[Markup]) -> Markup:
    heads = [element("th", name, scope="col") for name in ("Name", "Type", "Description")]
    table = element("table", element("thead", element("tr", heads)), element("tbody", rows), class_="fields")
    return element("div", table, class_="scroll")


def _row(name: str, schema: Schema, required: bool, description: str = "", notes: Content = "") -> Markup:
    marks = [element("span", "required", class_="required")] if required else []
    limits = ", ".join(filter(None, (_limit(key, schema) for key in _LIMITS)))
    text = description or schema.get("description", "")
    return element(
        "tr",
        element("td", code(name), marks, notes),
        element("td", type_of(schema), class_="type"),
        element("td", prose(text), _choices(schema), element("span", limits, class_="limits") if limits else ""),
    )


def _limit(key: str, schema: Schema) -> str:
    value = schema.get(key)
    # Clearer than "at least 1 characters".
    if key == "minLength" and value == 1:
        return "not empty"
    return "" if value in (None, "") else _LIMITS[key].format(value)


def _choices(schema: Schema) -> Content:
    choices = schema.get("enum", [])
    if not choices:
        return ""
    shown = [[code(str(choice)), " "] for choice in choices]
    return element("span", "One of ", shown, class_="choices")


def type_of(schema: Schema) -> Markup:
    """The type in words, named types as links."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return element("a", name, href=f"#schema-{name}")
    for union in ("anyOf", "oneOf"):
        if union in schema:
            words: list[Content] = []
            for part in schema[union]:
                words += [" or ", type_of(part)]
            return render(words[1:])
    kinds = schema.get("type", "any")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds[0] == "array":
        return render(["array of ", type_of(schema.get("items", {}))])
    return render(" or ".join(kinds))
