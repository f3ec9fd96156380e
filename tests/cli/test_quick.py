"""How little a question imports and parses, which makes it fast, and doesn't depend on the load of the machine."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support import command_line
from support.few_and_many import one_in
from support.paths import BY_CITY
from thurntaxis.io.write import position_data
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_rulebook.corpus.loading import FOLDER

ASK = """
import io, json, sys, tomli, tomllib

read = 0

def counted(parse):
    def loads(text, **options):
        global read
        read += len(text.encode())
        return parse(text, **options)
    return loads

tomllib.loads, tomli.loads = counted(tomllib.loads), counted(tomli.loads)
from thurntaxis_cli.main import main
answer, sys.stdout = sys.stdout, io.StringIO()
status = main(sys.argv[1:])
json.dump({"status": status, "read": read, "loaded": [*sys.modules], "out": sys.stdout.getvalue()}, answer)
"""
"""Runs the command, and reports the modules that it imported and the bytes of TOML that it parsed."""

HEAVY = {"rich", "networkx", "sympy", "constraint", "wasmtime", "numba", "numpy", "thurntaxis_solver"}
"""What takes long to import."""

BOARD = 14_000
"""Bytes of TOML for a board."""


class Asked:
    """The result of a question, written as in a terminal, in a separate process."""

    def __init__(self, question: str, **environment: str) -> None:
        done = subprocess.run(
            [sys.executable, "-c", ASK, *shlex.split(question)],
            capture_output=True,
            check=True,
            encoding="utf-8",
            env={**os.environ, **environment},
        )
        told = json.loads(done.stdout)
        self.status: int = told["status"]
        self.read: int = told["read"]
        self.loaded: set[str] = set(told["loaded"])
        self.out: str = told["out"]


POSITIONS: dict[str, dict[str, Any]] = {
    "base": {},
    "letters-and-offices": {"modules": ["princess-messenger", "offices-of-honor"]},
    "north": {"board": "testland", "modules": tt.MODULES},
    "own-board": {"board": str(BY_CITY), "modules": ["power-and-glory"]},
}
"""The rules of positions with and without modules."""


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the file of a position, in quotes."""
    position = tt.new(2, seed=7, **POSITIONS[request.param])
    return shlex.quote(command_line.write(tmp_path / "position.json", position_data(position)))


def size(*names: str) -> int:
    """Return the number of bytes in files of the corpus."""
    return sum(path.stat().st_size for name in names for path in FOLDER.glob(name))


def corpus_in(language: str) -> int:
    """Return the number of bytes of the corpus in English and in a language."""
    names = ("corpus.toml", "clauses/*.toml", "editions/*.toml", "examples/*.toml", "disputes.toml")
    return size(*names, *{"languages/en.toml", f"languages/{language}.toml"})


@pytest.mark.parametrize("words", ["--help", "legal --help"])
def test_help_loads_nothing_heavy(words: str) -> None:
    assert not Asked(words).loaded & {*HEAVY, "thurntaxis_rulebook"}


@pytest.mark.parametrize("table", POSITIONS, indirect=True)
def test_legal_events_need_no_rulebook(table: str) -> None:
    asked = Asked(f"legal {table}")
    assert asked.status == 0
    assert "draw deck\n" in asked.out
    assert asked.read < BOARD
    assert not asked.loaded & {*HEAVY, "thurntaxis_rulebook"}


@pytest.mark.parametrize(
    ("table", "lang"), [*zip(POSITIONS, ("en", "pl", "ja", "de"), strict=True)], indirect=["table"]
)
def test_a_ruling_reads_one_language(table: str, lang: str) -> None:
    asked = Asked(f"ruling {table} end --lang {lang}")
    assert asked.status == 1
    assert 2 < len(asked.out.splitlines()) < 9
    assert asked.read <= BOARD + corpus_in(lang)
    assert not asked.loaded & {*HEAVY, "sqlite3", "thurntaxis_rulebook.ask"}


@pytest.mark.parametrize("arguments", [*one_in(3, LANGUAGES), "ja --json"])
def test_a_clause_is_read_in_one_language(arguments: str) -> None:
    asked = Asked(f"rule carriage.decline --lang {arguments}")
    assert asked.status == 0
    assert "carriage-declining" in asked.out
    assert asked.read <= BOARD + corpus_in(arguments[:2])
    assert not asked.loaded & {*HEAVY, "sqlite3", "thurntaxis_rulebook.ask"}


@pytest.mark.parametrize("words", ["darf ich die Kutsche ablehnen", "qqqqq"])
def test_a_search_loads_nothing_heavy(words: str) -> None:
    asked = Asked(f"rule {words}")
    assert asked.status == (1 if words == "qqqqq" else 0)
    assert not asked.loaded & HEAVY


def test_what_is_read_is_counted() -> None:
    """A question about everything reads everything, so the counts above mean something."""
    assert Asked("rule").read > size("clauses/*.toml") * 0.95
    assert Asked("disputes").read > (size("disputes.toml") + size("editions/*.toml")) * 0.95
