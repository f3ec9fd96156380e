"""How the kernel runs, which is chosen here and nowhere else.

It runs as WebAssembly (`kernel.wasm`, built from this source) in a browser and where wasmtime is installed, and as
plain Python on lists elsewhere, and while the module is older than the source. The environment variable
THURNTAXIS_KERNEL chooses one of `wasm` and `lists`; THURNTAXIS_PLAIN=1 means `lists`. With `build`, the functions are
prepared for numba, which `thurntaxis_solver.kernel.wasm.build` has translate them.
"""

import importlib.util
import os
import sys
from array import array
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar, cast, get_args

from thurntaxis_solver.kernel.memory import ListMemory, Memory

F = TypeVar("F", bound=Callable[..., Any])

Array = list[int]
"""A flat array of 64-bit integers in a `Memory` (typed as a list, which it is in plain Python)."""

Floats = list[float]
"""The same for floating-point numbers in double precision."""

Singles = Annotated[list[float], "single precision"]
"""The same in single precision."""

Runtime = Literal["wasm", "lists", "build"]

IN_BROWSER: bool = sys.platform == "emscripten"
"""Whether Python itself runs in a browser, in Pyodide. Builds for it have a current `kernel.wasm`."""


def _runtime() -> Runtime:
    """Return how the kernel runs."""
    if os.environ.get("THURNTAXIS_PLAIN") == "1":
        return "lists"
    chosen = os.environ.get("THURNTAXIS_KERNEL")
    if chosen in get_args(Runtime):
        return cast("Runtime", chosen)
    if IN_BROWSER:
        return "wasm"
    if importlib.util.find_spec("wasmtime") is None:
        return "lists"
    from thurntaxis_solver.kernel.wasm.digests import is_current

    if is_current():
        return "wasm"
    command = "python -m thurntaxis_solver.kernel.wasm.build"
    sys.stderr.write(f"kernel.wasm is older than the kernel's source, which is interpreted; to build it: {command}\n")
    return "lists"


RUNTIME: Runtime = _runtime()
"""How the kernel runs."""

IS_FAST = RUNTIME != "lists"
"""Whether the kernel is compiled."""

ENTRIES: dict[str, Callable[..., Any]] = {}
"""The functions that are called from outside the kernel, by name."""


def compiled(function: F) -> F:
    """Return a function that other functions of the kernel call."""
    return _for_build(function) if RUNTIME == "build" else function


def inlined(function: F) -> F:
    """Return the same for work that costs less than a call: it is inlined into its callers."""
    return _for_build(function, inline=True) if RUNTIME == "build" else function


def entry(function: F) -> F:
    """Return a function that is called from outside the kernel, too; all arrays have to lie in one memory."""
    called: F = compiled(function)
    if RUNTIME == "wasm":
        from thurntaxis_solver.kernel.wasm.linear_memory import caller

        called = cast("F", caller(function))
    ENTRIES[function.__name__] = called
    return called


def _rounding() -> Callable[[float], float]:
    if RUNTIME == "build":
        from thurntaxis_solver.kernel.wasm.numba_to_llvm import single as of_numpy

        return of_numpy
    space = array("f", [0.0])

    def rounded(number: float) -> float:
        space[0] = number
        return space[0]

    return rounded


single: Callable[[float], float] = _rounding()
"""Rounds a number to single precision.

Each sum and product of `Singles` is rounded. Compiled code computes it in single precision anyway; plain Python
computes it in double precision and then rounds it, which gives the same bits.
"""


def new_memory() -> Memory:
    """Return a memory for arrays: what the kernel's functions are given lies in one, and belongs to one thread."""
    if RUNTIME == "wasm" and IN_BROWSER:
        from thurntaxis_solver.kernel.wasm.browser import BrowserMemory

        return BrowserMemory()
    if RUNTIME == "wasm":
        from thurntaxis_solver.kernel.wasm.module import WasmMemory

        return WasmMemory()
    return ListMemory()


def _for_build(function: F, *, inline: bool = False) -> F:
    from thurntaxis_solver.kernel.wasm.numba_to_llvm import compile_function

    return compile_function(function, inline=inline)
