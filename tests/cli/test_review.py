"""`review`: the costliest turns of a game, what would have been better, and the chances turn by turn."""

import bisect
import itertools
import json
import signal
import statistics
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import started, taxis, write
from support.golden import same
from support.paths import EXAMPLES, TESTS
from thurntaxis.io.read import record_from_data
from thurntaxis_solver.game_review import review

GAME = EXAMPLES / "game-tie.json"
FILE = TESTS / "solver" / "review.json"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def begun(tmp_path: Path) -> str:
    """The file of a game that has just begun."""
    data = json.loads(GAME.read_text(encoding="utf-8"))
    return write(tmp_path / "begun.json", data | {"events": data["events"][:24]})


def test_a_game_is_reviewed_as_before() -> None:
    """The chances and losses of each turn, and what would have been better; they depend on the network's weights."""
    found = review(record_from_data(json.loads(GAME.read_text(encoding="utf-8"))), 100)
    turns = [
        [turn.number, turn.player, None if turn.win is None else round(float(turn.win), 4), round(turn.lost, 4)]
        for turn in found.turns
    ]
    costly = [
        {
            "turn": turn.number,
            "best": [str(event) for event in turn.comparison.best.turn],
            "reasons": [reason.text for reason in turn.comparison.best.reasons],
        }
        for turn in found.costly
        if turn.comparison
    ]
    same(FILE, json.dumps({"turns": turns, "costly": costly}, ensure_ascii=False, indent=1) + "\n")


def test_chances_and_costs_add_up() -> None:
    """What a player has, less what the turn costs, is what the other leaves, apart from luck, which evens out."""
    turns = json.loads(FILE.read_text(encoding="utf-8"))["turns"]
    known = [(player, win, lost) for _, player, win, lost in turns if win is not None]
    left = [
        win - lost + next_win - 1
        for (player, win, lost), (other, next_win, _) in itertools.pairwise(known)
        if player != other
    ]
    assert len(left) > 40
    assert abs(statistics.fmean(left)) < 0.02


def test_the_answer_in_json(begun: str) -> None:
    data = taxis("review", begun, "--playouts", 300, "--json").data
    assert data == taxis("review", begun, "--playouts", 300, "--json").data
    assert data["complete"] is True
    assert data["over"] is False
    assert data["winner"] is None
    assert data["effort"]["playouts"] == 300
    players = [turn["player"] for turn in data["turns"]]
    assert players == [at % 2 for at in range(len(players))]
    assert [turn["turn"] for turn in data["turns"]] == list(range(1, len(players) + 1))
    lost = [turn["lost"] for turn in data["costly"]]
    assert lost == sorted(lost, reverse=True)
    assert lost == sorted((turn["lost"] for turn in data["turns"]), reverse=True)[: len(lost)]
    events = json.loads(Path(begun).read_text(encoding="utf-8"))["events"]
    played = [event for event in events if not event.startswith("deal")]
    assert [event for turn in data["turns"] for event in turn["events"]] == played
    for turn in data["turns"]:
        assert turn["mark"] == ["", "?!", "?", "??"][bisect.bisect([0.05, 0.1, 0.2], turn["lost"])]
        assert turn["lost"] == pytest.approx(sum(decision["lost"] for decision in turn["decisions"]))
        assert [events[decision["at"]] for decision in turn["decisions"]] == [
            decision["event"] for decision in turn["decisions"]
        ]
    for turn in data["costly"]:
        assert turn["at"] == max(turn["decisions"], key=lambda decision: decision["lost"])["at"]
        assert events[turn["at"]] == turn["event"] == turn["given"]["turn"][0]
        best, given = turn["best"], turn["given"]
        assert 0 < given["loss"]["value"] == pytest.approx(best["win"]["value"] - given["win"]["value"])
        assert turn["lost"] >= given["loss"]["value"]
        assert given["verdict"] in ("clear", "probable")
        assert tt.Position.from_line(turn["line"]).parse(turn["event"])
    for player, average in enumerate(data["average"]):
        lost = [turn["lost"] for turn in data["turns"] if turn["player"] == player]
        assert average == pytest.approx(statistics.fmean(lost))


@pytest.mark.parametrize(
    ("lang", "title", "costly"),
    [
        ("en", "A game of 3 turns", "The turns that cost most"),
        ("de", "Rückblick auf eine Partie mit 3 Zügen", "Die teuersten Züge"),
        ("ja", "ゲームの検討（3手番）", "特に損失の大きかった手番"),
    ],
)
def test_the_answer_in_words(begun: str, lang: str, title: str, costly: str) -> None:
    answer = taxis("review", begun, "--playouts", 300, "--lang", lang)
    assert answer.status == 0
    assert answer.lines[0] == title
    assert costly in answer.lines
    assert answer.err == ""


def test_the_chances_are_drawn(begun: str, tmp_path: Path) -> None:
    file = tmp_path / "chances.svg"
    data = taxis("review", begun, "--playouts", 100, "--svg", file, "--json").data
    picture = ET.fromstring(file.read_text(encoding="utf-8"))
    lines = picture.findall(f"{SVG}g/{SVG}polyline")
    assert [len((line.get("points") or "").split()) for line in lines] == [
        sum(turn["player"] == player and turn["win"] is not None for turn in data["turns"]) for player in (0, 1)
    ]
    assert len(picture.findall(f"{SVG}g/{SVG}circle[@class='lost']")) == len(data["costly"])
    assert taxis("review", begun, "--playouts", 100, "--svg", "-").out == file.read_text(encoding="utf-8") + "\n"


def changed(tmp_path: Path, **keys: Any) -> str:
    data = json.loads(GAME.read_text(encoding="utf-8"))
    return write(tmp_path / "changed.json", data | keys)


@pytest.mark.parametrize(
    ("events", "key"),
    [([], "events"), (["draw Ulm"], "events[0]"), (["leap"], "events[0]"), (["end", "end"], "events[0]")],
)
def test_what_cannot_be_reviewed(events: list[str], key: str, tmp_path: Path) -> None:
    file = tmp_path / "chances.svg"
    assert taxis("review", changed(tmp_path, events=events), "--svg", file).told_keys() == [key]
    assert not file.exists()


def test_a_player_with_unknown_cards_cannot_be_judged(table: dict[str, Any], tmp_path: Path) -> None:
    events = ["play Nürnberg right", "carrier Ulm start", "end", "draw Passau"]
    record = {"thurntaxis_record": 1, "engine": "0.1.0", "start": table, "events": events}
    assert taxis("review", write(tmp_path / "unknown.json", record)).told_keys() == ["start.players[1].hand"]


def test_an_interrupted_review_tells_what_is_known() -> None:
    says_when_it_judges = (
        "import sys, thurntaxis_solver.game_review as r\n"
        "plain = r._decision\n"
        "def judge(*values):\n"
        "    sys.stderr.write('one\\n'); sys.stderr.flush()\n"
        "    return plain(*values)\n"
        "r._decision = judge\n"
    )
    with started("review", GAME, "--playouts", 10000, before=says_when_it_judges) as process:
        for _ in range(3):  # a decision is searched twice if it may have cost much
            assert process.stderr.readline() == b"one\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 0
    assert err.replace(b"one\n", b"") == b""
    assert out.decode().splitlines()[-1].startswith("Stopped after ")
