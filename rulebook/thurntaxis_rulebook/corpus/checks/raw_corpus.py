"""The files of a corpus as they are, and checks that all kinds of records share."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from thurntaxis.editions import MODULES, options_of
from thurntaxis.officials import OFFICIALS
from thurntaxis_rulebook.corpus.toml_files import parsed

Raw = Mapping[str, Any]
"""A table of a TOML file."""

OPTIONS = options_of(MODULES)
"""The values of each option."""


@dataclass(frozen=True)
class RawCorpus:
    """The contents of all files of a corpus, unchecked."""

    folder: Path
    chapters: list[Raw]
    clauses: list[tuple[str, Raw]]
    """Each with the name of its file."""
    editions: dict[str, Raw]
    """By id, which is the name of the file."""
    disputes: list[Raw]
    examples: list[Raw]

    @classmethod
    def read(cls, folder: Path) -> "RawCorpus":
        """Read a corpus.

        Raises:
            OSError: if a file can't be read.
            InvalidToml: if a file is not TOML.
            KeyError: if a file lacks its records.
            TypeError: if records are not tables.
        """
        main = parsed(folder / "corpus.toml")
        files = sorted((folder / "clauses").glob("*.toml"))
        shown = (folder / "examples" / f"{chapter.get('name')}.toml" for chapter in main["chapter"])
        return cls(
            folder,
            chapters=main["chapter"],
            clauses=[(path.name, raw) for path in files for raw in parsed(path)["clause"]],
            editions={path.stem: parsed(path) for path in sorted((folder / "editions").glob("*.toml"))},
            disputes=parsed(folder / "disputes.toml")["dispute"],
            examples=[raw for path in shown if path.exists() for raw in parsed(path)["example"]],
        )

    @cached_property
    def things(self) -> set[str]:
        """The things of the game: the officials, and what the glossary explains or an edition has a term for."""
        glossary = parsed(self.folder / "languages" / "en.toml").get("terms", {})
        return {*OFFICIALS, *glossary, *(thing for raw in self.editions.values() for thing in raw.get("terms", {}))}

    @cached_property
    def clause_ids(self) -> set[str]:
        """The ids of the clauses."""
        return {raw.get("id", "") for _, raw in self.clauses}

    @cached_property
    def dispute_ids(self) -> set[str]:
        """The ids of the disputes."""
        return {raw.get("id", "") for raw in self.disputes}


def source(raw: Any) -> dict[str, Any]:
    """Return an edition's entry for a clause or dispute as a table, whether it is one or just the place."""
    return cast("dict[str, Any]", raw) if isinstance(raw, dict) else {"at": raw}


def key_faults(where: str, raw: Raw, known: frozenset[str], required: frozenset[str]) -> Iterator[str]:
    """Yield the keys that a table has but shouldn't, and those that it lacks."""
    yield from (f"{where}: unknown key {key!r}" for key in sorted(set(raw) - known))
    yield from (f"{where}: no {key}" for key in sorted(required - set(raw)))


def text_faults(where: str, raw: Raw, keys: Iterable[str]) -> Iterator[str]:
    """Yield the texts that have no English version."""
    for key in keys:
        if not isinstance(raw.get(key, {}), dict):
            yield f"{where}: {key}: words are given by language, as {key}.en"
        elif key in raw and not str(raw[key].get("en", "")).strip():
            yield f"{where}: {key}: no words in 'en'"


def unknown_clauses(where: str, names: Iterable[str], known: set[str]) -> Iterator[str]:
    """Yield the links to clauses that don't exist."""
    yield from (f"{where}: no clause {name!r}" for name in names if name not in known)


def duplicates(where: str, names: Iterable[object]) -> Iterator[str]:
    """Yield the names that occur more than once."""
    yield from (f"{where}: {name!r} stands more than once" for name, count in Counter(names).items() if count > 1)


def option_faults(where: str, option: str | None, reading: Any) -> Iterator[str]:
    """Yield what is wrong with an option and one of its values."""
    if option is not None and option not in OPTIONS:
        yield f"{where}: no option {option!r}"
    elif reading is not None and (
        option is None or not any(reading is value or reading == value for value in OPTIONS[option])
    ):
        yield f"{where}: {reading!r} is no value of {option}"
