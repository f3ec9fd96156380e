"""Shapes: what the objects of a file look like, and how plain data are read into them.

A shape is a dataclass. Its fields are the keys of an object, each with the type and the limits of its value; a field
with a default may be left out. Out of the same shapes, `thurntaxis.io.schema` makes the JSON Schemas.
"""

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, field, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin

from thurntaxis.fault import InputError
from thurntaxis.message import Alternatives, Message
from thurntaxis.plain_text import HARMFUL

_Shape = TypeVar("_Shape")

PLAIN = rf"^[^{HARMFUL}]*$"
"""The pattern of texts that are shown to people."""

LONGEST_NAME = 60
"""The greatest length of a name."""

Location = tuple[str | int, ...]
"""The keys and indices that lead to a place in data."""


class Misfit(NamedTuple):
    """A value that doesn't match the shape of the data: what it isn't, where it is, and what it is.

    `kind` is the name of a type, or that of the limit that it isn't within.
    """

    kind: str
    location: Location
    value: Any
    facts: Mapping[str, Any] = {}


class Unfit(ValueError):
    """Data that don't have the requested shape, with every misfit."""

    def __init__(self, misfits: Sequence[Misfit]) -> None:
        super().__init__(misfits)
        self.misfits = misfits


class Refused(InputError):
    """A value that a shape doesn't accept, with what is wrong and what would be right."""


class Limits(NamedTuple):
    """The limits of a value besides its type; `pattern` must match the whole text.

    A value without a plain type has a function instead, which returns it in its shape, or raises `Refused`.
    """

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    description: str | None = None

    def exceeded_by(self, value: Any) -> str | None:
        """Return the name of the first limit that a value of the right type isn't within.

        Text with limits must be Unicode; a lone surrogate, which JSON can contain, isn't.
        """
        if isinstance(value, str) and not _is_unicode(value):
            return "unicode"
        if self.le is not None and value > self.le:
            return "le"
        if self.ge is not None and value < self.ge:
            return "ge"
        if self.max_length is not None and len(value) > self.max_length:
            return "max_length"
        if self.min_length is not None and len(value) < self.min_length:
            return "min_length"
        return None if self.pattern is None or re.fullmatch(self.pattern, value) else "pattern"


def _is_unicode(text: str) -> bool:
    return re.search(r"[\ud800-\udfff]", text) is None


def key(default: Any = MISSING, description: str | None = None, *, alias: str | None = None) -> Any:
    """Return the field of a key; `alias` is how files write it, if Python can't.

    A key without a default can't be left out. For an object that is empty if it is left out, `default` is its shape.
    """
    told: dict[str, Any] = {"default": default, "description": description, "alias": alias}
    told = {name: value for name, value in told.items() if value is not None}
    if isinstance(default, type):
        return field(default_factory=default, metadata=told)
    if isinstance(default, (list, dict)):
        return field(default_factory=default.copy, metadata=told)
    return field(default=default, metadata=told)


def written(each: "Field[Any]") -> str:
    """Return the key of a field in files."""
    return each.metadata.get("alias") or each.name


@functools.cache
def left_out(shape: Any, name: str) -> Any:
    """Return the value of a field whose key is left out; it is shared and must not be changed."""
    (each,) = (each for each in fields(shape) if each.name == name)
    return each.default_factory() if callable(each.default_factory) else each.default


def one_of(words: Iterable[str]) -> Message:
    """Return what is right if it is one of several words."""
    return Message("{values}", values=Alternatives(f'"{word}"' for word in words))


def values_by_key(shaped: Any) -> dict[str, Any]:
    """Return the values of decoded data by their keys in files, including those left out."""
    return {written(each): getattr(shaped, each.name) for each in fields(shaped)}


def filled(shape: type[_Shape], data: object) -> _Shape:
    """Return the data in their shape; raise `Unfit` if anything doesn't match the shape."""
    misfits: list[Misfit] = []
    known = _object(shape, data, (), misfits)
    if misfits:
        raise Unfit(misfits)
    return cast("_Shape", known)


@functools.cache
def _fields(shape: Any) -> dict[str, "Field[Any]"]:
    """Return a shape's fields by their keys in files."""
    return {written(each): each for each in fields(shape)}


def _object(shape: Any, value: object, location: Location, misfits: list[Misfit]) -> Any:
    if (entries := _of(dict, value, location, misfits)) is None:
        return None
    known = _fields(shape)
    found: dict[str, Any] = {}
    for name, each in known.items():
        if name in entries:
            found[each.name] = _read(each.type, entries[name], (*location, name), misfits)
        elif each.default is each.default_factory is MISSING:
            misfits.append(Misfit("missing", (*location, name), None))
    if len(found) < len(entries):
        misfits += [_unknown(name, entries[name], location, list(known)) for name in entries if name not in known]
    return None if misfits else shape(**found)


def _unknown(name: Any, value: object, location: Location, keys: list[str]) -> Misfit:
    if not isinstance(name, str):
        return Misfit("key", (*location, name), name)
    if not _is_unicode(name):
        return Misfit("unicode", location, name)
    return Misfit("unknown", (*location, name), value, {"keys": keys})


@functools.cache
def _form(kind: Any) -> tuple[Any, tuple[Any, ...], bool]:
    """Return the origin and the parts of a type, and whether it is a shape; finding them takes most of the time."""
    return get_origin(kind), get_args(kind), is_dataclass(kind)


def _read(kind: Any, value: Any, location: Location, misfits: list[Misfit]) -> Any:
    """Return the value at a location as one of a type, or add what is wrong to the misfits."""
    origin, parts, is_shape = _form(kind)
    if is_shape:
        return _object(kind, value, location, misfits)
    if origin is Annotated:
        return _limited(parts[0], parts[1], value, location, misfits)
    if origin in (Union, UnionType):
        return _one_of_types(parts, value, location, misfits)
    if origin is Literal:
        if not isinstance(value, str) or value not in parts:
            misfits.append(Misfit("one_of", location, value, {"words": parts}))
        return value
    if origin is list:
        entries = _of(list, value, location, misfits) or ()
        return [_read(parts[0], entry, (*location, at), misfits) for at, entry in enumerate(entries)]
    if origin is dict:  # by texts, always
        return {
            _of(str, name, (*location, name), misfits): _read(parts[1], entry, (*location, name), misfits)
            for name, entry in (_of(dict, value, location, misfits) or {}).items()
        }
    return _of(kind, value, location, misfits)


def _of(kind: type[Any], value: object, location: Location, misfits: list[Misfit]) -> Any:
    if isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
        return value
    misfits.append(Misfit(kind.__name__, location, value))
    return None


def _one_of_types(kinds: tuple[Any, ...], value: object, location: Location, misfits: list[Misfit]) -> Any:
    """Read a value that may be None, or else of one type; or a list or a number, in this order."""
    if NoneType in kinds:
        (kind,) = (kind for kind in kinds if kind is not NoneType)
        return None if value is None else _read(kind, value, location, misfits)
    if isinstance(value, (list, int)) and not isinstance(value, bool):
        return _read(kinds[isinstance(value, int)], value, location, misfits)
    misfits.append(Misfit("list_or_int", location, value))
    return None


def _limited(
    kind: Any, limits: Limits | Callable[[Any], Any], value: Any, location: Location, misfits: list[Misfit]
) -> Any:
    if not isinstance(limits, Limits):
        try:
            return limits(value)
        except Refused as refused:
            misfits.append(Misfit("refused", location, value, {"wrong": refused.wrong, "right": refused.right}))
            return None
    before = len(misfits)
    known = _read(kind, value, location, misfits)
    if len(misfits) == before and (limit := limits.exceeded_by(known)):
        misfits.append(Misfit(limit, location, value, {limit: getattr(limits, limit, None)}))
    return known
