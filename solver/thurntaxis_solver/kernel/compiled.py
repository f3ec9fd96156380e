"""Whether the kernel is compiled, and what it is written in then: numba's functions and arrays, or Python's own."""

import functools
import hashlib
import importlib
import importlib.util
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar, cast, overload

F = TypeVar("F", bound=Callable[..., Any])

Array = list[int]
"""A flat array of integers: a numpy array of int64 where the kernel is compiled, else a list (and typed as one)."""

Floats = list[float]
"""The same of float64."""

IS_COMPILED = importlib.util.find_spec("numba") is not None and os.environ.get("THURNTAXIS_PLAIN") != "1"
"""Whether numba compiles the kernel; the environment variable THURNTAXIS_PLAIN=1 forbids it."""


def compiled(function: F) -> F:
    """Return the function compiled, where that can be done; it is compiled once, and kept on disk.

    It may use what is in the kernel and in the files beside its own: a change there compiles it anew.
    """
    return _compile(function) if IS_COMPILED else function


def inlined(function: F) -> F:
    """Return the function compiled, and made a part of those that call it: where a call costs more than the work."""
    return _compile(function, inline=True) if IS_COMPILED else function


def _compile(function: F, *, inline: bool = False) -> F:
    import numba

    # On disk numba knows a function by its name and its own file, and would not see that another file has changed.
    version = _version(Path(function.__code__.co_filename).parent)
    function.__qualname__ = f"{function.__qualname__}_{version}"
    try:
        dispatcher = numba.njit(cache=True, nogil=True, boundscheck=False, forceinline=inline)(function)
    except RuntimeError:  # no folder can be written to
        dispatcher = numba.njit(nogil=True, boundscheck=False, forceinline=inline)(function)
    return cast("F", _for_all_numbers(dispatcher))


def _for_all_numbers(dispatcher: Any) -> Any:
    """Let one version of a function serve for all numbers; numba would compile one for each that is written in a call.

    That would take half as long again, for functions that are no faster.
    """
    types: Any = importlib.import_module("numba.types")
    by_type, find = types.unliteral, dispatcher.get_call_template

    def find_by_types(arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        return find(
            tuple(by_type(given) for given in arguments), {name: by_type(given) for name, given in named.items()}
        )

    dispatcher.get_call_template = find_by_types
    return dispatcher


@functools.cache
def _version(folder: Path) -> str:
    """Return a digest of the sources of the kernel and of a folder."""
    sources = sorted({*Path(__file__).parent.rglob("*.py"), *folder.glob("*.py")})
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]


def array(numbers: Sequence[int]) -> Array:
    """Return an array of these numbers."""
    if not IS_COMPILED:
        return list(numbers)
    import numpy as np

    return cast("Array", np.array(numbers, dtype=np.int64))


def floats(numbers: Sequence[float]) -> Floats:
    """Return an array of these numbers."""
    if not IS_COMPILED:
        return list(numbers)
    import numpy as np

    return cast("Floats", np.array(numbers, dtype=np.float64))


def single(numbers: Sequence[float]) -> Floats:
    """Return an array of these numbers in single precision, which halves the memory that passes by."""
    if not IS_COMPILED:
        return list(numbers)
    import numpy as np

    return cast("Floats", np.array(numbers, dtype=np.float32))


def zeros(size: int) -> Array:
    """Return an array of zeros."""
    return array([0] * size)


@overload
def table_of(rows: int, width: int) -> list[Array]: ...
@overload
def table_of(rows: int, width: int, *, fractions: Literal[True]) -> list[Floats]: ...
def table_of(rows: int, width: int, *, fractions: bool = False) -> list[Array] | list[Floats]:
    """Return rows of zeros: whole numbers, or `fractions`."""
    if not IS_COMPILED:
        return [[0.0 if fractions else 0] * width for _ in range(rows)]
    import numpy as np

    return cast("list[Array]", np.zeros((rows, width), dtype=np.float64 if fractions else np.int64))
