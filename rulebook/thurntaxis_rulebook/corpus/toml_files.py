"""TOML files, each parsed when it is first needed, by tomli: compiled, it takes a third of the time of `tomllib`."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

try:
    import tomli as toml
except ImportError:  # in a browser
    import tomllib as toml  # type: ignore[no-redef]

InvalidToml = toml.TOMLDecodeError
"""What is raised for a file that isn't TOML."""

_Record = TypeVar("_Record")


def parsed(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file as it is now."""
    return toml.loads(path.read_text(encoding="utf-8"))


@cache
def contents(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file as it was when it was first read."""
    return parsed(path)


def value(path: Path, *keys: str) -> Any:
    """Return the value under nested keys of a TOML file.

    Raises:
        KeyError: if there is none.
    """
    found: Any = contents(path)
    for key in keys:
        found = found[key]
    return found


def table(path: Path, name: str) -> dict[str, Any]:
    """Return a table of a TOML file.

    Raises:
        KeyError: if there is none.
    """
    found: dict[str, Any] = contents(path)[name]
    return found


class Entries(Mapping[str, _Record]):
    """The `[[name]]` entries of TOML files by id, each converted when it is first needed.

    `files` are pairs of a chapter's name and its file; `make` returns the record of an entry in a chapter.
    """

    def __init__(
        self, name: str, files: list[tuple[str, Path]], make: Callable[[Mapping[str, Any], str], _Record]
    ) -> None:
        """Read the files."""
        self._raw = {raw["id"]: (raw, chapter) for chapter, path in files for raw in contents(path)[name]}
        self._make = make
        self._made: dict[str, _Record] = {}

    def __getitem__(self, key: str) -> _Record:
        if key not in self._made:
            self._made[key] = self._make(*self._raw[key])
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)
