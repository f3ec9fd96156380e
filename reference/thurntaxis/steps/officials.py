"""The officials: you may use one of the four in a turn, once.

If you begin a turn without a card in hand, it has to be the postmaster. The steps say what each one does.
"""

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.officials import HELPS_IN
from thurntaxis.parts import Officials
from thurntaxis.position import Position
from thurntaxis.rules import Moment


@clause("official.one-a-turn")
def official_used(position: Position) -> Reason | None:
    """Only one official can be used in a turn, and only once."""
    if position.turn.official is None:
        return None
    return because(
        "You have already used the {official} in this turn, and you may use only one official in a turn.",
        official=position.turn.official,
    )


@clause("postmaster.compulsory")
def postmaster_bound(position: Position) -> Reason | None:
    """In a turn begun with an empty hand, only the postmaster can be used."""
    if not position.turn.began_empty:
        return None
    return because("You began the turn with an empty hand, so you can use only the postmaster.")


@clause("administrator.before-drawing")
def too_late_for_administrator(position: Position) -> Reason | None:
    """You can use the administrator only before you take your first card."""
    turn = position.turn
    if turn.phase in ("final", "over") or (turn.phase == "draw" and turn.drawn == 0):
        return None
    return because("You can use the administrator only before you take your first card.")


def _moments(official: str) -> tuple[Moment, ...]:
    in_time = (too_late_for_administrator,) if official == "administrator" else ()
    is_bound = HELPS_IN[official] == "draw" and official != "postmaster"
    return *in_time, official_used, *((postmaster_bound,) if is_bound else ())


def _permits(position: Position, official: str) -> tuple[str, ...]:
    return ("administrator.before-drawing",) if official == "administrator" else ()


def _use(position: Position, official: str, note: Note) -> Position:
    return position.with_turn(official=official)


ONE_A_TURN = Officials(moments=_moments, use=_use, permits=_permits)
"""The officials of the base game."""
