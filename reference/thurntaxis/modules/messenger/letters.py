"""Letters: where they lie, and who takes them."""

from thurntaxis.clauses import Note, clause
from thurntaxis.position import Position

LETTERS_AT_START = (0, 1, 2, 3)
"""The letters that the players start with, in turn order."""


@clause("letters.start")
def deal_letters(position: Position) -> Position:
    """Give the players their first letters, in turn order from the starting player."""
    count = len(position.players)
    dealt = (LETTERS_AT_START[(seat - position.start) % count] for seat in range(count))
    players = zip(position.players, dealt, strict=True)
    return position.replace(players=tuple(player.replace(letters=n, letters_usable=n) for player, n in players))


@clause("letters.setup")
def letters_left(position: Position) -> tuple[str, ...]:
    """Return the cities that still have their letter: those without a house."""
    taken = {city for player in position.players for city in player.houses}
    return tuple(sorted(city.name for city in position.rules.board.cities if city.name not in taken))


@clause("letters.take")
def take_letters(position: Position, cities: tuple[str, ...], note: Note) -> Position:
    """Take the letters that lie in these cities."""
    left = letters_left(position)
    found = tuple(city for city in cities if city in left)
    if not found:
        return position
    note("letters.take", "{player} takes the letters of {cities}.", player=position.who, cities=found)
    return position.with_own(letters=position.own.letters + len(found))


def refresh_letters(position: Position) -> Position:
    """Make all letters usable that the player owns when the turn begins."""
    return position.replace(players=tuple(player.replace(letters_usable=player.letters) for player in position.players))
