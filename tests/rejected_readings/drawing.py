"""Other readings of taking cards, and of the officials who help with it."""

from collections.abc import Callable

from rejected_readings.varying import forbid, reading, swap_moments, varied, with_action, with_parts
from thurntaxis import Event, Position
from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.rules import Action, Moment, RuleSet
from thurntaxis.steps.close import card_to_play
from thurntaxis.steps.common import always, game_over, only, only_in, reveal_due
from thurntaxis.steps.draw import card_drawn, display_empty
from thurntaxis.steps.officials import official_used, postmaster_bound, too_late_for_administrator
from thurntaxis.steps.play import nothing_drawn, second_card_due
from thurntaxis.values import add

Effect = Callable[[Position, Event, Note], Position]


@reading("administrator-after-drawing")
def administrator_at_any_time(rules: RuleSet) -> RuleSet:
    """The administrator may be called as long as no card has been played."""
    return swap_moments(rules, "administrator", {too_late_for_administrator: only_in("draw")})


@reading("empty-hand")
def any_official_for_an_empty_hand(rules: RuleSet) -> RuleSet:
    """A player who begins with an empty hand may use another official; then no second card is due."""

    @clause("postmaster.compulsory")
    def second_card_due_without_official(position: Position) -> Reason | None:
        return None if position.turn.official else second_card_due(position)

    rules = swap_moments(rules, "administrator", {postmaster_bound: None})
    return swap_moments(rules, "play", {second_card_due: second_card_due_without_official})


@reading("refill-between")
def refilled_after_the_second_card(rules: RuleSet) -> RuleSet:
    """The display is refilled once, when drawing is over."""

    def draw(position: Position, event: Event, note: Note) -> Position:
        after = rules.actions["draw"].effect(position, event, note)
        return after.with_turn(pending=tuple(place for place in after.turn.pending if place == "hand"))

    def settle(position: Position, note: Note) -> Position:
        turn, missing = position.turn, position.rules.board.display - len(position.display)
        drawing_is_over = turn.phase != "draw" or turn.official == "postmaster"
        if missing and not turn.pending and drawing_is_over:
            position = position.with_turn(pending=("display",) * missing)
        return rules.parts.settle(position, note)

    return with_parts(varied(rules, "draw", effect=draw), settle=settle)


@reading("no-card-left")
def no_card_no_turn(rules: RuleSet) -> RuleSet:
    """A player who can take no card plays none: the turn passes."""

    @clause("draw.nothing-left")
    def no_card_taken(position: Position) -> Reason | None:
        if position.turn.phase != "draw" or position.turn.drawn > 0:
            return None
        return because("Take a card first.")

    @clause("play.duty")
    def card_to_play_if_drawn(position: Position) -> Reason | None:
        none_to_take = position.turn.drawn == 0 and not position.card_can_be_had
        return None if none_to_take else card_to_play(position)

    rules = swap_moments(rules, "play", {nothing_drawn: no_card_taken})
    return swap_moments(rules, "end", {card_to_play: card_to_play_if_drawn})


@reading("announcing-the-postmaster")
def second_card_announced(rules: RuleSet) -> RuleSet:
    """A player who wants a second card says so before taking the first; with an empty hand, that isn't necessary."""

    @clause("postmaster.second-card")
    def not_announced(position: Position) -> Reason | None:
        turn = position.turn
        if turn.began_empty or turn.drawn != 1:
            return official_used(position)
        if turn.official == "postmaster":
            return None
        return because("The postmaster is announced before the first card.")

    announcement = Action(
        form="announce-postmaster",
        phases=("draw",),
        moments=(game_over, reveal_due, only_in("draw"), card_drawn, official_used),
        conditions=(),
        conceivable=only(Event(("announce-postmaster",))),
        effect=lambda position, event, note: position.with_turn(official="postmaster"),
        permits=always("postmaster.second-card"),
    )
    rules = swap_moments(rules, "postmaster", {official_used: not_announced})
    return with_action(rules, "draw", announcement)


@reading("steps-optional")
def steps_are_choices(rules: RuleSet) -> RuleSet:
    """A player may leave out drawing, playing, or both."""
    rules = swap_moments(rules, "play", {nothing_drawn: None})
    return swap_moments(rules, "end", {card_to_play: None})


@reading("official-twice")
def same_official_again(rules: RuleSet) -> RuleSet:
    """The one official of a turn may help more than once."""
    for verb in ("administrator", "postmaster", "carrier", "cartwright"):
        rules = swap_moments(rules, verb, {official_used: _other_official_used(verb)})
    return rules


def _other_official_used(verb: str) -> Moment:
    @clause("official.one-a-turn")
    def other_official_used(position: Position) -> Reason | None:
        return None if position.turn.official == verb else official_used(position)

    return other_official_used


@reading("postmaster-source")
def second_card_from_the_display(rules: RuleSet) -> RuleSet:
    """The postmaster's card comes from the display."""
    return forbid(rules, "postmaster", "postmaster.second-card", lambda position, event: event[1] == "deck")


@reading("administrator-few-cards")
def old_display_stays_out(rules: RuleSet) -> RuleSet:
    """The old display is not shuffled in: only as many cards are turned up as there are without it."""

    def replace_display(position: Position, event: Event, note: Note) -> Position:
        cards = min(position.rules.board.display, position.deck_size + len(position.discard))
        turn = position.turn.replace(official="administrator", pending=("display",) * cards)
        return position.replace(display=(), discard=add(position.discard, position.display), turn=turn)

    return varied(rules, "administrator", effect=replace_display)


@reading("administrator-short-display")
def as_many_as_were_discarded(rules: RuleSet) -> RuleSet:
    """The administrator brings as many cards as lay in the display."""

    def replace_display(position: Position, event: Event, note: Note) -> Position:
        after = rules.actions["administrator"].effect(position, event, note)
        return after.with_turn(pending=("display",) * len(position.display))

    return varied(rules, "administrator", effect=replace_display)


@reading("empty-display")
def administrator_without_display(rules: RuleSet) -> RuleSet:
    """The administrator may be called although no card lies face up."""
    return swap_moments(rules, "administrator", {display_empty: None})
