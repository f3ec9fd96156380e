"""The engine protocol during a search: `go`, `stop`, and lines that wait."""

import io
import json
import re
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import taxis
from support.engine_process import PATIENCE, Engine, converse
from support.exact_advice import Hourglass
from support.position_files import counted, each_counted
from thurntaxis.io.read import position_from_data
from thurntaxis_cli.engine.go import any_turn, go
from thurntaxis_cli.engine.loop import MOST_WAITING, EngineLoop
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.play.agents import agent

# ---- searching


def play_out(position: tt.Position, turn: Iterable[tt.Event | str]) -> tt.Position:
    """The position after the events of a turn, the likeliest cards being revealed."""
    for event in turn:
        while position.is_chance:
            position = position.play(max(position.events(), key=lambda deal: position.unseen.count(deal[1])))
        position = position.play(event)
    return position


@pytest.mark.parametrize("budget", ["go exact", "go time 2000", "go playouts 100"])
def test_go_ends_with_a_whole_turn(engine: Engine, table: dict[str, Any], budget: str) -> None:
    if budget == "go exact":
        table |= {"ender": 1, "start": 1}
        table["players"][1] |= {"tiles": ["game-end 1"], "carriage": 7}
        assert engine.ask(f"position json {json.dumps(table)}") == "positionok"
    engine.say(budget)
    *infos, best = engine.hear_until("bestturn ")
    *_, last = (at for at, info in enumerate(infos) if re.fullmatch(r"info playouts \d+ time \d+", info))
    number, infos = r"-?\d+\.\d+", infos[last + 1 :]
    assert infos
    for at, info in enumerate(infos, 1):
        loss = rf" loss {number} {number} {number} verdict (clear|probable|open)" if at > 1 else ""
        form = rf"info line {at} win {number} margin {number} score {number} proved (true|false){loss} turn \S.*"
        assert re.fullmatch(form, info), info
    assert infos[0].endswith(f"turn {best.removeprefix('bestturn ')}")
    after = play_out(position_from_data(table), best.removeprefix("bestturn ").split("; "))
    assert after.is_over if budget == "go exact" else after.turn.player == 1
    assert engine.position == table


def test_as_many_lines_as_asked_for_by_the_same_search_as_advise(engine: Engine, position: str) -> None:
    engine.say("go playouts 400 lines 2 seed 3 cores 2")
    *_, first, second, best = engine.hear_until("bestturn ")
    effort = ("--playouts", 400, "--lines", 2, "--seed", 3, "--cores", 2)
    wanted = taxis("advise", position, "--json", *effort).data["lines"]
    for number, (info, line) in enumerate(zip((first, second), wanted, strict=True), 1):
        win, margin, score = (line[key]["value"] for key in ("win", "margin", "score"))
        assert info.startswith(f"info line {number} win {win:.4f} margin {margin:.2f} score {score:.2f} proved false ")
        assert info.endswith(f" turn {'; '.join(line['turn'])}")
    assert best == f"bestturn {'; '.join(wanted[0]['turn'])}"


@pytest.mark.parametrize("level", ["beginner", "casual", "experienced"])
def test_a_level_plays_as_its_agent_does(engine: Engine, table: dict[str, Any], level: str) -> None:
    position = position_from_data(table)
    for seed in (1, 2):
        asked = f"go level {level}{' seed 2' if seed == 2 else ''}"
        assert engine.ask(asked) == f"bestturn {agent(level, seed).choose(position)}"
    assert engine.position == table


def test_where_the_own_hand_is_unknown_a_proof_is_all_there_can_be(engine: Engine) -> None:
    assert engine.ask("position line TT1 - - 2d 1 BaBuKeLiLoUl - - - / UlKe / ???") == "positionok"
    for asked in ("go level casual", "go playouts 5"):
        assert engine.ask(asked).startswith("error the hand of player 2 has unknown cards")
    assert engine.ask("go exact").startswith("error no exact answer is possible, because others still")


def test_a_level_answers_where_a_reveal_is_due(engine: Engine) -> None:
    assert engine.ask("position new seed 7") == "positionok"
    assert engine.ask("apply draw deck") == "applyok"
    turn = engine.ask("go level casual").removeprefix("bestturn ")
    assert engine.ask("apply deal Ulm") == "applyok"
    assert turn == "end" or engine.ask(f"ruling {turn}").startswith("ruling json")


def test_a_stop_is_answered_with_what_was_found_however_soon_it_comes(engine: Engine) -> None:
    assert engine.ask("position new seed 7") == "positionok"
    engine.say("go time 100")
    engine.hear_until("bestturn")
    for _ in range(3):
        engine.say("go time 60000")
        time.sleep(0.05)
        engine.say("stop")
        *infos, best = engine.hear_until("bestturn")
        turns = [info.partition(" turn ")[2] for info in infos if info.startswith("info line 1 ")]
        assert best == f"bestturn {turns[-1]}"
        playouts = [int(info.split()[2]) for info in infos if info.startswith("info playouts")]
        assert playouts == sorted(playouts)


def test_go_after_stop_is_a_go_like_any_other(engine: Engine) -> None:
    for _ in range(3):
        engine.say("go time 60000")
        engine.say("stop")
        assert engine.hear_until("bestturn")[-1].startswith("bestturn ")
    engine.say("go playouts 5")
    engine.hear_until("bestturn")
    engine.say("stop")  # may have crossed the answer
    assert engine.is_silent()
    assert engine.ask("stop") == "error there is nothing to stop; expected a go that is under way"


def test_a_stop_ends_a_count_with_the_depth_that_is_known(engine: Engine) -> None:
    assert engine.ask("position new seed 7") == "positionok"
    counts = {depth: engine.ask(f"perft {depth}") for depth in (1, 2, 3)}
    engine.say("perft 30")
    time.sleep(1)
    began = time.monotonic()
    engine.say("stop")
    depth, count = map(int, engine.hear().removeprefix("perft ").split())
    assert time.monotonic() - began < 5
    assert 1 <= depth < 30
    assert counts.get(depth, f"perft {depth} {count}") == f"perft {depth} {count}"
    assert engine.is_silent()


def test_quit_ends_what_is_under_way_and_what_waits() -> None:
    began = time.monotonic()
    answers = converse("position new seed 3\n" + "go time 60000\n" * 200 + "perft 30\nscores\nquit\n")
    assert time.monotonic() - began < PATIENCE
    answers = [answer for answer in answers if not answer.startswith("info")]
    assert len(answers) == 203
    assert all(answer.startswith("bestturn draw ") for answer in answers[1:201])
    assert answers[201].startswith("perft ")
    assert answers[202] == "scores -20 -20 winner none"


@pytest.mark.slow
def test_who_sends_too_many_lines_has_to_wait() -> None:
    written: list[str] = []
    times = 10 * MOST_WAITING
    lines = Lines(b"position new\ngo time 1500\n", b"undo\n", times)
    running = threading.Thread(target=lambda: EngineLoop(written.append).run(lines))
    running.start()
    time.sleep(0.5)
    assert lines.taken <= MOST_WAITING + 3
    running.join(PATIENCE)
    assert not running.is_alive()
    assert sum(line.startswith("error there is nothing to undo") for line in written) == times


class Lines(io.BytesIO):
    """An input of a beginning and then the same line many times; `taken` counts the lines that were read."""

    def __init__(self, beginning: bytes, line: bytes, times: int) -> None:
        super().__init__(beginning + line * times)
        self.taken = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        self.taken += 1
        return super().readline(size)


class Answered(io.BytesIO):
    """An input whose third line, and what follows, comes when the second is being answered; `is_read` at its end."""

    def __init__(self, lines: bytes) -> None:
        super().__init__(lines)
        self.taken = 0
        self.is_answered, self.is_read = threading.Event(), threading.Event()

    def readline(self, size: int | None = -1, /) -> bytes:
        self.taken += 1
        if self.taken == 3:
            assert self.is_answered.wait(PATIENCE)
        line = super().readline(size)
        if not line:
            self.is_read.set()
        return line


def test_a_stop_that_comes_while_an_answer_is_written_ends_the_next_count() -> None:
    lines, written = Answered(b"position new seed 1\nperft 1\nperft 12\nstop\nstop\n"), list[str]()

    def write(line: str) -> None:
        if line.startswith("perft") and not lines.is_answered.is_set():
            lines.is_answered.set()
            assert lines.is_read.wait(PATIENCE)
        written.append(line)

    EngineLoop(write).run(lines)
    assert [line.split()[0] for line in written] == ["positionok", "perft", "perft", "error"]
    assert written[1] == "perft 1 5"
    assert written[-1] == "error there is nothing to stop; expected a go that is under way"


def test_a_go_that_cannot_be_taken_takes_no_stop_either() -> None:
    answers = converse("position new\ngo sideways\nstop\ngo playouts 5\nquit\n")
    assert [answer.split()[0] for answer in answers if not answer.startswith("info")] == [
        "positionok", "error", "error", "bestturn",
    ]  # fmt: skip


def test_there_is_nothing_to_think_about_after_the_end(engine: Engine, table: dict[str, Any]) -> None:
    table["players"][0] |= {"tiles": ["baden 3", "game-end 1"], "carriage": 7}
    table |= {"ender": 0, "turn": {"player": 0, "phase": "over"}}
    assert engine.ask(f"position json {json.dumps(table)}") == "positionok"
    assert engine.ask("go exact").startswith("error the game is over")


def test_without_an_answer_in_time_any_legal_turn_is_named(
    monkeypatch: pytest.MonkeyPatch, table: dict[str, Any]
) -> None:
    endless = Hourglass()
    monkeypatch.setattr("thurntaxis_solver.turn_advice.solve_in_steps", endless)
    stop = threading.Event()
    threading.Timer(0.05, stop.set).start()
    began = time.monotonic()
    position = position_from_data(table)
    (line,) = go(position, Effort(), exact=True, stop=stop)
    assert time.monotonic() - began < 5
    assert play_out(position, line.removeprefix("bestturn ").split("; ")).turn.player == 1
    time.sleep(0.1)
    looks = endless.looks
    time.sleep(0.1)
    assert endless.looks == looks


@each_counted
def test_any_turn_is_legal_everywhere(path: Path) -> None:
    position = position_from_data(counted(path))
    player = position.turn.player
    position = play_out(position, any_turn(position))
    assert position.turn.player != player or position.is_over or position.is_chance or not position.events()
