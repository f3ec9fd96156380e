"""Nearly valid inputs of every kind, drawn by Hypothesis: each is read correctly, or refused in plain lines."""

import json
import time
from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import thurntaxis as tt
from fuzzing import checks, inputs, position_edits
from thurntaxis.io.read import PositionError, position_from_data
from thurntaxis.io.write import position_data
from thurntaxis_cli.engine.protocol import ProtocolHandler, Request

MOST_SECONDS = 2.0
"""The most seconds of computing that one input may take: the least of three, if the first time takes as long."""

EDITS = 50
"""How often a reachable position is edited, independently each time."""

KINDS = {
    "positions": (inputs.positions, checks.check_position, 200),
    "records": (inputs.records, checks.check_record, 100),
    "boards": (inputs.boards, checks.check_board, 50),
    "lines": (inputs.lines, checks.check_line, 200),
    "events": (inputs.events, checks.check_event, 200),
    "conversations": (inputs.conversations, checks.check_conversation, 40),
    "entries": (inputs.entries, checks.check_entry, 10),
    "booklets": (inputs.booklets, checks.check_booklet, 50),
}
"""By name: how an input is made, the check of one, and how many examples there are in every run."""


def in_every_run_and_nightly(few: int, many: int) -> list[object]:
    """Return values for the number of examples."""
    return [few, pytest.param(many, marks=pytest.mark.nightly)]


def _settings(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("times", in_every_run_and_nightly(1, 50))
@pytest.mark.parametrize("kind", KINDS)
def test_an_input_is_read_right_or_refused_in_plain_lines(kind: str, times: int) -> None:
    make, check, examples = KINDS[kind]

    def seconds(given: object) -> float:
        began = time.process_time()
        check(given)  # type: ignore[operator]
        return time.process_time() - began

    @_settings(times * examples)
    @given(st.randoms(use_true_random=times > 1))
    def holds(chance: Random) -> None:
        made = make(chance)
        if (took := seconds(made)) >= MOST_SECONDS:
            assert min(took, seconds(made), seconds(made)) < MOST_SECONDS

    holds()


@pytest.mark.parametrize("positions", in_every_run_and_nightly(10, 1000))
def test_an_edited_position_that_is_accepted_goes_on(positions: int) -> None:
    results = Counter[str]()

    @_settings(positions)
    @given(st.randoms(use_true_random=True))
    def holds(chance: Random) -> None:
        data = position_data(position_edits.reachable(chance))
        for number in range(EDITS):
            try:
                position = position_from_data(position_edits.edited(chance, data))
            except PositionError as error:
                checks.check_faults(error.faults)
                results["refused"] += 1
            else:
                position_edits.check(position, is_searched=number == 0)
                results["accepted"] += 1

    holds()
    assert min(results["accepted"], results["refused"]) > results.total() // 10


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
