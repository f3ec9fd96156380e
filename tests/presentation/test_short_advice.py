"""Advice in short: at most twelve lines for each example, nothing twice, and all of it in JSON, too."""

import functools
import re
from dataclasses import replace

import pytest

from support.paths import EXAMPLES
from thurntaxis.io.read import read_position
from thurntaxis_presentation.advice_answers import MOST_LINES, advice_data, advice_parts, short_advice
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.terminal.line_breaking import wrapped
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_solver.advice import Advice
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.turn_advice import advise

POSITIONS = {file.stem: read_position(file) for file in sorted(EXAMPLES.glob("*.toml"))}


@functools.cache
def advice(name: str) -> Advice:
    return advise(POSITIONS[name], Effort(playouts=1000))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", POSITIONS)
def test_advice_is_short_and_says_nothing_twice(name: str, language: str) -> None:
    lang = Language(language)
    parts = list(short_advice(advice(name), lang))
    lines = [line for part in parts for line in wrapped(part.text, columns=100).splitlines()]
    assert len(lines) <= MOST_LINES == 12
    sentences = [sentence for part in parts for sentence in re.split(r"(?<=[.\u3002]) ?", part.text) if sentence]
    assert len(sentences) == len(set(sentences))
    assert [part.name for part in parts][:2] == ["turn", "chance"]
    assert not re.search(r"\b(draw|postmaster) [A-Z]|\bkeep [A-Z]", " ".join(lines)) or language == "en"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_short_answer_and_the_words_of_turns_are_in_json(language: str) -> None:
    name, lang = "midgame", Language(language)
    data = advice_data(advice(name), lang)
    for part in short_advice(advice(name), lang):
        assert part.text in data["summary"]
    assert [line["words"] for line in data["lines"]] == [lang.moves(line.turn) for line in advice(name).lines]


def test_alternatives_are_told_apart() -> None:
    """Also if they begin with the same move: then what follows is told, too."""
    position, known = POSITIONS["two-readings"], advice("two-readings")
    first, end = position.parse("carrier Budweis right"), position.parse("end")
    close = position.play(first).parse("close Lodz")
    best, *others = (replace(known.lines[0], turn=turn) for turn in ((end,), (first, end), (first, close)))
    found = replace(known, lines=(best, *(replace(line, verdict="open") for line in others)))
    told = dict(advice_parts(found, Language("en")))["as-good"]
    assert "with the carrier, then end the turn (" in told
    assert "with the carrier, then close the route with a house in Lodz (" in told
