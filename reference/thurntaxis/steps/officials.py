"""The four officials, who help in the steps before.

The postmaster gives you a second card, the administrator a new display (`draw`); the carrier lets you play a second
card (`play`); the cartwright gives you a carriage although your route is too short (`carriage`).

You may use at most one official in a turn, and that one once. It costs nothing and is optional, except that you must
use the postmaster if your hand was empty when the turn began and a second card can be had.
"""

from thurntaxis.clauses import Reason, because, clause
from thurntaxis.parts import Officials
from thurntaxis.position import Position
from thurntaxis.rules import Moment


@clause("official.one-a-turn")
def official_used(position: Position) -> Reason | None:
    """You use only one official in a turn, and only once."""
    if position.turn.official is None:
        return None
    return because(
        "You have already used the {official} in this turn, and you may use only one official in a turn.",
        official=position.turn.official,
    )


@clause("postmaster.compulsory")
def postmaster_bound(position: Position) -> Reason | None:
    """If your hand was empty when the turn began, your official is the postmaster, not the administrator."""
    if not position.turn.began_empty:
        return None
    return because("You began the turn with an empty hand, so you can use only the postmaster.")


@clause("administrator.before-drawing")
def too_late_for_administrator(position: Position) -> Reason | None:
    """You use the administrator only before you take a card."""
    turn = position.turn
    if turn.phase in ("final", "over") or (turn.phase == "draw" and turn.drawn == 0):
        return None
    return because("You can use the administrator only before you take your first card.")


def _moments(official: str) -> tuple[Moment, ...]:
    """Return the conditions on using an official in a step in which it helps."""
    if official == "administrator":
        return too_late_for_administrator, official_used, postmaster_bound
    # The carrier and the cartwright come later: with an empty hand, after the postmaster, if there was a second card.
    return (official_used,)


ONE_A_TURN = Officials(
    moments=_moments,
    use=lambda position, official, note: position.with_turn(official=official),
    permits=lambda position, official: ("administrator.before-drawing",) if official == "administrator" else (),
)
"""The officials of the base game."""
