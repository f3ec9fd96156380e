"""Small positions with an event that is refused there, one for each reason."""

import thurntaxis as tt
from support.base_tables import case_of
from support.golden import cases
from support.paths import TESTS

MUST_FIT = {"carrier-restart": False}
TWO_AND_TWO = ("Würzburg", "Nürnberg", "Pilsen", "Budweis", "Linz")

FILE = TESTS / "reference" / "refusals.txt"


CASES: list[tuple[str | tt.Event, tt.Position]] = [case_of(line, globals()) for line in cases(FILE)]
