"""The end of a turn and of the game."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled, inlined
from thurntaxis_solver.kernel.rules.cards import discard
from thurntaxis_solver.kernel.rules.officials import begin_final_round

_HAND_FIRST = L.reading("closing-discards", "hand-first")


@compiled
def discard_after_closing(s: Array, t: Array, me: int) -> None:
    """Begin the choice of the cards to keep or, without one, end the turn; before that, discard the route.

    If the reading is to discard the hand first, the choice comes before the route is discarded.
    """
    has_choice = s[me + L.HAND_SIZE] > t[L.KEPT]
    if not (has_choice and t[_HAND_FIRST]):
        discard_route(s, t, me)
    if has_choice:
        s[L.PHASE] = L.KEEPING
    else:
        end_turn(s, t)


@compiled
def discard_route(s: Array, t: Array, me: int) -> None:
    """Discard the closed route and its horses."""
    discard(s, t, me + L.ROUTE, s[me + L.LENGTH])
    s[me + L.LENGTH] = 0
    s[me + L.LEFT] = 0
    s[me + L.RIGHT] = 0
    if s[me + L.HORSE_CARDS]:
        discard(s, t, me + L.HORSES, s[me + L.HORSE_CARDS])
        s[me + L.HORSE_CARDS] = 0
        s[me + L.HORSE_POWER] = 0


@inlined
def end_turn(s: Array, t: Array) -> None:
    """End the turn; then begin the next player's, or end the game after its last round."""
    player = (s[L.ON_TURN] + 1) % s[L.PLAYERS]
    s[L.OFFICIAL] = 0
    s[L.DRAWN] = 0
    s[L.PLAYED] = 0
    s[L.CLOSED] = 0
    s[L.BEGAN_EMPTY] = 0
    if s[L.ENDER] >= 0 and player == s[L.START]:
        if not begin_final_round(s, t):
            finish(s)
        return
    s[L.TURNS] += 1
    s[L.PLAYER] = player
    s[L.ON_TURN] = player
    s[L.PHASE] = L.DRAWING
    if s[L.SEATS + L.SEAT * player + L.HAND_SIZE] == 0:
        s[L.BEGAN_EMPTY] = 1
    if t[L.LETTERS_PAY]:
        for seat in range(s[L.PLAYERS]):
            s[L.SEATS + L.SEAT * seat + L.USABLE] = s[L.SEATS + L.SEAT * seat + L.LETTERS]


@compiled
def finish(s: Array) -> None:
    """End the game, and the last turn with it."""
    s[L.TURNS] += 1
    s[L.PHASE] = L.OVER
