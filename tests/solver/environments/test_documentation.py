"""The page of the environments says what the source says."""

import re

from thurntaxis_solver.environments import documentation
from thurntaxis_solver.environments.setting import Setting
from thurntaxis_solver.kernel.wasm.page import page_text

PAGE = documentation.PAGE.read_text(encoding="utf-8")


def test_the_page_says_what_the_source_says() -> None:
    """`python -m thurntaxis_solver.environments.documentation` writes it."""
    assert page_text(PAGE, documentation.PARTS) == PAGE
    assert sorted(re.findall(r"<!-- generated: (.+) -->", PAGE)) == sorted(documentation.PARTS)


def test_a_changed_table_is_noticed() -> None:
    stale = PAGE.replace("| `end` | 203 |", "| `end` | 204 |")
    assert stale != PAGE
    assert page_text(stale, documentation.PARTS) == PAGE


def test_the_numbers_on_the_page_are_those_of_the_actions() -> None:
    texts = Setting(2).actions.texts
    rows = re.findall(r"^\| `([^`]+)` \| (\d+)(?: to (\d+))? \|", documentation.PARTS["actions"](), re.MULTILINE)
    numbers: list[int] = []
    for words, first, last in rows:
        for number in range(int(first), int(last or first) + 1):
            pattern = words.replace("CARD", r"\S+").replace("CITY", r"\S+")
            assert re.fullmatch(pattern, texts[number])
            numbers.append(number)
    assert numbers == list(range(len(texts)))
