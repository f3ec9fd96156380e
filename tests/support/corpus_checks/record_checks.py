"""Checks of the chapters, clauses, editions, disputes and examples, on their files as they are."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast, get_args

from thurntaxis.officials import OFFICIALS
from thurntaxis.options import MODULES, options_of
from thurntaxis_rulebook.corpus.examples import CLAIMS
from thurntaxis_rulebook.corpus.record_types import KINDS, Nature, NoTable
from thurntaxis_rulebook.corpus.toml_files import parsed

Raw = Mapping[str, Any]
"""A table of a TOML file."""

NATURES: tuple[str, ...] = get_args(Nature)
NO_TABLES: tuple[str, ...] = get_args(NoTable)
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


# ---- editions

_EDITION_OPTIONAL = frozenset({"translator", "publisher", "date", "examples"})
_EDITION_REQUIRED = frozenset(
    {*("order", "language", "title", "about", "sections"), *("terms", "options", "clauses", "disputes", "silent")}
)
_DETAIL = re.compile(r"(item [0-9a-z]+|case [12]|note( [0-9]+)?|example|table( [0-9]+)?|picture|[0-9]+)")


def edition_faults(corpus: RawCorpus) -> Iterator[str]:
    """Yield what is wrong with the editions."""
    yield from duplicates("editions: order", (raw.get("order") for raw in corpus.editions.values()))
    for id_, raw in corpus.editions.items():
        where = f"editions/{id_}.toml"
        yield from key_faults(where, raw, _EDITION_REQUIRED | _EDITION_OPTIONAL, _EDITION_REQUIRED)
        yield from text_faults(where, raw, ["about"])
        yield from _reading_faults(f"{where}: options", raw, corpus)
        for kind, known in (("clauses", corpus.clause_ids), ("disputes", corpus.dispute_ids)):
            yield from _source_faults(where, raw, kind, known, _expected(raw, corpus))
        shown = {example.get("id") for example in corpus.examples}
        for key, names in raw.get("examples", {}).items():
            yield from (f"{where}: examples: {key}: no example {name!r}" for name in names if name not in shown)


def _expected(edition: Raw, corpus: RawCorpus) -> set[str]:
    """Return the clauses and disputes of which an edition has to say where it states them, or that it doesn't."""
    placed = edition.get("clauses", {})
    chapters = {file for file, raw in corpus.clauses if raw.get("id") in placed}
    clauses = [raw for file, raw in corpus.clauses if file in chapters and not raw.get("ruling", False)]
    spoken = (raw for raw in corpus.disputes if raw.get("nature") != "silence")
    disputes = [raw for raw in spoken if placed.keys() & raw.get("clauses", [])[:1]]
    return {raw.get("id", "") for raw in (*clauses, *disputes)}


def _reading_faults(where: str, edition: Raw, corpus: RawCorpus) -> Iterator[str]:
    """Yield the options without a reading that the edition speaks of, and readings that are not values of an option."""
    options, disputes = edition.get("options", {}), edition.get("disputes", {})
    spoken = (raw["option"] for raw in corpus.disputes if "option" in raw and raw.get("id") in disputes)
    yield from (f"{where}: no {option}" for option in spoken if option not in options)
    for option, reading in options.items():
        yield from option_faults(where, option, reading)


def _source_faults(where: str, edition: Raw, kind: str, known: set[str], expected: set[str]) -> Iterator[str]:
    """Yield what is wrong with an edition's places for the clauses or the disputes."""
    placed, silent = edition.get(kind, {}), edition.get("silent", {}).get(kind, [])
    yield from (f"{where}: {kind}: nothing has the id {id_!r}" for id_ in (*placed, *silent) if id_ not in known)
    yield from duplicates(f"{where}: {kind} and silent.{kind}", (*placed, *silent))
    missing = sorted(known & expected - {*placed, *silent})
    yield from (f"{where}: {kind}: no place for {id_} (silent.{kind} lists those without)" for id_ in missing)
    for id_, raw in placed.items():
        entry = source(raw)
        yield from key_faults(f"{where}: {id_}", entry, frozenset({"at", "says"}), frozenset({"at"}))
        yield from text_faults(f"{where}: {id_}", entry, ["says"])
        yield from (f"{where}: {id_}: {fault}" for fault in _place_faults(str(entry.get("at", "")), edition))


def _place_faults(places: str, edition: Raw) -> Iterator[str]:
    """Yield what is wrong with places; corpus.toml explains how they are written."""
    parts = edition.get("sections", {})
    for place in places.split("; "):
        section, *rest = place.split(", ")
        if section not in parts:
            yield f"{place!r}: no section {section!r}"
            continue
        if rest and rest[0] in parts[section]:
            rest = rest[1:]
        numbers = [detail for detail in rest if detail.isdigit()]
        if (
            not all(_DETAIL.fullmatch(detail) for detail in rest)
            or len(numbers) > 1
            or numbers != rest[-1:] * len(numbers)
        ):
            yield f"{place!r}: no such place"


# ---- clauses, disputes and examples

_CLAUSE_REQUIRED = frozenset({"id", "kind", "title", "text"})
_CLAUSE = _CLAUSE_REQUIRED | {"note", "enforceable", "ruling", "option", "reading", "exception-to", "depends"}
_DISPUTE_REQUIRED = frozenset({"id", "nature", "question", "ruling", "reason", "clauses"})
_DISPUTE = _DISPUTE_REQUIRED | {"option", "title", "other", "no-table"}

_CLAUSE_ID = re.compile(r"[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*")
_DISPUTE_ID = re.compile(r"[a-z]+(-[a-z0-9]+)*")


def chapter_faults(corpus: RawCorpus) -> Iterator[str]:
    """Yield what is wrong with the chapters."""
    names = [chapter.get("name", "") for chapter in corpus.chapters]
    files = {path.stem for path in (corpus.folder / "clauses").glob("*.toml")}
    yield from duplicates("corpus.toml: chapter", names)
    yield from (f"corpus.toml: chapter {name} has no file" for name in names if name not in files)
    yield from (f"clauses/{name}.toml: no chapter of this name" for name in sorted(files - set(names)))
    for chapter in corpus.chapters:
        yield from text_faults(f"corpus.toml: chapter {chapter.get('name')}", chapter, ["title"])


def clause_faults(corpus: RawCorpus) -> Iterator[str]:
    """Yield what is wrong with the clauses."""
    yield from duplicates("clauses: id", [raw.get("id", "") for _, raw in corpus.clauses])
    for file, raw in corpus.clauses:
        id_ = raw.get("id", "")
        where = f"clauses/{file}: {id_}"
        yield from key_faults(where, raw, _CLAUSE, _CLAUSE_REQUIRED)
        if not _CLAUSE_ID.fullmatch(id_):
            yield f"{where}: an id is WORD-WORD.WORD-WORD, in small letters"
        if raw.get("kind") not in KINDS:
            yield f"{where}: kind {raw.get('kind')!r} is none of {', '.join(KINDS)}"
        yield from text_faults(where, raw, ["title", "text", "note"])
        for key in ("exception-to", "depends"):
            yield from unknown_clauses(f"{where}: {key}", raw.get(key, []), corpus.clause_ids - {id_})
        yield from option_faults(where, raw.get("option"), raw.get("reading"))
        if ("option" in raw) != ("reading" in raw):
            yield f"{where}: an option and its reading are wanted together"


def dispute_faults(corpus: RawCorpus) -> Iterator[str]:
    """Yield what is wrong with the disputes."""
    yield from duplicates("disputes.toml: id", [raw.get("id", "") for raw in corpus.disputes])
    for raw in corpus.disputes:
        where = f"disputes.toml: {raw.get('id')}"
        yield from key_faults(where, raw, _DISPUTE, _DISPUTE_REQUIRED)
        if not _DISPUTE_ID.fullmatch(raw.get("id", "")):
            yield f"{where}: an id is WORD-WORD, in small letters"
        if raw.get("nature") not in NATURES:
            yield f"{where}: nature {raw.get('nature')!r} is none of {', '.join(NATURES)}"
        yield from text_faults(where, raw, ["title", "question", "ruling", "reason", "other"])
        yield from _decision_faults(where, raw, corpus)
        if not raw.get("clauses"):
            yield f"{where}: clauses: at least one is wanted"
        yield from unknown_clauses(f"{where}: clauses", raw.get("clauses", []), corpus.clause_ids)
        yield from option_faults(where, raw.get("option"), None)


def _decision_faults(where: str, raw: Raw, corpus: RawCorpus) -> Iterator[str]:
    """Yield a fault unless examples decide the dispute by every reading, or it gives a reason why none does."""
    deciding = [example for example in corpus.examples if example.get("dispute") == raw.get("id")]
    if sum(key in raw for key in ("option", "other", "no-table")) != 1:
        yield f"{where}: one of option, other and no-table is wanted"
    elif "no-table" in raw:
        if raw["no-table"] not in NO_TABLES:
            yield f"{where}: no-table {raw['no-table']!r} is none of {', '.join(NO_TABLES)}"
        if deciding:
            yield f"{where}: no-table, but the example {deciding[0]['id']} shows one"
    elif "other" in raw:
        if len(deciding) != 1 or "otherwise" not in deciding[0]:
            yield f"{where}: one example with what follows otherwise is wanted, or no-table with the reason"
    else:
        values = OPTIONS.get(raw["option"], ())
        shown = tuple(example["position"]["rules"]["options"].get(raw["option"]) for example in deciding)
        if shown != values:
            yield f"{where}: an example by each value of {raw['option']} is wanted, in the order of options.py"
    if ("option" in raw) != ("title" in raw):
        yield f"{where}: a title is wanted where there is an option, and only there"


def example_record_faults(corpus: RawCorpus) -> Iterator[str]:
    """Yield examples that decide an unknown dispute, or say what follows otherwise without deciding one."""
    for raw in corpus.examples:
        where = f"examples: {raw.get('id')}"
        if "dispute" in raw and raw["dispute"] not in corpus.dispute_ids:
            yield f"{where}: no dispute {raw['dispute']!r}"
        if "otherwise" in raw:
            yield from key_faults(f"{where}: otherwise", raw["otherwise"], CLAIMS - {"otherwise"}, frozenset())
            if "dispute" not in raw:
                yield f"{where}: otherwise, but no dispute"


def ruling_faults(corpus: RawCorpus) -> Iterator[str]:
    """Yield clauses wrongly marked as rulings or not, and rulings and options that no dispute explains.

    A ruling is a clause that no edition states.
    """
    disputed = {name for raw in corpus.disputes for name in raw.get("clauses", [])}
    options = {(raw.get("option"), name) for raw in corpus.disputes for name in raw.get("clauses", [])}
    stated = {id_ for edition in corpus.editions.values() for id_ in edition.get("clauses", {})}
    for file, raw in corpus.clauses:
        where = f"clauses/{file}: {raw.get('id')}"
        ruling = raw.get("ruling", False)
        if ruling and raw.get("id") in stated:
            yield f"{where}: a ruling, though an edition speaks of it"
        if raw.get("id") not in stated and not ruling and raw.get("kind") != "notation":
            yield f"{where}: no edition speaks of it, so it is a ruling"
        if ruling and raw.get("id") not in disputed:
            yield f"{where}: a ruling without a dispute"
        if "option" in raw and (raw["option"], raw.get("id")) not in options:
            yield f"{where}: an option without a dispute"


RECORD_CHECKS = (chapter_faults, edition_faults, clause_faults, dispute_faults, example_record_faults, ruling_faults)
