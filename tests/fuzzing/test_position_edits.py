"""A few hundred edits of reachable positions; `python tests/fuzzing/position_edits.py COUNT` tries many more."""

import json
from itertools import islice

import pytest

import thurntaxis as tt
from fuzzing.position_edits import edits, main
from thurntaxis.io.write import position_data
from thurntaxis_cli.engine.protocol import ProtocolHandler, Request


def test_a_position_that_is_accepted_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(500) == 0
    told = capsys.readouterr().out.split()
    accepted = int(told[told.index("accepted,") - 1])
    assert 50 < accepted < 450


def test_a_seed_gives_the_same_edits_again() -> None:
    assert list(islice(edits(3), 60)) == list(islice(edits(3), 60))


def test_a_go_that_the_end_of_the_engine_cuts_off_never_answers_an_empty_turn() -> None:
    data = position_data(tt.new(seed=1))
    data["turn"] |= {"drawn": 2, "began_empty": False, "official": "postmaster"}
    data["players"][0]["hand"] = ["?", "?"]
    handler = ProtocolHandler()
    assert list(handler.answer(Request(f"position json {json.dumps(data)}".encode())))[-1] == "positionok"
    assert list(handler.answer(Request(b"events"))) == ["eventsok"]
    dropped = Request(b"go playouts 1")
    dropped.drop()
    (answer,) = handler.answer(dropped)
    assert answer.startswith("error the hand of player 1 has unknown cards")
