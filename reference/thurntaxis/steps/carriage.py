"""Step 3, c: take the next carriage.

Carriages have the numbers 3, 4, 5, 6 and 7. You begin without one and take them in this order; there are enough for
everybody. You take your next carriage if the route that you close has at least as many cities as its number says; in
some editions you may decline it. A route never brings you two carriages, and only its length matters, not where you
place houses.

If the route is one or two cities too short, the cartwright can give you the carriage. Whoever takes carriage 7
triggers the end of the game, and gets no further carriage.
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
    number = position.rules.board.next_carriage[position.own.carriage]
    return None if number is None else max(0, number - position.turn.closed)


# ---- the carriage that the route has earned


@clause("carriage.phase")
def nothing_to_decide(position: Position) -> Reason | None:
    """You take a carriage only when you close a route, after the tiles and before the discards."""
    if position.turn.phase in ("carriage", "over"):
        return None
    return because(
        "There is no carriage to take or decline now; it comes only right after you close a route that is long enough."
    )


@clause("carriage.next")
def route_falls_short(position: Position) -> Reason | None:
    """The route has at least as many cities as your next carriage asks for."""
    short = cities_short(position)
    if position.turn.phase != "carriage" or short == 0:
        return None
    return because(
        "Your next carriage, number {number}, needs a route of at least {number} cities; the route you closed has "
        "{cities}.",
        number=position.rules.board.next_carriage[position.own.carriage],
        cities=position.turn.closed,
    )


@clause("carriage.no-skipping")
def take_carriage(position: Position, note: Note) -> Position:
    """Take the carriage with the next number; the last of them triggers the end of the game."""
    board = position.rules.board
    number = board.next_carriage[position.own.carriage]
    note("carriage.no-skipping", "{player} takes carriage {number}.", player=position.who, number=number)
    position = position.with_own(carriage=number)
    return bring_about_end(position, note) if board.next_carriage[number] is None else position


CARRIAGE = Action(
    form="carriage",
    phases=("carriage",),
    moments=(game_over, reveal_due, nothing_to_decide, route_falls_short),
    conceivable=only(Event(("carriage",))),
    effect=lambda position, event, note: position.rules.proceed(take_carriage(position, note), "carriage", note),
    permits=always("carriage.next", "carriage.no-skipping"),
)


@clause("carriage.decline")
def carriage_must_be_taken(position: Position) -> Reason | None:
    """In most editions, you must take a carriage that you have earned."""
    if position.turn.phase != "carriage" or cities_short(position) != 0:
        return None
    return because("You can’t decline a carriage that you have earned.")


def decline(parts: Parts) -> Action:
    """Return the action of declining a carriage, or the cartwright's help."""

    @clause("carriage.decline")
    def take_none(position: Position, event: Event, note: Note) -> Position:
        """Take no carriage, neither an earned one nor the cartwright's."""
        note("carriage.decline", "{player} takes no carriage.", player=position.who)
        return position.rules.proceed(parts.no_carriage(position, note), "carriage", note)

    return Action(
        form="decline",
        phases=("carriage",),
        moments=(game_over, reveal_due, nothing_to_decide, *(() if parts.decline else (carriage_must_be_taken,))),
        conceivable=only(Event(("decline",))),
        effect=take_none,
        permits=lambda position, event: parts.decline if cities_short(position) == 0 else ("official.optional",),
    )


# ---- the cartwright


@clause("carriage.phase")
def no_carriage_near(position: Position) -> Reason | None:
    """The cartwright, too, helps only when you close a route."""
    if position.turn.phase in ("carriage", "over"):
        return None
    return because(
        "You can use the cartwright only right after you close a route that is one or two cities too short for the "
        "next carriage."
    )


@clause("cartwright.short")
def cartwright_no_help(position: Position) -> Reason | None:
    """The route is one or two cities too short for the next carriage."""
    if position.turn.phase != "carriage" or cities_short(position) in range(1, CARTWRIGHT_HELPS + 1):
        return None
    return because("The cartwright helps only if the route is one or two cities too short; this one is long enough.")


def cartwright(parts: Parts) -> Action:
    """Return the action of taking a carriage with the cartwright."""
    officials = parts.officials

    @clause("cartwright.short")
    def take_with_cartwright(position: Position, event: Event, note: Note) -> Position:
        """With the cartwright, take the next carriage although the route is too short for it."""
        note(
            "cartwright.short",
            "The cartwright helps, as the route lacks {short} of the cities for the next carriage.",
            short=cities_short(position),
        )
        position = take_carriage(officials.use(position, "cartwright", note), note)
        return position.rules.proceed(position, "carriage", note)

    return Action(
        form="cartwright",
        phases=("carriage",),
        moments=(game_over, reveal_due, no_carriage_near, *officials.moments("cartwright"), cartwright_no_help),
        conceivable=only(Event(("cartwright",))),
        effect=take_with_cartwright,
        permits=lambda position, event: ("cartwright.short", *officials.permits(position, "cartwright")),
    )


# ---- the step


def carriage_step(parts: Parts) -> Step:
    """Return the step of the carriage."""

    @clause("carriage.next")
    def come_to_carriage(position: Position, note: Note) -> Position:
        """Take an earned carriage at once; wait only if you may decline it, or the cartwright can help."""
        short = cities_short(position)
        if short == 0 and not parts.decline:
            return position.rules.proceed(take_carriage(position, note), "carriage", note)
        near = short in range(1, CARTWRIGHT_HELPS + 1)
        if short == 0 or (near and parts.officials.offered(position, "cartwright")):
            return position.with_turn(phase="carriage")
        return position.rules.proceed(parts.no_carriage(position, note), "carriage", note)

    return Step("carriage", (CARRIAGE, cartwright(parts), decline(parts)), come_to_carriage)
