"""The page of the engine protocol: its dialogues run, and it lists everything that exists."""

import io
import re

import pytest

from support.paths import ROOT
from thurntaxis_cli.engine.loop import EngineLoop
from thurntaxis_cli.engine.protocol import OFFERS, ProtocolHandler, Request
from thurntaxis_cli.engine_check.checks import CHECKS

PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
DIALOGUES = re.findall(r"^```dialogue\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_there_are_dialogues() -> None:
    assert len(DIALOGUES) >= 6
    assert PAGE.count("\n> ") == sum(f"\n{dialogue}".count("\n> ") for dialogue in DIALOGUES)


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: dialogue.split("\n")[0])
def test_a_dialogue_is_held(dialogue: str) -> None:
    lines = dialogue.splitlines()
    written: list[str] = []
    asked = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    EngineLoop(written.append).run(io.BytesIO(asked.encode()))
    expected = [line[2:] for line in lines if line.startswith("< ")]
    assert len(expected) + asked.count("\n") == len(lines)
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else rf"{literal(line)}\n" for line in expected)
    told = "".join(f"{line}\n" for line in written)
    assert re.fullmatch(pattern, told), told


def literal(line: str) -> str:
    """Return the pattern of a line, in which `...` stands for anything."""
    return ".*".join(map(re.escape, line.split("...")))


def test_the_page_names_every_command_part_and_check() -> None:
    (unknown,) = ProtocolHandler().answer(Request(b"help"))
    commands = unknown.partition("; expected ")[2].split(", ")
    assert len(commands) > 10
    grammar = PAGE.partition("```ebnf")[2].partition("```")[0]
    assert [command for command in commands if f'"{command}"' not in grammar] == []
    parts = PAGE.partition("## Optional parts")[2].partition("## What an engine supports")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", parts, re.MULTILINE)) == set(OFFERS)
    checks = PAGE.partition("| check | what is checked |")[2].partition("\n\n")[0]
    named = [name for row in checks.splitlines()[2:] for name in row.split("|")[1].strip().split(", ")]
    assert named == list(CHECKS)


def test_the_grammar_defines_every_name_that_it_uses() -> None:
    grammar = PAGE.partition("```ebnf\n")[2].partition("```")[0]
    rules = {
        name.strip(): right
        for name, right in re.findall(r"^(\w[\w ]*?) *= (.*?) ;$", grammar, re.MULTILINE | re.DOTALL)
    }
    used = {name.strip() for right in rules.values() for name in re.split(r'"[^"]*"|[][{}()|,]', right) if name.strip()}
    elsewhere = {"space", "event", "json object", "position line", "word", "text", "key", "clause", "digit"}
    assert used - set(rules) == elsewhere
    assert set(rules) - used == {"request", "answer"}
