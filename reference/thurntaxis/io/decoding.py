"""Shapes: what the objects of a file look like, and how plain data are read into them.

A shape is a dataclass. Its fields are the keys of an object, each with the type and the limits of its value; a field
with a default may be left out. Data that fit are read here, with the standard library alone. For data that don't,
`thurntaxis.io.schema` finds the faults, with models for pydantic made out of the same shapes.
"""

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, field, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin

from thurntaxis.fault import InputError
from thurntaxis.message import Alternatives, Message

_Shape = TypeVar("_Shape")

PLAIN = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$"
"""The pattern of texts that are shown to people: no control characters, line ends or changes of direction."""

LONGEST_NAME = 60
"""The greatest length of a name."""


class Unfit(ValueError):
    """Data that don't have the requested shape."""


class Refused(InputError, Unfit):
    """A value that a shape doesn't accept, with what is wrong and what would be right."""


class Taken(NamedTuple):
    """How a value without a plain type is read: `by` returns it in its shape, or raises `Refused`."""

    by: Callable[[Any], Any]


class Limits(NamedTuple):
    """The limits of a value besides its type, named as in pydantic; `pattern` must match the whole text."""

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    description: str | None = None

    def allow(self, value: Any) -> bool:
        """Return whether a value of the right type is within them."""
        return (
            (self.ge is None or value >= self.ge)
            and (self.le is None or value <= self.le)
            and (self.min_length is None or len(value) >= self.min_length)
            and (self.max_length is None or len(value) <= self.max_length)
            and (self.pattern is None or _is_like(value, self.pattern))
        )


def _is_like(text: str, pattern: str) -> bool:
    """Return whether a pattern matches the whole text; a lone surrogate, which JSON can contain, never matches."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return re.fullmatch(pattern, text) is not None


def key(default: Any = MISSING, description: str | None = None, *, alias: str | None = None) -> Any:
    """Return the field of a key; `alias` is how files write it, if Python can't.

    A key without a default can't be left out. For an object that is empty if it is left out, `default` is its shape.
    """
    told: dict[str, Any] = {"default": default, "description": description, "alias": alias}
    told = {name: value for name, value in told.items() if value is not None}
    if isinstance(default, type):
        return field(default_factory=default, metadata=told)
    if isinstance(default, (list, dict)):
        return field(default_factory=cast("list[object]", default).copy, metadata=told)
    return field(default=default, metadata=told)


def written(each: "Field[Any]") -> str:
    """Return the key of a field in files."""
    return each.metadata.get("alias") or each.name


@functools.cache
def left_out(shape: Any, name: str) -> Any:
    """Return the value of a field whose key is left out; it is shared and must not be changed."""
    (each,) = (each for each in fields(shape) if each.name == name)
    return each.default_factory() if callable(each.default_factory) else each.default


def keys_of(shape: type[Any]) -> list[str]:
    """Return the keys of a shape as files write them."""
    return list(map(written, fields(shape)))


def one_of(expected: str) -> Message:
    """Return what is right if it is one of several words; pydantic names them as in `'draw', 'play' or 'keep'`."""
    return Message("{values}", values=Alternatives(f'"{word}"' for word in expected.split("'")[1::2]))


def values_by_key(shaped: Any) -> dict[str, Any]:
    """Return the values of decoded data by their keys in files, including those left out."""
    return {written(each): getattr(shaped, each.name) for each in fields(shaped)}


def plain(shaped: Any) -> Any:
    """Return decoded data as plain data again, without the keys that have no value."""
    if is_dataclass(shaped):
        return {name: plain(value) for name, value in values_by_key(shaped).items() if value is not None}
    if isinstance(shaped, dict):
        return {name: plain(value) for name, value in cast("Mapping[str, Any]", shaped).items()}
    return [plain(entry) for entry in cast("Sequence[Any]", shaped)] if isinstance(shaped, list) else shaped


def filled(shape: type[_Shape], data: object) -> _Shape:
    """Return the data in their shape; raise `Unfit` if anything doesn't match the shape."""
    return cast("_Shape", _object(shape, data))


_Read = Callable[[Any], Any]
"""Returns a value in its shape, or raises `Unfit`."""


@functools.cache
def _reader(kind: Any) -> _Read:
    """Return the function that reads values of a type."""
    origin, parts = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return functools.partial(_object, kind)
    if origin is Annotated and isinstance(parts[1], Taken):
        return parts[1].by
    if origin is Annotated:
        return functools.partial(_limited, _reader(parts[0]), parts[1])
    if origin is Literal:
        return functools.partial(_one_of, frozenset(parts))
    if origin in (Union, UnionType) and NoneType not in parts:  # of a list and a number, always
        read_list, read_number = map(_reader, parts)
        return lambda value: (read_list if isinstance(value, list) else read_number)(value)
    if origin in (Union, UnionType):  # with None
        (other,) = (part for part in parts if part is not NoneType)
        read = _reader(other)
        return lambda value: None if value is None else read(value)
    if origin is list:
        read_entry = _reader(parts[0])
        return lambda value: list(map(read_entry, _of(list, value)))
    if origin is dict:  # by texts, always
        read_value = _reader(parts[1])
        return lambda value: {_of(str, name): read_value(entry) for name, entry in _of(dict, value).items()}
    return _number if kind is int else functools.partial(_of, kind)


@functools.cache
def _fields(shape: Any) -> dict[str, tuple[str, _Read]]:
    """Return the names of a shape's fields and the functions that read their values, by key."""
    kinds: dict[str, Any] = {each.name: each.type for each in fields(shape)}
    return {written(each): (each.name, _reader(kinds[each.name])) for each in fields(shape)}


def _object(shape: Any, value: object) -> Any:
    known = _fields(shape)
    found: dict[str, Any] = {}
    for name, part in cast("Mapping[str, Any]", _of(dict, value)).items():
        if name not in known:
            raise Unfit
        attribute, read = known[name]
        found[attribute] = read(part)
    try:
        return shape(**found)
    except TypeError:  # a key is missing
        raise Unfit from None


def _of(kind: type[Any], value: object) -> Any:
    if not isinstance(value, kind):
        raise Unfit
    return value


def _limited(read: _Read, limits: Limits, value: object) -> Any:
    known = read(value)
    if not limits.allow(known):
        raise Unfit
    return known


def _one_of(values: frozenset[str], value: object) -> Any:
    if not isinstance(value, str) or value not in values:
        raise Unfit
    return value


def _number(value: object) -> Any:
    if isinstance(value, bool):
        raise Unfit
    return _of(int, value)
