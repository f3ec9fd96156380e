"""Running `kernel.wasm` in wasmtime: each memory is an instance of the module, with arrays in its linear memory."""

import ctypes
import functools
import weakref
from array import array as packed
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

import wasmtime

from thurntaxis_solver.kernel.memory import Memory
from thurntaxis_solver.kernel.wasm.digests import module_bytes
from thurntaxis_solver.kernel.wasm.signatures import (
    ARGUMENTS,
    HEADER,
    ArrayKind,
    Kind,
    RecordKind,
    Signature,
    signature_of,
)

T = TypeVar("T")

PAGE = 1 << 16
SPACE_FOR_RECORDS = 4096


@functools.cache
def _module() -> tuple[wasmtime.Engine, wasmtime.Module]:
    engine = _kept(wasmtime.Engine())
    return engine, _kept(wasmtime.Module(engine, module_bytes()))


def _kept(owned: T) -> T:
    """Return an object of wasmtime that the end of the program doesn't delete: another thread may still be inside."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(owned))
    return owned


def _delete(store: wasmtime.Store) -> None:
    store.close()
    ctypes.pythonapi.Py_DecRef(ctypes.py_object(store))


@functools.cache
def _numbers() -> dict[str, int]:
    """Return the numbers by which `call` knows the functions: their places in the order of their names."""
    _, module = _module()
    names = [export.name for export in module.exports if isinstance(export.type, wasmtime.FuncType)]
    return {name: number for number, name in enumerate(sorted(set(names) - {"call"}))}


class WasmMemory(Memory):
    """An instance of the module. Its arrays are views of its memory: they are read and written in place.

    The space of an array that is no longer used is given to the next one of the same size.
    """

    def __init__(self) -> None:
        """Make a new instance."""
        engine, module = _module()
        self._store = _kept(wasmtime.Store(engine))
        weakref.finalize(self, _delete, self._store).atexit = False
        exports: dict[str, Any] = dict(wasmtime.Instance(self._store, module, []).exports(self._store))
        self._call = exports["call"]
        self._memory = exports["memory"]
        self._base: int = self._where()
        self._end: int = exports["__heap_base"].value(self._store)
        at = self._base + exports["arguments"].value(self._store)
        self._integers = (ctypes.c_int64 * ARGUMENTS).from_address(at)
        self._floats = (ctypes.c_double * ARGUMENTS).from_address(at)
        self._free: defaultdict[int, list[int]] = defaultdict(list)
        self._records = self._allocate(SPACE_FOR_RECORDS)

    # ---- arrays

    def array(self, numbers: Sequence[int]) -> list[int]:  # noqa: D102
        return cast("list[int]", self._filled(ctypes.c_int64, packed("q", numbers)))

    def floats(self, numbers: Sequence[float]) -> list[float]:  # noqa: D102
        return cast("list[float]", self._filled(ctypes.c_double, packed("d", numbers)))

    def singles(self, numbers: Sequence[float]) -> list[float]:  # noqa: D102
        return cast("list[float]", self._filled(ctypes.c_float, packed("f", numbers)))

    def zeros(self, size: int) -> list[int]:  # noqa: D102
        return cast("list[int]", self._view(ctypes.c_int64 * size, size, 1))

    def matrix(self, rows: int, columns: int) -> list[list[int]]:  # noqa: D102
        return cast("list[list[int]]", self._view(ctypes.c_int64 * columns * rows, rows, columns))

    def float_matrix(self, rows: int, columns: int) -> list[list[float]]:  # noqa: D102
        return cast("list[list[float]]", self._view(ctypes.c_double * columns * rows, rows, columns))

    def _filled(self, number: Any, numbers: "packed[Any]") -> Any:
        view = self._view(number * len(numbers), len(numbers), 1)
        memoryview(view).cast("B")[:] = memoryview(numbers).cast("B")
        return view

    def _view(self, type_: type["ctypes.Array[Any]"], rows: int, columns: int) -> Any:
        """Return a new array of zeros."""
        size = HEADER + ctypes.sizeof(type_)
        address = self._allocate(size)
        self._write(address, [rows, columns])
        view: Any = type_.from_address(self._base + address + HEADER)
        view.memory = self
        weakref.finalize(view, self._free[size].append, address).atexit = False
        return view

    def _allocate(self, size: int) -> int:
        """Return the address of some bytes that are zero, at a multiple of sixteen."""
        if self._free[size]:
            address = self._free[size].pop()
            ctypes.memset(self._base + address, 0, size)
            return address
        address = (self._end + 15) & -16
        lacking = address + size - self._memory.data_len(self._store)
        if lacking > 0:
            try:
                self._memory.grow(self._store, -(-lacking // PAGE))
            except wasmtime.WasmtimeError:
                raise MemoryError(f"no space for {size:,} bytes more in the kernel's memory") from None
            if self._where() != self._base:
                raise MemoryError("the kernel's memory has moved: this platform can't run it in wasmtime")
        self._end = address + size
        return address

    def _write(self, address: int, words: list[Any]) -> None:
        (ctypes.c_int64 * len(words)).from_address(self._base + address)[:] = words

    def _where(self) -> int:
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)

    # ---- calls

    def call(self, signature: Signature, arguments: tuple[Any, ...]) -> Any:
        """Call a function of the module."""
        self._record_at = self._records
        given = zip(signature.parameters, arguments, strict=True)
        for place, ((_, kind), argument) in enumerate(given, 1):
            if kind == "float":
                self._floats[place] = argument
            else:
                self._integers[place] = self._lowered(kind, argument)
        self._integers[0] = _numbers()[signature.name]
        self._call(self._store)
        if signature.result == "float":
            return self._floats[0]
        return bool(self._integers[0]) if signature.result == "bool" else self._integers[0]

    def _lowered(self, kind: Kind, argument: Any) -> Any:
        """Return an argument as the module takes it."""
        if isinstance(kind, ArrayKind):
            if getattr(argument, "memory", None) is not self:
                raise TypeError("an array lies in another memory than the first one")
            return ctypes.addressof(argument) - self._base
        if isinstance(kind, RecordKind):
            return self._record(kind, argument)
        return int(argument)

    def _record(self, kind: RecordKind, record: tuple[Any, ...]) -> int:
        """Write the fields of a named tuple, and return where."""
        address = self._record_at
        self._record_at += 8 * len(kind.fields)
        self._write(
            address, [self._lowered(field, value) for (_, field), value in zip(kind.fields, record, strict=True)]
        )
        return address


def caller(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls the module's function of the same name; its first argument has to be an array."""
    signature = signature_of(function)

    @functools.wraps(function)
    def call(first: Any, *others: Any) -> Any:
        try:
            memory = first.memory
        except AttributeError:
            raise TypeError(f"the first argument of {signature.name} has to be an array of a memory") from None
        return memory.call(signature, (first, *others))

    return call
