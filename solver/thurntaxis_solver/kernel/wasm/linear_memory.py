"""The memory of an instance of `kernel.wasm`, wherever it runs: its arrays, and calls of the module's functions."""

import functools
from abc import abstractmethod
from array import array as packed
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from thurntaxis_solver.kernel.memory import Memory, NumberType
from thurntaxis_solver.kernel.wasm.signatures import HEADER, ArrayKind, Kind, RecordKind, Signature, signature_of

PAGE = 1 << 16
SPACE_FOR_RECORDS = 4096


class LinearMemory(Memory):
    """An instance of the module, and the arrays in its linear memory.

    The space of an array that is no longer used is given to the next one of the same size.
    """

    def __init__(self, first: int) -> None:
        """Take the address at which free memory begins."""
        self._end = first
        self._free: defaultdict[int, list[int]] = defaultdict(list)
        self._records = self._allocate(SPACE_FOR_RECORDS)

    # ---- what depends on where the module runs

    @abstractmethod
    def _fill(self, view: Any, numbers: "packed[Any]") -> None:
        """Write all numbers of an array."""

    @abstractmethod
    def _write(self, address: int, words: Sequence[int]) -> None:
        """Write integers to an address."""

    @abstractmethod
    def _clear(self, address: int, size: int) -> None:
        """Set some bytes to zero."""

    @abstractmethod
    def _size(self) -> int:
        """Return the size of the memory in bytes."""

    @abstractmethod
    def _grow(self, pages: int) -> bool:
        """Enlarge the memory; return whether there was space."""

    @abstractmethod
    def _address(self, view: Any) -> int:
        """Return where the numbers of an array begin."""

    @abstractmethod
    def _call(self, name: str, arguments: Iterable[int | float], *, gives_float: bool) -> int | float:
        """Call a function with arguments that the module takes; return its result, or any number if it has none."""

    # ---- arrays

    def _filled(self, number: NumberType, numbers: Sequence[float]) -> Any:
        view = self._view(number, len(numbers))
        self._fill(view, packed(number, numbers))
        return view

    def _space_for(self, size: int, rows: int, columns: int | None) -> tuple[int, Callable[[], None]]:
        """Return the address of the first number of a new array, and what gives its space back."""
        address = self._allocate(HEADER + size)
        self._write(address, [rows, 1 if columns is None else columns])
        return address + HEADER, functools.partial(self._free[HEADER + size].append, address)

    def _allocate(self, size: int) -> int:
        """Return the address of some bytes that are zero, at a multiple of sixteen."""
        if self._free[size]:
            address = self._free[size].pop()
            self._clear(address, size)
            return address
        address = (self._end + 15) & -16
        lacking = address + size - self._size()
        if lacking > 0 and not self._grow(-(-lacking // PAGE)):
            raise MemoryError(f"no space for {size:,} bytes more in the kernel's memory")
        self._end = address + size
        return address

    # ---- calls

    def call(self, signature: Signature, arguments: tuple[Any, ...]) -> Any:
        """Call a function of the module."""
        lowered = self._all_lowered(signature, arguments)
        result = self._call(signature.name, lowered, gives_float=signature.result == "float")
        return bool(result) if signature.result == "bool" else result

    def _all_lowered(self, signature: Signature, arguments: tuple[Any, ...]) -> list[int | float]:
        """Return arguments as the module takes them."""
        self._record_at = self._records
        given = zip(signature.parameters, arguments, strict=True)
        return [self._lowered(kind, argument) for (_, kind), argument in given]

    def _lowered(self, kind: Kind, argument: Any) -> int | float:
        """Return an argument as the module takes it."""
        if kind == "float":
            return float(argument)
        if isinstance(kind, ArrayKind):
            if getattr(argument, "memory", None) is not self:
                raise TypeError("an array lies in another memory than the first one")
            address: int = self._address(argument)
            return address
        if isinstance(kind, RecordKind):
            return self._record(kind, argument)
        return int(argument)

    def _record(self, kind: RecordKind, record: tuple[Any, ...]) -> int:
        """Write the fields of a named tuple, and return where."""
        address = self._record_at
        self._record_at += 8 * len(kind.fields)
        fields = zip(kind.fields, record, strict=True)
        self._write(address, [cast("int", self._lowered(field, value)) for (_, field), value in fields])
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
