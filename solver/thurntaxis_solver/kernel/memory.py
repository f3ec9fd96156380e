"""The memories of the kernel's arrays."""

from abc import ABC, abstractmethod
from array import array as packed
from collections.abc import Sequence
from typing import Any, Literal, cast

NumberType = Literal["q", "d", "f"]
"""The numbers of an array, by their letters in `struct`: 64-bit integers, double precision, single precision."""


class Memory(ABC):
    """Makes arrays for the kernel's functions: `Array`, `Floats` and `Singles` of `thurntaxis_solver.kernel.compiled`.

    Two threads must not use arrays of one memory at the same time. Each method raises MemoryError if there is no space.
    """

    @abstractmethod
    def _filled(self, number: NumberType, numbers: Sequence[float]) -> Any:
        """Return a new array of these numbers."""

    @abstractmethod
    def _view(self, number: NumberType, rows: int, columns: int | None = None) -> Any:
        """Return a new array of zeros; a matrix if it has columns."""

    def array(self, numbers: Sequence[int]) -> list[int]:
        """Return an array of these integers."""
        return cast("list[int]", self._filled("q", numbers))

    def floats(self, numbers: Sequence[float]) -> list[float]:
        """Return an array of these numbers in double precision."""
        return cast("list[float]", self._filled("d", numbers))

    def singles(self, numbers: Sequence[float]) -> list[float]:
        """Return an array of these numbers in single precision, which halves the memory traffic."""
        return cast("list[float]", self._filled("f", numbers))

    def zeros(self, size: int) -> list[int]:
        """Return an array of zeros."""
        return cast("list[int]", self._view("q", size))

    def matrix(self, rows: int, columns: int) -> list[list[int]]:
        """Return a matrix of integers, all zero."""
        return cast("list[list[int]]", self._view("q", rows, columns))

    def float_matrix(self, rows: int, columns: int) -> list[list[float]]:
        """Return a matrix of numbers in double precision, all zero."""
        return cast("list[list[float]]", self._view("d", rows, columns))


class ListMemory(Memory):
    """Lists, and Python's arrays for numbers in single precision: for the kernel in plain Python."""

    def _filled(self, number: NumberType, numbers: Sequence[float]) -> Any:
        return packed("f", numbers) if number == "f" else list(numbers)

    def _view(self, number: NumberType, rows: int, columns: int | None = None) -> Any:
        zero = 0 if number == "q" else 0.0
        return [zero] * rows if columns is None else [[zero] * columns for _ in range(rows)]
