"""What the page needs to list legal events by the kernel before Python answers: boards, modules and signs as numbers.

`static/legal_events.js` reads it. All rules are in the kernel; here is only what its numbers stand for.
"""

import contextlib
import itertools
from collections.abc import Iterable
from typing import Any

from thurntaxis import DEFAULT_EDITION, EDITIONS, MODULES, Board, Unplayable
from thurntaxis.boards import COMPLETE, board
from thurntaxis.io.line_format import OFFICIALS as OFFICIAL_SIGNS
from thurntaxis.io.line_format import PHASES, REVEALS, REWARDS, card_code
from thurntaxis.modules.offices.office_tiles import CHIPS, STACKS
from thurntaxis.officials import OFFICIALS
from thurntaxis.options import OptionValue, options_of
from thurntaxis.rule_sets import rule_set
from thurntaxis.setup import undealt
from thurntaxis_solver.kernel import layout
from thurntaxis_solver.kernel.states import verb_patterns
from thurntaxis_solver.kernel.tables import tables


def kernel_tables() -> dict[str, Any]:
    """Return them as plain data. Integers that may exceed 2^53 are texts."""
    return {
        "layout": {
            name: value
            for name, value in vars(layout).items()
            if name.isupper() and isinstance(value, int) and value < 1 << 53
        },
        "phases": {sign: layout.PHASE_NAMES.index(phase) for sign, phase in PHASES.items()},
        "phase-names": list(layout.PHASE_NAMES),
        "officials": {sign: OFFICIALS.index(official) for sign, official in OFFICIAL_SIGNS.items()},
        "official-names": list(OFFICIALS),
        "reveals": REVEALS,
        "rewards": {sign: layout.REWARD_NAMES.index(reward) for sign, reward in REWARDS.items()}
        | {"": layout.DRAWN_REWARD},  # a card is still to be revealed, which the turn tells
        "office-tiles": {str(players): [tiles.get(name, 0) for name in OFFICIALS] for players, tiles in STACKS.items()},
        "chips": CHIPS,
        "modules": list(MODULES),
        "edition": DEFAULT_EDITION,
        "editions": {
            edition: {option: str(value).lower() for option, value in {**each.options, **each.module_options}.items()}
            for edition, each in EDITIONS.items()
        },
        "undealt": undealt().to_line(),
        "boards": {name: _board(board(name)) for name in sorted(COMPLETE)},
    }


def _board(board: Board) -> dict[str, Any]:
    """Return what the codes of a board stand for, and its games by their modules."""
    found = tables(rule_set(board))
    return {
        "cities": list(found.cities),
        "city-codes": {board.city_codes[city]: str(bit) for city, bit in found.bit_of.items()},
        "cards": {
            card_code(card, board): {
                "number": str(number),
                "name": card,
                "copies": board.cards.count(card),
                "horseshoes": board.horseshoes.get(card, 0),
            }
            for card, number in found.number_of.items()
        },
        "stacks": {
            board.stack_codes[stack.name]: {"number": number, "values": list(stack.values)}
            for number, stack in enumerate(board.stacks)
        },
        "verbs": verb_patterns(numbered=board.cards_are_numbered),
        "most-events": found.most_events,
        "games": dict(_games(board)),
    }


def _games(board: Board) -> Iterable[tuple[str, dict[str, Any]]]:
    """Yield the games on a board: their modules, and their tables with what each value of an option changes in them."""
    for count in range(len(MODULES) + 1):
        for modules in itertools.combinations(MODULES, count):
            try:
                plain = tables(rule_set(board, modules=modules))
            except Unplayable:
                continue
            changes = dict(change for option in options_of(modules) for change in _changes(board, modules, option))
            yield ".".join(modules), {"tables": list(map(str, plain.numbers)), "options": changes}


def _changes(board: Board, modules: tuple[str, ...], option: str) -> Iterable[tuple[str, list[tuple[int, str]]]]:
    """Yield each value of an option, with the places whose numbers depend on it and what it puts there."""
    numbers: dict[OptionValue, list[int]] = {}
    for value in options_of(modules)[option]:
        with contextlib.suppress(Unplayable):
            numbers[value] = tables(rule_set(board, options={option: value}, modules=modules)).numbers
    places = [place for place, found in enumerate(zip(*numbers.values(), strict=True)) if len(set(found)) > 1]
    for value, found in numbers.items():
        yield f"{option}={str(value).lower()}", [(place, str(found[place])) for place in places]
