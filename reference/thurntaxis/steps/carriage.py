"""Step 3, c: take the next carriage.

You take the carriages in order, 3 to 7, one for a route, each if the closed route has at least as many cities as its
number. One official helps here: with the cartwright, a route one or two cities too short is enough.
"""

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.events import Event
from thurntaxis.parts import Parts
from thurntaxis.position import Position
from thurntaxis.rules import Action, Step
from thurntaxis.steps.common import always, game_over, only, reveal_due
from thurntaxis.tiles import bring_about_end

CARTWRIGHT_HELPS = 2
"""How many cities too short a route may be for the cartwright."""


def cities_short(position: Position) -> int | None:
    """Return how many cities too short the closed route is for the next carriage; None if there is no next one."""
    number = position.rules.board.next_carriage[position.mover.carriage]
    return None if number is None else max(0, number - position.turn.closed)


# ---- conditions


@clause("carriage.phase")
def nothing_to_decide(position: Position) -> Reason | None:
    """A carriage is taken right after a route has been closed."""
    if position.turn.phase in ("carriage", "over"):
        return None
    return because("You take or decline a carriage only right after closing a route that is long enough for it.")


@clause("carriage.phase")
def no_carriage_near(position: Position) -> Reason | None:
    """The cartwright helps right after a route has been closed."""
    if position.turn.phase in ("carriage", "over"):
        return None
    return because(
        "You can use the cartwright only right after you close a route that is one or two cities too short for the "
        "next carriage."
    )


@clause("carriage.next")
def route_falls_short(position: Position) -> Reason | None:
    """A carriage needs a closed route of its own number of cities, or more."""
    short = cities_short(position)
    if position.turn.phase != "carriage" or short == 0:
        return None
    return because(
        "Your next carriage, number {number}, needs a route of at least {number} cities; the closed one has {cities}.",
        number=position.rules.board.next_carriage[position.mover.carriage],
        cities=position.turn.closed,
    )


@clause("cartwright.short")
def cartwright_no_help(position: Position) -> Reason | None:
    """The cartwright helps if the route is one or two cities too short."""
    if position.turn.phase != "carriage" or cities_short(position) in range(1, CARTWRIGHT_HELPS + 1):
        return None
    return because("The cartwright helps only if the route is one or two cities too short; this one is long enough.")


@clause("carriage.decline")
def carriage_must_be_taken(position: Position) -> Reason | None:
    """A carriage that has been earned is taken."""
    if position.turn.phase != "carriage" or cities_short(position) != 0:
        return None
    return because("You can’t decline a carriage that you have earned.")


# ---- effects


@clause("carriage.no-skipping")
def take_carriage(position: Position, note: Note) -> Position:
    """Take the carriage with the next number; the first to take the highest ends the game."""
    board = position.rules.board
    number = board.next_carriage[position.mover.carriage]
    note("carriage.no-skipping", "{player} takes carriage {number}.", player=position.who, number=number)
    position = position.with_mover(carriage=number)
    return bring_about_end(position, note) if board.next_carriage[number] is None else position


def _take(position: Position, event: Event, note: Note) -> Position:
    return position.rules.proceed(take_carriage(position, note), "carriage", note)


CARRIAGE = Action(
    form="carriage",
    phases=("carriage",),
    moments=(game_over, reveal_due, nothing_to_decide, route_falls_short),
    conditions=(),
    conceivable=only(Event(("carriage",))),
    effect=_take,
    permits=always("carriage.next", "carriage.no-skipping"),
)


def cartwright(parts: Parts) -> Action:
    """Return the taking of a carriage with the cartwright."""
    officials = parts.officials

    @clause("cartwright.short")
    def take_with_cartwright(position: Position, event: Event, note: Note) -> Position:
        """Take the next carriage with the cartwright's help."""
        note(
            "cartwright.short",
            "The cartwright helps, as the route lacks {short} of the cities for the next carriage.",
            short=cities_short(position),
        )
        return _take(officials.use(position, "cartwright", note), event, note)

    return Action(
        form="cartwright",
        phases=("carriage",),
        moments=(game_over, reveal_due, no_carriage_near, *officials.moments("cartwright"), cartwright_no_help),
        conditions=(),
        conceivable=only(Event(("cartwright",))),
        effect=take_with_cartwright,
        permits=lambda position, event: ("cartwright.short", *officials.permits(position, "cartwright")),
    )


def decline(parts: Parts) -> Action:
    """Return the declining of a carriage, or of the cartwright's help."""

    def take_none(position: Position, event: Event, note: Note) -> Position:
        note("carriage.decline", "{player} takes no carriage.", player=position.who)
        return position.rules.proceed(parts.no_carriage(position, note), "carriage", note)

    return Action(
        form="decline",
        phases=("carriage",),
        moments=(game_over, reveal_due, nothing_to_decide, *(() if parts.decline else (carriage_must_be_taken,))),
        conditions=(),
        conceivable=only(Event(("decline",))),
        effect=take_none,
        permits=lambda position, event: parts.decline if cities_short(position) == 0 else ("official.optional",),
    )


def carriage_step(parts: Parts) -> Step:
    """Return the step of the carriage."""

    @clause("carriage.next")
    def come_to_carriage(position: Position, note: Note) -> Position:
        """Offer the carriage or the cartwright; continue if there is nothing to decide."""
        short = cities_short(position)
        if short == 0 and not parts.decline:
            return position.rules.proceed(take_carriage(position, note), "carriage", note)
        helps = short is not None and short <= CARTWRIGHT_HELPS
        if short == 0 or (helps and parts.officials.offered(position, "cartwright")):
            return position.with_turn(phase="carriage")
        return position.rules.proceed(parts.no_carriage(position, note), "carriage", note)

    return Step("carriage", (CARRIAGE, cartwright(parts), decline(parts)), come_to_carriage)
