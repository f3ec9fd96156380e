"""What makes a possible position unlikely, for people who enter the position of a real table."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from thurntaxis.clauses import Said, because
from thurntaxis.names import fold
from thurntaxis.position import Position, Tile


@dataclass(frozen=True)
class PositionWarning(Said):
    """Why a position is unlikely; `key` is the one in position files, as in a fault, and `clause` is the reason."""

    key: str

    def __str__(self) -> str:
        return f"{self.key}: {self.sentence}"


def warnings_of(position: Position) -> tuple[PositionWarning, ...]:
    """Return what makes the position unlikely, which is rarely anything if it was reached by play."""
    return tuple(warning for condition in CONDITIONS for warning in condition(position))


def empty_hands(position: Position) -> Iterator[PositionWarning]:
    """Every turn begins with a draw, so only the carrier or a lack of cards leaves a hand empty at its end."""
    if not any(player.houses for player in position.players):
        return
    for at, player in enumerate(position.players):
        if at != position.turn.player and not player.hand:
            reason = because(
                "{player} has no cards in hand, although houses have been placed"
                " (for unknown cards: their number, or “?” for each)",
                player=position.name_of(at),
            )
            yield PositionWarning("draw.duty", *reason, key=f"players[{at}].hand")


def earned_tiles(position: Position) -> Iterator[PositionWarning]:
    """Tiles are taken as soon as houses earn them."""
    for at in range(len(position.players)):
        acting = position.replace(turn=position.turn.replace(player=at), returning=None)
        for clause, tile in _awarded(acting):
            reason = because(
                "{player} has earned the tile {tile} and doesn’t have it (it, or another one of its stack)",
                player=position.name_of(at),
                tile=tile,
            )
            yield PositionWarning(clause, *reason, key=f"players[{at}].tiles")


def _awarded(position: Position) -> list[tuple[str, Tile]]:
    """Return the tiles that the player who acts would get now, each after the clause that gives it."""
    found: list[tuple[str, Tile]] = []

    def note(clause: str, template: str, **facts: Any) -> None:  # noqa: ARG001 - a note has it
        if "tile" in facts:
            found.append((clause, facts["tile"]))

    for award in position.rules.parts.awards:
        award(position, note)
    return found


def short_display(position: Position) -> Iterator[PositionWarning]:
    """Free spaces of the display are refilled as long as there is a deck."""
    full = position.rules.board.display
    free = full - len(position.display) - position.turn.pending.count("display")
    if free > 0 and position.deck_size > 0:
        reason = because(
            "Free spaces on display: {free} of {full}, although the deck holds cards", free=free, full=full
        )
        yield PositionWarning("draw.refill", *reason, key="display")


def missing_carriages(position: Position) -> Iterator[PositionWarning]:
    """A player who has closed a route has a carriage if it was long enough for the first and can't be declined."""
    rules, board = position.rules, position.rules.board
    first = board.next_carriage[None]
    if rules.parts.decline or not rules.parts.carriages or first is None or first > board.shortest_route:
        return
    for at, player in enumerate(position.players):
        if player.houses and player.carriage is None:
            reason = because(
                "{player} has houses but no carriage, although it can’t be declined (carriage {number} or higher)",
                player=position.name_of(at),
                number=first,
            )
            yield PositionWarning("carriage.decline", *reason, key=f"players[{at}].carriage")


def names_twice(position: Position) -> Iterator[PositionWarning]:
    """Names tell players apart."""
    seen: set[str] = set()
    for at, player in enumerate(position.players):
        if player.name and fold(player.name) in seen:
            reason = because("Two players are called {player}", player=player.name)
            yield PositionWarning("setup.players", *reason, key=f"players[{at}].name")
        seen.add(fold(player.name or ""))


CONDITIONS = (empty_hands, earned_tiles, short_display, missing_carriages, names_twice)
"""The checks of a position, in the order of their warnings."""
