"""Checks whether the state of a turn is possible: whether a turn can reach it."""

from collections.abc import Iterator

from thurntaxis.fault import Fault
from thurntaxis.message import Alternatives, Message, verbatim
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
            names = Alternatives(position.rules.officials)
            yield Fault(key, "there is no {official} in this game", "{names}", official, names)
    if turn.began_empty and turn.official != "postmaster" and turn.official in _DRAWING:
        wrong = Message("the {official} can't be used in a turn begun with an empty hand", turn.official)
        yield Fault("turn.official", wrong, "postmaster, or no official")
    if turn.phase in ("draw", "play") and turn.closed:
        yield Fault("turn.closed", "no route has been closed yet in this phase", verbatim(0))


def _hand_of_a_turn_begun_empty(position: Position, turn: Turn) -> Iterator[Fault]:
    """A player who began with an empty hand holds the cards drawn minus those played."""
    from_deck = turn.pending.count("hand") if position.returning is None else 0
    in_hand, due = len(_on_turn(position).hand) + from_deck, turn.drawn - turn.played
    if turn.began_empty and (in_hand < due or (in_hand > due and not position.rules.parts.interrupted(position))):
        wrong = Message(
            "is true, but the hand doesn't fit: {hand:# card|# cards}, {drawn} drawn, {played} played",
            in_hand,
            turn.drawn,
            turn.played,
        )
        yield Fault("turn.began_empty", wrong, "false, or a hand that fits")
    elif not turn.began_empty and must_have_begun_empty(position):
        yield Fault("turn.began_empty", "is false, but the hand is empty and nothing has been drawn", verbatim("true"))


def must_have_begun_empty(position: Position) -> bool:
    """Return whether the player on turn has drawn nothing yet, and has no cards."""
    return position.turn.phase == "draw" and position.turn.drawn == 0 and not _on_turn(position).hand


def _named(turn: Turn) -> Iterator[tuple[str, str]]:
    """Yield the officials used in the turn, each with its key."""
    if turn.official is not None:
        yield "turn.official", turn.official
    for at, official in enumerate(turn.officials):
        yield f"turn.officials[{at}]", official


def _draw_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    if turn.played:
        yield Fault("turn.played", "is more than 0 in the phase draw", "0, or the phase play")
    for key, official in _named(turn):
        if official not in _DRAWING:
            wrong = Message("the {official} can't be used in the phase draw", official)
            yield Fault(key, wrong, "{officials}, or no official", Alternatives(_DRAWING))
    most = 2 if "postmaster" in turn.used else 1
    if turn.drawn > most or (most == 2 and turn.drawn < 2):
        wanted = Message("2 with the postmaster") if most == 2 else Message("0 or 1, or 2 with the postmaster")
        yield Fault("turn.drawn", "is {value}", wanted, turn.drawn)
    else:
        yield from _hand_of_a_turn_begun_empty(position, turn)


def _after_playing_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    if turn.drawn not in range(3):
        yield Fault("turn.drawn", "is {value}", "{low} to {high}", turn.drawn, 0, 2)
    if "postmaster" in turn.used and turn.drawn != 2:
        yield Fault("turn.drawn", "is {value} with the postmaster", verbatim(2), turn.drawn)
    if "postmaster" not in turn.used and turn.drawn == 2:
        yield Fault("turn.drawn", "is 2 without the postmaster", "{numbers}", Alternatives((0, 1)))
    if turn.played == 0 and not _closed_without_playing(position, turn):
        wrong = Message("is 0 in the phase {phase}", turn.phase)
        yield Fault("turn.played", wrong, "1, or 2 with the carrier; until a card is played, the phase is draw")
    elif turn.played not in (0, 1, 2):
        yield Fault("turn.played", "is {value}", "1, or 2 with the carrier", turn.played)
    elif ("carrier" in turn.used) != (turn.played == 2):
        wrong = Message("is {value}, but the officials used are: {officials}", turn.played, turn.used or ("-",))
        yield Fault("turn.played", wrong, "2 with the carrier, otherwise 1")
    for key, official in _named(turn):
        if HELPS_IN[official] == "carriage" and turn.phase != "keep" and position.returning is None:
            wrong = Message("the {official} can't be used before the phase carriage", official)
            yield Fault(key, wrong, "another official, or no official")
    yield from _hand_of_a_turn_begun_empty(position, turn)


def _closed_without_playing(position: Position, turn: Turn) -> bool:
    """Return whether the route may have been closed in a turn in which no card could be drawn or played."""
    allowed = bool(position.rules.options["closing-without-playing"])
    return allowed and turn.phase == "carriage" and turn.drawn == 0 and not _on_turn(position).hand


def _play_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    yield from _after_playing_faults(position, turn)
    if not (_on_turn(position).route or _on_turn(position).horses):
        yield Fault(
            f"players[{turn.player}].route", "is empty, but a card has been played", "the route with that card in it"
        )


def _carriage_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    yield from _after_playing_faults(position, turn)
    board, player = position.rules.board, _on_turn(position)
    if not position.rules.parts.carriages:
        yield Fault("turn.phase", "there are no carriages in this game", "another phase")
    elif turn.closed != len(player.route):
        yield Fault("turn.closed", "is {value}", "the length of the route, {number}", turn.closed, len(player.route))
    elif turn.closed < board.shortest_route:
        yield Fault("turn.closed", "is {value}", "at least {low}", turn.closed, board.shortest_route)
    elif player.carriage in board.next_carriage and position.returning is None:
        following = board.next_carriage[player.carriage]
        cartwright_helps = position.rules.parts.officials.offered(position, "cartwright")
        if following is None or following > turn.closed + (CARTWRIGHT_HELPS if cartwright_helps else 0):
            yield Fault("turn.phase", "this route brings no carriage", "keep, or draw for the next player")


def _keep_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    yield from _after_playing_faults(position, turn)
    board, hand, route = position.rules.board, _on_turn(position).hand, _on_turn(position).route
    if position.rules.options["closing-discards"] == "hand-first":
        if turn.closed != len(route):
            yield Fault("turn.closed", "is {value}", "the length of the route, {number}", turn.closed, len(route))
    elif route:
        yield Fault(
            f"players[{turn.player}].route", "the closed route is still there", "an empty route: it has been discarded"
        )
    low, high = board.shortest_route, len(board.cities)
    if not low <= turn.closed <= high:
        yield Fault("turn.closed", "is {value}", "{low} to {high}", turn.closed, low, high)
    if len(hand) <= board.hand_after_closing:
        wrong = Message("holds only {number:# card|# cards}, so there is nothing to choose", len(hand))
        yield Fault(f"players[{turn.player}].hand", wrong, "more than {number}", board.hand_after_closing)


def _over_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    if position.ender is None:
        yield Fault("ender", "missing, but the phase is {phase}", "the player who took the game-end tile", turn.phase)
    if turn.used or turn.drawn or turn.played or turn.began_empty or turn.closed:
        yield Fault("turn", "a turn is under way, but the phase is {phase}", "only player and phase", turn.phase)


def _final_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    if position.returning is None:
        yield Fault(
            "turn.phase", "is final, but returning is missing", "over, or a final round in which tiles are returned"
        )
        return
    yield from _over_faults(position, turn)
    last = (position.start - 1) % len(position.players)
    if turn.player != last:
        yield Fault(
            "turn.player", "is {value} in the phase final", "{number}, who had the last turn", turn.player, last
        )


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
        yield Fault("turn.pending", "a card back is due", "none: card backs aren't used in this game")
    if turn.pending and position.deck_size <= 0:
        right = Message("no reveals: they are dropped, or the discards reshuffled")
        yield Fault("turn.pending", "a reveal is due, but no card is left", right)
    reveals = tuple(reveal for reveal in turn.pending if reveal != "back")
    if not reveals:
        return
    if turn.phase != "draw" and position.returning is None:
        yield Fault("turn.pending", "reveals are due in the phase {phase}", "none", turn.phase)
    elif "hand" in reveals and not _blind_draw_fits(position, reveals):
        wrong = Message("a blind draw stands among other reveals, or comes before any card was drawn")
        right = Message('["hand"] alone, after a draw')
        if _refills_to_six(position):
            right = Message('["hand"] only once, as the first entry, after a draw')
        yield Fault("turn.pending", wrong, right)
    elif (number := reveals.count("display")) > (most := _most_reveals(position)):
        yield Fault("turn.pending", "holds {number:# reveal|# reveals} for the display", "at most {most}", number, most)


def _refills_to_six(position: Position) -> bool:
    return position.rules.options["display-refill"] == "to-six"


def _blind_draw_fits(position: Position, reveals: tuple[str, ...]) -> bool:
    """Return whether a blind draw comes after a draw and first, with nothing but a refill to six after it."""
    has_drawn = position.turn.drawn > 0 or position.returning is not None
    is_first = reveals == ("hand",) or (_refills_to_six(position) and "hand" not in reveals[1:])
    return has_drawn and is_first


def _most_reveals(position: Position) -> int:
    """Return how many reveals for the display may be due: one after a draw, unless the display is renewed."""
    turn = position.turn
    free = position.rules.board.display - len(position.display)
    is_renewed = position.returning is None and (turn.drawn == 0 or "administrator" in turn.officials)
    return free if is_renewed or _refills_to_six(position) else min(free, 1)
