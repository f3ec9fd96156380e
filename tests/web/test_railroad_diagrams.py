"""The railroad diagrams of the line notation are those of its grammar."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from thurntaxis_web import railroad_diagrams
from thurntaxis_web.railroad_diagrams import PAGE, PICTURE, Expression, diagram_picture, grammar, main

SVG = "{http://www.w3.org/2000/svg}"
RULES = grammar(PAGE.read_text(encoding="utf-8"))


def page(rules: str) -> str:
    return f"# Grammar\n\n```ebnf\n{rules}\n```\n"


def names(expression: Expression) -> set[str]:
    """Return the rules that an expression names."""
    return {expression.text} if expression.kind == "name" else set().union(*map(names, expression.parts))


def test_the_picture_is_what_the_grammar_gives() -> None:
    told = "run python -m thurntaxis_web.railroad_diagrams"
    assert PICTURE.read_text(encoding="utf-8") == diagram_picture(RULES), told


def test_every_rule_that_is_named_is_there_or_told_in_words() -> None:
    used = set().union(*map(names, RULES.values()))
    assert used - set(RULES) == {"space", "edition", "module", "option", "value"}
    assert set(RULES) - used == {"record"}


def test_the_page_shows_the_picture_with_a_text_for_those_who_do_not_see_it() -> None:
    assert re.search(r"!\[[^\]]{40,}\]\(line-notation\.svg\)", PAGE.read_text(encoding="utf-8"))


def test_the_picture_has_a_diagram_for_each_rule_within_its_frame() -> None:
    root = ET.fromstring(PICTURE.read_text(encoding="utf-8"))
    assert root.get("role") == "img"
    assert str(root.findtext(f"{SVG}title")).endswith(", ".join(RULES))
    assert "prefers-color-scheme: dark" in str(root.findtext(f"{SVG}style"))
    assert [text.text for text in root.findall(f"{SVG}text")] == list(RULES)
    diagrams = root.findall(f"{SVG}svg")
    assert len(diagrams) == len(RULES)
    for side, start in (("width", "x"), ("height", "y")):
        assert all(
            float(diagram.attrib[start]) + float(diagram.attrib[side]) <= float(root.attrib[side])
            for diagram in diagrams
        )
    drawn = {str(text.text) for text in root.iter(f"{SVG}text")}
    assert {"TT1", "moves", "␣", "A … Z", "city", "="} <= drawn


def test_what_a_grammar_means() -> None:
    rules = grammar(page('a b = [ "x" ], { c }, ( "y" | c ) ; (* a comment *)\nc = "z" ;'))
    x, y, c = Expression("terminal", text="x"), Expression("terminal", text="y"), Expression("name", text="c")
    choice = Expression("choice", (y, c))
    assert rules == {
        "a b": Expression("sequence", (Expression("option", (x,)), Expression("repetition", (c,)), choice)),
        "c": Expression("terminal", text="z"),
    }


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("a = ;", "the grammar has ; here (a text in quotes, a name, or a bracket)"),
        ('a = "x"', "the grammar has its end here (;)"),
        ('a = [ "x" ;', "the grammar has ; here (])"),
        ('a = "x" ; a = "y" ;', "the grammar has a second rule a (one)"),
        ("", "the page has no grammar (a block that begins with ```ebnf)"),
    ],
)
def test_a_faulty_grammar_is_told(rules: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        grammar(page(rules) if rules else "no grammar")


def test_the_command_writes_and_checks_the_picture(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(railroad_diagrams, "PICTURE", tmp_path / "picture.svg")
    assert main(["--check"]) == 1
    assert main([]) == 0
    assert main(["--check"]) == 0
    assert (tmp_path / "picture.svg").read_bytes() == PICTURE.read_bytes()
