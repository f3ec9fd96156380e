"""What modules add to what players and the table hold: declared once, for position files, pictures and text."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from thurntaxis.fault import Fault
from thurntaxis.position import Player, Position, Turn


class PlayerHolding(NamedTuple):
    """Something that a module gives to players.

    `key` names it in position files, and its label in every language. `value` returns, by `kind`, the names of cards;
    the officials of tiles, one name for each tile; or a count of pieces. Where only some of these can be used in this
    turn, `usable` returns how many.
    """

    key: str
    kind: Literal["cards", "officials", "count"]
    value: Callable[[Player], Any]
    usable: Callable[[Player], int] | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of position files in which it stands."""
        return (self.key,) if self.usable is None else (self.key, f"{self.key}_usable")

    def data(self, player: Player) -> dict[str, Any]:
        """Return what a position file says of it."""
        value = self.value(player)
        found = {self.key: list(value) if isinstance(value, tuple) else value}
        return found if self.usable is None else {**found, f"{self.key}_usable": self.usable(player)}


class TableHolding(NamedTuple):
    """Something that a module puts on the table.

    `key` names it in position files, and its label in every language. `value` returns, by `kind`, the cities where a
    piece lies; the number of tiles left by official; the count of pieces left; the index of the player who holds the
    one piece, or none; or a state of the deck or the turn, which is shown with it.
    """

    key: str
    kind: Literal["cities", "officials", "count", "holder", "state"]
    value: Callable[[Position], Any]

    def data(self, position: Position) -> Any:
        """Return what a position file says of it."""
        value = self.value(position)
        return list(value) if isinstance(value, tuple) else value


class Holdings(NamedTuple):
    """What a module adds to players, turn and table, and to position files.

    `of` says in words which games have it. `turn_keys` and `turn` are keys that it has for the turn, and their values.
    `faults` yields what is impossible about all this; it is given the values at the table as they stand in the file,
    since those that follow from the rest of the position must be right there.
    """

    of: str
    faults: Callable[[Position, Mapping[str, Any]], Iterator[Fault]]
    of_players: tuple[PlayerHolding, ...] = ()
    of_table: tuple[TableHolding, ...] = ()
    turn_keys: tuple[str, ...] = ()
    turn: Callable[[Turn], dict[str, Any]] = lambda turn: {}

    @property
    def player_keys(self) -> tuple[str, ...]:
        """The keys of players in position files."""
        return tuple(key for holding in self.of_players for key in holding.keys)

    @property
    def table_keys(self) -> tuple[str, ...]:
        """The keys of the table in position files."""
        return tuple(holding.key for holding in self.of_table)

    def player(self, player: Player) -> dict[str, Any]:
        """Return what a position file says of a player."""
        return {key: value for holding in self.of_players for key, value in holding.data(player).items()}

    def table(self, position: Position) -> dict[str, Any]:
        """Return what a position file says of the table."""
        return {holding.key: holding.data(position) for holding in self.of_table}
