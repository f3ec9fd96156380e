"""Running `kernel.wasm` in wasmtime: each memory is an instance of the module, with arrays in its linear memory."""

import ctypes
import functools
import weakref
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import wasmtime

from thurntaxis_solver.kernel.memory import NumberType
from thurntaxis_solver.kernel.wasm.digests import module_bytes
from thurntaxis_solver.kernel.wasm.linear_memory import LinearMemory
from thurntaxis_solver.kernel.wasm.signatures import ARGUMENTS

if TYPE_CHECKING:
    from array import array as packed

T = TypeVar("T")

NUMBERS: dict[NumberType, Any] = {"q": ctypes.c_int64, "d": ctypes.c_double, "f": ctypes.c_float}


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


class WasmMemory(LinearMemory):
    """An instance of the module. Its arrays are views of its memory: they are read and written in place."""

    def __init__(self) -> None:
        """Make a new instance."""
        engine, module = _module()
        self._store = _kept(wasmtime.Store(engine))
        weakref.finalize(self, _delete, self._store).atexit = False
        exports: dict[str, Any] = dict(wasmtime.Instance(self._store, module, []).exports(self._store))
        self._function = exports["call"]
        self._memory = exports["memory"]
        self._base: int = self._where()
        at = self._base + exports["arguments"].value(self._store)
        self._integers = (ctypes.c_int64 * ARGUMENTS).from_address(at)
        self._floats = (ctypes.c_double * ARGUMENTS).from_address(at)
        super().__init__(exports["__heap_base"].value(self._store))

    def _view(self, number: NumberType, rows: int, columns: int | None = None) -> Any:
        type_ = NUMBERS[number] * rows if columns is None else NUMBERS[number] * columns * rows
        address, give_back = self._space_for(ctypes.sizeof(type_), rows, columns)
        view: Any = type_.from_address(self._base + address)
        view.memory = self
        weakref.finalize(view, give_back).atexit = False
        return view

    def _fill(self, view: Any, numbers: "packed[Any]") -> None:
        memoryview(view).cast("B")[:] = memoryview(numbers).cast("B")

    def _write(self, address: int, words: Sequence[int]) -> None:
        (ctypes.c_int64 * len(words)).from_address(self._base + address)[:] = list(words)

    def _clear(self, address: int, size: int) -> None:
        ctypes.memset(self._base + address, 0, size)

    def _size(self) -> int:
        return int(self._memory.data_len(self._store))

    def _grow(self, pages: int) -> bool:
        try:
            self._memory.grow(self._store, pages)
        except wasmtime.WasmtimeError:
            return False
        if self._where() != self._base:
            raise MemoryError("the kernel's memory has moved: this platform can't run it in wasmtime")
        return True

    def _where(self) -> int:
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)

    def _address(self, view: Any) -> int:
        return ctypes.addressof(view) - self._base

    def _call(self, name: str, arguments: Iterable[int | float], *, gives_float: bool) -> int | float:
        for place, argument in enumerate(arguments, 1):
            if isinstance(argument, float):
                self._floats[place] = argument
            else:
                self._integers[place] = argument
        self._integers[0] = _numbers()[name]
        self._function(self._store)
        return self._floats[0] if gives_float else self._integers[0]
