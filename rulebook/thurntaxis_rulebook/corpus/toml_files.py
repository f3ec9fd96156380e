"""TOML files, read whole or in parts.

Parsing the whole corpus takes a tenth of a second, and most questions are about one clause of two hundred. So a file is
split as text, at the lines that open a table or an entry of a list, and only the parts that a question needs are
parsed. Where that goes wrong, for example because a line of a multi-line string looks like a table header, the part is
not valid TOML, and the whole file is parsed instead.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

_Record = TypeVar("_Record")


def contents(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file."""
    return _parsed(_text(path))


def table(path: Path, name: str) -> dict[str, Any]:
    """Return a table of a TOML file that has no tables inside it; the empty name means the keys before the first one.

    Raises:
        KeyError: if there is none.
    """
    header = f"[{_quoted(name)}]" if name else ""
    if (part := _tables(path).get(header)) is not None:
        with suppress(KeyError, tomllib.TOMLDecodeError):
            found: dict[str, Any] = _descend(_parsed(f"{header}\n{part}"), (name,) if name else ())
            return found
    return _contents(path)[name] if name else _contents(path)


def value(path: Path, *keys: str) -> Any:
    """Return the value under nested keys of a TOML file.

    Raises:
        KeyError: if there is none.
    """
    found = indexed_value(path, *keys)
    return _descend(_contents(path), keys) if found is None else found


def indexed_value(path: Path, *keys: str) -> Any | None:
    """Return the value under nested keys if the index of the file's lines has it, else None.

    The index has it if its table has a header of its own, `[first.second]`, and the next key begins a line there.
    """
    for depth in range(len(keys) - 1, -1, -1):
        header = f"[{'.'.join(map(_quoted, keys[:depth]))}]" if depth else ""
        part = _assignment(path, header, keys[depth])
        if part is not None:
            with suppress(KeyError, tomllib.TOMLDecodeError):
                return _descend(_parsed(f"{header}\n{part}"), keys)
    return None


class Entries(Mapping[str, _Record]):
    """The `[[name]]` entries of TOML files by id, each parsed and converted when it is first needed.

    `files` are pairs of a chapter's name and its file; `make` returns the record of an entry in a chapter.
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
            dict(self._records(lambda part: line.search(part) is not None))
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())

    def mentioning(self, word: str) -> list[_Record]:
        """Return the records of the entries whose text contains a word, in the order of the files."""
        if word not in self._mentioning:
            self._mentioning[word] = [record for _, record in self._records(lambda part: word in part)]
        return self._mentioning[word]

    def _whole(self) -> dict[str, _Record]:
        if self._all is None:
            self._all = dict(self._records(bool))
        return self._all

    def _records(self, wanted: Callable[[str], bool]) -> Iterator[tuple[str, _Record]]:
        """Yield the ids and records of the entries whose text is wanted."""
        for chapter, path in self._files:
            for raw in _entries(path, self._name, wanted):
                key = raw["id"]
                if key not in self._made:
                    self._made[key] = self._make(raw, chapter)
                yield key, self._made[key]


def _entries(path: Path, name: str, wanted: Callable[[str], bool]) -> list[dict[str, Any]]:
    """Return the entries of a file whose text is wanted, or all of them if the file can't be split."""
    if parts := _split(path, rf"(?=^[ \t]*\[\[[ \t]*{name}[ \t]*\]\])")[1:]:
        with suppress(tomllib.TOMLDecodeError):
            return [raw for part in filter(wanted, parts) for raw in _parsed(part)[name]]
    found: list[dict[str, Any]] = _contents(path)[name]
    return found


_contents = cache(contents)

_ASSIGNMENT = re.compile(r"""([A-Za-z0-9_-]+|"[^"\\]*"|'[^']*')[ \t]*[.=]""")


def _assignment(path: Path, header: str, key: str) -> str | None:
    """Return the lines that assign to a key of a table; a table with a multi-line string is not split."""
    part = _tables(path).get(header)
    if part is None or '"""' in part or "'''" in part:
        return part
    return _assignments(part).get(key)


@cache
def _assignments(part: str) -> Mapping[str, str]:
    """Return the lines that assign to each key of a table."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in part.split("\n"):
        if start := _ASSIGNMENT.match(line):
            lines = found.setdefault(start[1].strip("\"'"), [])
        lines.append(line)
    return {key: "\n".join(lines) for key, lines in found.items()}


@cache
def _tables(path: Path) -> Mapping[str, str]:
    """Return the text of each table of a file, without its header, by the header."""
    head, *parts = f"\n{_text(path)}".split("\n[")
    return {"": head, **{f"[{header}": body for header, _, body in (part.partition("\n") for part in parts)}}


def _quoted(key: str) -> str:
    """Return a key as files usually write it."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f'"{key}"'


def _descend(found: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        found = found[key]
    return found


@cache
def _split(path: Path, where: str) -> list[str]:
    return re.split(where, _text(path), flags=re.MULTILINE)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _parsed(text: str) -> dict[str, Any]:
    return tomllib.loads(text)
