"""How the kernel runs: compiled by numba on its arrays, or interpreted on Python's lists."""

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
"""The same for floating-point numbers (float64)."""

IS_COMPILED = importlib.util.find_spec("numba") is not None and os.environ.get("THURNTAXIS_PLAIN") != "1"
"""Whether numba compiles the kernel; the environment variable THURNTAXIS_PLAIN=1 turns this off."""


def compiled(function: F) -> F:
    """Return the function, compiled if numba is installed, with the machine code cached on disk.

    It may use the kernel's files and those in its own folder: a change in any of them invalidates the cache.
    """
    return _compile(function) if IS_COMPILED else function


def inlined(function: F) -> F:
    """Return the function, compiled and inlined into its callers: for work that costs less than a call."""
    return _compile(function, inline=True) if IS_COMPILED else function


def _compile(function: F, *, inline: bool = False) -> F:
    import numba

    # numba's cache identifies a function by its name and file, so it would miss a change in another file.
    version = _version(Path(function.__code__.co_filename).parent)
    function.__qualname__ = f"{function.__qualname__}_{version}"
    try:
        dispatcher = numba.njit(cache=True, nogil=True, boundscheck=False, forceinline=inline)(function)
    except RuntimeError:  # no writable folder for the cache
        dispatcher = numba.njit(nogil=True, boundscheck=False, forceinline=inline)(function)
    return cast("F", _without_literal_types(dispatcher))


def _without_literal_types(dispatcher: Any) -> Any:
    """Compile one version of a function for all integer arguments.

    numba would compile one for each literal in a call, which takes half as long again and makes nothing faster.
    """
    types: Any = importlib.import_module("numba.types")
    unliteral, find = types.unliteral, dispatcher.get_call_template

    def find_without_literals(arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        by_name = {name: unliteral(given) for name, given in named.items()}
        return find(tuple(unliteral(given) for given in arguments), by_name)

    dispatcher.get_call_template = find_without_literals
    return dispatcher


@functools.cache
def _version(folder: Path) -> str:
    """Return a digest of the source files of the kernel and of a folder."""
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
    """Return an array of these numbers in single precision, which halves the memory traffic."""
    if not IS_COMPILED:
        return list(numbers)
    import numpy as np

    return cast("Floats", np.array(numbers, dtype=np.float32))


def zeros(size: int) -> Array:
    """Return an array of zeros."""
    return array([0] * size)


@overload
def matrix(rows: int, columns: int) -> list[Array]: ...
@overload
def matrix(rows: int, columns: int, *, of_floats: Literal[True]) -> list[Floats]: ...
def matrix(rows: int, columns: int, *, of_floats: bool = False) -> list[Array] | list[Floats]:
    """Return a matrix of zeros: integers, or floating-point numbers."""
    if not IS_COMPILED:
        return [[0.0 if of_floats else 0] * columns for _ in range(rows)]
    import numpy as np

    return cast("list[Array]", np.zeros((rows, columns), dtype=np.float64 if of_floats else np.int64))
