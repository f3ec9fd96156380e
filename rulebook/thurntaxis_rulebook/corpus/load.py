"""The corpus, read from its TOML files. `checking.check` tells whether these are sound; here they are taken as such."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from thurntaxis_rulebook.corpus.languages import Words
from thurntaxis_rulebook.corpus.model import Chapter, Clause, Dispute, Edition, Section, Source
from thurntaxis_rulebook.corpus.toml_files import Entries, table

FOLDER = Path(__file__).parents[1]
"""Where the corpus lies."""


class UnknownClause(LookupError):
    """No clause has this id; the message suggests the nearest ones."""


@cache
def chapters() -> dict[str, Chapter]:
    """Return the chapters by name, in the order of the booklets."""
    return {
        raw["name"]: Chapter(raw["name"], Words(raw["title"]["en"], "chapters", raw["name"]))
        for raw in table(FOLDER / "corpus.toml")["chapter"]
    }


@cache
def clauses() -> Entries[Clause]:
    """Return the clauses by id, chapter by chapter."""
    return Entries("clause", [(chapter, FOLDER / "clauses" / f"{chapter}.toml") for chapter in chapters()], _clause)


def clause(id: str) -> Clause:  # noqa: A002
    """Return the clause with this id.

    Raises:
        UnknownClause: if there is none.
    """
    try:
        return clauses()[id]
    except KeyError:
        raise UnknownClause(_unknown(id)) from None


@cache
def editions() -> dict[str, Edition]:
    """Return the editions by id."""
    return {raw["id"]: _edition(raw) for raw in table(FOLDER / "editions.toml")["edition"]}


@cache
def disputes() -> Entries[Dispute]:
    """Return the disputes by id."""
    return Entries("dispute", [("", FOLDER / "disputes.toml")], _dispute)


def disputes_about(id: str) -> list[Dispute]:  # noqa: A002
    """Return the disputes that concern this clause."""
    return [dispute for dispute in disputes().mentioning(id) if id in dispute.clauses]


def _unknown(name: str) -> str:
    """Say that there is no such clause, and what may have been meant."""
    from difflib import get_close_matches

    word = name.casefold()
    near = get_close_matches(word, clauses(), n=3, cutoff=0.5)
    near += [known for known in clauses() if word in known.split(".") and known not in near]
    return f"no clause {name!r}" + (f" (did you mean {', '.join(near[:5])}?)" if near else "")


def _source(raw: str | Mapping[str, Any], *path: str) -> Source:
    """Return the source of its short form, a place, or of its long one."""
    if isinstance(raw, str):
        return Source(raw)
    says = Words(raw["says"]["en"], *path) if "says" in raw else None
    return Source(raw["at"], says, raw.get("reading"))


def _sources(raw: Mapping[str, Any], *path: str) -> dict[str, Source]:
    return {edition: _source(source, *path, "says", edition) for edition, source in raw.items()}


def _clause(raw: Mapping[str, Any], chapter: str) -> Clause:
    return Clause(
        id=raw["id"],
        kind=raw["kind"],
        title=Words(raw["title"]["en"], "clauses", raw["id"], "title"),
        text=Words(raw["text"]["en"], "clauses", raw["id"], "text"),
        sources=_sources(raw["sources"], "clauses", raw["id"]),
        chapter=chapter,
        enforceable=raw.get("enforceable", True),
        ruling=raw.get("ruling", False),
        option=raw.get("option"),
        reading=raw.get("reading"),
        exception_to=tuple(raw.get("exception-to", ())),
        depends=tuple(raw.get("depends", ())),
    )


def _edition(raw: Mapping[str, Any]) -> Edition:
    return Edition(
        id=raw["id"],
        language=raw["language"],
        title=raw["title"],
        about=Words(raw["about"]["en"], "editions", raw["id"]),
        sections=tuple(
            Section(
                section["name"],
                section.get("heading", ""),
                tuple(part["name"] for part in raw["parts"] if part["section"] == section["name"]),
            )
            for section in raw["sections"]
        ),
        terms={concept: tuple(words) for concept, words in raw["terms"].items()},
        translator=raw.get("translator", ""),
        publisher=raw.get("publisher", ""),
        date=raw.get("date", ""),
    )


def _dispute(raw: Mapping[str, Any], _chapter: str) -> Dispute:
    return Dispute(
        id=raw["id"],
        nature=raw["nature"],
        question=Words(raw["question"]["en"], "disputes", raw["id"], "question"),
        ruling=Words(raw["ruling"]["en"], "disputes", raw["id"], "ruling"),
        reason=Words(raw["reason"]["en"], "disputes", raw["id"], "reason"),
        editions=_sources(raw["editions"], "disputes", raw["id"]),
        clauses=tuple(raw["clauses"]),
        option=raw.get("option"),
        other=Words(raw["other"]["en"], "disputes", raw["id"], "other") if "other" in raw else None,
        no_table=raw.get("no-table"),
    )
