"""Shapes as pydantic models, which report every fault of data and give the JSON Schemas."""

import functools
from dataclasses import MISSING, fields, is_dataclass
from dataclasses import Field as ShapeField
from typing import Annotated, Any, cast, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag, create_model
from pydantic_core import PydanticCustomError

from thurntaxis.io.decoding import Limits, Refused, Taken
from thurntaxis.io.file_format import PositionShape, RecordShape


@functools.cache
def model_of(shape: Any) -> type[BaseModel]:
    """Return the model that accepts exactly the data of the shape."""
    parts: dict[str, Any] = {each.name: (_type(each.type), _field(each)) for each in fields(shape)}
    config = ConfigDict(extra="forbid", strict=True, title=getattr(shape, "title", None))
    return create_model(shape.__name__, __config__=config, __doc__=shape.__doc__, **parts)


def _field(each: "ShapeField[Any]") -> Any:
    facts = dict(each.metadata)
    default = facts.pop("default", each.default)
    if isinstance(default, type):
        facts["default_factory"] = lambda: model_of(default).model_validate({})
    elif default is not MISSING:
        facts["default"] = default
    return Field(**facts)


def _type(kind: Any) -> Any:
    """Return the type of a field with models instead of shapes, and with pydantic's limits."""
    if is_dataclass(kind):
        return model_of(cast("Any", kind))
    if isinstance(kind, Limits):
        return Field(**{name: limit for name, limit in kind._asdict().items() if limit is not None})
    if isinstance(kind, Taken):
        return BeforeValidator(functools.partial(_taken, kind))
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return Annotated[_type(parts[0]), _type(parts[1])]
    if origin is list:
        return list[_type(parts[0])]  # type: ignore[misc]
    if origin is dict:
        return dict[str, _type(parts[1])]  # type: ignore[misc]
    if type(None) in parts and len(parts) == 2:
        return _type(parts[0]) | None
    if parts and get_origin(parts[0]) is list:
        as_list: Any = Annotated[_type(parts[0]), Tag(ALTERNATIVES[0])]
        as_number: Any = Annotated[_type(parts[1]), Tag(ALTERNATIVES[1])]
        return Annotated[as_list | as_number, Discriminator(_alternative)]
    return kind


ALTERNATIVES = ("<list>", "<number>")
"""Parts of a fault's place that say which type was tried, if a value may be a list or a number."""


def _alternative(value: object) -> str:
    return ALTERNATIVES[not isinstance(value, list)]


def _taken(taken: Taken, value: Any) -> Any:
    try:
        return taken.by(value)
    except Refused as refused:
        facts = {"wrong": refused.wrong, "right": refused.right}
        raise PydanticCustomError("refused", "{wrong} ({right})", facts) from None


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of position files."""
    return _schema_of(PositionShape)


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema of game records."""
    return _schema_of(RecordShape)


def _schema_of(shape: Any) -> dict[str, Any]:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **model_of(shape).model_json_schema()}
