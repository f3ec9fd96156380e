"""The six printed editions, and the four points of play on which readings differ."""

from collections.abc import Mapping
from dataclasses import dataclass

OptionValue = str | bool
Options = Mapping[str, OptionValue]

OPTIONS: dict[str, tuple[OptionValue, ...]] = {
    "all-provinces": ("every-province", "outside-baiern"),
    "carrier-restart": (True, False),
    "carriage-declinable": (True, False),
    "reshuffle": ("at-exhaustion", "when-needed"),
}
"""The options and their possible values.

`all-provinces`
:   what the tile of this name asks for: a house in every province, or in every one outside Baiern.

`carrier-restart`
:   whether the second card, played with the carrier, may start a new route.

`carriage-declinable`
:   whether a carriage that a closed route has earned may be declined.

`reshuffle`
:   when the discards become the deck: as soon as the deck is empty, or only when a card is to be revealed.
"""


@dataclass(frozen=True)
class Edition:
    """One printed edition of the rules, and its reading of the options, with those of modules apart."""

    id: str
    language: str
    options: Options
    module_options: Options


def _edition(name: str, language: str, *, outside: bool, restart: bool, declinable: bool) -> Edition:
    return Edition(
        name,
        language,
        {
            "all-provinces": "outside-baiern" if outside else "every-province",
            "carrier-restart": restart,
            "carriage-declinable": declinable,
            "reshuffle": "at-exhaustion",
        },
        {"card-backs": "seen", "final-return": "yucata" if name == "en-yucata" else "clockwise"},
    )


EDITIONS: dict[str, Edition] = {
    edition.id: edition
    for edition in (
        _edition("it-2006", "it", outside=True, restart=False, declinable=False),
        _edition("en-yucata", "en", outside=False, restart=True, declinable=True),
        _edition("pl-pala", "pl", outside=True, restart=False, declinable=False),
        _edition("ja-2006", "ja", outside=False, restart=True, declinable=False),
        _edition("it-marino", "it", outside=False, restart=False, declinable=False),
        _edition("fr-boisnier", "fr", outside=True, restart=False, declinable=False),
    )
}
"""The editions by id."""

DEFAULT_EDITION = "en-yucata"

MODULES = ("power-and-glory", "princess-messenger", "offices-of-honor")
"""The names of the modules of the rules, in the order in which they change the base game."""

MODULE_OPTIONS: dict[str, dict[str, tuple[OptionValue, ...]]] = {
    "power-and-glory": {"card-backs": ("seen", "ignored")},
    "offices-of-honor": {"final-return": ("yucata", "clockwise")},
}
"""The options that there are with a module only, and their possible values.

`card-backs`
:   whether the backs of cards, which show their horseshoes, tell what the deck's top card may be.

`final-return`
:   in which order office tiles are returned after the last turn: from the last player backwards, or clockwise.
"""
