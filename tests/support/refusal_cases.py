"""Small positions with an event that is refused there, one for each reason."""

import thurntaxis as tt
from support import base_tables
from support.golden import cases
from support.paths import TESTS

MUST_FIT = {"carrier-restart": False}
TWO_AND_TWO = ("Würzburg", "Nürnberg", "Pilsen", "Budweis", "Linz")

FILE = TESTS / "reference" / "refusals.txt"

Case = tuple[str | tt.Event, tt.Position]


def case_of(line: str) -> Case:
    """Return the event and the position that a line names."""
    event, position = eval(f"({line})", vars(base_tables) | globals())
    return event, position


CASES = list(map(case_of, cases(FILE)))
