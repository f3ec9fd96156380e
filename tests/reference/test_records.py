"""Game records: reading and writing, every fault reported with its key, and the replay."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from support.golden import check
from support.paths import EXAMPLES
from support.position_files import CITIES_OF_SOUTH, GOOD, changed, faults
from thurntaxis.events import IllegalEvent
from thurntaxis.io.read import PositionError, position_from_data, read_record, record_from_data
from thurntaxis.io.write import position_data, record_data
from thurntaxis.records import Record, Replayed, replay

RECORD: dict[str, Any] = {
    "thurntaxis_record": 1,
    "engine": "0.1.0",
    "start": GOOD,
    "events": ["draw Linz", "deal ulm", "play Ulm start", "end"],
}


def test_record_comes_back_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(json.dumps(RECORD), encoding="utf-8")
    record = read_record(tmp_path / "game.json")
    assert record == Record(position_from_data(GOOD), tuple(RECORD["events"]), "0.1.0")
    data = record_data(record)
    assert data == {**RECORD, "start": position_data(record.start)}
    assert record_from_data(json.loads(json.dumps(data))) == record
    assert record.end.turn.player == 1


def test_record_may_say_who_plays_and_what_is_dealt() -> None:
    record = record_from_data({**RECORD, "seats": [None, "greedy"], "seed": 7})
    assert (record.seats, record.seed) == ((None, "greedy"), 7)
    assert record_from_data(json.loads(json.dumps(record_data(record)))) == record


def test_record_may_have_no_events() -> None:
    record = record_from_data(changed({"events": ...}, RECORD))
    assert record.events == ()
    assert record.end == record.start


def faults_of_record(changes: str) -> str:
    with pytest.raises(PositionError) as raised:
        record_from_data(changed(eval(changes), RECORD))
    return "\n".join(map(str, raised.value.faults))


def test_fault_of_a_record_names_its_key() -> None:
    check(Path(__file__).parent / "faults" / "records.txt", faults_of_record)


def test_position_is_no_record_and_a_record_no_position() -> None:
    assert faults(RECORD) == ["this is a game record, not a position; taxis replay reads it"]
    with pytest.raises(PositionError) as raised:
        record_from_data(GOOD)
    assert str(raised.value) == "this is a position, not a game record; taxis show reads it"


def replayed(*events: str) -> list[Replayed]:
    return list(replay(Record(position_from_data(GOOD), events, "0.1.0")))


def test_replay_tells_every_event_with_its_effects() -> None:
    steps = replayed("draw linz", "deal Ulm", "play Ulm start")
    assert [(step.at, step.text, str(step.event)) for step in steps] == [
        (0, "draw linz", "draw Linz"),
        (1, "deal Ulm", "deal Ulm"),
        (2, "play Ulm start", "play Ulm start"),
    ]
    assert [effect.sentence for step in steps for effect in step.effects] == [
        "Anna takes Linz.",
        "Ulm is put on display.",
        "The route Carlsruhe, Stuttgart, Nürnberg is discarded.",
        "A new route starts in Ulm.",
    ]
    assert [step.after for step in steps[:-1]] == [step.before for step in steps[1:]]


def test_replay_stops_at_an_illegal_event() -> None:
    first, last = replayed("draw Linz", "end", "end")
    assert first.objections == ()
    assert (last.after, last.error, str(last.event)) == (None, None, "end")
    assert [objection.sentence for objection in last.objections] == [
        "The display has to be refilled first.",
        "Play a card before you end your turn.",
    ]


def test_replay_stops_at_a_text_that_is_no_event() -> None:
    (last,) = replayed("draw Oslo", "draw Linz")
    assert (last.after, last.event, last.objections) == (None, None, ())
    assert str(last.error) == f'unknown city "Oslo"; expected {CITIES_OF_SOUTH}'


# ---- rows


def test_a_record_gives_a_row_for_each_event() -> None:
    record = Record(position_from_data(GOOD), ("draw linz", "deal Ulm", "play Ulm start", "end", "draw deck"), "0.1.0")
    rows = record.rows()
    assert rows[1] == {
        "at": 1,
        "turn": 0,
        "player": 0,
        "name": "Anna",
        "phase": "draw",
        "is_chance": True,
        "event": "deal Ulm",
        "verb": "deal",
        "deck": rows[0]["deck"] - 1,  # type: ignore[operator]
        "discarded": len(record.start.discard),
        "score_0": record.start.scores()[0],
        "score_1": record.start.scores()[1],
    }
    assert [(row["turn"], row["player"], row["event"]) for row in rows] == [
        (0, 0, "draw Linz"),
        (0, 0, "deal Ulm"),
        (0, 0, "play Ulm start"),
        (0, 0, "end"),
        (1, 1, "draw deck"),
    ]


@pytest.mark.parametrize("path", [EXAMPLES / "game-four-players.json", EXAMPLES / "game-all-three.json"])
def test_rows_agree_with_the_replay(path: Path) -> None:
    record = read_record(path)
    rows, steps = record.rows(), list(replay(record))
    assert [row["event"] for row in rows] == [str(step.event) for step in steps]
    assert [row["at"] for row in rows] == list(range(len(steps)))
    for row, step in zip(rows, steps, strict=True):
        assert step.after is not None
        assert (row["phase"], row["is_chance"], row["player"]) == (
            step.before.turn.phase,
            step.before.is_chance,
            step.before.decider,
        )
        assert tuple(row[f"score_{at}"] for at in range(len(step.after.players))) == step.after.scores()
    turns = [step.before.turn.player for step in steps]
    changes = sum(one != other for one, other in itertools.pairwise(turns))
    assert rows[-1]["turn"] == changes > len(record.start.players)


def test_rows_of_a_game_that_can_not_be_played_are_refused() -> None:
    with pytest.raises(IllegalEvent):
        Record(position_from_data(GOOD), ("end",), "0.1.0").rows()
