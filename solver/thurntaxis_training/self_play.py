"""The rule sets of self-play, for training the playout policy and the evaluation network."""

import functools

import thurntaxis as tt
from thurntaxis import Position
from thurntaxis.options import Options
from thurntaxis.rules import RuleSet

_Game = tuple[str, tuple[str, ...], Options]
"""A board, modules, and what differs from the edition."""

_BASE: tuple[_Game, ...] = (
    ("south", (), {}),
    ("south", (), {}),
    ("south", (), {"all-provinces": "outside-baiern"}),
    ("south", (), {"carrier-restart": False}),
    ("south", (), {"carriage-declinable": False}),
    ("south", (), {"all-provinces": "outside-baiern", "carrier-restart": False, "carriage-declinable": False}),
)

_MESSENGER, _OFFICES, _HORSES = "princess-messenger", "offices-of-honor", "power-and-glory"

_FURTHER: tuple[_Game, ...] = (
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
def rule_sets(*, further: bool) -> tuple[RuleSet, ...]:
    """Return the rule sets of the base game, of which the default reading comes twice, or `further` ones."""
    games = _FURTHER if further else _BASE
    return tuple(tt.rule_set(board, options=options, modules=modules) for board, modules, options in games)


def opening(rules: RuleSet, players: int) -> Position:
    """Return the starting position of a game, before any card is dealt."""
    return tt.undealt(players, rules.board, rules.edition, rules.options, rules.modules)
