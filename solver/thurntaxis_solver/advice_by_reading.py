"""Advice by reading: the position under other readings of the rules, and what is best there."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from thurntaxis import UNKNOWN, Event, Position, Unplayable, rule_set
from thurntaxis.options import OptionValue, options_of
from thurntaxis.rules import RuleSet
from thurntaxis.values import Cards, is_unknown
from thurntaxis_solver.decider import check
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.estimates import Answer
from thurntaxis_solver.turn_advice import advise, explain


class OtherTable(NamedTuple):
    """The position under the reading that gives an option another value."""

    option: str
    value: OptionValue
    position: Position


def other_tables(position: Position) -> Iterator[OtherTable]:
    """Yield the position under every other reading of a disputed rule.

    Values that the modules rule out are omitted, and so is the reading that shows the backs of cards if they have not
    been seen, because nobody knows which they are.
    """
    rules = position.rules
    for option, values in options_of(rules.modules).items():
        for value in values:
            if value == rules.options[option]:
                continue
            try:
                other = rule_set(rules.board, rules.edition, {**rules.options, option: value}, rules.modules)
            except Unplayable:
                continue
            if set(other.parts.unknown_cards) <= set(rules.parts.unknown_cards):
                yield OtherTable(option, value, _under(position, other))


def _under(position: Position, rules: RuleSet) -> Position:
    """Return the position under other rules; if these ignore backs, without those that have been seen."""
    position = position.with_rules(rules)
    if rules.parts.unknown_cards != (UNKNOWN,):
        return position

    def without_back(cards: Cards) -> Cards:
        return tuple(sorted(UNKNOWN if is_unknown(card) else card for card in cards))

    players = tuple(player.replace(hand=without_back(player.hand)) for player in position.players)
    pending = tuple(reveal for reveal in position.turn.pending if reveal != "back")
    turn, discard = position.turn.replace(pending=pending), without_back(position.discard)
    return position.replace(players=players, discard=discard, deck_back=None, turn=turn)


# ---- what is best there


@dataclass(frozen=True)
class Reading(Answer):
    """The best event under another reading; `changes` is none if the search can't tell whether it is another one."""

    option: str
    value: OptionValue
    best: Event
    changes: bool | None


def advice_by_reading(
    position: Position, best: Event, effort: Effort | None = None, *, stop: threading.Event | None = None
) -> tuple[Reading, ...]:
    """Return what is best under every other reading of a disputed rule; each gets an equal part of the effort.

    `best` is the best event under the position's own reading. If it is not legal under another one, the advice changes.
    While a card is still to be revealed, the two can't be compared; then only an equal best event is sure.
    """
    check(position, None)
    others = list(other_tables(position))
    effort = (effort or Effort()).divided_by(len(others) or 1)
    found: list[Reading] = []
    for option, value, other in others:
        if other.is_chance or best not in other.events():
            first = advise(other, effort, lines=1, compare=False, stop=stop).lines[0].turn[:1]
            changes = (False if first == (best,) else None) if other.is_chance else True
        else:
            comparison = explain(other, best, effort, compare=False, stop=stop)
            first = comparison.best.turn[:1]
            changes = False if first == (best,) else None if comparison.given.verdict == "open" else True
        found.append(Reading(option, value, first[0] if first else best, changes))
    return tuple(found)
