"""What the kernel's functions look like in WebAssembly, read from their annotations.

WebAssembly passes numbers only. An integer or a truth value is an `i64`, a floating-point number an `f64`. An array is
the address (`i32`) of its first number; the two `i64` before it say how many rows and columns it has (one column if it
isn't a matrix). A named tuple is the address of a block with eight bytes for each field: the number, or the address.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast, get_args, get_origin, get_type_hints

HEADER = 16
"""The bytes before the first number of an array: its rows and its columns."""

ARGUMENTS = 16
"""The words of `arguments`: the number of the function that `call` is to call, later its result; then the arguments."""

Scalar = Literal["int", "float", "bool"]


@dataclass(frozen=True)
class ArrayKind:
    """An array or matrix: the WebAssembly type of its numbers, and its dimensions (1 or 2)."""

    number: Literal["i64", "f64", "f32"]
    dimensions: int


@dataclass(frozen=True)
class RecordKind:
    """A named tuple: its class, and its fields in order."""

    type: type[Any]
    fields: tuple[tuple[str, "Kind"], ...]


Kind = Scalar | ArrayKind | RecordKind
"""What a parameter or a field is."""


@dataclass(frozen=True)
class Signature:
    """A function of the module: its name, its parameters in order, and its result (None: no result)."""

    name: str
    parameters: tuple[tuple[str, Kind], ...]
    result: Kind | None


def signature_of(function: Callable[..., Any]) -> Signature:
    """Return the signature of an annotated function."""
    hints = get_type_hints(function, include_extras=True)
    result = hints.pop("return")
    parameters: tuple[tuple[str, Kind], ...] = tuple((name, kind_of(hint)) for name, hint in hints.items())
    return Signature(function.__name__, parameters, None if result is type(None) else kind_of(result))


def kind_of(hint: Any) -> Kind:
    """Return what a type annotation stands for."""
    if hint in (int, float, bool):
        return cast("Scalar", hint.__name__)
    if get_origin(hint) is Annotated:  # `Singles`
        return ArrayKind("f32", 1)
    if get_origin(hint) is list:
        inner = kind_of(get_args(hint)[0])
        if isinstance(inner, ArrayKind):
            return ArrayKind(inner.number, 2)
        return ArrayKind("i64" if inner == "int" else "f64", 1)
    fields = get_type_hints(hint, include_extras=True)
    return RecordKind(hint, tuple((name, kind_of(field)) for name, field in fields.items()))
