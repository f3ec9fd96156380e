"""What modules add to players and table, declared once for position files, pictures and text."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from thurntaxis.fault import Fault
from thurntaxis.message import Message
from thurntaxis.position import Player, Position, Turn


def _plain(value: Any) -> Any:
    """Return a value as it is written in files."""
    return list(value) if isinstance(value, tuple) else value


class PlayerHolding(NamedTuple):
    """Something that a module gives to players: an attribute of `Player`, named like its `key`.

    The key names it in position files, too, and its label in every language. By `kind`, it holds the names of cards;
    the officials of tiles, one name for each tile; or a count of pieces. Where only some of these can be used in this
    turn (`is_limited`), the attribute `KEY_usable` says how many.
    """

    key: str
    kind: Literal["cards", "officials", "count"]
    is_limited: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """Its keys in position files."""
        return (self.key, f"{self.key}_usable") if self.is_limited else (self.key,)

    def value(self, player: Player) -> Any:
        """Return a player's value of it."""
        return getattr(player, self.key)

    def unusable(self, player: Player) -> int:
        """Return how many pieces of a count can't be used in this turn."""
        return getattr(player, self.key) - getattr(player, f"{self.key}_usable") if self.is_limited else 0


class TableHolding(NamedTuple):
    """Something that a module puts on the table.

    `key` names it in position files, and its label in every language. `value` returns, by `kind`, the cities where a
    piece lies; the number of tiles left by official; the count of pieces left; the index of the player who holds the
    one piece, or none; or a state of the deck or the turn, which is shown with it.
    """

    key: str
    kind: Literal["cities", "officials", "count", "holder", "state"]
    value: Callable[[Position], Any]


class Holdings(NamedTuple):
    """What a module adds to players, turn and table, and to position files.

    `of` says in words what rules have it. `turn_keys` and `turn` are keys that it has for the turn, and their values.
    `faults` yields what is impossible about all this; it is given the values at the table as they stand in the file,
    since those that follow from the rest of the position must be right there.
    """

    of: Message
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
        """Return a player's values in a position file."""
        return {key: _plain(getattr(player, key)) for key in self.player_keys}

    def table(self, position: Position) -> dict[str, Any]:
        """Return the table's values in a position file."""
        return {holding.key: _plain(holding.value(position)) for holding in self.of_table}

    def pieces_of(self, position: Position, at: int) -> Iterator[str]:
        """Yield the keys of the pieces of which there is only one, and which this player holds."""
        return (piece.key for piece in self.of_table if piece.kind == "holder" and piece.value(position) == at)
