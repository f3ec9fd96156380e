"""What a game can be like, who can play it, and how long to search: what one chooses on the page."""

import html

from thurntaxis import DEFAULT_EDITION, EDITIONS, MODULES
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.set_up.form import boards, named
from thurntaxis_solver.play.agents import LEVELS
from thurntaxis_web.markup import options

PERSON = "person"
"""The level of a seat where a person plays."""

DEFAULT_LEVEL = "experienced"

MOST_PLAYERS = 4

SECONDS, DEFAULT_SECONDS = (1, 3, 10, 30), 3
"""How long advice can be looked for, and how long at first."""


def choices(lang: Language) -> dict[str, str]:
    """Return the HTML of what one chooses, by the gaps of the page."""
    levels = [(PERSON, lang.label("level-person", "table"))]
    levels += [(name, lang.text("computer", "table", level=lang.label(f"level-{name}", "table"))) for name in LEVELS]
    seconds = [(number, lang.text("seconds", "table", number=number)) for number in SECONDS]
    return {
        "board-options": options(boards(lang)),
        "edition-options": options(named(EDITIONS, lang), DEFAULT_EDITION),
        "module-boxes": "".join(
            f'<label class="check"><input type="checkbox" name="modules" value="{name}">{html.escape(title)}</label>'
            for name, title in named(MODULES, lang)
        ),
        "seats": "".join(
            f'<label data-seat>{seat}<select name="seat-{at}">'
            f"{options(levels, DEFAULT_LEVEL if at else PERSON)}</select></label>"
            for at, seat in enumerate(lang.text("seat", "table", number=at) for at in range(1, MOST_PLAYERS + 1))
        ),
        "seconds-options": options(seconds, DEFAULT_SECONDS),
    }
