"""What lies behind a line: the route that it goes for, the tiles within reach, and what the others need."""

from collections.abc import Iterator

from thurntaxis import Event, Player, Position, Tile
from thurntaxis.tiles import uppermost
from thurntaxis_solver.advice import Reason
from thurntaxis_solver.goals import parts
from thurntaxis_solver.search import Search

NEAR = 2
"""Houses that a tile within reach may still ask for."""

SEEN_ENOUGH = 30
"""Playouts that an event must have had to count as a plan."""


def outlook(search: Search, turn: tuple[Event, ...]) -> Iterator[Reason]:
    """Yield what a line goes for, and what stands in its way."""
    position, me = search.position, search.position.turn.player
    route = _route_after(position, search.own_events(turn, SEEN_ENOUGH))
    if len(route) > len(_route_after(position, iter(turn))) and not any(event.verb == "close" for event in turn):
        yield Reason(f"It goes for the route {', '.join(route)}.", None)
    for tile, needed in _within_reach(position, position.mover):
        rivals = [
            f"{position.name_of(other)} needs {len(missing)}"
            for other, player in enumerate(position.players)
            if other != me
            for rival, missing in _within_reach(position, player)
            if rival == tile
        ]
        close = f"; {', '.join(rivals)}" if rivals else ""
        yield Reason(f"Within reach: the tile {tile}, for houses in {' and '.join(needed)}{close}.", None)
    yield from _who_leads(position)


def _route_after(position: Position, events: Iterator[Event]) -> tuple[str, ...]:
    """Return the route of the player on turn after events of that player, up to the next closing."""
    route = list(position.mover.route)
    for event in events:
        if event.verb == "close":
            break
        if event.verb in ("play", "carrier"):
            city, side = event[1], event[2]
            if side == "start":
                route = [city]
            elif side == "left":
                route.insert(0, city)
            else:
                route.append(city)
    return tuple(route)


def _within_reach(position: Position, player: Player) -> Iterator[tuple[Tile, tuple[str, ...]]]:
    """Yield the uppermost tiles that a player lacks only one or two houses for, and where."""
    for stack in position.rules.board.stacks:
        tile = uppermost(position, stack)
        if tile is None or stack.kind not in ("region", "all-provinces"):
            continue
        if any(held.stack == stack.name for held in player.tiles):
            continue
        missing = [part for part in parts(position.rules, stack) if part.isdisjoint(player.houses)]
        if 0 < len(missing) <= NEAR:
            yield tile, tuple(min(part) if len(part) == 1 else "/".join(sorted(part)) for part in missing)


def _who_leads(position: Position) -> Iterator[Reason]:
    """Yield what the opponent in front needs to end the game."""
    me = position.turn.player
    scores = position.scores()
    other = max((at for at in range(len(scores)) if at != me), key=lambda at: scores[at])
    player, board = position.players[other], position.rules.board
    if position.ender is not None or not (player.houses or player.carriage):
        return
    left, following = board.houses - len(player.houses), board.next_carriage[player.carriage]
    first = "In front of the others, " if len(scores) > 2 else ""
    points = str(scores[other]).replace("-", "−")
    comes = f" and carriage {following} to come" if following else ""
    yield Reason(f"{first}{position.name_of(other)} has {points} points, {left} houses to place{comes}.", None)
