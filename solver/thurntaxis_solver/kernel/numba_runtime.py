"""The kernel compiled by numba, on numpy's arrays: for editing it, and for building `kernel.wasm`."""

import functools
import hashlib
import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from thurntaxis_solver.kernel.memory import Memory

F = TypeVar("F", bound=Callable[..., Any])

single = cast("Callable[[float], float]", np.float32)
"""Numbers in single precision, for `thurntaxis_solver.kernel.compiled.single`."""

OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "boundscheck": False, "error_model": "numpy"}
"""How numba compiles: cached on disk, without Python's lock, and without checks of indices and divisors."""


class NumpyMemory(Memory):
    """numpy's arrays."""

    def array(self, numbers: Sequence[int]) -> list[int]:  # noqa: D102
        return cast("list[int]", np.array(numbers, dtype=np.int64))

    def floats(self, numbers: Sequence[float]) -> list[float]:  # noqa: D102
        return cast("list[float]", np.array(numbers, dtype=np.float64))

    def singles(self, numbers: Sequence[float]) -> list[float]:  # noqa: D102
        return cast("list[float]", np.array(numbers, dtype=np.float32))

    def zeros(self, size: int) -> list[int]:  # noqa: D102
        return cast("list[int]", np.zeros(size, dtype=np.int64))

    def matrix(self, rows: int, columns: int) -> list[list[int]]:  # noqa: D102
        return cast("list[list[int]]", np.zeros((rows, columns), dtype=np.int64))

    def float_matrix(self, rows: int, columns: int) -> list[list[float]]:  # noqa: D102
        return cast("list[list[float]]", np.zeros((rows, columns)))


def compile_function(function: F, *, inline: bool) -> F:
    """Return the function, to be compiled when it is first called, with the machine code cached on disk.

    A change in any file of the kernel, or in the function's own folder, invalidates the cache. Integers are divided as
    in Python, but without a check for zero.
    """
    # numba's cache identifies a function by its name and file, so it would miss a change in another file.
    version = _version(Path(function.__code__.co_filename).parent)
    function.__qualname__ = f"{function.__qualname__}_{version}"
    numba: Any = importlib.import_module("numba")
    try:
        dispatcher = numba.njit(**OPTIONS, forceinline=inline)(function)
    except RuntimeError:  # no writable folder for the cache
        dispatcher = numba.njit(**OPTIONS | {"cache": False}, forceinline=inline)(function)
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
