"""The rule sets of self-play, for training the playout policy and the evaluation network."""

import functools

import thurntaxis as tt
from thurntaxis import Position
from thurntaxis.options import Options
from thurntaxis.rules import RuleSet

_READINGS: tuple[Options, ...] = (
    {},
    {},
    {"all-provinces": "outside-baiern"},
    {"carrier-restart": False},
    {"carriage-declinable": False},
    {"all-provinces": "outside-baiern", "carrier-restart": False, "carriage-declinable": False},
)

_MESSENGER, _OFFICES, _HORSES = "princess-messenger", "offices-of-honor", "power-and-glory"

_FURTHER: tuple[tuple[str, tuple[str, ...], Options], ...] = (
    ("south", (_MESSENGER,), {}),
    ("south", (_OFFICES,), {}),
    ("south", (_MESSENGER, _OFFICES), {}),
    ("south", (_MESSENGER,), {"all-provinces": "outside-baiern"}),
    ("south", (_OFFICES,), {"final-return": "clockwise", "carrier-restart": False}),
    ("testland", (_HORSES,), {}),
    ("testland", (_HORSES,), {"card-backs": "ignored"}),
    ("testland", (_HORSES, _MESSENGER), {}),
    ("testland", (_HORSES, _OFFICES), {}),
    ("testland", (_HORSES, _MESSENGER, _OFFICES), {}),
    ("testland", (), {}),
    ("testland", (_MESSENGER, _OFFICES), {}),
)


@functools.cache
def base_games() -> tuple[RuleSet, ...]:
    """Return the rule sets of the base game; the default reading comes twice."""
    return tuple(tt.rule_set(options=reading) for reading in _READINGS)


@functools.cache
def further_games() -> tuple[RuleSet, ...]:
    """Return rule sets with modules and on another board."""
    return tuple(tt.rule_set(board, options=options, modules=modules) for board, modules, options in _FURTHER)


def rule_sets(*, further: bool) -> tuple[RuleSet, ...]:
    """Return the rule sets of the base game, or those with modules and on another board."""
    return further_games() if further else base_games()


def opening(rules: RuleSet, players: int) -> Position:
    """Return the starting position of a game, before any card is dealt."""
    return tt.undealt(players, rules.board, rules.edition, rules.options, rules.modules)
