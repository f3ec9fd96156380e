"""Arguments of public functions: one that isn't of the annotated type is refused by its name and value."""

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from numbers import Integral, Real
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, Unpack, cast, get_args, get_origin, get_type_hints, is_typeddict

from thurntaxis.message import clipped

_Called = TypeVar("_Called", bound=Callable[..., Any])

_ACCEPTED: dict[Any, Any] = {int: Integral, float: Real, Path: os.PathLike, tuple: (tuple, list)}
_WORDS: dict[Any, str] = {int: "a whole number", float: "a number", str: "a text", bool: "True or False"}
_WORDS |= {Iterable: "a list", Sequence: "a list", tuple: "a list", Mapping: "a dictionary", Callable: "a function"}


def checked(called: _Called, module: str | None = None) -> _Called:
    """Return a function, or a class, that raises TypeError for arguments that aren't of the annotated types.

    `module` is where it can be imported from, if not from where it is defined.
    """
    if isinstance(called, type):
        cast("Any", called).__init__ = checked(cast("Any", called).__init__)
        return called
    signature, hints = inspect.signature(called), functools.cache(lambda: get_type_hints(called))

    @functools.wraps(called)
    def call(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs)
        for name, value in bound.arguments.items():
            bound.arguments[name] = fitting(name, value, hints().get(name, Any))
        return called(*bound.args, **bound.kwargs)

    call.__module__ = module or call.__module__
    return cast("_Called", call)


def fitting(name: str, value: Any, kind: Any) -> Any:
    """Return an argument as a value of a type, a list as a tuple; raise TypeError if it isn't of this type.

    >>> fitting("players", 2.0, int)
    Traceback (most recent call last):
        ...
    TypeError: players: expected a whole number, found 2.0
    """
    origin, parts = get_origin(kind) or kind, get_args(kind)
    is_text = isinstance(value, (str, bytes))
    if type(value) is kind or kind is Any or origin is Unpack or (value is None and NoneType in parts):
        return value
    if origin in (Union, UnionType):
        kinds = [part for part in parts if part is not NoneType]
        if len(kinds) == 1:
            return fitting(name, value, kinds[0])
        for part in kinds:
            with suppress(TypeError):
                return fitting(name, value, part)
    elif origin is Literal or is_typeddict(kind):
        keys = getattr(kind, "__required_keys__", None)
        if value in parts or (keys is not None and isinstance(value, dict) and keys <= value.keys()):
            return value
    elif origin in (int, float):
        if isinstance(value, _ACCEPTED[origin]) and not isinstance(value, bool):
            return value if isinstance(value, (int, float)) else origin(value)
    elif isinstance(value, _ACCEPTED.get(origin, origin)) and not (parts and is_text):
        if parts and issubclass(origin, Mapping):
            return {fitting(name, key, parts[0]): fitting(f"{name}[{key!r}]", value[key], parts[1]) for key in value}
        if parts and issubclass(origin, Iterable):
            return tuple(fitting(f"{name}[{at}]", each, parts[0]) for at, each in enumerate(value))
        return value
    raise TypeError(f"{name}: expected {_words(kind)}, found {clipped(repr(value))}")


def at_least(least: int, **values: int | None) -> None:
    """Raise ValueError for a value that is smaller."""
    for name, value in values.items():
        if value is not None and value < least:
            raise ValueError(f"{name}: expected at least {least}, found {value}")


def _words(kind: Any) -> str:
    if get_origin(kind) in (Union, UnionType, Literal):
        return " or ".join(_words(part) for part in get_args(kind) if part is not NoneType)
    return _WORDS.get(get_origin(kind) or kind, getattr(kind, "__name__", repr(kind)))
