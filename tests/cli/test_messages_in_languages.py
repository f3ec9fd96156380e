"""Errors of commands in other languages: no English is left but names, keys and what is to be typed."""

import json
import re
from pathlib import Path

import pytest

from support.command_line import taxis
from support.few_and_many import one_in
from support.page_leftovers import words_left_over
from thurntaxis_rulebook.corpus.languages import LANGUAGES

FILES: dict[str, str] = {
    "empty.json": "",
    "broken.json": '{"players": [}',
    "broken.toml": "players = [",
    "list.json": "[1]",
    "record.json": '{"thurntaxis_record": 1}',
    "names.json": json.dumps({"players": [{"hand": ["Olm"], "money": 5}, {"tiles": ["baden"]}], "board": "west"}),
    "table.json": json.dumps(
        {
            "players": [{"hand": 3, "route": ["Ulm", "Basel"], "houses": ["Ulm", "Ulm"], "carriage": 9}, {"hand": 3}],
            "display": ["Ulm"] * 7,
            "turn": {"phase": "keep", "drawn": 9, "official": "cartwright", "pending": ["hand", "display"]},
            "ender": 7,
        }
    ),
    "board.toml": 'name = "x"\nroads = {}\n',
}

COMMANDS = [
    *(f"show {name}" for name in FILES if name != "board.toml"),
    *"""shwo; show; show a b c; show --colour x; show --svg x.png none.json; show none.json; show .
    board check board.toml; board check none.toml; board new west; new --players 9; new --board west
    new --option x; new --option x=1; new --option reshuffle=no; new --module power-and-glory
    advise - --time soon; convert p --to yaml; rule play.adjacant; rule x --booklet none.txt
    tournament; tournament gredy; tournament greedy:noise=x random; tournament random --engine ray
    tournament; play --against greedy --against random --players 2
    play --players 2 --seat 3; engine --json; engine --check no-such-program; enter x.txt; replay none.json
    site build --output .; perft p 99; odds p""".replace("\n", ";").split(";"),
]


@pytest.mark.parametrize("lang", one_in(3, LANGUAGES[1:]))
@pytest.mark.parametrize("command", COMMANDS)
def test_an_error_is_told_in_the_language(
    command: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    english, other = taxis(*command.split()), taxis(*command.split(), "--lang", lang)
    assert (other.status, len(other.err.splitlines())) == (english.status, len(english.err.splitlines()))
    lines = (other.err or other.out).splitlines()
    for line, before in zip(lines, (english.err or english.out).splitlines(), strict=True):
        words = re.sub(r"^taxis: [^:]*: [^:]*: |\(taxis .*\)$", "", line)
        assert words_left_over(words, lang) == [], line
        assert line != before, line
