"""Game records: a starting position and the events that followed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from thurntaxis.arguments import checked
from thurntaxis.clauses import Effect, Objection
from thurntaxis.events import Event, EventError, IllegalEvent
from thurntaxis.position import Position

Cell = int | str | bool | None
"""The value of a cell in a table of data."""


@checked
@dataclass(frozen=True)
class Record:
    """A game: the position at its start (which names edition and options), the events, and the program that wrote it.

    A game that can be continued may also say who plays at each seat (an agent, or None for a person), and the seed that
    the rest of the deck is dealt with.
    """

    start: Position
    events: tuple[str, ...]
    engine: str = ""
    seats: tuple[str | None, ...] = ()
    seed: int | None = None

    @property
    def end(self) -> Position:
        """The position after the last event; raises like `Position.play`."""
        position = self.start
        for event in self.events:
            position = position.play(event)
        return position

    def rows(self) -> list[dict[str, Cell]]:
        """Return a flat row for each event, for tables of data; raise like `Position.play`.

        The columns:

        - `at`: the number of the event, and `turn`: that of the turn, both from 0;
        - `player`: the index of the player who decides, or for whom a card is revealed; `name`: the player's, if any;
        - `phase`: that of the turn before the event; `is_chance`: whether chance decides;
        - `event`: its line, and `verb`: its first word;
        - after the event: `deck` and `discarded`, the number of cards there, and `score_0`, `score_1` and so on, the
          victory points of each player, counted then.
        """
        rows: list[dict[str, Cell]] = []
        position, turn = self.start, 0
        for at, text in enumerate(self.events):
            before, event = position, position.parse(text)
            position = before.play(event)
            rows.append(
                {
                    "at": at,
                    "turn": turn,
                    "player": before.decider,
                    "name": before.own.name,
                    "phase": before.turn.phase,
                    "is_chance": before.is_chance,
                    "event": str(event),
                    "verb": event.verb,
                    "deck": position.deck_size,
                    "discarded": len(position.discard),
                    **{f"score_{index}": score for index, score in enumerate(position.scores())},
                }
            )
            turn += position.turn.player != before.turn.player
        return rows


class Replayed(NamedTuple):
    """One event of a record: the position before and after it, its effects, and why it can't be played, if it can't.

    `at` is the number of the event in the record, from 0.
    `after` is none if the event is illegal (`objections` say why) or is no event (`error` says so).
    """

    at: int
    text: str
    event: Event | None
    before: Position
    after: Position | None
    effects: tuple[Effect, ...] = ()
    objections: tuple[Objection, ...] = ()
    error: EventError | None = None


def replay(record: Record) -> Iterator[Replayed]:
    """Yield the events of a record one by one, up to the first that can't be played."""
    position = record.start
    for at, text in enumerate(record.events):
        try:
            event = position.parse(text)
        except EventError as error:
            yield Replayed(at, text, None, position, None, error=error)
            return
        try:
            after, effects = position.traced(event)
        except IllegalEvent as illegal:
            yield Replayed(at, text, event, position, None, objections=illegal.objections)
            return
        yield Replayed(at, text, event, position, after, effects)
        position = after
