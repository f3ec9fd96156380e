"""Every effect of an event: a small position that shows it, the clause, the whole sentence.

The sentences are public interface: people read them at the table, and other programs show them.
"""

import ast
from pathlib import Path

import thurntaxis as tt
from support.base_tables import case_of
from support.golden import cases, check
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


def noted_in_code() -> tuple[set[str], set[str]]:
    """Return the clauses that the code notes as effects, and the sentences."""
    clauses: set[str] = set()
    templates: set[str] = set()
    folder = Path(tt.__file__).parent
    for path in (folder / "tiles.py", *sorted((folder / "steps").glob("*.py"))):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            texts = [
                node.value
                for argument in call.args
                for node in ast.walk(argument)
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            ]
            if call.func.id == "note":
                templates.add(texts[-1])
            if call.func.id in ("note", "take_if_left", "_take", "_provinces"):
                clauses.update(text for text in texts if "." in text and " " not in text)
    return clauses, templates


def test_every_effect_that_code_notes_is_shown() -> None:
    clauses, templates = noted_in_code()
    told = (case_of(line, globals()) for line in cases(FILE))
    shown = [effect for event, position in told for effect in position.traced(event)[1]]
    assert len(clauses) > 20
    assert clauses == {effect.clause for effect in shown}
    assert templates == {effect.template for effect in shown}


def test_numbers_below_zero_have_a_minus_and_names_keep_their_hyphens() -> None:
    facts = {"number": -12, "name": "Karl-Heinz", "names": ("a-b", "c")}
    assert sentence("{name} has {number}: {names}.", facts) == "Karl-Heinz has −12: a-b, c."
