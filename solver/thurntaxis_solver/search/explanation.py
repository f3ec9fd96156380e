"""What lies behind a line: the route that it goes for, the tiles within reach, and what the others need.

With modules: the horses that the route needs, the letters on it and those that pay, and office tiles that run out.
"""

import dataclasses
from collections.abc import Iterator
from typing import Any

from thurntaxis import Event, Player, Position, Stack, Tile
from thurntaxis.modules.messenger.letters import letters_left
from thurntaxis.modules.messenger.paying import price_of_one_more
from thurntaxis.modules.offices.tiles import kinds, offices_left
from thurntaxis.modules.power_and_glory.horses import HORSES_OF_CARRIAGE
from thurntaxis.tiles import uppermost
from thurntaxis_solver.advice import Reason, told
from thurntaxis_solver.capabilities import capabilities
from thurntaxis_solver.routes.tile_goals import parts
from thurntaxis_solver.search.ismcts import Search

NEAR = 2
"""Houses that a tile within reach may still ask for."""

SEEN_ENOUGH = 30
"""Playouts that an event must have had to count as a plan."""


def outlook(search: Search, turn: tuple[Event, ...]) -> Iterator[Reason]:
    """Yield what a line goes for, and what stands in its way, in the eyes of the player who decides."""
    position, me = search.position, search.player
    player, played = position.players[me], capabilities(position.rules)
    route = _route_after(position, player, search.own_events(turn, SEEN_ENOUGH))
    grows = len(route) > len(_route_after(position, player, iter(turn)))
    aimed = grows and len(route) > 1 and not any(event.verb == "close" for event in turn)
    if aimed:
        yield told("It goes for the route {route}.", route=route)
        if played.horses:
            yield from _horses(position, player, route)
        if played.letters:
            yield from _letters_on(position, player, route)
    yield from _tiles(position, me, _houses_after(player, turn), route if aimed else ())
    if played.offices:
        yield from _offices(position, me)
    if played.letters:
        yield from _letters(position, me)
    yield from _who_leads(position, me)


def _route_after(position: Position, player: Player, events: Iterator[Event]) -> tuple[str, ...]:
    """Return the cities of a player's route after events of that player, up to the next closing."""
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


def _houses_after(player: Player, turn: tuple[Event, ...]) -> Player:
    """Return the player with the houses that a turn places."""
    placed = {city for event in turn if event.verb == "close" for city in event[1:]}
    return dataclasses.replace(player, houses=(*player.houses, *placed))


# ---- tiles


def _tiles(position: Position, me: int, then: Player, route: tuple[str, ...]) -> Iterator[Reason]:
    """Yield the tiles within reach of a player as the turn leaves it, and who else is near them.

    Near those of free cities is everybody.
    """
    free = {tile for stack in position.rules.board.stacks if stack.city and (tile := uppermost(position, stack))}
    for tile, needed in _within_reach(position, then, route):
        rivals = [
            (position.name_of(other), len(missing))
            for other, player in enumerate(position.players)
            if other != me
            for rival, missing in _within_reach(position, player, route)
            if rival == tile and rival not in free
        ]
        if rivals:
            yield told(
                "Within reach: the tile {tile}, for houses in {cities}. Houses that others lack for it: {rivals}.",
                tile=tile,
                cities=needed,
                rivals=tuple(f"{name} ({count})" for name, count in rivals),
            )
        else:
            template = "Within reach: the tile {tile}, for houses in {cities}."
            yield told(template, tile=tile, cities=needed)


def _within_reach(position: Position, player: Player, route: tuple[str, ...]) -> Iterator[tuple[Tile, tuple[str, ...]]]:
    """Yield the uppermost tiles that a player lacks only one or two houses for, and where."""
    for stack in position.rules.board.stacks:
        tile = uppermost(position, stack)
        if tile is None or not _counts(stack, route) or any(held.stack == stack.name for held in player.tiles):
            continue
        missing = [part for part in parts(position.rules, stack) if part.isdisjoint(player.houses)]
        if 0 < len(missing) <= NEAR:
            yield tile, tuple(min(part) if len(part) == 1 else "/".join(sorted(part)) for part in missing)


def _counts(stack: Stack, route: tuple[str, ...]) -> bool:
    """Return whether the tiles of a stack are worth telling of: those for houses, of free cities only on the route."""
    return stack.kind in ("region", "all-provinces") or (stack.city is not None and stack.city in route)


# ---- what modules add


def _horses(position: Position, player: Player, route: tuple[str, ...]) -> Iterator[Reason]:
    """Yield how many horses there are for a route that needs more."""
    horseshoes = position.rules.board.horseshoes
    there = HORSES_OF_CARRIAGE + sum(horseshoes[card] for card in player.horses)
    if there < len(route):
        template = "Horses before the carriage now: {horses}; the route needs {cities}."
        yield told(template, horses=there, cities=len(route))


def _letters_on(position: Position, player: Player, route: tuple[str, ...]) -> Iterator[Reason]:
    """Yield where letters lie on a route."""
    left = letters_left(position)
    if cities := tuple(city for city in route if city in left and city not in player.houses):
        yield told("Letters still lie on it in {cities}.", cities=cities)


def _letters(position: Position, me: int) -> Iterator[Reason]:
    """Yield whether letters pay for a further official in the player's own turn."""
    player, turn = position.players[me], position.turn
    price = price_of_one_more(player)
    if me == turn.player and turn.phase in ("draw", "play", "carriage") and player.letters_usable >= price:
        template = "Letters that can be paid with: {letters}; a further official costs {price}."
        yield told(template, letters=player.letters_usable, price=price)


def _offices(position: Position, me: int) -> Iterator[Reason]:
    """Yield which stacks of office tiles are about to run out, and what the player has to return then."""
    last = tuple(office for office, left in offices_left(position).items() if left == 1)
    if last and position.turn.phase != "final":
        yield told(
            "One office tile is left of: {offices}. Whoever takes it has everybody return theirs; "
            "{player} has {kinds} different ones.",
            offices=last,
            player=position.name_of(me),
            kinds=len(kinds(position.players[me])),
        )


# ---- the others


def _who_leads(position: Position, me: int) -> Iterator[Reason]:
    """Yield what the opponent in front needs to end the game."""
    scores = position.scores()
    other = max((at for at in range(len(scores)) if at != me), key=lambda at: scores[at])
    player, board = position.players[other], position.rules.board
    if position.ender is not None or not (player.houses or player.carriage):
        return
    facts: dict[str, Any] = {
        "player": position.name_of(other),
        "points": str(scores[other]).replace("-", "−"),
        "houses": board.houses - len(player.houses),
    }
    following = board.next_carriage[player.carriage] if position.rules.parts.carriages else None
    several = len(scores) > 2
    if following and several:
        yield told(
            "In front of the others, {player} has {points} points, {houses} houses to place and carriage {number} to "
            "come.",
            **facts,
            number=following,
        )
    elif following:
        template = "{player} has {points} points, {houses} houses to place and carriage {number} to come."
        yield told(template, **facts, number=following)
    elif several:
        yield told("In front of the others, {player} has {points} points, {houses} houses to place.", **facts)
    else:
        yield told("{player} has {points} points, {houses} houses to place.", **facts)
