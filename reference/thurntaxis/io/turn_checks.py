"""Checks whether the state of a turn is possible: whether a turn can reach it."""

from collections.abc import Iterator

from thurntaxis.fault import Fault
from thurntaxis.names import number
from thurntaxis.officials import HELPS_IN, helping_in
from thurntaxis.position import Player, Position, Turn
from thurntaxis.steps.carriage import CARTWRIGHT_HELPS

_DRAWING = helping_in("draw")
"""The officials that help in drawing."""


def _on_turn(position: Position) -> Player:
    return position.players[position.turn.player]


def turn_faults(position: Position) -> Iterator[Fault]:
    """The state of the turn is one that a turn can reach."""
    turn = position.turn
    yield from _PHASES[turn.phase](position, turn)
    yield from _pending_faults(position, turn)
    for key, official in _named(turn):
        if official not in position.rules.officials:
            yield Fault(key, f"there is no {official} in this game", ", ".join(position.rules.officials))
    if turn.began_empty and turn.official != "postmaster" and turn.official in _DRAWING:
        yield Fault("turn.official", f"the {turn.official} in a turn begun with an empty hand", "postmaster or none")
    if turn.phase in ("draw", "play") and turn.closed:
        yield Fault("turn.closed", "no route has been closed yet in this phase", "0")


def _due_to_hand(position: Position) -> int:
    """Return how many cards the player whose turn it is will get from the deck."""
    return position.turn.pending.count("hand") if position.returning is None else 0


def _hand_of_a_turn_begun_empty(position: Position, turn: Turn) -> Iterator[Fault]:
    """A player who began with an empty hand holds the cards drawn minus those played."""
    hand = _on_turn(position).hand
    in_hand, due = len(hand) + _due_to_hand(position), turn.drawn - turn.played
    if turn.began_empty and (in_hand < due or (in_hand > due and not position.rules.parts.interrupted(position))):
        yield Fault(
            "turn.began_empty",
            f"cards in hand: {in_hand}, drawn: {number(turn.drawn)}, played: {number(turn.played)}",
            "false, or a hand to match",
        )
    elif not turn.began_empty and turn.phase == "draw" and turn.drawn == 0 and not hand:
        yield Fault("turn.began_empty", "is false, but the hand is empty and nothing has been drawn", "true")


def _named(turn: Turn) -> Iterator[tuple[str, str]]:
    """Yield the officials used in the turn, each with its key."""
    if turn.official is not None:
        yield "turn.official", turn.official
    for at, official in enumerate(turn.officials):
        yield f"turn.officials[{at}]", official


def _draw_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    if turn.played:
        yield Fault("turn.played", "cards played in the phase draw", "0, or the phase play")
    for key, official in _named(turn):
        if official not in _DRAWING:
            yield Fault(key, f"the {official} in the phase draw", f"{', '.join(_DRAWING)} or none")
    most = 2 if "postmaster" in turn.used else 1
    if turn.drawn > most or (most == 2 and turn.drawn < 2):
        wanted = "2 with the postmaster" if most == 2 else "0 or 1; 2 with the postmaster"
        yield Fault("turn.drawn", f"is {number(turn.drawn)}", wanted)
    else:
        yield from _hand_of_a_turn_begun_empty(position, turn)


def _after_playing_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    if turn.drawn not in range(3):
        yield Fault("turn.drawn", f"is {number(turn.drawn)}", "0 to 2")
    if "postmaster" in turn.used and turn.drawn != 2:
        yield Fault("turn.drawn", f"is {number(turn.drawn)} with the postmaster", "2")
    if "postmaster" not in turn.used and turn.drawn == 2:
        yield Fault("turn.drawn", "is 2 without the postmaster", "0 or 1")
    if turn.played == 0 and not _closed_without_playing(position, turn):
        right = "1, or 2 with the carrier; before a card is played, the phase is draw"
        yield Fault("turn.played", f"is 0 in the phase {turn.phase}", right)
    elif turn.played not in (0, 1, 2):
        yield Fault("turn.played", f"is {number(turn.played)}", "1, or 2 with the carrier")
    elif ("carrier" in turn.used) != (turn.played == 2):
        used = ", ".join(turn.used) or "none"
        yield Fault("turn.played", f"is {turn.played}, the official being {used}", "2 with the carrier, else 1")
    for key, official in _named(turn):
        if HELPS_IN[official] == "carriage" and turn.phase != "keep" and position.returning is None:
            yield Fault(key, f"the {official} before a carriage is taken", "another official, or none")


def _closed_without_playing(position: Position, turn: Turn) -> bool:
    """Return whether the route may have been closed in a turn in which no card could be drawn or played."""
    allowed = bool(position.rules.options["closing-without-playing"])
    return allowed and turn.phase == "carriage" and turn.drawn == 0 and not _on_turn(position).hand


def _play_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    yield from _after_playing_faults(position, turn)
    yield from _hand_of_a_turn_begun_empty(position, turn)
    if not (_on_turn(position).route or _on_turn(position).horses):
        yield Fault(
            f"players[{turn.player}].route", "no route after a card has been played", "the route with that card"
        )


def _carriage_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    yield from _after_playing_faults(position, turn)
    yield from _hand_of_a_turn_begun_empty(position, turn)
    board, player = position.rules.board, _on_turn(position)
    if not position.rules.parts.carriages:
        yield Fault("turn.phase", "there are no carriages in this game", "another phase")
    elif turn.closed != len(player.route):
        yield Fault("turn.closed", f"is {number(turn.closed)}", f"the length of the route, {len(player.route)}")
    elif turn.closed < board.shortest_route:
        yield Fault("turn.closed", f"is {turn.closed}", f"{board.shortest_route} or more")
    elif player.carriage in board.next_carriage and position.returning is None:
        following = board.next_carriage[player.carriage]
        short = None if following is None else following - turn.closed
        helps = short is not None and short <= CARTWRIGHT_HELPS
        if short is None or (
            short > 0 and not (helps and position.rules.parts.officials.offered(position, "cartwright"))
        ):
            yield Fault("turn.phase", "no carriage is to be had for this route", "keep, or the next player's draw")


def _keep_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    yield from _after_playing_faults(position, turn)
    yield from _hand_of_a_turn_begun_empty(position, turn)
    board = position.rules.board
    hand = _on_turn(position).hand
    route = _on_turn(position).route
    if position.rules.options["closing-discards"] == "hand-first":
        if turn.closed != len(route):
            yield Fault("turn.closed", f"is {number(turn.closed)}", f"the length of the route, {len(route)}")
    elif route:
        yield Fault(
            f"players[{turn.player}].route", "the closed route is still there", "no route: it has been discarded"
        )
    if turn.closed not in range(board.shortest_route, len(board.cities) + 1):
        yield Fault(
            "turn.closed",
            f"is {number(turn.closed)}",
            f"{board.shortest_route} to {len(board.cities)}",
        )
    if len(hand) <= board.hand_after_closing:
        yield Fault(
            f"players[{turn.player}].hand",
            f"holds {len(hand)}, so there is no choice",
            f"more than {board.hand_after_closing}",
        )


def _over_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    what = "the game is over" if turn.phase == "over" else "the last turn is over"
    if position.ender is None:
        yield Fault("ender", f"{what}, but nobody has ended it", "the player who took the game-end tile")
    if turn.used or turn.drawn or turn.played or turn.began_empty or turn.closed:
        yield Fault("turn", f"{what}, but a turn is under way", "player and phase only")


def _final_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    if position.returning is None:
        yield Fault("turn.phase", "is final, but no tiles are returned", "over, or a final round of returning tiles")
        return
    yield from _over_faults(position, turn)
    last = (position.start - 1) % len(position.players)
    if turn.player != last:
        yield Fault("turn.player", f"is {turn.player} in the phase final", f"{last}, who had the last turn")


_PHASES = {
    "draw": _draw_faults,
    "play": _play_faults,
    "carriage": _carriage_faults,
    "keep": _keep_faults,
    "final": _final_faults,
    "over": _over_faults,
}


def _pending_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    """Reveals are due after a card was drawn, after the administrator, and at the start of the game."""
    if "back" in turn.pending and "back" not in position.rules.actions:
        yield Fault("turn.pending", "a back is to be seen", "none: no backs are looked at in this game")
    reveals = tuple(reveal for reveal in turn.pending if reveal != "back")
    if turn.pending and position.deck_size <= 0:
        yield Fault(
            "turn.pending", "no card is left to reveal", "no reveals: they are dropped or the discards reshuffled"
        )
    if not reveals:
        return
    drawn = turn.drawn > 0 or position.returning is not None
    if turn.phase != "draw" and position.returning is None:
        yield Fault("turn.pending", f"reveals due in the phase {turn.phase}", "none")
        return
    free = position.rules.board.display - len(position.display)
    blind = reveals.count("hand")
    to_six = position.rules.options["display-refill"] == "to-six"
    renewed = position.returning is None and (turn.drawn == 0 or "administrator" in turn.officials)
    most = free if renewed or to_six else min(free, 1)
    first = reveals == ("hand",) or (to_six and "hand" not in reveals[1:])
    if blind and not (first and drawn):
        yield Fault(
            "turn.pending",
            "a blind draw among other reveals, or before any card was drawn",
            '["hand"] first, and once, after a draw' if to_six else '["hand"] alone, after a draw',
        )
    elif len(reveals) - blind > most:
        yield Fault("turn.pending", f"holds {len(reveals) - blind} for the display", f"at most {most}")
