"""What else is to be known of a line: the tiles within reach, and what the others need.

With modules: the horses that the next route needs, the letters on it and those that can pay, and office stacks that are
about to run out.
"""

from collections.abc import Iterator
from typing import Any

from thurntaxis import Event, Player, Position, Tile
from thurntaxis.modules.messenger.letters import letters_left
from thurntaxis.modules.messenger.paying import price_of_one_more
from thurntaxis.modules.offices.office_tiles import kinds, offices_left
from thurntaxis.modules.power_and_glory.horses import HORSES_OF_CARRIAGE
from thurntaxis.tiles import uppermost
from thurntaxis_solver.advice import AdviceReason
from thurntaxis_solver.capabilities import capabilities
from thurntaxis_solver.route_planning.tile_goals import parts
from thurntaxis_solver.search.differences import NextClosing

NEAR = 2
"""The most houses that a tile within reach may still need."""


def facts_of_position(position: Position, me: int) -> Iterator[AdviceReason]:
    """Yield what a player has to know whatever the turn is."""
    played = capabilities(position.rules)
    if played.offices:
        yield from _offices_running_out(position, me)
    if played.letters:
        yield from _letters_to_pay_with(position, me)
    yield from _leader(position, me)


def facts_of_line(
    position: Position, me: int, turn: tuple[Event, ...], then: NextClosing | None
) -> Iterator[AdviceReason]:
    """Yield what a player needs for the next closing after a turn, and the tiles within reach."""
    player, played = position.players[me], capabilities(position.rules)
    if then and played.horses:
        yield from _horses_needed(position, player, then.length)
    if then and played.letters:
        yield from _letters_on_route(position, player, then.cities)
    placed = {city for event in turn if event.verb == "close" for city in event[1:]}
    built = player.replace(houses=(*player.houses, *placed))
    yield from _tiles_within_reach(position, me, built, then.cities if then else ())


# ---- tiles


def _tiles_within_reach(position: Position, me: int, then: Player, route: tuple[str, ...]) -> Iterator[AdviceReason]:
    """Yield the tiles within reach of a player after the turn, and the others who need few houses for them.

    For the tiles of free cities everybody needs a single one, so the others are not named.
    """
    free = {tile for stack in position.rules.board.stacks if stack.city and (tile := uppermost(position, stack))}
    for tile, needed in _within_reach(position, then, route):
        rivals: dict[int, list[str]] = {}
        for other, player in enumerate(position.players):
            missing = [cities for rival, cities in _within_reach(position, player, route) if rival == tile]
            if other != me and missing and tile not in free:
                rivals.setdefault(len(missing[0]), []).append(position.name_of(other))
        template = "Within reach: the tile {tile}, for houses in {cities}."
        yield AdviceReason.of(template, kind="tile", tile=tile, cities=needed)
        for count, (name, *others) in sorted(rivals.items()):
            if others:
                template = "{players} each need {count} more houses for it."
                yield AdviceReason.of(template, kind="tile-rival", players=(name, *others), count=count)
            else:
                template = "{player} needs {count} more houses for it."
                yield AdviceReason.of(template, kind="tile-rival", player=name, count=count)


def _within_reach(position: Position, player: Player, route: tuple[str, ...]) -> Iterator[tuple[Tile, tuple[str, ...]]]:
    """Yield the uppermost tiles for which a player needs only one or two more houses, and where."""
    for stack in position.rules.board.stacks:
        tile = uppermost(position, stack)
        is_near = stack.kind in ("region", "all-provinces") or stack.city in route  # other free cities don't count
        if tile is None or not is_near or any(held.stack == stack.name for held in player.tiles):
            continue
        missing = [part for part in parts(position.rules, stack) if part.isdisjoint(player.houses)]
        if 0 < len(missing) <= NEAR:
            yield tile, tuple(min(part) if len(part) == 1 else "/".join(sorted(part)) for part in missing)


# ---- modules


def _horses_needed(position: Position, player: Player, cities: int) -> Iterator[AdviceReason]:
    """Yield how many horses the player has, if a route with so many cities needs more."""
    horseshoes = position.rules.board.horseshoes
    horses = HORSES_OF_CARRIAGE + sum(horseshoes[card] for card in player.horses)
    if horses < cities:
        template = "Horses before the carriage now: {horses}; the route needs {cities}."
        yield AdviceReason.of(template, kind="horses", horses=horses, cities=cities)


def _letters_on_route(position: Position, player: Player, route: tuple[str, ...]) -> Iterator[AdviceReason]:
    """Yield the cities of a route where letters still lie."""
    left = letters_left(position)
    if cities := tuple(city for city in route if city in left and city not in player.houses):
        yield AdviceReason.of("Letters still lie on it in {cities}.", kind="letters-on-route", cities=cities)


def _letters_to_pay_with(position: Position, me: int) -> Iterator[AdviceReason]:
    """Yield how many letters can pay for a further official, if there are enough in the player's own turn."""
    player, turn = position.players[me], position.turn
    price = price_of_one_more(player)
    if me == turn.player and turn.phase in ("draw", "play", "carriage") and player.letters_usable >= price:
        template = "Letters that can be paid with: {letters}; a further official costs {price}."
        yield AdviceReason.of(template, kind="letters-to-pay", letters=player.letters_usable, price=price)


def _offices_running_out(position: Position, me: int) -> Iterator[AdviceReason]:
    """Yield the stacks of office tiles with one tile left, and how many kinds the player could return then."""
    last = tuple(office for office, left in offices_left(position).items() if left == 1)
    if last and position.turn.phase != "final":
        yield AdviceReason.of(
            "One office tile is left of: {offices}. Whoever takes it has everybody return theirs; "
            "{player} has {kinds} different ones.",
            kind="offices",
            offices=last,
            player=position.name_of(me),
            kinds=len(kinds(position.players[me])),
        )


# ---- the others


def _leader(position: Position, me: int) -> Iterator[AdviceReason]:
    """Yield what the opponent with the most points needs to end the game."""
    scores = position.scores()
    other = max((at for at in range(len(scores)) if at != me), key=lambda at: scores[at])
    player, board = position.players[other], position.rules.board
    if position.ender is not None or not (player.houses or player.carriage):
        return
    facts: dict[str, Any] = {
        "player": position.name_of(other),
        "points": scores[other],
        "me": position.name_of(me),
        "own": scores[me],
        "houses": board.houses - len(player.houses),
    }
    following = board.next_carriage[player.carriage] if position.rules.parts.carriages else None
    several = len(scores) > 2
    if following:
        facts["number"] = following
    if following and several:
        template = (
            "The strongest opponent, {player}, has {points} points and {me} {own}; {houses} houses to place and "
            "carriage {number} to come."
        )
    elif following:
        template = (
            "{player} has {points} points and {me} {own}; {houses} houses to place and carriage {number} to come."
        )
    elif several:
        template = "The strongest opponent, {player}, has {points} points and {me} {own}; {houses} houses to place."
    else:
        template = "{player} has {points} points and {me} {own}; {houses} houses to place."
    yield AdviceReason.of(template, kind="opponent", **facts)
