"""Other readings of The Princess' Messenger: what officials cost, and who takes the messenger."""

from collections.abc import Callable
from dataclasses import replace

from rejected_readings.varying import entered, reading, swap_moments, varied, with_parts
from thurntaxis import Event, Position
from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.modules.messenger.figure import messenger_point
from thurntaxis.modules.messenger.paying import playing_has_begun, price_of_one_more
from thurntaxis.parts import Officials
from thurntaxis.rules import Moment, RuleSet
from thurntaxis.steps.carriage import cities_short
from thurntaxis.steps.common import only_in


@reading("administrator-after-playing")
def administrator_until_the_end(rules: RuleSet) -> RuleSet:
    """The administrator may come until the turn ends or the route is closed."""
    rules = varied(rules, "administrator", phases=("draw", "play"))
    return swap_moments(rules, "administrator", {playing_has_begun: only_in("draw", "play")})


# ---- the price


@reading("paying-for-an-official")
def paid_at_the_end_of_the_turn(rules: RuleSet) -> RuleSet:
    """The letters for all officials of the turn are paid when it ends."""

    def owed(position: Position, officials: int) -> int:
        """Return the price of this many officials in the turn, of which one is free."""
        return max(0, officials - 1) * price_of_one_more(position.own)

    @clause("letters.pay")
    def too_few_letters(position: Position) -> Reason | None:
        due = owed(position, len(position.turn.officials) + 1)
        return None if position.own.letters_usable >= due else because("That could not be paid.")

    def use(position: Position, official: str, note: Note) -> Position:
        return position.with_turn(officials=(*position.turn.officials, official))

    def end(position: Position, note: Note) -> Position:
        letters, player = owed(position, len(position.turn.officials)), position.own
        paid = position.with_own(
            letters=player.letters - letters, letters_usable=max(0, player.letters_usable - letters)
        )
        return end_by_the_rules(paid, note)

    end_by_the_rules = next(step.enter for step in rules.steps if step.name == "end")
    officials = rules.parts.officials
    moments: Callable[[str], tuple[Moment, ...]] = lambda official: (*officials.moments(official)[:-2], too_few_letters)  # noqa: E731
    return entered(with_parts(rules, officials=replace(officials, moments=moments, use=use)), "end", end)


def first_one_free(officials: Officials, when: Callable[[Position], bool]) -> Officials:
    """Return the officials, the first of a turn being free `when` this holds, whatever the hand was."""

    def read(position: Position) -> Position:
        return position.with_turn(began_empty=False) if when(position) else position

    def as_read(moment: Moment) -> Moment:
        @clause("letters.pay")
        def read_moment(position: Position) -> Reason | None:
            return moment(read(position))

        return read_moment

    def use(position: Position, official: str, note: Note) -> Position:
        used = officials.use(read(position), official, note)
        return used.with_turn(began_empty=position.turn.began_empty)

    def moments(official: str) -> tuple[Moment, ...]:
        return tuple(map(as_read, officials.moments(official)))

    return replace(officials, moments=moments, use=use)


@reading("free-official-with-an-empty-hand")
def first_official_free(rules: RuleSet) -> RuleSet:
    """The first official of a turn is free, with an empty hand, too."""
    return with_parts(rules, officials=first_one_free(rules.parts.officials, lambda position: True))


@reading("postmaster-not-to-be-had")
def another_one_free_instead(rules: RuleSet) -> RuleSet:
    """Where the postmaster has no card to give, the first official is free."""
    officials = first_one_free(rules.parts.officials, lambda position: not position.card_can_be_had)
    return with_parts(rules, officials=officials)


# ---- the messenger


@reading("declining-with-the-messenger")
def no_declining(rules: RuleSet) -> RuleSet:
    """You can’t decline a carriage that you have earned."""
    return with_parts(rules, decline=())


@reading("declined-cartwright")
def no_messenger_without_the_cartwright(rules: RuleSet) -> RuleSet:
    """A player who could have got a carriage from the cartwright doesn't take the messenger."""

    def decline(position: Position, event: Event, note: Note) -> Position:
        if cities_short(position):
            return position.rules.proceed(position, "carriage", note)
        return rules.actions["decline"].effect(position, event, note)

    return varied(rules, "decline", effect=decline)


@reading("messenger-with-carriage-seven")
def not_with_the_last_carriage(rules: RuleSet) -> RuleSet:
    """A player who has the last carriage doesn't take the messenger."""

    def no_carriage(position: Position, note: Note) -> Position:
        has_last = position.rules.board.next_carriage[position.own.carriage] is None
        return position if has_last else rules.parts.no_carriage(position, note)

    return with_parts(rules, no_carriage=no_carriage)


@reading("messenger-in-the-north")
def no_messenger_in_the_north(rules: RuleSet) -> RuleSet:
    """The messenger is not used on the northern board."""
    points = tuple(term for term in rules.parts.points if term is not messenger_point)
    return with_parts(rules, points=points, no_carriage=lambda position, note: position)
