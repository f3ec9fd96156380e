"""The client of the engine protocol, against our own engine and programs that answer wrongly."""

import shlex
import sys
from collections.abc import Iterator

import pytest

import thurntaxis as tt
from support.paths import EXAMPLES
from thurntaxis_solver import EngineClient, EngineFailure

OUR_ENGINE = shlex.join([sys.executable, "-c", "from thurntaxis_cli.main import main; main(['engine'])"])
START = tt.new(2, seed=7)
MIDGAME = tt.read_position(EXAMPLES / "midgame.toml")


@pytest.fixture(scope="module")
def client() -> Iterator[EngineClient]:
    with EngineClient(OUR_ENGINE, patience=30) as client:
        yield client


@pytest.mark.parametrize("position", [START, START.play("draw Pilsen"), MIDGAME, MIDGAME.seen_by(0)])
def test_a_program_answers_about_positions_as_the_rules_do(client: EngineClient, position: tt.Position) -> None:
    assert client.events(position) == tuple(position.events())
    assert client.weights(position) == position.weights()
    assert client.decides(position) == (None if position.is_chance else position.decider)
    assert client.perft(position, 2) == tt.perft(position, 2)
    assert client.introduction.name == "thurntaxis"


def test_a_program_finds_turns(client: EngineClient) -> None:
    for turn in (client.best_turn(MIDGAME, playouts=100), client.best_turn(MIDGAME, seconds=0.05)):
        assert turn.events[0] in MIDGAME.events()
        best = turn.lines[-1] if turn.lines[-1]["line"] == "1" else turn.lines[0]
        assert 0 <= float(best["win"]) <= 1
        assert best["proved"] == "false"
    assert client.best_turn(MIDGAME, level="beginner").events[0] in MIDGAME.events()
    assert client.best_turn(MIDGAME.play("draw Freiburg"), playouts=50).events  # a card is still to be revealed
    compared = [line for line in client.best_turn(MIDGAME, playouts=2000, lines=3, seed=1).lines if "loss" in line]
    assert set() < {line["verdict"] for line in compared} <= {"clear", "probable", "open"}
    assert all(len(line["loss"].split()) == 3 for line in compared)


@pytest.mark.parametrize(
    "answer", ["bestturn", "bestturn nonsense", "bestturn end", "bestturn draw deck; x", "error no"]
)
def test_a_turn_that_is_none_is_a_failure(answer: str) -> None:
    code = f"""
import sys
for line in sys.stdin:
    print({{"taxis": "taxisok", "position": "positionok", "go": {answer!r}}}.get(line.split()[0]), flush=True)
"""
    with (
        EngineClient(shlex.join([sys.executable, "-c", code])) as client,
        pytest.raises(EngineFailure, match=r"^the program (answered go|chose) "),
    ):
        client.best_turn(START)


def test_what_is_no_engine_is_a_failure() -> None:
    with pytest.raises(EngineFailure, match=r"^the program answered taxis with"):
        EngineClient(shlex.join([sys.executable, "-c", "print('hello', flush=True); print('error')"]))
    with pytest.raises(ValueError, match="there is no program"):
        EngineClient("no-such-program-here")
