"""Every template of a language with everything that can stand in it, as it is shown.

The lists in tests/sentences are to be read by people who speak the language.
"""

import re
from collections.abc import Iterator, Mapping

import thurntaxis as tt
from support.paths import TESTS
from thurntaxis import Tile
from thurntaxis.options import MODULE_OPTIONS
from thurntaxis.steps.common import PHASE_WORDS
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import edition_in_words, reading_in_words
from thurntaxis_rulebook.corpus.languages import translate, translation, word

FOLDER = TESTS / "sentences"

TEMPLATES = ("sentences", "advice", "command", "show", "play", "booklet")
"""The tables whose texts have gaps."""

COUNTS = (0, 1, 2, 5, 22)
OFFICIALS = ("postmaster", "administrator", "carrier", "cartwright")
GAP = re.compile(r"\{(\w+)(?::([^{}]*))?\}")

BOARD = tt.rule_set("testland", modules=tt.MODULES).board
TILES = tuple(Tile(stack.name, stack.values[0]) for stack in (*tt.rule_set().board.stacks, *BOARD.stacks))
"""A tile of every stack of the two boards."""

NUMBERS = {
    *("all", "cost", "count", "deck", "discards", "horses", "houses", "kinds", "left", "length", "letters", "number"),
    *("other_share", "own", "playouts", "price", "reveals", "share", "short", "visits", "wanted"),
}
"""The gaps that numbers fill."""

FLOATS = {"turns", "other_turns", "length", "other_length", "houses", "other_houses", "points", "other_points"}
"""The gaps that numbers with a decimal fill, in sentences that say of two turns what each leads to."""

CITIES_COUNTED = re.compile(r"\{cities\} (of the|cities)|(has|needs) \{cities\}|^not-yet$")
"""The English sentences, or names of texts, in which `cities` is a number."""

SEVERAL: Mapping[str, tuple[object, ...]] = {
    "cities": (("Ulm",), ("Linz", "Ulm"), ("Augsburg", "Linz", "Ulm")),
    "crowded": (("Baiern",), ("Baiern", "Schweiz")),
    "cards": (("Ulm",), ("Augsburg", "Linz", "Ulm")),
    "offices": (*((official,) for official in OFFICIALS), OFFICIALS[:2], OFFICIALS),
    "players": (("Anna",), ("player 2",), ("Anna", "Ben")),
    "others": (("Anna",), ("Anna", "Ben")),
    "route": (("Ulm", "Augsburg", "München"),),
    "tiles": (("Baden",), ("Baden", "Böhmen + Salzburg")),
    "events": (("end",),),
}
"""The gaps that one or more names fill."""

SINGLE: Mapping[str, tuple[object, ...]] = {
    "player": ("Ben", "Anna", "player 2"),
    "me": ("Clara", "player 1"),
    "official": OFFICIALS,
    "city": ("Ulm", "Linz"),
    "card": ("Ulm", "Freiburg"),
    "other_card": ("Linz",),
    "end": ("Augsburg",),
    "tile": TILES,
    "stack": tuple(tile.stack for tile in TILES),
    "event": ("draw Ulm", "close Linz Ulm"),
    "line": ("close Linz Ulm",),
    "games": (3,),
    "file": ("game.toml",),
    "sign": ("A",),
    "row": ("a a a",),
}
"""The gaps that one name or word fills."""


def values(name: str, english: str, lang: str) -> tuple[object, ...]:
    """Return what can stand in a gap of a text, which is known by its English sentence or its name."""
    if name == "now":
        return tuple(translate(words, lang, "sentences") for words in PHASE_WORDS.values())
    if name == "edition":
        return tuple(edition_in_words(edition, Language(lang)) for edition in tt.EDITIONS)
    if name == "module":
        names = tuple(Language(lang).form(module) for module in tt.MODULES)
        return (*names, names)
    if name == "reading":
        readings = tt.OPTIONS | {key: value for each in MODULE_OPTIONS.values() for key, value in each.items()}
        return tuple(
            reading_in_words(key, value, Language(lang)) for key, several in readings.items() for value in several
        )
    if name == "stage":
        return tuple(word(lang, "show", phase) for phase in ("draw", "play", "carriage", "keep"))
    if name == "cities" and CITIES_COUNTED.search(english):
        return COUNTS
    if name == "number" and "carriage" in english.lower():
        return tuple(range(3, 8))
    if name == "least":
        return (3,)
    if name == "kept":
        return COUNTS if english.startswith("Exactly") else SEVERAL["cards"]
    if name in FLOATS and "instead of" in english:
        return (0.0, 1.0, 1.4, 2.1, 12.5)
    if name == "points":
        return ("2.5",) if "games" in english else COUNTS
    if name in NUMBERS:
        return COUNTS
    return SEVERAL.get(name) or SINGLE.get(name) or (f"[{name}]",)


def composed(english: str, words: str, lang: str) -> Iterator[str]:
    """Yield a template with its gaps filled: each gap in turn takes all that can stand in it."""
    specs = dict.fromkeys(gap[1] for gap in GAP.finditer(words))
    all_values = {name: values(name, english, lang) for name in specs}
    first = {name: several[min(1, len(several) - 1)] for name, several in all_values.items()}
    made: dict[str, None] = {}
    for name, several in all_values.items():
        for value in several:
            text = Language(lang).fill(
                words, {**first, name: value}, _board(value if name in ("tile", "stack") else None)
            )
            made[text[:1].upper() + text[1:] if english.endswith(".") else text] = None
    yield from made or [words]


def _board(value: object) -> tt.Board:
    """Return a board that has this tile or stack."""
    stack = value.stack if isinstance(value, Tile) else value
    south = tt.rule_set().board
    return south if stack is None or any(one.name == stack for one in south.stacks) else BOARD


def text(lang: str) -> str:
    """Return the list of a language."""
    parts: list[str] = []
    for table in TEMPLATES:
        templates: Mapping[str, str] = translation(lang).get(table, {})
        names = templates if lang == "en" and table not in ("sentences", "advice") else translation("de")[table]
        for english in names:
            words = templates.get(english, english)
            if "{" in words or table in ("sentences", "advice"):
                parts.append("\n".join([f"==== {table}: {english}", *composed(english, words, lang)]))
    return "\n\n".join(parts) + "\n"
