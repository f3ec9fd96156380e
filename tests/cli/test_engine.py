"""The engine protocol, with one process that must survive every line."""

import json
import re
import shlex
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import taxis
from support.engine_process import OUR_ENGINE, PATIENCE, Engine, converse
from support.golden import cases, check
from thurntaxis.io.read import position_from_data
from thurntaxis_cli.engine.protocol import OFFERS
from thurntaxis_cli.engine_check.checks import FINISHED

# ---- the conversation of the contract


def test_the_handshake(engine: Engine) -> None:
    engine.say("taxis")
    lines = engine.hear_until("taxisok")
    assert lines[0] == "id name thurntaxis"
    assert lines[1] == f"id version {tt.__version__}"
    names = [line.split()[2] for line in lines[2:-1]]
    assert names == [
        "edition",
        *tt.OPTIONS,
        *["card-backs", "final-return", "board", "players", "module", "level", "offers"],
    ]
    assert all(line.startswith("option name ") for line in lines[2:-1])
    assert lines[2].split()[lines[2].split().index("default") + 1] == "en-yucata"
    assert lines[-6:-1] == [
        "option name board type combo default south var south var testland var file",
        "option name players type spin default 2 min 2 max 4",
        "option name module type set var power-and-glory var princess-messenger var offices-of-honor",
        "option name level type set var beginner var casual var experienced var expert var master",
        f"option name offers type set {' '.join(f'var {part}' for part in OFFERS)}",
    ]


def test_a_position_as_a_line(engine: Engine, table: dict[str, Any]) -> None:
    line = position_from_data(table).to_line()
    assert engine.ask("line") == f"line {line}"
    assert engine.ask("position new seed 1") == "positionok"
    assert engine.ask(f"position line {line.replace(' ', '_')}") == "positionok"
    assert engine.ask("line") == f"line {line}"
    assert engine.ask("position line TT1 / 3 / 3 - - x") == (
        "error players[1].carriage: expected a number, such as 3, or -, found “x”"
    )
    assert engine.ask("line") == f"line {line}"


def test_warnings_come_before_positionok(engine: Engine, table: dict[str, Any]) -> None:
    display = "Free spaces on display: 4 of 6, although the deck holds cards"
    hand = "Player 2 has no cards in hand, although houses have been placed"
    engine.say("position line TT1 - - - - LiUl / Ke - Ul / -")
    assert engine.hear_until("positionok") == [
        f"warning players[1].hand {hand} (for unknown cards: their number, or “?” for each)",
        f"warning display {display}",
        "positionok",
    ]
    engine.say("position json " + json.dumps({**table, "display": ["Ulm", "Linz"]}))
    assert engine.hear_until("positionok") == [f"warning display {display}", "positionok"]
    assert engine.ask("position line TT1 - - - - LiUl - 64 - / Ke - Ul / -").startswith("error deck: is 64, but ")
    assert engine.ask("position new") == "positionok"


def test_a_new_game(engine: Engine) -> None:
    assert engine.ask("position new players 3 seed 7 edition en-yucata option reshuffle=when-needed") == "positionok"
    assert position_from_data(engine.position) == tt.new(3, seed=7, options={"reshuffle": "when-needed"})


def test_events_are_those_of_legal(engine: Engine, position: str) -> None:
    engine.say("events")
    *lines, last = engine.hear_until("eventsok")
    assert last == "eventsok"
    assert [line.removeprefix("event ") for line in lines] == taxis("legal", position).lines


def test_apply(engine: Engine, table: dict[str, Any]) -> None:
    assert engine.ask("apply play nuernberg right") == "applyok"
    assert position_from_data(engine.position) == position_from_data(table).play("play Nürnberg right")


def test_an_illegal_event_changes_nothing(engine: Engine, table: dict[str, Any]) -> None:
    assert engine.ask("apply play Innsbruck right").startswith("illegal play.adjacent No road leads")
    assert re.fullmatch(r"illegal [a-z.-]+(,[a-z.-]+)+ \S.*", engine.ask("apply play Linz left"))
    assert engine.position == table


def test_undo_goes_back_event_by_event(engine: Engine, table: dict[str, Any]) -> None:
    assert engine.ask("undo") == "error there is nothing to undo; expected a move applied before"
    assert engine.ask("apply play nuernberg right") == "applyok"
    after = engine.position
    assert engine.ask("apply play Ulm right").startswith("illegal ")
    assert engine.ask("apply end") == "applyok"
    assert engine.ask("undo") == "undook"
    assert engine.position == after
    assert engine.ask("undo") == "undook"
    assert engine.position == table
    assert engine.ask("undo").startswith("error ")
    assert engine.ask("apply play nuernberg right") == "applyok"
    assert engine.ask("position new") == "positionok"
    assert engine.ask("undo").startswith("error "), "the events belong to another position"


@pytest.mark.parametrize("event", ["play Innsbruck right", "play Nürnberg right"])
def test_a_ruling_is_that_of_the_command(engine: Engine, position: str, event: str) -> None:
    answer = engine.ask(f"ruling {event}")
    assert json.loads(answer.removeprefix("ruling json ")) == taxis("ruling", position, event, "--json").data


def test_the_words_of_a_ruling_are_in_a_language(position: str) -> None:
    wanted = taxis("ruling", position, "play Innsbruck right", "--json", "--lang", "fr").data
    line = position_from_data(json.loads(Path(position).read_text(encoding="utf-8"))).to_line()
    lines = f"position line {line}\napply play Innsbruck right\nruling play Innsbruck right\n"
    *_, illegal, told = taxis("engine", "--lang", "fr", stdin=lines.encode()).lines
    assert json.loads(told.removeprefix("ruling json ")) == wanted
    assert illegal == f"illegal play.adjacent {wanted['reasons'][0]['sentence']}"


def test_perft(engine: Engine, position: str) -> None:
    for depth in range(3):
        assert engine.ask(f"perft {depth}") == f"perft {depth} {taxis('perft', position, depth).out.strip()}"


def test_scores(engine: Engine, table: dict[str, Any]) -> None:
    assert engine.ask("scores") == "scores -11 -20 winner 0"
    assert engine.ask("position new players 4") == "positionok"
    assert engine.ask("scores") == "scores -20 -20 -20 -20 winner none"


def test_who_decides_and_how_likely_chance_is(engine: Engine) -> None:
    after = "TT1 - - 1d10.d 1 LiLoPaSaUl / UlUl / 3"
    for line, decides in [(after, "chance"), ("TT1 - - 2d 1 LiLoPaSaUlUl / UlAu / 3", "player 1")]:
        assert engine.ask(f"position line {line}") == "positionok"
        assert engine.ask("decides") == f"decides {decides}"
        engine.say("weights")
        weights = [line.split(" ", 2)[1:] for line in engine.hear_until("weightsok")[:-1]]
        total = sum(int(weight) for weight, _ in weights)
        chances = tt.Position.from_line(line).chances()
        assert [(event, Fraction(int(weight), total)) for weight, event in weights] == [
            (str(event), chance) for event, chance in chances
        ]
    engine.say(f"position line {FINISHED}")
    engine.hear_until("positionok")
    assert engine.ask("decides") == "decides nobody"
    assert engine.ask("weights") == "weightsok"


def test_names_with_strange_signs_stay_one_line(engine: Engine, table: dict[str, Any]) -> None:
    table["players"][0]["name"] = 'A\u00a0B\u200dC"\\ <b>'
    assert engine.ask(f"position json {json.dumps(table)}") == "positionok"
    assert engine.position == table
    for sign in "\u0085\u2028\u202e":
        table["players"][0]["name"] = f"A{sign}"
        told = "error players[0].name: expected text on one line, without control characters, found "
        told += f"“A{repr(sign)[1:-1]}”"
        assert engine.ask(f"position json {json.dumps(table, ensure_ascii=False)}") == told
    assert engine.is_silent()


# ---- invalid lines

BAD_LINES = Path(__file__).parent / "bad_lines.txt"


def test_a_line_that_cannot_be_taken_gets_one_error_and_changes_nothing(engine: Engine, table: dict[str, Any]) -> None:
    def refused(line: str) -> str:
        answer = engine.ask(eval(line))
        assert answer.startswith(("error ", "illegal "))
        assert "inside the engine" not in answer
        assert answer.isprintable()
        assert engine.position == table
        return answer

    check(BAD_LINES, refused)


def test_every_line_of_a_burst_gets_its_answer(engine: Engine) -> None:
    burst = cases(BAD_LINES)[:60]
    for line in burst:
        engine.say(eval(line))
    assert all(engine.hear().startswith(("error ", "illegal ")) for _ in burst)
    assert engine.is_silent()


# ---- beginning and end


def test_names_of_a_new_position_are_read_in_any_case(engine: Engine) -> None:
    line = "position new edition IT-2006 board South module Princess-Messenger option Reshuffle=WHEN-needed"
    assert engine.ask(line) == "positionok"
    rules = json.loads(engine.ask("json").removeprefix("json "))["rules"]
    assert (rules["edition"], rules["modules"]) == ("it-2006", ["princess-messenger"])
    assert rules["options"]["reshuffle"] == "when-needed"


@pytest.mark.parametrize("line", ["events", "json", "scores", "perft 1", "apply draw deck", "go exact"])
def test_without_a_position_there_is_an_error(line: str) -> None:
    (answer,) = converse(line + "\n")
    assert answer.startswith("error no position has been set")


def test_the_end_of_input_ends_the_engine() -> None:
    assert converse("") == []
    assert converse("position new") == ["positionok"]
    assert converse(b" position  new \r\nscores\r\n") == ["positionok", "scores -20 -20 winner none"]
    assert converse("position new seed -3 board south\nquit\nscores\n") == ["positionok"], "nothing is read after quit"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be"])
def test_a_conversation_may_come_from_a_file_in_utf_16(encoding: str) -> None:
    mark = "\ufeff" if encoding.startswith("utf-16") else ""
    asked = f"{mark}position new seed 7\r\nscores\r\n".encode(encoding)
    done = subprocess.run(shlex.split(OUR_ENGINE), input=asked, capture_output=True, timeout=60, check=True)
    assert done.stdout.decode().splitlines() == ["positionok", "scores -20 -20 winner none"]


def test_a_listener_that_goes_away_is_no_error() -> None:
    done = subprocess.run(
        ["bash", "-c", f"(for i in $(seq 300); do echo taxis; done; sleep 0.3; echo taxis) | {OUR_ENGINE} | head -1"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.stdout, done.stderr) == ("id name thurntaxis\n", "")


def test_a_position_with_unknown_cards_can_be_played_by_the_others(engine: Engine, saved: Callable[[Any], str]) -> None:
    assert engine.ask("apply play Ulm right") == "applyok"
    assert engine.ask("apply end") == "applyok"
    assert engine.ask("apply draw Lodz") == "applyok"
    assert engine.ask("apply deal Ulm").startswith("illegal draw.card-left")
    assert engine.ask("apply deal Basel") == "applyok"
    assert engine.ask("apply play Basel start").startswith("illegal play.known-card")
