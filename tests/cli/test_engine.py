"""The engine protocol, with one process that must survive every line."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import taxis
from support.engine_process import PATIENCE, START, Engine, converse
from thurntaxis.io.read import position_from_data
from thurntaxis.names import either
from thurntaxis_cli.engine.protocol import OFFERS

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
        "card-backs",
        "final-return",
        "board",
        "players",
        "module",
        "level",
        "offers",
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
        'error players[1].carriage: is "x" (a number, such as 3, or -)'
    )
    assert engine.ask("line") == f"line {line}"


def test_warnings_come_before_positionok(engine: Engine, table: dict[str, Any]) -> None:
    display = "Cards on display: 2, still to be revealed there: 0, although the deck holds cards (together 6)"
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


@pytest.mark.parametrize(
    "line", ["position new", "position new players 4", "position new seed -3 board south", " position  new "]
)
def test_what_may_be_left_out_of_a_new_game(engine: Engine, line: str) -> None:
    assert engine.ask(line) == "positionok"


def test_a_position_goes_in_and_comes_out(engine: Engine, table: dict[str, Any]) -> None:
    assert engine.position == table


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
    assert engine.ask("undo") == "error there is nothing to undo (an event applied before)"
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


def test_names_with_strange_signs_stay_one_line(engine: Engine, table: dict[str, Any]) -> None:
    table["players"][0]["name"] = 'A\u00a0B\u200dC"\\ <b>'
    assert engine.ask(f"position json {json.dumps(table)}") == "positionok"
    assert engine.position == table
    for sign in "\u0085\u2028\u202e":
        table["players"][0]["name"] = f"A{sign}"
        told = f'error players[0].name: is "A{repr(sign)[1:-1]}" (text on one line, without control characters)'
        assert engine.ask(f"position json {json.dumps(table, ensure_ascii=False)}") == told
    assert engine.is_silent()


# ---- invalid lines

JUNK: list[str | bytes] = [
    "", " ", "\t", "\x00", "\x1b[2J", "?", "help", "uci", "TAXIS", "taxis now", "taxisok", "quit now", "QUIT",
    "position", "position new players", "position new players 1", "position new players 5", "position new players x",
    "position new players 99999999999999999999999999", "position new seed", "position new seed 1.5",
    "position new seed " + "9" * 5000, "position new edition", "position new edition de", "position new board north",
    "position new board west", "position new module power-and-glory", "position new module audience",
    "position new option", "position new option reshuffle", "position new option reshuffle=never",
    "position new option fog=true", "position new colour red", "position new players 2 players", "position old",
    "position json", "position json ", "position json {", "position json {}", "position json []", "position json null",
    "position json 7", 'position json "x"', 'position json {"thurntaxis": 1}', "position json " + "[" * 100_000,
    "position json " + '{"a":' * 50_000, 'position json {"start": ' + "9" * 5000 + "}", 'position json {"start": NaN}',
    'position json {"thurntaxis": 1, "thurntaxis": 1}', "position {}", "position toml",
    "events all", "event", "undo 2", "ruling", "ruling nothing", "ruling play Ulm",
    "apply", "apply ", "apply nothing", "apply draw", "apply draw Atlantis",
    "apply draw Ulm Ulm",
    "apply play Ulm", "apply play Ulm up", "apply play Ulm\x00 right", "apply " + "x" * 100_000, "apply keep",
    "json now", "json {}", "perft", "perft x", "perft -1", "perft 1.0", "perft 41", "perft 1e3",
    "perft " + "9" * 10_000,
    "perft 2 3", "perft ٣", "perft 0x2", "perft 1_0", "scores all", "score", "go", "go on", "go time",
    "go time x", "go time 0",
    "go time -5", "go time 99999999999999999999", "go time 1 2", "go playouts", "go playouts 0", "go playouts many",
    "go exact 3", "go exactly",
    "go exact time 5", "go time 5 playouts 5", "go lines 3", "go exact lines", "go exact lines 0", "go exact lines 101",
    "go exact lines 1 lines 1", "go exact exact", "go level", "go level genius", "go level beginner playouts 5",
    "go level beginner level casual", "go playouts 5 cores 0", "go playouts 5 cores 257",
    "go playouts 5 seed -1", "go playouts 5 seed 2147483648", "go playouts 5 depth 1",
    "stop", "stop it", "bestturn draw Ulm", "error", "é" * 1000, "\u2028", "日本語",
    b"\xff", b"\xff\xfe\x00", b"position json \xc3\x28", b"apply draw \x80\x81", bytes(range(1, 10)),
    bytes(range(11, 32)),
    b"\x89PNG\r", b"a" * (1 << 20), b"a" * (3 << 20), b"position json " + b" " * (2 << 20), b"\xf0\x9f\x9a\x8b" * 500,
]  # fmt: skip


@pytest.mark.parametrize("line", JUNK, ids=lambda line: repr(line)[:40])
def test_a_line_that_cannot_be_taken_gets_one_error_and_changes_nothing(
    engine: Engine, table: dict[str, Any], line: str | bytes
) -> None:
    answer = engine.ask(line)
    if line == "apply keep":
        assert answer.startswith("illegal ")
    else:
        assert answer.startswith("error ")
        assert "inside the engine" not in answer
    assert answer.isprintable()
    assert len(answer) < 2000
    assert engine.position == table


def test_every_line_of_a_burst_gets_its_answer(engine: Engine) -> None:
    for line in JUNK[:60]:
        engine.say(line)
    answers = [engine.hear() for _ in JUNK[:60]]
    assert all(answer.startswith(("error ", "illegal ")) for answer in answers)
    assert engine.is_silent()


# ---- beginning and end


WAYS_TO_GO = "(go time MILLISECONDS, go playouts NUMBER, go exact, or go level NAME; then lines N, seed N or cores N)"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("go", f"no limit is given for the search {WAYS_TO_GO}"),
        ("go on", f'unknown parameter "on" {WAYS_TO_GO}'),
        ("go seed 3", f"no limit is given for the search {WAYS_TO_GO}"),
        ("go exact time 5", f"exact and time can't be combined {WAYS_TO_GO}"),
        ("go level casual exact", f"level and exact can't be combined {WAYS_TO_GO}"),
        ("go level genius", 'unknown level "genius" (beginner, casual, experienced, expert or master)'),
        ("json x", 'unexpected "x" after json (json)'),
        ("events all", 'unexpected "all" after events (events)'),
        ("position", "no position is given (position new ..., position json {...}, or position line TT1 ...)"),
        (
            "position old",
            'unknown kind of position "old" (position new ..., position json {...}, or position line TT1 ...)',
        ),
        (
            "position new edition german",
            f'unknown edition "german" ({either(tt.EDITIONS)})',
        ),
        ("position new seed x", 'invalid value "x" (a whole number of at most 18 digits)'),
        (
            'position json {"thurntaxis_record": 1}',
            "this is a game record, not a position (taxis replay reads it)",
        ),
    ],
)
def test_what_is_wrong_with_a_line_is_said_in_words(engine: Engine, line: str, told: str) -> None:
    assert engine.ask(line) == f"error {told}"


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
    assert converse(b"position new\r\nscores\r\n") == ["positionok", "scores -20 -20 winner none"]


def test_nothing_is_read_after_quit() -> None:
    assert converse("position new\nquit\nscores\n") == ["positionok"]


def test_a_listener_that_goes_away_is_no_error() -> None:
    code = f'{sys.executable} -c "{START}"'
    done = subprocess.run(
        ["bash", "-c", f"(for i in $(seq 300); do echo taxis; done; sleep 0.3; echo taxis) | {code} | head -1"],
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
