"""Commands and the engine protocol in games with modules."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import taxis
from support.tables import MESSENGER, OFFICES, POWER, after, data, table
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data
from thurntaxis_cli.engine.protocol import ProtocolHandler, Request
from thurntaxis_presentation.describe import moment

A, P = "administrator", "postmaster"
ROUND = data(
    {"hand": ["Augsburg"], "offices": [A, P], "chips": 2},
    {"hand": ["Basel"], "offices": [A, A, P]},
    modules=(OFFICES,),
    turn={"official": A},
    returning={"order": [1], "office": A},
)
ROUND["players"][0]["offices"] = [P]
ROUND["offices"][A] = 1
RENEW = ["deal Ulm", "deal Ulm", "deal Linz", "deal Lodz", "deal Mannheim", "deal Pilsen"]


# ---- commands


def test_legal_tells_who_acts_in_a_round(saved: Callable[[Any], str]) -> None:
    answer = taxis("legal", saved(ROUND), "--json").data
    assert (answer["player"], answer["phase"], answer["chance"]) == (1, "draw", False)
    assert answer["events"] == ["return administrator", "return administrator postmaster", "return postmaster"]


def test_replay_tells_who_acted_in_a_round(saved: Callable[[Any], str]) -> None:
    start = table({"hand": ["Augsburg"], "offices": [A]}, {"hand": ["Basel"], "offices": [A]}, modules=(OFFICES,))
    events = [A, *RENEW, "return administrator", "return administrator", "draw Ulm"]
    record = {"thurntaxis_record": 1, "engine": "1", "start": position_data(start), "events": events}
    path = saved(record)
    answer = taxis("replay", path, "--json").data
    assert [(step["event"], step["player"]) for step in answer["events"]][-3:] == [
        ("return administrator", 0),
        ("return administrator", 1),
        ("draw Ulm", 0),
    ]
    assert "return.round" in answer["events"][-3]["clauses"]
    words = taxis("replay", path).lines
    assert words.count("Ben") == 1
    record["events"] = [*events[:8], "honor pass"]
    refused = taxis("replay", saved(record), "--json")
    assert (refused.status, refused.data["player"], refused.data["clauses"]) == (1, 1, ["return.duty"])


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        (
            data({"hand": ["Ulm"], "letters": 1}, {"houses": ["Linz"]}, modules=(MESSENGER,), messenger=1),
            [
                "no carriage, 1 letter, 20 houses left",
                "no carriage, 0 letters, the messenger, 19 houses left",
                "messenger   with Ben",
                "rules       English rules, Yucata [en-yucata] with The Princess’ Messenger:",
            ],
        ),
        (
            data({"hand": ["Ulm"]}, {}, modules=(MESSENGER,)),
            ["letters     Augsburg, Basel, Budweis", "messenger   beside the board"],
        ),
        (
            ROUND,
            [
                "Anna’s turn: Ben has to return office tiles (used: administrator).",
                "no carriage, 2 chips, 20 houses left",
                "offices     administrator ×2, postmaster",
                "offices     administrator (1), postmaster (2), carrier (4), cartwright (2)",
                "chips left  10",
                "returning   Ben",
            ],
        ),
        (
            data(
                {"hand": ["Wachsel/2"], "horses": ["Kreidel/3"]},
                {},
                modules=(POWER, MESSENGER),
                board="testland",
                deck_back=1,
            ),
            ["0 letters, 20 houses left", "horses      Kreidel/3", "1 horse on the back of the top one"],
        ),
    ],
)
def test_show_tells_what_modules_lay_on_the_table(
    saved: Callable[[Any], str], monkeypatch: pytest.MonkeyPatch, told: dict[str, Any], lines: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    answer = taxis("show", saved(told))
    assert answer.status == 0
    for line in lines:
        assert line in answer.out, line


def test_show_tells_the_final_round(saved: Callable[[Any], str]) -> None:
    three = [A, "carrier", P]
    told = data(
        {"hand": ["Ulm"], "tiles": ["game-end 1"], "offices": three},
        {"offices": three},
        modules=(OFFICES,),
        phase="final",
        turn={"player": 1},
        ender=0,
        returning={"order": [1, 0], "final": True},
    )
    out = taxis("show", saved(told)).out
    assert out.startswith("The last turn is over: Ben has to return office tiles.\n")
    assert "returning   Ben, Anna (the final round of returning)" in out


def test_moment_tells_what_is_due() -> None:
    drawn = table({"hand": ["Ulm"]}, {}, modules=(MESSENGER,), turn={"drawn": 1, "officials": [A]})
    assert moment(drawn) == "Anna’s turn: play a card (used: administrator)."
    both = table({"hand": ["Ulm", "Ulm"]}, {}, modules=(MESSENGER,), turn={"drawn": 2, "officials": [A, P]})
    assert moment(both).endswith("(used: administrator and postmaster).")
    dealing = tt.undealt(board="testland", modules=[POWER])
    assert moment(dealing) == "Player 1’s turn: look at the back of the top card."
    position = after(position_from_data(ROUND), "return administrator postmaster")
    assert moment(position).startswith("Anna’s turn: Ben may take a card for two office tiles")


def test_ruling_knows_the_events_of_modules(saved: Callable[[Any], str]) -> None:
    answer = taxis("ruling", saved(ROUND), "return postmaster", "--json").data
    assert (answer["legal"], {clause["role"] for clause in answer["clauses"]}) == (True, {"permits"})
    refused = taxis("ruling", saved(ROUND), "return carrier", "--json")
    assert refused.status == 1
    assert [clause["id"] for clause in refused.data["clauses"]] == ["return.held"]
    assert all(event.startswith("return") for event in refused.data["instead"])


# ---- the engine protocol


def conversation(*lines: str) -> list[str]:
    handler = ProtocolHandler()
    return [answer for line in lines for answer in handler.answer(Request(line.encode()))]


def test_engine_deals_games_with_modules() -> None:
    told = conversation(
        f"position new players 3 seed 7 module {OFFICES} module {MESSENGER} option final-return=clockwise", "json"
    )
    assert told[0] == "positionok"
    written = json.loads(told[1].removeprefix("json "))
    assert written["rules"]["modules"] == [MESSENGER, OFFICES]
    assert written["rules"]["options"]["final-return"] == "clockwise"
    assert [player["letters"] for player in written["players"]] == [0, 1, 2]


def test_engine_plays_a_round() -> None:
    told = conversation(f"position json {json.dumps(ROUND)}", "apply honor pass", "apply return postmaster", "events")
    assert told[1].startswith("illegal return.duty You have to return")
    assert told[2] == "applyok"
    assert "event draw Linz" in told
