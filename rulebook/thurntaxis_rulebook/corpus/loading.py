"""Loads the corpus from its TOML files. It assumes that they are sound, which `checks.check` tests."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from thurntaxis.fault import InputError
from thurntaxis.message import Alternatives, Message, clipped
from thurntaxis_rulebook.corpus.languages import TranslatedText
from thurntaxis_rulebook.corpus.record_types import (
    SILENT,
    Chapter,
    Clause,
    Dispute,
    PrintedEdition,
    Reading,
    Source,
)
from thurntaxis_rulebook.corpus.toml_files import contents, value

FOLDER = Path(__file__).parents[1]
"""The folder of the corpus."""


class UnknownClause(InputError, LookupError):
    """No clause has this id; the message suggests similar ones."""


@cache
def chapters() -> dict[str, Chapter]:
    """Return the chapters by name, in the order of the booklets."""
    return {
        raw["name"]: Chapter(raw["name"], TranslatedText(raw["title"]["en"], "chapters", raw["name"]))
        for raw in contents(FOLDER / "corpus.toml")["chapter"]
    }


@cache
def clauses() -> Mapping[str, Clause]:
    """Return the clauses by id, chapter by chapter."""
    files = {chapter: FOLDER / "clauses" / f"{chapter}.toml" for chapter in chapters()}
    return {raw["id"]: _clause(raw, chapter) for chapter, path in files.items() for raw in contents(path)["clause"]}


def clause(id: str) -> Clause:  # noqa: A002
    """Return the clause with this id.

    Raises:
        UnknownClause: if there is none.
    """
    try:
        return clauses()[id]
    except KeyError:
        raise UnknownClause('unknown clause "{text}"', _meant(id), clipped(id)) from None


@cache
def edition_ids() -> tuple[str, ...]:
    """Return the ids of the editions in the order in which they are listed."""
    orders = {path.stem: value(path, "order") for path in (FOLDER / "editions").glob("*.toml")}
    return tuple(sorted(orders, key=lambda edition: (orders[edition], edition)))


@cache
def editions() -> dict[str, PrintedEdition]:
    """Return the editions by id."""
    return {edition: _edition(edition) for edition in edition_ids()}


@cache
def edition_file(id: str) -> Path:  # noqa: A002
    """Return the file of an edition."""
    return FOLDER / "editions" / f"{id}.toml"


@cache
def disputes() -> Mapping[str, Dispute]:
    """Return the disputes by id."""
    return {raw["id"]: _dispute(raw) for raw in contents(FOLDER / "disputes.toml")["dispute"]}


def disputes_about(id: str) -> list[Dispute]:  # noqa: A002
    """Return the disputes that concern a clause."""
    return [dispute for dispute in disputes().values() if id in dispute.clauses]


def _meant(name: str) -> Message:
    """Return what may be meant by an id that no clause has."""
    from difflib import get_close_matches

    word = name.casefold()
    near = get_close_matches(word, clauses(), n=3, cutoff=0.5)
    near += [known for known in clauses() if word in known.split(".") and known not in near]
    return (
        Message("did you mean {name}?", name=Alternatives(near[:5]))
        if near
        else Message("taxis rule lists the clauses")
    )


class Sources(Mapping[str, Source]):
    """The sources of a clause or dispute by edition; an edition's file is read when its source is needed."""

    def __init__(self, kind: str, id: str, option: str | None = None) -> None:  # noqa: A002
        """Take the id of one of the `clauses` or `disputes`; with the option of a dispute, sources have its reading."""
        self._kind, self._id, self._option = kind, id, option
        self._known: dict[str, Source] = {}

    def __getitem__(self, edition: str) -> Source:
        if edition not in self._known:
            if edition not in edition_ids():
                raise KeyError(edition)
            self._known[edition] = self._read(edition)
        return self._known[edition]

    def __iter__(self) -> Iterator[str]:
        return iter(edition_ids())

    def __len__(self) -> int:
        return len(edition_ids())

    def __repr__(self) -> str:
        return repr(dict(self))

    def _read(self, edition: str) -> Source:
        file = edition_file(edition)
        raw = value(file, self._kind).get(self._id, SILENT)
        reading: Reading | None = None
        if self._option is not None:  # the first value holds where the edition doesn't say
            from thurntaxis.editions import MODULES, options_of

            reading = value(file, "options").get(self._option, options_of(MODULES)[self._option][0])
        if isinstance(raw, str):
            return Source(raw, None, reading)
        says = TranslatedText(raw["says"]["en"], self._kind, self._id, "says", edition) if "says" in raw else None
        return Source(raw["at"], says, reading)


def _clause(raw: Mapping[str, Any], chapter: str) -> Clause:
    return Clause(
        id=raw["id"],
        kind=raw["kind"],
        title=TranslatedText(raw["title"]["en"], "clauses", raw["id"], "title"),
        text=TranslatedText(raw["text"]["en"], "clauses", raw["id"], "text"),
        sources=Sources("clauses", raw["id"]),
        chapter=chapter,
        enforceable=raw.get("enforceable", True),
        ruling=raw.get("ruling", False),
        option=raw.get("option"),
        reading=raw.get("reading"),
        exception_to=tuple(raw.get("exception-to", ())),
        depends=tuple(raw.get("depends", ())),
    )


def _edition(id: str) -> PrintedEdition:  # noqa: A002
    raw = contents(edition_file(id))
    return PrintedEdition(
        id=id,
        language=raw["language"],
        title=raw["title"],
        about=TranslatedText(raw["about"]["en"], "editions", id),
        terms={thing: tuple(terms) for thing, terms in raw["terms"].items()},
        translator=raw.get("translator", ""),
        publisher=raw.get("publisher", ""),
        date=raw.get("date", ""),
    )


def _dispute(raw: Mapping[str, Any]) -> Dispute:
    path = ("disputes", raw["id"])
    option = raw.get("option")
    return Dispute(
        id=raw["id"],
        nature=raw["nature"],
        question=TranslatedText(raw["question"]["en"], *path, "question"),
        ruling=TranslatedText(raw["ruling"]["en"], *path, "ruling"),
        reason=TranslatedText(raw["reason"]["en"], *path, "reason"),
        editions=Sources("disputes", raw["id"], option),
        clauses=tuple(raw["clauses"]),
        option=option,
        title=TranslatedText(raw["title"]["en"], *path, "title") if option else None,
        other=TranslatedText(raw["other"]["en"], *path, "other") if "other" in raw else None,
        no_table=raw.get("no-table"),
    )
