"""A table under other readings of the rules."""

from collections.abc import Iterator
from typing import NamedTuple

from thurntaxis import UNKNOWN, Position, Unplayable, rule_set
from thurntaxis.editions import OptionValue
from thurntaxis.rule_sets import options_of
from thurntaxis.rules import RuleSet
from thurntaxis.values import is_unknown


class OtherTable(NamedTuple):
    """A table under the reading in which an option has another value."""

    option: str
    value: OptionValue
    position: Position


def other_tables(position: Position) -> Iterator[OtherTable]:
    """Yield a table under every other reading of a disputed rule, as far as there is one.

    Some modules leave no choice in an option. And where backs have not been looked at, nobody knows what the table
    would be like if they had.
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
    """Return the same table under other rules; where they don't look at backs, none has been seen."""
    position = position.with_rules(rules)
    if rules.parts.unknown_cards != (UNKNOWN,):
        return position
    players = tuple(
        player.replace(hand=tuple(sorted(UNKNOWN if is_unknown(card) else card for card in player.hand)))
        for player in position.players
    )
    pending = tuple(reveal for reveal in position.turn.pending if reveal != "back")
    return position.replace(players=players, deck_back=None, turn=position.turn.replace(pending=pending))
