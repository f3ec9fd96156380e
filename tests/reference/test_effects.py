"""Every effect of an event: a small position that shows it, the clause, the whole sentence.

The sentences are public interface: people read them at the table, and other programs show them.
"""

import ast
from pathlib import Path

import thurntaxis as tt
from support.base_tables import case_of
from support.golden import cases, check
from support.sources import sentences_of_rules
from thurntaxis.clauses import sentence

BADEN = ("Freiburg", "Carlsruhe", "Mannheim")
EASTERN = ("Nürnberg", "Pilsen", "Budweis")
ALL_BUT_EASTERN = ["Basel", "Innsbruck", "Linz", "Lodz", "Mannheim", "Sigmaringen", "Ulm"]
"""Houses in every province but those of the eastern route."""


FILE = Path(__file__).with_name("effects.txt")


def traced(line: str) -> str:
    """Return the trace of a legal event, after which the position is the one that playing it gives."""
    event, position = case_of(line, globals())
    after, effects = position.traced(event)
    assert after == position.play(event)
    return "\n".join(f"{effect.clause}: {effect.sentence}" for effect in effects)


def test_effects_leave_a_trace_in_whole_sentences() -> None:
    check(FILE, traced)


CODE = (Path(tt.__file__).with_name("tiles.py"), *Path(tt.__file__).parent.glob("steps/*.py"))
"""Where effects are noted."""


def noted_clauses() -> set[str]:
    """Return the clauses that the code notes as effects."""
    calls = (call for path in CODE for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    texts = (
        node.value
        for call in calls
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("note", "take_if_left", "_take", "_provinces")
        for argument in call.args
        for node in ast.walk(argument)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return {text for text in texts if "." in text and " " not in text}


def test_every_effect_that_code_notes_is_shown() -> None:
    clauses = noted_clauses()
    templates = {template for kind, template in sentences_of_rules(*CODE) if kind == "note"}
    told = (case_of(line, globals()) for line in cases(FILE))
    shown = [effect for event, position in told for effect in position.traced(event)[1]]
    assert len(clauses) > 20
    assert clauses == {effect.clause for effect in shown}
    assert templates == {effect.template for effect in shown}


def test_numbers_below_zero_have_a_minus_and_names_keep_their_hyphens() -> None:
    facts = {"number": -12, "name": "Karl-Heinz", "names": ("a-b", "c")}
    assert sentence("{name} has {number}: {names}.", facts) == "Karl-Heinz has −12: a-b, c."
