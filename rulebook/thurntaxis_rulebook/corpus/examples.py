"""Examples as data: a position, an event, and what follows by the rules. examples/turn.toml explains the keys."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from thurntaxis import DEFAULT_EDITION, Position
from thurntaxis.io.read import position_from_data
from thurntaxis_rulebook.corpus.loading import FOLDER, chapters, edition_file, edition_ids, record
from thurntaxis_rulebook.corpus.loading import clause as known
from thurntaxis_rulebook.corpus.record_types import Dispute, Reading
from thurntaxis_rulebook.corpus.toml_files import contents, value

CLAIMS = frozenset({"refused", "brings", "after", "offers", "scores", "winner", "best", "otherwise"})
"""The keys that claim something about the position and the event."""


@dataclass(frozen=True, eq=False)
class Example:
    """A position, an event in it, and what follows; a field that is empty or None claims nothing."""

    id: str
    clauses: tuple[str, ...]
    chapter: str
    position: Mapping[str, Any]
    event: str | None = None
    printed: tuple[str, ...] = ()
    """The editions that print it."""
    like: tuple[str, ...] = ()
    """The editions that print a similar example, which can't be shown as printed."""
    refused: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()
    after: Mapping[str, Any] | None = None
    offers: tuple[str, ...] | None = None
    scores: tuple[int, ...] | None = None
    winner: int | None = None
    dispute: str | None = None
    best: tuple[str, ...] = ()
    otherwise: "Example | None" = None
    """What follows from the same position and event by the other reading of the dispute."""

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions under which the example runs: those that print it, else the one that its position names."""
        return self.printed or (self.position.get("rules", {}).get("edition", DEFAULT_EDITION),)

    def position_under(self, edition: str) -> Position:
        """Return the complete position under an edition; raise `PositionError` if it isn't possible."""
        display = value(FOLDER / "examples" / "tables.toml", "display", self.position.get("board", "south"))
        rules = {**self.position.get("rules", {}), "edition": edition}
        return position_from_data({"display": display, **self.position, "rules": rules})


@cache
def examples() -> Mapping[str, Example]:
    """Return the examples by id, chapter by chapter."""
    files = {chapter: FOLDER / "examples" / f"{chapter}.toml" for chapter in chapters()}
    return {
        raw["id"]: _example(raw, chapter)
        for chapter, path in files.items()
        if path.exists()
        for raw in contents(path)["example"]
    }


def examples_of(clause: str) -> list[Example]:
    """Return the examples of a clause, first those of which it is the main clause."""
    shown = [example for example in examples().values() if known(clause).id in example.clauses]
    return sorted(shown, key=lambda example: example.clauses.index(clause))


def examples_deciding(dispute: str) -> list[Example]:
    """Return the examples, all in one position, that decide a dispute by the ruling or by each value of its option."""
    return [example for example in examples().values() if example.dispute == dispute]


@dataclass(frozen=True, eq=False)
class Decision:
    """A position in which the readings of a dispute lead to different results, with an example for each reading.

    The readings are the values of the option, or else the ruling adopted here and the other reading.
    """

    by: Mapping[Reading, Example]

    @property
    def example(self) -> Example:
        """The example that gives the position."""
        return next(iter(self.by.values()))

    @property
    def best_changes(self) -> bool | None:
        """Whether the best turn depends on the reading; None if the examples name no best turn."""
        follow = ("carriage", "keep")  # an earned carriage may come by itself, and after the last turn no card counts
        turns = {tuple(event for event in one.best if event.split()[0] not in follow) for one in self.by.values()}
        return len(turns) > 1 if self.example.best else None

    @property
    def about_best(self) -> str:
        """Whether the best turn changes, or why none is given, as a word for programs."""
        if self.best_changes is not None:
            return "best-changes" if self.best_changes else "best-stays"
        return "no-turn-left" if self.example.position.get("turn", {}).get("phase") == "over" else "best-unknown"

    @property
    def places(self) -> tuple[str, ...]:
        """The paths in `after` that all readings under which the event is legal have in common."""
        told = [example.after for example in self.by.values() if example.after]
        return tuple(path for path in told[0] if all(path in after for after in told)) if told else ()


RULING, OTHER = "ruling", "other"
"""The names of the two readings of a dispute without an option."""


def decision_on(dispute: Dispute) -> Decision | None:
    """Return the position that decides a dispute with the result by every reading; None if no position can."""
    found = examples_deciding(dispute.id)
    if not found:
        return None
    if dispute.option is not None:
        return Decision({example.position["rules"]["options"][dispute.option]: example for example in found})
    (example,) = found
    return Decision({RULING: example, OTHER: example.otherwise or example})


def _example(raw: Mapping[str, Any], chapter: str) -> Example:
    """Return an example; its `otherwise` is an example too, with the same position and event."""
    otherwise = raw.get("otherwise")
    same = {key: value for key, value in raw.items() if key not in CLAIMS}
    return record(
        Example,
        raw,
        chapter=chapter,
        printed=_editions_with("printed").get(raw["id"], ()),
        like=_editions_with("like").get(raw["id"], ()),
        otherwise=_example({**same, "best": raw.get("best", ()), **otherwise}, chapter) if otherwise else None,
    )


@cache
def _editions_with(key: str) -> Mapping[str, tuple[str, ...]]:
    """Return the editions that list each example as `printed` or `like`."""
    found: dict[str, tuple[str, ...]] = {}
    for edition in edition_ids():
        for example in value(edition_file(edition), "examples").get(key, ()):
            found[example] = (*found.get(example, ()), edition)
    return found
