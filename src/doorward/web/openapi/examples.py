"""Example values, composed from the examples of the wire types."""

from typing import Any

Schema = dict[str, Any]


def example(schema: Schema, components: dict[str, Schema]) -> Any:
    """A value that is valid by the schema, realistic where the wire types have examples."""
    if "$ref" in schema:
        return example(components[schema["$ref"].rpartition("/")[2]], components)
    if "examples" in schema:
        return schema["examples"][0]
    for chosen in ("const", "default"):
        if chosen in schema:
            return schema[chosen]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return example(schema["anyOf"][0], components)
    return _by_type(schema, components)


def _by_type(schema: Schema, components: dict[str, Schema]) -> Any:
    kinds = schema.get("type", "null")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    if kind == "object":
        return {name: example(part, components) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [example(schema["items"], components)] if schema.get("items") else []
    return {"integer": schema.get("minimum", 1), "number": 1.5, "boolean": True, "string": "..."}.get(kind)
