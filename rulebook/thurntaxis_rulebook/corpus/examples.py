"""Examples as data: a table, an event, and what the rules make of it. examples/turn.toml explains the keys."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from thurntaxis_rulebook.corpus.load import FOLDER, chapters
from thurntaxis_rulebook.corpus.model import Dispute, Reading
from thurntaxis_rulebook.corpus.toml_files import Entries, table

CLAIMS = frozenset({"refused", "brings", "after", "offers", "scores", "winner", "best", "otherwise"})
"""The keys of what an example claims of its table and event."""


@dataclass(frozen=True, eq=False)
class Example:
    """A table, an event on it, and what follows; what is not said is not claimed."""

    id: str
    clauses: tuple[str, ...]
    chapter: str
    position: Mapping[str, Any]
    event: str | None = None
    printed: tuple[str, ...] = ()
    like: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()
    after: Mapping[str, Any] | None = None
    offers: tuple[str, ...] | None = None
    scores: tuple[int, ...] | None = None
    winner: int | None = None
    dispute: str | None = None
    best: tuple[str, ...] = ()
    otherwise: "Example | None" = None
    """What the other reading of the dispute makes of the same table and event."""

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions under which the example runs: those that print it, else the one that its table names."""
        return self.printed or (self.position.get("rules", {}).get("edition", "en-yucata"),)

    def under(self, edition: str) -> dict[str, Any]:
        """Return the position under an edition, complete."""
        rules = {**self.position.get("rules", {}), "edition": edition}
        return {**_table(self.position), **self.position, "rules": rules}


def _table(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a position has where it does not say otherwise: examples/tables.toml, less what players have."""
    tables = table(FOLDER / "examples" / "tables.toml")
    modules = position.get("rules", {}).get("modules", ())
    board, players = position.get("board", "south"), position["players"]
    found: dict[str, Any] = {"thurntaxis": 1, "board": board, "turn": {"phase": "draw"}}
    found["display"] = tables[board]["display"]
    if "princess-messenger" in modules:
        houses = {city for player in players for city in player.get("houses", ())}
        found["letters"] = [city for city in tables[board]["cities"] if city not in houses]
    if "offices-of-honor" in modules:
        held = Counter(office for player in players for office in player.get("offices", ()))
        stacks = dict(tables["offices"][str(len(players))])
        if "power-and-glory" in modules:
            del stacks["cartwright"]
        found["offices"] = {office: count - held[office] for office, count in stacks.items()}
        found["chips"] = tables["offices"]["chips"] - sum(player.get("chips", 0) for player in players)
    return found


@cache
def examples() -> Entries[Example]:
    """Return the examples by id, chapter by chapter."""
    files = ((chapter, FOLDER / "examples" / f"{chapter}.toml") for chapter in chapters())
    return Entries("example", [(chapter, path) for chapter, path in files if path.exists()], _example)


def examples_of(clause: str) -> list[Example]:
    """Return the examples that show a clause, those first that show it above all."""
    shown = [example for example in examples().mentioning(clause) if clause in example.clauses]
    return sorted(shown, key=lambda example: example.clauses.index(clause))


def examples_deciding(dispute: str) -> list[Example]:
    """Return the examples on one table that decide a dispute by the ruling, or by each value of its option."""
    return [example for example in examples().mentioning(dispute) if example.dispute == dispute]


@dataclass(frozen=True, eq=False)
class Decision:
    """A table on which the readings of a dispute decide differently: by each of them, an example of what follows.

    The readings are the values of the option, or else the ruling followed here and the other reading.
    """

    by: Mapping[Reading, Example]

    @property
    def example(self) -> Example:
        """The example whose table it is."""
        return next(iter(self.by.values()))

    @property
    def best_changes(self) -> bool | None:
        """Whether the readings have different best turns; none if no best turn is told."""
        turns = {example.best for example in self.by.values()}
        return None if turns == {()} else len(turns) > 1

    @property
    def about_best(self) -> str:
        """The name of the label that says whether the best turn changes, or why it is not told."""
        if self.best_changes is not None:
            return "best-changes" if self.best_changes else "best-stays"
        return "no-turn-left" if self.example.position.get("turn", {}).get("phase") == "over" else "best-unknown"

    @property
    def places(self) -> tuple[str, ...]:
        """The paths of `after` that every reading which allows the event speaks of."""
        told = [example.after for example in self.by.values() if example.after]
        return tuple(path for path in told[0] if all(path in after for after in told)) if told else ()


RULING, OTHER = "ruling", "other"
"""The names of the readings where there is no option."""


def decision_on(dispute: Dispute) -> Decision | None:
    """Return the table that decides a dispute by every reading; none where no table can."""
    found = examples_deciding(dispute.id)
    if not found:
        return None
    if dispute.option is not None:
        return Decision({example.position["rules"]["options"][dispute.option]: example for example in found})
    (example,) = found
    return Decision({RULING: example, OTHER: example.otherwise or example})


def _example(raw: Mapping[str, Any], chapter: str) -> Example:
    """Return an example; what the other reading makes of it is one too, with the same table and event."""
    otherwise = raw.get("otherwise")
    same = {key: value for key, value in raw.items() if key not in CLAIMS}
    return Example(
        id=raw["id"],
        clauses=tuple(raw["clauses"]),
        chapter=chapter,
        position=raw["position"],
        event=raw.get("event"),
        printed=tuple(raw.get("printed", ())),
        like=tuple(raw.get("like", ())),
        refused=tuple(raw.get("refused", ())),
        brings=tuple(raw.get("brings", ())),
        after=raw.get("after"),
        offers=tuple(raw["offers"]) if "offers" in raw else None,
        scores=tuple(raw["scores"]) if "scores" in raw else None,
        winner=raw.get("winner"),
        dispute=raw.get("dispute"),
        best=tuple(raw.get("best", ())),
        otherwise=_example({**same, "best": raw.get("best", ()), **otherwise}, chapter) if otherwise else None,
    )
