"""Names as people write them, and the faults of positions in other languages."""

import ast
import re
from pathlib import Path

import pytest

import thurntaxis
from thurntaxis.fault import Fault
from thurntaxis_presentation.faults import fault_in_words
from thurntaxis_presentation.spellings import Spellings, Unclear, words_of
from thurntaxis_rulebook.corpus.languages import LANGUAGES, translation

NAMES = Spellings({"München": ["Munich"], "Ulm": [], "Mannheim": [], "Ulmen": []})


@pytest.mark.parametrize(
    ("written", "name"),
    [("MUNI", "München"), ("muenchen", "München"), ("munchen", "München"), ("Ulm", "Ulm"), ("ma", "Mannheim")],
)
def test_an_unambiguous_beginning_is_enough_and_the_whole_name_goes_first(written: str, name: str) -> None:
    assert NAMES.find(written) == name


def test_several_names_and_none() -> None:
    with pytest.raises(Unclear) as several:
        NAMES.find("m")
    assert several.value.could_be == ("München", "Mannheim")
    with pytest.raises(Unclear) as none:
        NAMES.find("Manheimm")
    assert (none.value.could_be, none.value.near) == ((), ("Mannheim",))
    for nothing in ("", " ", "x"):
        with pytest.raises(Unclear):
            NAMES.find(nothing)


def test_completions_are_the_names_themselves() -> None:
    assert NAMES.completions("mun") == ["München"]
    assert NAMES.completions("ul") == ["Ulm", "Ulmen"]
    assert NAMES.completions("") == list(NAMES.names)


def test_words() -> None:
    assert words_of(" ul,ca ; st、basel ") == ["ul", "ca", "st", "basel"]


def said_by_the_reader() -> set[str]:
    """Return the texts in the rules, what is filled in replaced by {}."""
    found: set[str] = set()
    for path in Path(thurntaxis.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                found.add("".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def test_every_translated_fault_is_one_of_the_reader() -> None:
    templates = {re.sub(r"{\w+}", "{}", template) for template in translation("de")["faults"]}
    assert templates <= said_by_the_reader()


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_a_fault_is_told_in_every_language_with_its_facts(lang: str) -> None:
    fault = Fault("players[0].route[1]", "no road leads from Ulm to Basel", "roads from Ulm lead to Augsburg, Kempten")
    told = fault_in_words(fault, lang)
    assert "road" not in told
    assert all(name in told for name in ("Ulm", "Basel", "Augsburg, Kempten"))
    assert fault_in_words(Fault("x", "never said", "12 or more"), lang).startswith("never said")
    assert fault_in_words(fault, "en") == f"{fault.wrong} ({fault.right})"
