"""Bonus tiles: for long routes, for regions (a province, or a pair), for all provinces, for the end of the game."""

from thurntaxis.board import Board, Stack
from thurntaxis.clauses import Note, clause
from thurntaxis.parts import Change
from thurntaxis.position import Position, Tile


@clause("tiles.top")
def uppermost(position: Position, stack: Stack) -> Tile | None:
    """Return the top tile left in a stack, which is the one that you take."""
    left = position.stacks()[stack.name]
    return Tile(stack.name, left[0]) if left else None


def _take(position: Position, tile: Tile, why: str, note: Note) -> Position:
    note(why, "{player} takes the tile {tile}.", player=position.who, tile=tile)
    return position.with_own(tiles=tuple(sorted((*position.own.tiles, tile))))


# ---- for the length of the route


def award_route(position: Position, note: Note) -> Position:
    """Take the tile for the length of the route that is being closed."""
    return take_route_tile(position, position.turn.closed, note)


@clause("tiles.route-length")
def take_route_tile(position: Position, length: int, note: Note) -> Position:
    """Take a tile for a route of this many cities; a longer one than any stack is for counts as the longest."""
    fitting = [stack for stack in position.rules.board.stacks if stack.length is not None and stack.length <= length]
    return _longest_left(position, sorted(fitting, key=lambda stack: -(stack.length or 0)), note)


@clause("tiles.route-shorter")
def _longest_left(position: Position, longest_first: list[Stack], note: Note) -> Position:
    """Take a tile for the longest of these lengths that has any; if there is none, nothing."""
    for at, stack in enumerate(longest_first):
        if tile := uppermost(position, stack):
            return _take(position, tile, "tiles.route-shorter" if at else "tiles.route-length", note)
    return position


# ---- for houses


@clause("tiles.region-once")
def has_tile(position: Position, stack: Stack) -> bool:
    """Return whether you have a tile of the stack already, of which you can take only one."""
    return any(tile.stack == stack.name for tile in position.own.tiles)


@clause("tiles.none-left")
def take_if_left(position: Position, stack: Stack, why: str, note: Note) -> Position:
    """Take the top tile of the stack; if it is empty, nothing in its place."""
    tile = uppermost(position, stack)
    if tile is None:
        note("tiles.none-left", "No tile is left in the stack: {stack}.", stack=stack.name)
        return position
    return _take(position, tile, why, note)


def _region(stack: Stack, cities: frozenset[str]) -> Change:
    @clause("tiles.region")
    def award_region(position: Position, note: Note) -> Position:
        """Take a tile of the region if you have houses in all its cities, whenever they were placed."""
        if has_tile(position, stack) or not cities.issubset(position.own.houses):
            return position
        return take_if_left(position, stack, "tiles.region", note)

    return award_region


def _provinces(stack: Stack, wanted: frozenset[str], name: str) -> Change:
    @clause(name)
    def award_all_provinces(position: Position, note: Note) -> Position:
        """Take a tile for all provinces if each of those required has at least one of your houses."""
        province_of = position.rules.board.province_of
        if has_tile(position, stack) or not wanted.issubset(province_of[city] for city in position.own.houses):
            return position
        return take_if_left(position, stack, name, note)

    return award_all_provinces


def region_awards(board: Board, *, outside: bool) -> tuple[Change, ...]:
    """Return the awards for regions and for all provinces, in the order of the board's stacks.

    `outside`: whether the tile for all provinces leaves out the province that its stack names.
    """
    everywhere = frozenset(province.name for province in board.provinces)
    awards: list[Change] = []
    for stack in board.stacks:
        if stack.kind == "region":
            awards.append(_region(stack, board.region_cities[stack.name]))
        elif stack.outside is not None and outside:
            awards.append(_provinces(stack, everywhere - {stack.outside}, "tiles.outside-baiern"))
        elif stack.kind == "all-provinces":
            awards.append(_provinces(stack, everywhere, "tiles.all-provinces"))
    return tuple(awards)


# ---- for the end of the game


@clause("end.trigger")
def bring_about_end(position: Position, note: Note) -> Position:
    """Trigger the end of the game, by the highest carriage or the last house, unless somebody has done so before."""
    if position.ender is not None:
        return position
    note("end.trigger", "{player} triggers the end of the game.", player=position.who)
    return take_game_end(position, note)


@clause("tiles.game-end")
def take_game_end(position: Position, note: Note) -> Position:
    """Take the game-end tile at once."""
    stack = next(stack for stack in position.rules.board.stacks if stack.kind == "game-end")
    return _take(position, Tile(stack.name, stack.values[0]), "tiles.game-end", note).replace(ender=position.decider)
