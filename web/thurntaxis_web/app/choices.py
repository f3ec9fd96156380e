"""What a game can be like, and who can play it: the choices that the page offers."""

from typing import Any

from thurntaxis import DEFAULT_EDITION, EDITIONS, MODULES
from thurntaxis.boards import MADE_UP
from thurntaxis_presentation.i18n import form_of, framed
from thurntaxis_presentation.spellings import event_words
from thurntaxis_rulebook.corpus.languages import label
from thurntaxis_solver.play.levels import LEVELS

PERSON = "person"
"""The level of a seat where a person plays."""

DEFAULT_LEVEL = "experienced"


def boards(lang: str) -> list[list[str]]:
    """Return the boards that come with the page as pairs of a name and its words."""
    return [[name, label(f"board-{name}", lang, "table")] for name in ("south", *MADE_UP)]


def choices(lang: str) -> dict[str, Any]:
    """Return boards, editions, modules and levels as pairs of a name and its words, and what is chosen at first.

    `example` is an event as people type it in the language.
    """
    spelled = {} if lang == "en" else event_words(lang)
    return {
        "boards": boards(lang),
        "example": " ".join(next(iter(spelled.get(word, ())), word) for word in ("play", "Ulm", "right")),
        "edition": DEFAULT_EDITION,
        "editions": [[name, form_of(name, "", lang)] for name in EDITIONS],
        "modules": [[name, form_of(name, "", lang)] for name in MODULES],
        "level": DEFAULT_LEVEL,
        "levels": [[PERSON, label("level-person", lang, "table")], *([name, _computer(name, lang)] for name in LEVELS)],
    }


def _computer(level: str, lang: str) -> str:
    """Return what to call a seat at which the computer plays at a level."""
    return framed("computer", lang, "table", level=label(f"level-{level}", lang, "table"))
