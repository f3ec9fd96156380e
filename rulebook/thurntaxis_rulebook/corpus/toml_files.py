"""TOML files, whole or one piece at a time.

To read the whole corpus takes a tenth of a second, and most questions are about one clause of two hundred. So a file is
cut before it is parsed, at the lines that open an entry or a table, and only the pieces that are asked for are parsed.
A cut that is none, within a text of many lines for instance, leaves a piece that is not TOML; then the whole file is
parsed after all.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

_Record = TypeVar("_Record")


def table(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file."""
    return _parsed(_text(path))


def value(path: Path, *keys: str) -> Any:
    """Return the value to which keys lead in a TOML file; raise `KeyError` where there is none."""
    for depth in range(len(keys) - 1, 0, -1):
        piece = _tables(path).get(f"[{'.'.join(map(_written, keys[:depth]))}]")
        if piece is not None:
            with suppress(KeyError, tomllib.TOMLDecodeError):
                return _within(_parsed(piece), keys)
    return _within(_table(path), keys)


class Entries(Mapping[str, _Record]):
    """The entries `[[name]]` of TOML files by their ids, each parsed and made a record when it is first asked for.

    `files` lists the files, each with the name of its chapter; `make` returns the record of an entry in a chapter.
    """

    def __init__(
        self, name: str, files: list[tuple[str, Path]], make: Callable[[Mapping[str, Any], str], _Record]
    ) -> None:
        """Read nothing yet."""
        self._name, self._files, self._make = name, files, make
        self._made: dict[str, _Record] = {}
        self._all: dict[str, _Record] | None = None
        self._mentioning: dict[str, list[_Record]] = {}

    def __getitem__(self, key: str) -> _Record:
        if key not in self._made and self._all is None:
            line = re.compile(rf"""^[ \t]*["']?id["']?[ \t]*=.*{re.escape(key)}""", re.MULTILINE)
            dict(self._found(lambda piece: line.search(piece) is not None))
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())

    def mentioning(self, word: str) -> list[_Record]:
        """Return the records in whose entries a word stands, in the order of the files."""
        if word not in self._mentioning:
            self._mentioning[word] = [record for _, record in self._found(lambda piece: word in piece)]
        return self._mentioning[word]

    def _whole(self) -> dict[str, _Record]:
        if self._all is None:
            self._all = dict(self._found(bool))
        return self._all

    def _found(self, wanted: Callable[[str], bool]) -> Iterator[tuple[str, _Record]]:
        """Yield the records, with their ids, of the entries that are wanted as texts."""
        for chapter, path in self._files:
            for raw in _entries(path, self._name, wanted):
                key = raw["id"]
                if key not in self._made:
                    self._made[key] = self._make(raw, chapter)
                yield key, self._made[key]


def _entries(path: Path, name: str, wanted: Callable[[str], bool]) -> list[dict[str, Any]]:
    """Return the entries of a file that are wanted as texts; all of them where they can't be told apart."""
    if pieces := _cut(path, rf"(?=^[ \t]*\[\[[ \t]*{name}[ \t]*\]\])")[1:]:
        with suppress(tomllib.TOMLDecodeError):
            return [raw for piece in filter(wanted, pieces) for raw in _parsed(piece)[name]]
    found: list[dict[str, Any]] = _table(path)[name]
    return found


_table = cache(table)


@cache
def _tables(path: Path) -> Mapping[str, str]:
    """Return the pieces of a file by the lines that open them."""
    return {piece.partition("\n")[0]: piece for piece in _cut(path, r"(?=^\[)")}


def _written(key: str) -> str:
    """Return how a key is written as a rule; a file may write it otherwise."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f'"{key}"'


def _within(found: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        found = found[key]
    return found


@cache
def _cut(path: Path, where: str) -> list[str]:
    return re.split(where, _text(path), flags=re.MULTILINE)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _parsed(text: str) -> dict[str, Any]:
    return tomllib.loads(text)
