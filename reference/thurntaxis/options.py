"""The options of the rules: points of play on which the readings of the printed editions differ."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OptionValue = str | bool
Options = Mapping[str, OptionValue]

OPTIONS: dict[str, tuple[OptionValue, ...]] = {
    # whether the tile of this name requires a house in every province, or in every province except Baiern
    "all-provinces": ("every-province", "outside-baiern"),
    # whether the second card, played with the carrier, may start a new route
    "carrier-restart": (True, False),
    # whether a carriage that a closed route has earned may be declined
    "carriage-declinable": (True, False),
    # when the discards become the deck: as soon as the deck is empty, or only when a card has to be revealed
    "reshuffle": ("at-exhaustion", "when-needed"),
    # whether a route may be closed in a turn in which no card can be drawn or played
    "closing-without-playing": (False, True),
    # whether the closed route is discarded before the hand comes down to three cards, or after it
    "closing-discards": ("route-first", "hand-first"),
    # whether one card is put on display for one that is taken, or the display is made up to six after every card
    "display-refill": ("one-card", "to-six"),
}
"""The options and their possible values; the first one holds under an edition that says nothing else."""

MODULES = ("power-and-glory", "princess-messenger", "offices-of-honor")
"""The names of the modules of the rules, in the order in which they change the base game."""

MODULE_OPTIONS: dict[str, dict[str, tuple[OptionValue, ...]]] = {
    "power-and-glory": {
        # whether the backs of the cards, which show horseshoes, reveal which cards can be on top of the deck
        "card-backs": ("seen", "ignored")
    },
    "offices-of-honor": {
        # in which order office tiles are returned after the last turn: from the last player backwards, or clockwise
        "final-return": ("yucata", "clockwise")
    },
}
"""The options that exist only with a module, and their possible values."""


def options_of(modules: Iterable[str]) -> dict[str, tuple[OptionValue, ...]]:
    """Return the options available with these modules, each with its possible values."""
    options = dict(OPTIONS)
    for module in modules:
        options.update(MODULE_OPTIONS.get(module, {}))
    return options


@dataclass(frozen=True)
class Edition:
    """A printed edition of the rules, and its readings of the options of the base game and of the modules."""

    id: str
    language: str
    options: Options
    module_options: Options


def _edition(name: str, language: str, readings: Options) -> Edition:
    every = {option: readings.get(option, values[0]) for option, values in options_of(MODULES).items()}
    base = {option: every.pop(option) for option in OPTIONS}
    return Edition(name, language, base, every)


_TABLE: dict[str, Any] = json.loads(Path(__file__).with_name("editions.json").read_text(encoding="utf-8"))

EDITIONS: dict[str, Edition] = {name: _edition(name, **columns) for name, columns in _TABLE.items()}
"""The editions by id; the table of their languages and readings is generated from the rulebook's edition files."""

DEFAULT_EDITION = "en-yucata"
