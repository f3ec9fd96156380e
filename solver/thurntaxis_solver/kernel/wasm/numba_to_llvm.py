"""The kernel's functions in LLVM IR for WebAssembly, by numba: all that depends on numba's internals.

numba has no public way to compile Python for another machine. So this file

- replaces a private function of numba, so that indices are taken as they are (`take_indices_as_they_are`);
- wraps a private method, so that a function is compiled once, not for each literal argument (`_without_literal_types`);
- edits the LLVM IR that numba writes for this machine, as text: the target (`for_target`), and the counting of
  references, which calls numba's runtime (`without_counting`).

That is why the versions of numba and llvmlite are exact (the extra `build`), and `--check` compares the module byte for
byte. To update numba, adapt this file: nothing else of the kernel knows numba. The way out is a compiler that takes
typed Python to WebAssembly: a public WebAssembly target in numba would leave only the entries' adapters here.
"""

import importlib
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

import numba
import numpy as np

from thurntaxis_solver.kernel.wasm.signatures import HEADER, ArrayKind, Kind, RecordKind, Signature

F = TypeVar("F", bound=Callable[..., Any])

TARGET = "wasm32-unknown-unknown"

single = cast("Callable[[float], float]", np.float32)
"""Numbers in single precision, for `thurntaxis_solver.kernel.compiled.single`."""

OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": False, "error_model": "numpy"}
"""How numba compiles: without Python's lock, and without checks of indices and divisors."""


# ---- functions for numba


def compile_function(function: F, *, inline: bool) -> F:
    """Return the function as numba translates it when it is called by others."""
    dispatcher: Any = numba.njit(**OPTIONS, forceinline=inline)(function)
    return cast("F", _without_literal_types(dispatcher))


def _without_literal_types(dispatcher: Any) -> Any:
    """Compile one version of a function for all integer arguments.

    numba would compile one for each literal in a call, which takes half as long again and makes nothing faster.
    """
    types: Any = importlib.import_module("numba.types")
    unliteral, find = types.unliteral, dispatcher.get_call_template

    def find_without_literals(arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        by_name = {name: unliteral(argument) for name, argument in named.items()}
        return find(tuple(unliteral(argument) for argument in arguments), by_name)

    dispatcher.get_call_template = find_without_literals
    return dispatcher


def take_indices_as_they_are() -> None:
    """Keep numba from adding the length of an array to negative indices.

    The kernel has no such indices, and LLVM can't vectorise loops with these additions.
    """
    from numba.core import types
    from numba.np import arrayobj

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp)

    arrayobj.fix_integer_index = as_it_is


# ---- from numba to LLVM


def translated(function: Callable[..., Any], signature: Signature) -> tuple[str, str]:
    """Return a function in LLVM IR with everything that it calls, and the name of what calls it with addresses."""
    scope: dict[str, Any] = {"called": function, **_views()}
    exec("\n".join(_adapter(signature, scope)), scope)
    types = [_numba_type(kind) for _, kind in signature.parameters]
    adapter: Any = numba.njit(**OPTIONS)(scope["adapter"])
    adapter.compile(tuple(types))
    (compiled,) = adapter.overloads.values()
    return compiled.library.get_llvm_str(), compiled.fndesc.mangled_name


def _adapter(signature: Signature, scope: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of a function that makes arrays and named tuples of addresses, and calls the entry with them."""
    arguments = [_argument(kind, name, scope) for name, kind in signature.parameters]
    yield f"def adapter({', '.join(name for name, _ in signature.parameters)}):"
    result = {"float": "float", None: ""}.get(signature.result, "int")  # type: ignore[arg-type]
    yield f"    return {result}(called({', '.join(arguments)}))" if result else f"    called({', '.join(arguments)})"


def _argument(kind: Kind, name: str, scope: dict[str, Any]) -> str:
    """Return the expression of an argument; `name` is that of the number that was given for it."""
    if isinstance(kind, ArrayKind):
        return f"{'matrix' if kind.dimensions == 2 else 'array'}_{kind.number}({name})"
    if isinstance(kind, RecordKind):
        scope[kind.type.__name__] = kind.type
        fields = (f"word({name}, {number})" for number in range(len(kind.fields)))
        values = [_argument(field, word, scope) for word, (_, field) in zip(fields, kind.fields, strict=True)]
        return f"{kind.type.__name__}({', '.join(values)})"
    return f"{name} != 0" if kind == "bool" else name


def _numba_type(kind: Kind) -> Any:
    if isinstance(kind, str):
        return numba.float64 if kind == "float" else numba.int64
    return numba.int32


def _views() -> dict[str, Any]:
    """Return functions for adapters: arrays and matrices at an address, and the words of a block."""
    from numba import carray  # type: ignore[attr-defined]
    from numba.core import types
    from numba.extending import intrinsic

    def pointer_to(number: Any) -> Any:
        pointer_type: Any = types.CPointer(number)  # type: ignore[no-untyped-call]

        @intrinsic
        def pointer(_context: Any, address: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

            return pointer_type(address), generate

        return pointer

    words = pointer_to(numba.int64)

    def views_of(number: Any) -> tuple[Any, Any]:
        numbers = pointer_to(number)

        @numba.njit(forceinline=True)
        def array(address: Any) -> Any:
            header = carray(words(address - HEADER), 2)
            return carray(numbers(address), header[0])

        @numba.njit(forceinline=True)
        def matrix(address: Any) -> Any:
            header = carray(words(address - HEADER), 2)
            return carray(numbers(address), (header[0], header[1]))

        return array, matrix

    @numba.njit(forceinline=True)
    def word(address: Any, number: Any) -> Any:
        return carray(words(address), number + 1)[number]

    found: dict[str, Any] = {"word": word}
    for name, number in (("i64", numba.int64), ("f64", numba.float64), ("f32", numba.float32)):
        found[f"array_{name}"], found[f"matrix_{name}"] = views_of(number)
    return found


# ---- from this machine to WebAssembly


def for_target(text: str) -> str:
    """Return a module in LLVM IR for WebAssembly instead of this machine."""
    llvm: Any = importlib.import_module("llvmlite.binding")

    machine = llvm.Target.from_triple(TARGET).create_target_machine()
    text = re.sub(r"^target triple = .*$", f'target triple = "{TARGET}"', text, flags=re.MULTILINE)
    text = re.sub(r"^target datalayout = .*$", f'target datalayout = "{machine.target_data}"', text, flags=re.MULTILINE)
    return re.sub(r'"(target-cpu|target-features|tune-cpu|probe-stack)"="[^"]*"', "", text)


def without_counting(text: str) -> str:
    """Return a module without the counting of references: no array of the kernel is owned by numba."""
    text = text.replace(" = common ", " = internal ")  # a linkage that WebAssembly doesn't have
    counting = re.compile(r"^(define[^\n]* @NRT_(?:incref|decref)\([^)]*\)[^\n]*\{\n).*?^\}", re.MULTILINE | re.DOTALL)
    return counting.sub(r"\1  ret void\n}", text)
