"""Loads the corpus from its TOML files. It assumes that they are sound, which `checks.check` tests."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from thurntaxis.fault import InputError
from thurntaxis.message import Alternatives, Hint, Message, clipped
from thurntaxis.options import MODULES, options_of
from thurntaxis_rulebook.corpus.languages import TranslatedText
from thurntaxis_rulebook.corpus.record_types import SILENT, Chapter, Clause, Dispute, PrintedEdition, Reading, Source
from thurntaxis_rulebook.corpus.toml_files import contents, value

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_Record = TypeVar("_Record", bound="DataclassInstance")

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
    return {
        raw["id"]: record(Clause, raw, "clauses", raw["id"], chapter=chapter, sources=Sources("clauses", raw["id"]))
        for chapter, path in files.items()
        for raw in contents(path)["clause"]
    }


def clause(id: str) -> Clause:  # noqa: A002
    """Return the clause with this id; raise `UnknownClause` if there is none."""
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
    found = {edition: contents(edition_file(edition)) for edition in edition_ids()}
    return {
        edition: record(
            PrintedEdition,
            raw,
            id=edition,
            about=TranslatedText(raw["about"]["en"], "editions", edition),
            terms={thing: tuple(terms) for thing, terms in raw["terms"].items()},
        )
        for edition, raw in found.items()
    }


@cache
def edition_file(id: str) -> Path:  # noqa: A002
    """Return the file of an edition."""
    return FOLDER / "editions" / f"{id}.toml"


@cache
def disputes() -> Mapping[str, Dispute]:
    """Return the disputes by id."""
    return {
        raw["id"]: record(
            Dispute, raw, "disputes", raw["id"], editions=Sources("disputes", raw["id"], raw.get("option"))
        )
        for raw in contents(FOLDER / "disputes.toml")["dispute"]
    }


def disputes_about(id: str) -> list[Dispute]:  # noqa: A002
    """Return the disputes that concern a clause."""
    return [dispute for dispute in disputes().values() if clause(id).id in dispute.clauses]


def _meant(name: str) -> Message:
    """Return what may be meant by an id that no clause has."""
    from difflib import get_close_matches

    word = name.casefold()
    near = get_close_matches(word, clauses(), n=3, cutoff=0.5)
    near += [known for known in clauses() if word in known.split(".") and known not in near]
    return Hint("did you mean {name}?", name=Alternatives(near[:5])) if near else Hint("taxis rule lists the clauses")


class Sources(Mapping[str, Source]):
    """The sources of a clause or dispute by edition; an edition's file is read when its source is needed."""

    def __init__(self, kind: str, id: str, option: str | None = None) -> None:  # noqa: A002
        """Take the id of one of the `clauses` or `disputes`; with the option of a dispute, sources have its reading."""
        self._kind, self._id, self._option = kind, id, option

    def __getitem__(self, edition: str) -> Source:
        if edition not in edition_ids():
            raise KeyError(edition)
        file = edition_file(edition)
        raw = value(file, self._kind).get(self._id, SILENT)
        reading: Reading | None = None
        if self._option is not None:  # the first value holds where the edition doesn't say
            reading = value(file, "options").get(self._option, options_of(MODULES)[self._option][0])
        if isinstance(raw, str):
            return Source(raw, None, reading)
        says = TranslatedText(raw["says"]["en"], self._kind, self._id, "says", edition) if "says" in raw else None
        return Source(raw["at"], says, reading)

    def __iter__(self) -> Iterator[str]:
        return iter(edition_ids())

    def __len__(self) -> int:
        return len(edition_ids())

    def __repr__(self) -> str:
        return repr(dict(self))


def record(kind: type[_Record], raw: Mapping[str, Any], *path: str, **given: Any) -> _Record:
    """Return the record of a table, whose keys are the names of its fields, written with hyphens.

    The languages' files have its texts under the path. `given` are the fields that aren't read from the table.
    """

    def value(key: str) -> Any:
        found = raw[key]
        if isinstance(found, dict) and "en" in found:
            return TranslatedText(cast("dict[str, str]", found)["en"], *path, key)
        return tuple(cast("list[object]", found)) if isinstance(found, list) else found

    keys = {field.name: field.name.replace("_", "-") for field in fields(kind) if field.name not in given}
    return kind(**{name: value(key) for name, key in keys.items() if key in raw}, **given)
