"""The memories of the kernel's arrays."""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Sequence
from typing import cast


class Memory(ABC):
    """Makes arrays for the kernel's functions: `Array`, `Floats` and `Singles` of `thurntaxis_solver.kernel.compiled`.

    Two threads must not use arrays of one memory at the same time. Each method raises MemoryError if there is no space.
    """

    @abstractmethod
    def array(self, numbers: Sequence[int]) -> list[int]:
        """Return an array of these integers."""

    @abstractmethod
    def floats(self, numbers: Sequence[float]) -> list[float]:
        """Return an array of these numbers in double precision."""

    @abstractmethod
    def singles(self, numbers: Sequence[float]) -> list[float]:
        """Return an array of these numbers in single precision, which halves the memory traffic."""

    @abstractmethod
    def zeros(self, size: int) -> list[int]:
        """Return an array of zeros."""

    @abstractmethod
    def matrix(self, rows: int, columns: int) -> list[list[int]]:
        """Return a matrix of integers, all zero."""

    @abstractmethod
    def float_matrix(self, rows: int, columns: int) -> list[list[float]]:
        """Return a matrix of numbers in double precision, all zero."""


class ListMemory(Memory):
    """Lists, and Python's arrays for numbers in single precision: for the kernel in plain Python."""

    def array(self, numbers: Sequence[int]) -> list[int]:  # noqa: D102
        return list(numbers)

    def floats(self, numbers: Sequence[float]) -> list[float]:  # noqa: D102
        return list(numbers)

    def singles(self, numbers: Sequence[float]) -> list[float]:  # noqa: D102
        return cast("list[float]", array("f", numbers))

    def zeros(self, size: int) -> list[int]:  # noqa: D102
        return [0] * size

    def matrix(self, rows: int, columns: int) -> list[list[int]]:  # noqa: D102
        return [[0] * columns for _ in range(rows)]

    def float_matrix(self, rows: int, columns: int) -> list[list[float]]:  # noqa: D102
        return [[0.0] * columns for _ in range(rows)]
