"""Why a line is good: the route that it aims for, the tiles within reach, and what the others need.

With modules: the horses that the route needs, the letters on it and those that can pay, and office stacks that are
about to run out.
"""

from collections.abc import Iterator
from typing import Any

from thurntaxis import Event, Player, Position, Stack, Tile
from thurntaxis.modules.messenger.letters import letters_left
from thurntaxis.modules.messenger.paying import price_of_one_more
from thurntaxis.modules.offices.office_tiles import kinds, offices_left
from thurntaxis.modules.power_and_glory.horses import HORSES_OF_CARRIAGE
from thurntaxis.tiles import uppermost
from thurntaxis_solver.advice import AdviceReason
from thurntaxis_solver.capabilities import capabilities
from thurntaxis_solver.route_planning.tile_goals import parts
from thurntaxis_solver.search.ismcts import Ismcts

NEAR = 2
"""The most houses that a tile within reach may still need."""

PLANNED = 30
"""How many playouts have to choose an event before it counts as planned."""


def explanation(search: Ismcts, turn: tuple[Event, ...]) -> Iterator[AdviceReason]:
    """Yield what a line aims for, and what is in its way, for the player who is advised."""
    position, me = search.position, search.player
    player, played = position.players[me], capabilities(position.rules)
    route = _route_after(position, player, own_events(search, turn, PLANNED))
    grows = len(route) > len(_route_after(position, player, iter(turn)))
    has_aim = grows and len(route) > 1 and not any(event.verb == "close" for event in turn)
    if has_aim:
        yield AdviceReason.of("It goes for the route {route}.", kind="route", route=route)
        if played.horses:
            yield from _horses_needed(position, player, route)
        if played.letters:
            yield from _letters_on_route(position, player, route)
    yield from _tiles_within_reach(position, me, _with_houses_of(player, turn), route if has_aim else ())
    if played.offices:
        yield from _offices_running_out(position, me)
    if played.letters:
        yield from _letters_to_pay_with(position, me)
    yield from _leader(position, me)


def own_events(search: Ismcts, turn: tuple[Event, ...], least: int) -> Iterator[Event]:
    """Yield the events of `turn`, and those that most playouts chose for the same player's next turn.

    Between the two, the others do what most playouts let them do. It ends when an event has fewer than `least`
    playouts. If a round of returning tiles interrupts the turn, the rest of it counts as the next one.
    """
    yield from turn
    path, me, turns = turn, search.player, 1
    last = me
    while branches := search.branches(path):
        event, mover, playouts, *_ = branches[0]
        turns += mover == me != last
        if playouts < least or (turns == 2 and mover != me):
            return
        last, path = mover, (*path, event)
        if mover == me:
            yield event


def _route_after(position: Position, player: Player, events: Iterator[Event]) -> tuple[str, ...]:
    """Return the cities of a player's route after some of the player's events, up to the next closing."""
    route = list(player.route)
    for event in events:
        if event.verb == "close":
            break
        if event.verb in ("play", "carrier"):
            card, place = event[1], event[2]
            if place == "start":
                route = [card]
            elif place == "left":
                route.insert(0, card)
            elif place == "right":
                route.append(card)
    return position.rules.cities(tuple(route))


def _with_houses_of(player: Player, turn: tuple[Event, ...]) -> Player:
    """Return the player with the houses that a turn places."""
    placed = {city for event in turn if event.verb == "close" for city in event[1:]}
    return player.replace(houses=(*player.houses, *placed))


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
        if tile is None or not _is_worth_naming(stack, route) or any(held.stack == stack.name for held in player.tiles):
            continue
        missing = [part for part in parts(position.rules, stack) if part.isdisjoint(player.houses)]
        if 0 < len(missing) <= NEAR:
            yield tile, tuple(min(part) if len(part) == 1 else "/".join(sorted(part)) for part in missing)


def _is_worth_naming(stack: Stack, route: tuple[str, ...]) -> bool:
    """Return whether the tiles of a stack are for houses; of free cities, only those on the route count."""
    return stack.kind in ("region", "all-provinces") or (stack.city is not None and stack.city in route)


# ---- modules


def _horses_needed(position: Position, player: Player, route: tuple[str, ...]) -> Iterator[AdviceReason]:
    """Yield how many horses the player has, if the route needs more."""
    horseshoes = position.rules.board.horseshoes
    horses = HORSES_OF_CARRIAGE + sum(horseshoes[card] for card in player.horses)
    if horses < len(route):
        template = "Horses before the carriage now: {horses}; the route needs {cities}."
        yield AdviceReason.of(template, kind="horses", horses=horses, cities=len(route))


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
        "houses": board.houses - len(player.houses),
    }
    following = board.next_carriage[player.carriage] if position.rules.parts.carriages else None
    several = len(scores) > 2
    if following:
        facts["number"] = following
    if following and several:
        template = (
            "The strongest opponent, {player}, has {points} points, {houses} houses to place and carriage {number} to "
            "come."
        )
    elif following:
        template = "{player} has {points} points, {houses} houses to place and carriage {number} to come."
    elif several:
        template = "The strongest opponent, {player}, has {points} points, {houses} houses to place."
    else:
        template = "{player} has {points} points, {houses} houses to place."
    yield AdviceReason.of(template, kind="opponent", **facts)
