"""`taxis engine --check`: our own engine and the example pass, broken ones fail for the right reason."""

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import Answer, taxis
from support.paths import EXAMPLES, ROOT
from thurntaxis_cli.engine.protocol import OFFERS
from thurntaxis_cli.engine_check.checks import CHECKS, examine
from thurntaxis_cli.engine_check.examiner import Examiner, playable
from thurntaxis_cli.engine_check.games import finished, games
from thurntaxis_cli.engine_check.report import failure_data
from thurntaxis_presentation.language import ENGLISH
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_solver.play.engine_introduction import Introduction, introduction

PYTHON = shlex.quote(sys.executable)
OUR_ENGINE = f"{PYTHON} -c 'import sys; from thurntaxis_cli.main import main; sys.exit(main([\"engine\"]))'"
REQUIRED = [check.name for check in CHECKS if check.part is None]


def broken(fault: str, *arguments: object) -> str:
    """Return the command of a broken engine."""
    script = ROOT / "tests" / "support" / "broken_engines.py"
    return shlex.join([sys.executable, str(script), fault, *map(str, arguments)])


def check(command: str, *options: object) -> Answer:
    return taxis("engine", "--check", command, "--patience", 2, "--tolerance", 2, *options)


# ---- sound engines


def test_our_own_engine_passes_every_check() -> None:
    answer = taxis("engine", "--check", OUR_ENGINE, "--json")
    assert [found for found in answer.data["checks"] if found["result"] != "passed"] == []
    assert answer.status == 0
    assert [found["check"] for found in answer.data["checks"]] == [check.name for check in CHECKS]
    assert answer.data | {"checks": None} == {
        "command": OUR_ENGINE,
        "name": "thurntaxis",
        "version": tt.__version__,
        "offers": list(OFFERS),
        "ok": True,
        "checks": None,
    }


def test_the_example_passes_and_offers_nothing_more() -> None:
    answer = check(f"{PYTHON} {EXAMPLES / 'engine_random.py'}")
    assert answer.status == 0
    lines = answer.lines
    assert lines[-2] == "In addition to what every engine does, random offers: nothing"
    assert lines[-1] == f"{len(REQUIRED)} of {len(REQUIRED)} checks passed."
    results = [line.partition(": ")[0] for line in lines[:-3]]
    assert results == ["passed"] * len(REQUIRED) + ["not offered"] * (len(CHECKS) - len(REQUIRED))


# ---- broken ones

DEAF = (
    "the program did not write bestturn within 0.8 s",
    "info ..., bestturn EVENT[; EVENT...]",
    "The turn may take 0.3 s; 0.5 s more are tolerated.",
)
STRANGE = 'the program answered taxis with "Hello, I am an engine\\x07!"'
SAME = "The position must stay as it was; these keys differ: "


@pytest.mark.parametrize(
    ("fault", "name", "failure"),
    [
        ("Hangs", "events", ("the program did not write eventsok within 2.0 s", "event ..., eventsok", None)),
        ("CrashesOnIllegal", "illegal", ("exit status 1: nobody said that this could happen", "illegal ", None)),
        (
            "ListsAnIllegalEvent",
            "events",
            ("event draw ", "event ...", "draw Mannheim is not legal (draw.from-display)."),
        ),
        ("OmitsAnEvent", "apply", ("eventsok", "event draw deck", "This event is legal but not in the list.")),
        ("Unsorted", "events", ("event ", "event ", "The events must be sorted, each once.")),
        ("DeafWhileThinking", "go", DEAF),
        ("Miscounts", "perft", ("perft 2 ", "perft 2 ", None)),
        ("WritesGarbage", "introduction", (STRANGE, "id name NAME, ", None)),
        ("SupportsNothingKnown", "introduction", ("taxisok", "option name board ", "None of the boards, ")),
        ("WritesWithoutEnd", "errors", ("info string thinking", "error ...", "An invalid line gets one line ")),
        ("ChangesOnInvalidLines", "illegal", ("", "", SAME)),
        ("ChoosesIllegalEvents", "go", ("bestturn ", "info ", "The turn can’t be played: play Ulm right is not ")),
        ("ForgetsCarriages", "positions", ("players[0].carriage: null", "players[0].carriage: 3", "The position is ")),
        (
            "NeverQuits",
            "quit",
            ("the program was still running after 2 s", "", "The program must end by itself, with "),
        ),
    ],
)
def test_a_broken_engine_fails_the_check_of_its_fault(fault: str, name: str, failure: tuple[str | None, ...]) -> None:
    hurry = fault in ("Hangs", "DeafWhileThinking", "NeverQuits")  # the others answer, however late
    examiner = Examiner(broken(fault), patience=2 if hurry else 20, tolerance=0.5 if hurry else 20, log=None)
    checks = [check for check in CHECKS if check.name in ("introduction", name)]
    try:
        *passed, result = [one for one in examine(examiner, checks) if one.result != "not-run"]
    finally:
        examiner.close()
    assert (result.name, result.result) == (name, "failed")
    assert all(one.result == "passed" for one in passed)
    assert result.failure
    parts = failure_data(result.failure, ENGLISH)
    for part, beginning in zip(("came", "right", "reason"), failure, strict=True):
        assert (beginning or "") in (parts[part] or ""), parts


def test_a_failure_as_json_has_everything() -> None:
    answer = check(broken("WritesGarbage"), "--json")
    assert (answer.status, answer.data["ok"]) == (1, False)
    first, *others = answer.data["checks"]
    assert first == {
        "check": "introduction",
        "title": "introduces itself",
        "result": "failed",
        "position": None,
        "sent": "taxis",
        "came": 'the program answered taxis with "Hello, I am an engine\\x07!"',
        "right": "id name NAME, id version VERSION, option ..., taxisok",
        "reason": None,
    }
    assert {found["result"] for found in others} == {"not-run"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_report_is_in_the_language(lang: str) -> None:
    answer = check(broken("WritesGarbage"), "--lang", lang)
    for english in ("failed:", "sent:", "received:", "not run:", "the program answered", "checks passed"):
        assert (lang == "en") == (english in answer.out)


# ---- usage


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("", "no program is given (a command that starts a program)"),
        ("no-such-program-at-all x", 'there is no program "no-such-program-at-all" (a command that starts a program)'),
        ("taxis 'engine", 'a quotation mark is missing in "taxis \'engine" (every quotation mark closed)'),
    ],
)
def test_a_program_that_can_not_be_started_is_bad_input(command: str, told: str) -> None:
    (error,) = check(command).errors()
    assert (error["where"], error["key"], f"{error['wrong']} ({error['right']})") == ("engine", "--check", told)


@pytest.mark.parametrize("options", [("--json",), ("--patience", 3), ("--tolerance", 3), ("--log", "x")])
def test_options_of_the_check_need_a_check(options: tuple[Any, ...]) -> None:
    (error,) = taxis("engine", *options).errors()
    assert (error["key"], error["right"]) == (options[0], f"--check COMMAND {options[0]}")


def test_what_is_said_is_added_to_a_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("before\n", encoding="utf-8")
    assert check(broken("WritesGarbage"), "--log", log).status == 1
    before, *lines = log.read_text(encoding="utf-8").splitlines()
    assert before == "before"
    said = [line.split(" ", 2)[2] for line in lines]
    assert said[:3] == [f"# started: {broken('WritesGarbage')}", "> taxis", "< Hello, I am an engine\x07!"]
    assert said[-1] == "# ended"
    assert "> quit" in said
    (error,) = check(broken("Sound"), "--log", tmp_path / "no" / "log").errors()
    assert (error["where"], error["key"]) == (str(tmp_path / "no" / "log"), "--log")


# ---- the parts


def test_a_turn_is_playable_if_suitable_cards_come() -> None:
    position = tt.new(2, seed=7)
    absent = next(city.name for city in position.rules.board.cities if city.name not in position.display)
    assert playable(position, ["draw deck", f"postmaster {position.display[0]}", f"play {absent} start", "end"]) == 4
    assert playable(position, ["draw deck", f"postmaster {absent}"]) == 1
    assert playable(position, [f"draw {position.display[0]}", f"postmaster {absent}", f"play {absent} start"]) == 3
    assert playable(position, ["draw deck", f"postmaster {position.display[0]}", "play Linz right"]) == 2
    assert playable(position, ["draw deck", "end"]) == 1
    assert playable(position, [f"draw {absent}"]) == 0
    assert playable(position, ["draw deck", "postmaster deck", f"play {absent} start", "end", "draw deck"]) == 4
    assert playable(position, [""]) == 0
    assert playable(finished(), ["end"]) == 0


def test_there_is_a_game_for_all_that_an_engine_supports() -> None:
    every = games(introduction([line.removeprefix("< ") for line in our_introduction()]))
    rules = [game.start.rules for game in every]
    assert {each.edition for each in rules} == set(tt.EDITIONS)
    assert {(each.board.name, len(each.modules)) for each in rules} >= {("south", 2), ("testland", 3)}
    assert {len(game.start.players) for game in every} == {2, 3, 4}
    for name, values in tt.OPTIONS.items():
        assert {each.options[name] for each in rules} == set(values)
    phases = {position.turn.phase for game in every for position in game.seen}
    assert phases >= {"draw", "play", "carriage", "keep"}
    assert any("?" in player.hand for game in every for position in game.seen for player in position.players)
    for game in every:
        position = game.start
        for event, after in zip(game.events, game.after, strict=True):
            position = position.play(event)
            assert position == after


def test_without_options_an_engine_plays_the_base_game() -> None:
    assert {game.start.rules for game in games(Introduction())} == {tt.new().rules}
    assert {len(game.start.players) for game in games(Introduction())} == {2, 3, 4}


def our_introduction() -> list[str]:
    return taxis("engine", stdin=b"taxis\n").lines
