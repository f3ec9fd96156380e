"""Free cities, which lie in no province: how houses go there, and the tile for the first one."""

from thurntaxis.board import Board, Stack
from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.parts import Change
from thurntaxis.position import Position
from thurntaxis.tiles import take_if_left, uppermost


@clause("free-cities.one")
def second_free_city(position: Position, event: Event) -> Reason | None:
    """Closing a route brings a house in one free city at the most."""
    province_of = position.rules.board.province_of
    free = tuple(city for city in event.cities if province_of[city] is None)
    if len(free) <= 1:
        return None
    return because("You may place a house in only one free city, not in {cities}.", cities=free)


@clause("free-cities.first-way")
def free_city_beside_province(position: Position, event: Event) -> Reason | None:
    """A house in a free city goes with one house in each province, not with several in one."""
    province_of = position.rules.board.province_of
    provinces = [province_of[city] for city in event.cities]
    crowded = tuple(sorted({p for p in provinces if p is not None and provinces.count(p) > 1}))
    if None not in provinces or not crowded:
        return None
    return because(
        "You may place a house in a free city only with one house in each province, not with several in {crowded}.",
        crowded=crowded,
    )


def _first_house(stack: Stack) -> Change:
    @clause("free-cities.tile")
    def award_first_house(position: Position, note: Note) -> Position:
        """Take the tile of a free city for the first house there; nobody takes it later."""
        if stack.city not in position.own.houses or uppermost(position, stack) is None:
            return position
        return take_if_left(position, stack, "free-cities.tile", note)

    return award_first_house


def free_city_awards(board: Board) -> tuple[Change, ...]:
    """Return the awards for houses in free cities."""
    return tuple(_first_house(stack) for stack in board.stacks if stack.kind == "free-city")
