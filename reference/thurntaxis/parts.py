"""The parts of a rule set: those of the base game are in `thurntaxis.steps`, and modules change them."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from thurntaxis.board import Board
from thurntaxis.clauses import Note
from thurntaxis.events import Event
from thurntaxis.holdings import Holdings, PlayerHolding, TableHolding
from thurntaxis.options import Options
from thurntaxis.position import Player, Position
from thurntaxis.rules import Action, Condition, Moment, Step
from thurntaxis.values import UNKNOWN

Change = Callable[[Position, Note], Position]
"""A change of the position that records its effects."""

Permits = Callable[[Position, Event], tuple[str, ...]]
"""Names the clauses that permit a legal event."""


@dataclass(frozen=True, eq=False, repr=False)
class Officials:
    """How officials are used: the same for all of them.

    `moments` are the conditions on using an official now, `use` is what comes of it besides the official's own help,
    `permits` names clauses that permit it besides those of the official.
    """

    moments: Callable[[str], tuple[Moment, ...]]
    use: Callable[[Position, str, Note], Position]
    permits: Callable[[Position, str], tuple[str, ...]]

    def offered(self, position: Position, official: str) -> bool:
        """Return whether nothing objects to using the official now."""
        return all(moment(position) is None for moment in self.moments(official))


@dataclass(frozen=True, eq=False, repr=False)
class Places:
    """Where a card can be played.

    `put` moves a card from the hand to a place, by the word for the place; `offered` lists the places that may take a
    card now; `conditions` are those on a card and its place; `permits` names clauses that permit the place.
    """

    put: Mapping[str, Callable[[Position, Event, Note], Position]]
    offered: Callable[[Position], tuple[str, ...]]
    conditions: tuple[Condition, ...]
    permits: Permits

    @property
    def form(self) -> str:
        """How places are written in events."""
        return "|".join(self.put)


@dataclass(frozen=True, eq=False, repr=False)
class Parts:
    """Everything that is chosen when a rule set is built. A module is a function from parts to parts."""

    board: Board
    options: Options
    """The readings of the options."""
    steps: tuple[Callable[["Parts"], Step], ...]
    """What makes the steps of a turn out of the other parts, in the order of the rulebook."""
    begin: Change
    """Beginning the turn of the player who is next."""
    reveals: tuple[Action, ...]
    """The events of chance."""
    officials: Officials
    """When and how officials are used."""
    places: Places
    """Where a card can be played."""
    closing: tuple[Moment, ...]
    """The further conditions on closing a route."""
    houses: tuple[Condition, ...]
    """The further conditions on the houses that it brings."""
    place_houses: Callable[[Position, tuple[str, ...], Note], Position]
    award_route: Change
    """Taking the tile for the length of the route that is being closed."""
    awards: tuple[Change, ...]
    """Taking, after that, the tiles that houses bring."""
    decline: tuple[str, ...]
    """The clauses that permit declining an earned carriage; without any, it can't be declined."""
    no_carriage: Change
    """What happens when a closed route brings no carriage."""
    discard_route: Change
    finish: Change
    """What follows the last turn."""
    settle: Change
    """What happens after every event."""
    points: tuple[Callable[[Position, Player], int], ...]
    """The terms of a player's score."""
    set_up: tuple[Callable[[Position], Position], ...] = ()
    """What the modules add to the table before the first card is revealed."""
    carriages: bool = True
    """Whether there are carriages to be taken."""
    interrupted: Callable[[Position], bool] = lambda position: False
    """Whether the turn may have been interrupted, by something that gave players cards or houses."""
    unknown_cards: tuple[str, ...] = (UNKNOWN,)
    """How an unknown card is written, in a hand or among the discards."""
    holdings: tuple[Holdings, ...] = ()
    """What the modules add to what players and the table hold."""

    @functools.cached_property
    def player_holdings(self) -> tuple[PlayerHolding, ...]:
        """What the modules give to players."""
        return tuple(holding for added in self.holdings for holding in added.of_players)

    @functools.cached_property
    def table_holdings(self) -> tuple[TableHolding, ...]:
        """What the modules put on the table."""
        return tuple(holding for added in self.holdings for holding in added.of_table)

    def cities_with_pieces(self, position: Position) -> set[str]:
        """Return the cities where a piece of a module lies."""
        holdings = self.table_holdings
        return {city for holding in holdings if holding.kind == "cities" for city in holding.value(position)}
