"""Rounds in which players return office tiles: when they begin, who is next, and what follows them."""

from thurntaxis.clauses import Note, clause
from thurntaxis.modules.offices.office_tiles import emptied, kinds
from thurntaxis.parts import Change
from thurntaxis.position import Position, Returning, Turn
from thurntaxis.steps.end import finish

OFFICES = "offices"
"""The name of the step of return rounds."""

FEWEST_IN_THE_END = 3
"""The least number of different tiles to be returned in the final round."""


def clockwise(position: Position) -> tuple[int, ...]:
    """Return the players clockwise from the one on turn."""
    first, count = position.turn.player, len(position.players)
    return tuple((first + step) % count for step in range(count))


@clause("return.final-clockwise")
def final_clockwise(position: Position) -> tuple[int, ...]:
    """The final round goes clockwise, from the player who had the last turn."""
    return clockwise(position)


@clause("return.final-backwards")
def final_backwards(position: Position) -> tuple[int, ...]:
    """The final round goes backwards, from the player who had the last turn to the starting player."""
    last, count = position.turn.player, len(position.players)
    return tuple((last - step) % count for step in range(count))


def final_order(position: Position) -> tuple[int, ...]:
    """Return all players in the order in which they act in the final round."""
    is_backwards = position.rules.options["final-return"] == "yucata"
    return final_backwards(position) if is_backwards else final_clockwise(position)


# ---- beginning a round


@clause("return.nobody")
def with_tiles(position: Position, players: tuple[int, ...]) -> tuple[int, ...]:
    """Players without tiles are skipped."""
    return tuple(player for player in players if position.players[player].offices)


@clause("return.final-none")
def with_enough_tiles(position: Position, players: tuple[int, ...]) -> tuple[int, ...]:
    """In the final round, players with fewer than three kinds of tiles are skipped."""
    return tuple(player for player in players if len(kinds(position.players[player])) >= FEWEST_IN_THE_END)


def acting_from(position: Position, first: int) -> tuple[int, ...]:
    """Return who acts in a round from a player on: the player, and those after with enough tiles."""
    is_final = position.turn.phase == "final"
    order = final_order(position) if is_final else clockwise(position)
    enough = with_enough_tiles if is_final else with_tiles
    return first, *enough(position, order[order.index(first) + 1 :])


@clause("return.round")
def begin_round(position: Position, note: Note) -> Position:
    """When the last tile of a stack has been taken, all players return tiles."""
    office = emptied(position)
    if office is None:
        return position
    note(
        "return.round",
        "The last office tile of the {official} has been taken, so a return round begins.",
        official=office,
    )
    return position.replace(returning=Returning(with_tiles(position, clockwise(position)), office))


@clause("return.final")
def begin_final_round(position: Position, note: Note) -> Position:
    """After the last turn, tiles are returned once more."""
    players = with_enough_tiles(position, final_order(position))
    if not players:
        return finish(position, note)
    note("return.final", "The last turn is over, and the final return round begins.")
    turn = Turn(position.turn.player, phase="final")
    return position.replace(turn=turn, returning=Returning(players, final=True))


# ---- continuing


def next_player(position: Position, note: Note) -> Position:
    """Continue with the next player of the round or, after the last, with the interrupted turn."""
    returning = position.returning
    assert returning is not None
    if returning.order[1:]:
        return position.replace(returning=Returning(returning.order[1:], returning.office, returning.final))
    position = position.replace(returning=None)
    if returning.final:
        return finish(position, note)
    return resume(position, note) if emptied(position) is None else begin_again(position, note)


@clause("return.again")
def begin_again(position: Position, note: Note) -> Position:
    """If the stack is still empty, another complete round follows."""
    note("return.again", "The stack is still empty, so another return round follows.")
    return begin_round(position, note)


def resume(position: Position, note: Note) -> Position:
    """Go on with the turn; after the cartwright's help, with what follows the carriage."""
    return position.rules.proceed(position, OFFICES, note) if position.turn.phase == "carriage" else position


def pause(position: Position, note: Note) -> Position:
    """Continue with what follows the carriage, unless a round of returning tiles is due."""
    return position.rules.proceed(position, OFFICES, note) if emptied(position) is None else position


def going_on(settle: Change) -> Change:
    """Return what happens after every event: `settle`; then a round begins, or goes on after a card was drawn."""

    def settle_rounds(position: Position, note: Note) -> Position:
        position = settle(position, note)
        if position.turn.pending:
            return position
        if position.returning is None:
            return begin_round(position, note)
        if position.returning.reward == "drawn":
            return settle_rounds(next_player(position, note), note)
        return position

    return settle_rounds
