"""Running `kernel.wasm` in a browser, for Python that runs there itself, in Pyodide.

It must run in a worker, because a page may not compile a module of this size synchronously.
"""

import functools
import importlib
import struct
import weakref
from array import array as packed
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from thurntaxis_solver.kernel.memory import NumberType
from thurntaxis_solver.kernel.wasm.digests import module_bytes
from thurntaxis_solver.kernel.wasm.linear_memory import LinearMemory
from thurntaxis_solver.kernel.wasm.signatures import Signature

VIEWS = {"q": "BigInt64Array", "d": "Float64Array", "f": "Float32Array"}
"""The typed arrays of JavaScript through which single numbers are read."""

SIZES = {"q": 8, "d": 8, "f": 4}

HEAP_BASE = "__heap_base"
"""The export that says where free memory begins; as an attribute in a class, Python would mangle the name."""


@functools.cache
def _module() -> Any:
    js, ffi = importlib.import_module("js"), importlib.import_module("pyodide.ffi")
    return js.WebAssembly.Module.new(ffi.to_js(module_bytes()))


@functools.cache
def _numbers() -> dict[str, int]:
    """Return the numbers by which `call` knows the functions: their places in the order of their names."""
    exports = importlib.import_module("js").WebAssembly.Module.exports(_module())
    names = {export.name for export in exports if export.kind == "function"}
    return {name: number for number, name in enumerate(sorted(names - {"call"}))}


def _words(name: str, arguments: Iterable[int | float]) -> bytes:
    """Return what is written to `arguments` to call a function."""
    given = [_numbers()[name], *arguments]
    form = "<" + "".join("d" if isinstance(argument, float) else "q" for argument in given)
    return struct.pack(form, *given)


class BrowserArray:
    """Numbers in the memory of an instance: an array, or a row of a matrix."""

    def __init__(self, memory: "BrowserMemory", number: NumberType, address: int, length: int) -> None:
        """Take the address of the first number."""
        self.memory, self.address = memory, address
        self._number: NumberType = number
        self._length = length

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            first, end, step = at.indices(self._length)
            return self.memory.numbers(self._number, self._place(first), max(0, end - first))[::step]
        return self.memory.number(self._number, self._place(self._checked(at)))

    def __setitem__(self, at: Any, value: Any) -> None:
        first, end, step = at.indices(self._length) if isinstance(at, slice) else (self._checked(at), 0, 1)
        values = list(value) if isinstance(at, slice) else [value]
        if isinstance(at, slice) and (step != 1 or len(values) != max(0, end - first)):
            raise ValueError("an array keeps its length")
        self.memory.write(self._place(first), packed(self._number, values).tobytes())

    def __iter__(self) -> Iterator[Any]:
        return iter(self[:])

    def _checked(self, at: int) -> int:
        if not -self._length <= at < self._length:
            raise IndexError(at)
        return at % self._length

    def _place(self, at: int) -> int:
        return self.address + SIZES[self._number] * at


class BrowserMatrix:
    """Rows of numbers in the memory of an instance."""

    def __init__(self, memory: "BrowserMemory", number: NumberType, address: int, rows: int, columns: int) -> None:
        """Take the address of the first number."""
        self.memory, self.address = memory, address
        self._number: NumberType = number
        self._rows, self._columns = rows, columns

    def __len__(self) -> int:
        return self._rows

    def __getitem__(self, row: int) -> BrowserArray:
        if not 0 <= row < self._rows:
            raise IndexError(row)
        address = self.address + SIZES[self._number] * self._columns * row
        return BrowserArray(self.memory, self._number, address, self._columns)


class BrowserMemory(LinearMemory):
    """An instance of the module. Growing the memory moves it, so arrays know their addresses, not its bytes."""

    def __init__(self) -> None:
        """Make a new instance."""
        self._js = importlib.import_module("js")
        self._exports = self._js.WebAssembly.Instance.new(_module()).exports
        self._arguments = int(self._exports.arguments.value)
        self._look()
        super().__init__(int(getattr(self._exports, HEAP_BASE).value))

    def _look(self) -> None:
        """Renew the views of the memory, which growing moves."""
        buffer = self._exports.memory.buffer
        self._bytes = self._js.Uint8Array.new(buffer)
        self._views = {number: getattr(self._js, name).new(buffer) for number, name in VIEWS.items()}

    # ---- reading and writing

    def number(self, number: NumberType, address: int) -> Any:
        """Return the number at an address."""
        value = self._views[number][address // SIZES[number]]
        return int(value) if number == "q" else float(value)

    def numbers(self, number: NumberType, address: int, count: int) -> "packed[Any]":
        """Return some numbers from an address on."""
        size = SIZES[number] * count
        return packed(number, self._bytes.subarray(address, address + size).to_bytes())

    def write(self, address: int, written: bytes) -> None:
        """Write bytes to an address."""
        if written:
            self._bytes.subarray(address, address + len(written)).assign(written)

    def _view(self, number: NumberType, rows: int, columns: int | None = None) -> Any:
        size = SIZES[number] * rows * (1 if columns is None else columns)
        address, give_back = self._space_for(size, rows, columns)
        if columns is None:
            view: Any = BrowserArray(self, number, address, rows)
        else:
            view = BrowserMatrix(self, number, address, rows, columns)
        weakref.finalize(view, give_back).atexit = False
        return view

    def _fill(self, view: Any, numbers: "packed[Any]") -> None:
        self.write(view.address, numbers.tobytes())

    def _write(self, address: int, words: Sequence[int]) -> None:
        self.write(address, packed("q", words).tobytes())

    def _clear(self, address: int, size: int) -> None:
        self._bytes.subarray(address, address + size).fill(0)

    def _size(self) -> int:
        return int(self._exports.memory.buffer.byteLength)

    def _grow(self, pages: int) -> bool:
        try:
            self._exports.memory.grow(pages)
        except importlib.import_module("pyodide.ffi").JsException:  # a RangeError
            return False
        self._look()
        return True

    def _address(self, view: Any) -> int:
        return int(view.address)

    # ---- calls

    def _call(self, name: str, arguments: Iterable[int | float], *, gives_float: bool) -> int | float:
        self.write(self._arguments, _words(name, arguments))
        self._exports.call()
        result: int | float = self.number("d" if gives_float else "q", self._arguments)
        return result

    # ---- other instances, in workers

    def call_elsewhere(self, signature: Signature, arguments: tuple[Any, ...]) -> dict[str, Any]:
        """Return what another instance needs to call a function with arrays of this memory.

        These are the module, a copy of the memory, where the free memory begins, and the words of the call with the
        address that they are written to.
        """
        lowered = self._all_lowered(signature, arguments)
        copied = self._bytes.slice(0, self._end)
        words = self._js.Uint8Array.new(importlib.import_module("pyodide.ffi").to_js(_words(signature.name, lowered)))
        return {"module": _module(), "memory": copied, "end": self._end, "at": self._arguments, "words": words}

    def addresses(self, record: tuple[Any, ...]) -> list[int]:
        """Return where the numbers of each array of a record begin."""
        return [self._address(array) for array in record]

    def copy_from(self, source: Any, address: int) -> None:
        """Copy the bytes of an array of JavaScript to an address."""
        self._bytes.set(source, address)
