"""Checks of the chapters, clauses, disputes and examples."""

import re
from collections.abc import Iterator

from thurntaxis_rulebook.corpus.checks.raw_corpus import (
    OPTIONS,
    Raw,
    RawCorpus,
    duplicates,
    key_faults,
    option_faults,
    text_faults,
    unknown_clauses,
)
from thurntaxis_rulebook.corpus.examples import CLAIMS
from thurntaxis_rulebook.corpus.record_types import KINDS, NATURES, NO_TABLES

_CLAUSE_REQUIRED = frozenset({"id", "kind", "title", "text"})
_CLAUSE = _CLAUSE_REQUIRED | {"enforceable", "ruling", "option", "reading", "exception-to", "depends"}
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
        yield from text_faults(where, raw, ["title", "text"])
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
            yield f"{where}: an example by each value of {raw['option']} is wanted, in the order of editions.py"
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
