"""The JSON Schemas of position and record files, made out of their shapes."""

from dataclasses import MISSING, Field, fields, is_dataclass
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from thurntaxis.io.decoding import Limits, written
from thurntaxis.io.file_format import PositionShape, RecordShape

_Schema = dict[str, Any]

_TYPES = {bool: "boolean", int: "integer", str: "string"}

_KEYWORDS = {"ge": "minimum", "le": "maximum", "pattern": "pattern", "description": "description"}
_LENGTHS = {"string": ("minLength", "maxLength"), "array": ("minItems", "maxItems")}


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of position files."""
    return schema_of(PositionShape)


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema of game records."""
    return schema_of(RecordShape)


def schema_of(shape: Any) -> dict[str, Any]:
    """Return the JSON Schema of the data that have a shape."""
    inner: dict[str, _Schema] = {}
    whole = _object(shape, inner)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": dict(sorted(inner.items())), **whole}


def _object(shape: Any, inner: dict[str, _Schema]) -> _Schema:
    """Return the schema of a shape; add those of the shapes within it to `inner`."""
    required = [written(each) for each in fields(shape) if each.default is each.default_factory is MISSING]
    return _ordered(
        additionalProperties=False,
        description=shape.__doc__,
        properties={written(each): _property(each, inner) for each in fields(shape)},
        title=getattr(shape, "title", shape.__name__),
        type="object",
        **({"required": required} if required else {}),
    )


def _property(each: "Field[Any]", inner: dict[str, _Schema]) -> _Schema:
    facts = dict(each.metadata)
    default = facts.get("default", each.default)
    keywords = _value(each.type, inner)
    if not isinstance(default, type) and default is not MISSING:
        keywords["default"] = default
    if "description" in facts:
        keywords["description"] = facts["description"]
    if not any("$ref" in option for option in (keywords, *keywords.get("anyOf", ()))):
        keywords["title"] = written(each).replace("_", " ").title()
    return _ordered(**keywords)


def _value(kind: Any, inner: dict[str, _Schema]) -> _Schema:
    """Return the schema of the values of a type."""
    parts = get_args(kind)
    if is_dataclass(kind):
        name = kind.__name__  # type: ignore[union-attr]
        inner[name] = _object(kind, inner)
        return {"$ref": f"#/$defs/{name}"}
    if get_origin(kind) is Annotated:
        return _limited(_value(parts[0], inner), parts[1])
    if get_origin(kind) is Literal:
        return {"enum": list(parts), "type": "string"}
    if get_origin(kind) is list:
        return {"items": _value(parts[0], inner), "type": "array"}
    if kind is NoneType:
        return {"type": "null"}
    if parts:
        return {"anyOf" if NoneType in parts else "oneOf": [_value(part, inner) for part in parts]}
    return {"type": _TYPES[kind]}


def _limited(schema: _Schema, limits: Limits) -> _Schema:
    shortest, longest = _LENGTHS.get(schema["type"], ("", ""))
    keywords = {**_KEYWORDS, "min_length": shortest, "max_length": longest}
    values = {name: value for name, value in limits._asdict().items() if value is not None}
    return _ordered(**schema, **{keywords[name]: value for name, value in values.items()})


def _ordered(**keywords: Any) -> _Schema:
    return dict(sorted(keywords.items()))
