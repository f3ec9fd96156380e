"""The stacks of office tiles, and the chips."""

from thurntaxis.clauses import Note, clause
from thurntaxis.position import Player, Position

STACKS: dict[int, dict[str, int]] = {
    2: {"administrator": 3, "postmaster": 4, "carrier": 4, "cartwright": 2},
    3: {"administrator": 5, "postmaster": 6, "carrier": 6, "cartwright": 3},
    4: {"administrator": 6, "postmaster": 8, "carrier": 8, "cartwright": 4},
}
"""The numbers of office tiles, by the number of players."""

CHIPS = 12
"""The number of chips."""


@clause("offices.stacks")
def stacks(position: Position) -> dict[str, int]:
    """Return the number of tiles of each official for this number of players."""
    officials = position.rules.officials
    return {official: tiles for official, tiles in STACKS[len(position.players)].items() if official in officials}


def offices_left(position: Position) -> dict[str, int]:
    """Return the number of tiles left in each stack: those that nobody has."""
    held = [office for player in position.players for office in player.offices]
    return {official: count - held.count(official) for official, count in stacks(position).items()}


def emptied(position: Position) -> str | None:
    """Return the empty stack; None if every stack has a tile."""
    return next((official for official, left in offices_left(position).items() if left <= 0), None)


def kinds(player: Player) -> tuple[str, ...]:
    """Return the officials of which a player has tiles, sorted."""
    return tuple(sorted(set(player.offices)))


def chips_left(position: Position) -> int:
    """Return the number of chips left."""
    return CHIPS - sum(player.chips for player in position.players)


@clause("offices.take")
def take_office(position: Position, official: str, note: Note) -> Position:
    """A player who uses an official takes one of its tiles, if any is left."""
    if official not in stacks(position):
        return position
    note("offices.take", "{player} takes an office tile of the {official}.", player=position.who, official=official)
    return position.with_own(offices=tuple(sorted((*position.own.offices, official))))


@clause("score.chips")
def chip_points(position: Position, player: Player) -> int:
    """Return the points of the player's chips, one each."""
    return player.chips
