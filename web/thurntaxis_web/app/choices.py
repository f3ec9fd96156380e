"""What a game can be like, and who can play it: the choices that the page offers."""

from typing import Any

from thurntaxis import DEFAULT_EDITION, EDITIONS, MODULES
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.set_up.form import boards, named
from thurntaxis_presentation.spellings import event_words
from thurntaxis_solver.play.levels import LEVELS

PERSON = "person"
"""The level of a seat where a person plays."""

DEFAULT_LEVEL = "experienced"


def choices(lang: Language) -> dict[str, Any]:
    """Return boards, editions, modules and levels as pairs of a name and its words, and what is chosen at first.

    `example` is an event as people type it in the language.
    """
    spelled = {} if lang == "en" else event_words(lang)
    return {
        "boards": boards(lang),
        "example": " ".join(next(iter(spelled.get(word, ())), word) for word in ("play", "Ulm", "right")),
        "edition": DEFAULT_EDITION,
        "editions": named(EDITIONS, lang),
        "modules": named(MODULES, lang),
        "level": DEFAULT_LEVEL,
        "levels": [[PERSON, lang.label("level-person", "table")], *([name, _computer(name, lang)] for name in LEVELS)],
    }


def _computer(level: str, lang: Language) -> str:
    """Return what to call a seat at which the computer plays at a level."""
    return lang.text("computer", "table", level=lang.label(f"level-{level}", "table"))
