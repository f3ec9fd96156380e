"""How a turn ends, and the game."""

from thurntaxis_solver.kernel.compiled import Array, compiled, inlined
from thurntaxis_solver.kernel.layout import (
    BEGAN_EMPTY,
    CLOSED,
    DRAWING,
    DRAWN,
    ENDER,
    HAND_SIZE,
    HORSE_CARDS,
    HORSE_POWER,
    HORSES,
    KEEPING,
    KEPT,
    LEFT,
    LENGTH,
    LETTERS,
    LETTERS_PAY,
    OFFICIAL,
    ON_TURN,
    OVER,
    PHASE,
    PLAYED,
    PLAYER,
    PLAYERS,
    RIGHT,
    ROUTE,
    SEAT,
    SEATS,
    START,
    TURNS,
    USABLE,
)
from thurntaxis_solver.kernel.rules.cards import discard
from thurntaxis_solver.kernel.rules.rounds import begin_final_round


@compiled
def discard_route(s: Array, t: Array, me: int) -> None:
    """Discard the closed route and its horses; end the turn, unless too large a hand is to be chosen from."""
    discard(s, t, me + ROUTE, s[me + LENGTH])
    s[me + LENGTH] = 0
    s[me + LEFT] = 0
    s[me + RIGHT] = 0
    if s[me + HORSE_CARDS]:
        discard(s, t, me + HORSES, s[me + HORSE_CARDS])
        s[me + HORSE_CARDS] = 0
        s[me + HORSE_POWER] = 0
    if s[me + HAND_SIZE] > t[KEPT]:
        s[PHASE] = KEEPING
    else:
        end_turn(s, t)


@inlined
def end_turn(s: Array, t: Array) -> None:
    """End the turn, and the game if the round is complete; else begin the next player's."""
    player = (s[ON_TURN] + 1) % s[PLAYERS]
    s[OFFICIAL] = 0
    s[DRAWN] = 0
    s[PLAYED] = 0
    s[CLOSED] = 0
    s[BEGAN_EMPTY] = 0
    if s[ENDER] >= 0 and player == s[START]:
        if not begin_final_round(s, t):
            finish(s)
        return
    s[TURNS] += 1
    s[PLAYER] = player
    s[ON_TURN] = player
    s[PHASE] = DRAWING
    if s[SEATS + SEAT * player + HAND_SIZE] == 0:
        s[BEGAN_EMPTY] = 1
    if t[LETTERS_PAY]:
        for seat in range(s[PLAYERS]):
            s[SEATS + SEAT * seat + USABLE] = s[SEATS + SEAT * seat + LETTERS]


@compiled
def finish(s: Array) -> None:
    """End the game, and the last turn with it."""
    s[TURNS] += 1
    s[PHASE] = OVER
