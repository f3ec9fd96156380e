"""Checks of editions/ID.toml."""

import re
from collections.abc import Iterator

from thurntaxis_rulebook.corpus.checks.raw_corpus import (
    Raw,
    RawCorpus,
    duplicates,
    key_faults,
    option_faults,
    source,
    text_faults,
)

_OPTIONAL = frozenset({"translator", "publisher", "date", "examples"})
_REQUIRED = frozenset(
    {
        *("order", "language", "title", "about", "sections"),
        *("terms", "options", "clauses", "disputes", "silent"),
    }
)
_DETAIL = re.compile(r"(item [0-9a-z]+|case [12]|note( [0-9]+)?|example|table( [0-9]+)?|picture|[0-9]+)")


def edition_faults(corpus: RawCorpus) -> Iterator[str]:
    """Yield what is wrong with the editions."""
    yield from duplicates("editions: order", (raw.get("order") for raw in corpus.editions.values()))
    for id_, raw in corpus.editions.items():
        where = f"editions/{id_}.toml"
        yield from key_faults(where, raw, _REQUIRED | _OPTIONAL, _REQUIRED)
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
