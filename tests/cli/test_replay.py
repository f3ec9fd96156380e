"""`replay`: game records, checked and annotated."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import thurntaxis as tt
from support import random_play
from support.command_line import taxis
from thurntaxis.io.write import record_data
from thurntaxis.records import Record


@pytest.fixture
def record(table: dict[str, Any]) -> dict[str, Any]:
    events = ["play Ulm left", "play Nürnberg right", "carrier Ulm start", "end"]
    return {"thurntaxis_record": 1, "engine": "0.1.0", "start": table, "events": events[1:]}


def test_a_sound_record(record: dict[str, Any], saved: Callable[[Any], str]) -> None:
    answer = taxis("replay", saved(record), "--json")
    assert answer.status == 0
    data = answer.data
    assert data["ok"] is True
    assert [(event["event"], event["player"]) for event in data["events"]] == [
        ("play Nürnberg right", 0),
        ("carrier Ulm start", 0),
        ("end", 0),
    ]
    assert data["events"][1]["clauses"] == ["carrier.second-card", "carrier.restart", "play.abandon", "play.start"]
    assert data["scores"] == [-11, -20]
    assert data["winner"] == 0
    assert data["over"] is False


def test_events_are_told_in_canonical_form(record: dict[str, Any], saved: Callable[[Any], str]) -> None:
    record["events"][0] = "  PLAY nuernberg   Right"
    assert taxis("replay", saved(record), "--json").data["events"][0]["event"] == "play Nürnberg right"


def test_the_first_illegal_event_is_a_no(record: dict[str, Any], saved: Callable[[Any], str]) -> None:
    record["events"][1:1] = ["play Ulm right", "end", "end"]
    file = saved(record)
    answer = taxis("replay", file, "--json")
    assert answer.status == 1
    data = answer.data
    assert data["ok"] is False
    assert data["index"] == 1
    assert data["clauses"] == ["play.one-card", "play.adjacent"]
    assert data["event"] == "play Ulm right"
    assert len(data["events"]) == 1
    text = taxis("replay", file)
    assert text.status == 1
    assert "Move 1 is not legal (Playing only one card, Neighbouring cities); all moves before it are." in text.out


def test_a_record_without_events(record: dict[str, Any], saved: Callable[[Any], str]) -> None:
    record["events"] = []
    data = taxis("replay", saved(record), "--json").data
    assert (data["ok"], data["events"], data["scores"]) == (True, [], [-11, -20])


def test_the_position_after_some_events(saved: Callable[[Any], str]) -> None:
    """All of it, or what a player sees: a card drawn blind is unknown to the others until it is played."""
    start = tt.new(2, seed=5)
    events = ["draw deck", str(start.play("draw deck").events()[0])]
    file = saved(record_data(Record(start, tuple(events), tt.__version__)))
    whole = start.play(events[0]).play(events[1])
    assert taxis("replay", file, "--to", "line").out == whole.to_line() + "\n"
    assert taxis("replay", file, "--at", "0", "--to", "json").data == json.loads(start.to_json())
    assert taxis("replay", file, "--at", "2", "--as", "0", "--to", "line").out == whole.to_line() + "\n"
    (unknown,) = tt.Position.from_line(taxis("replay", file, "--as", "1", "--to", "line").out).players[0].hand
    assert unknown == tt.UNKNOWN


@pytest.mark.parametrize("seed", range(3))
def test_whole_games(seed: int, saved: Callable[[Any], str]) -> None:
    start = tt.new(2 + seed, seed=seed)
    position, events = start, list[str]()
    for before, event in random_play.walk(start, random.Random(seed)):
        position = before.play(event)
        events.append(str(event))
    file = saved(record_data(Record(start, tuple(events), tt.__version__)))
    data = taxis("replay", file, "--json").data
    assert data["ok"] is True
    assert len(data["events"]) == len(events)
    assert all(event["clauses"] for event in data["events"])
    assert data["scores"] == list(position.scores())
    text = taxis("replay", file).out
    assert ("The game is over" in text) == position.is_over
