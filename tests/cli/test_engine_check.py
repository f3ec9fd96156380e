"""`taxis engine --check`: our own engine and the example pass, broken ones fail for the right reason."""

import shlex
import sys

import pytest

import thurntaxis as tt
from support.command_line import Answer, taxis
from support.engine_process import OUR_ENGINE, broken
from support.few_and_many import one_in
from support.paths import EXAMPLES
from thurntaxis_cli.engine.protocol import OFFERS
from thurntaxis_cli.engine_check.checks import CHECKS
from thurntaxis_cli.engine_check.games import games
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_solver.play.engine_introduction import Introduction, introduction

PYTHON = shlex.quote(sys.executable)


def check(command: str, *options: object) -> Answer:
    return taxis("engine", "--check", command, "--patience", 2, *options)


# ---- sound engines


@pytest.mark.parametrize("part", one_in(6, range(6)))
def test_our_own_engine_passes_every_check(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thurntaxis_cli.engine_check.checks.games", lambda offered: games(offered)[part::6])
    answer = taxis("engine", "--check", OUR_ENGINE, "--json")
    assert [(result["check"], result["result"]) for result in answer.data["checks"]] == [
        (name, "passed") for name in CHECKS
    ]
    assert answer.status == 0
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
    assert [line.partition(": ")[0] for line in answer.lines] == [
        *["passed"] * 5,
        *["not offered"] * 3,
        "",
        "In addition to what every engine does, random offers",
        "5 of 5 checks passed.",
    ]


# ---- broken ones


@pytest.mark.parametrize(
    ("fault", "name", "failure"),
    [
        ("Hangs", "events", ("the program did not write eventsok within 1.0 s", "event ..., eventsok", None)),
        ("CrashesOnIllegal", "illegal", ("exit status 1: nobody said that this could happen", "illegal ", None)),
        (
            "ListsAnIllegalEvent",
            "events",
            ("event draw ", "event ...", "draw Mannheim is not legal (draw.from-display)."),
        ),
        ("OmitsAnEvent", "apply", ("eventsok", "event draw deck", "This move is legal but not in the list.")),
        ("Unsorted", "events", ("event ", "event ", "The moves must be sorted, each once.")),
        ("Miscounts", "perft", ("perft 2 ", "perft 2 ", None)),
        ("GuessesChance", "decides", ("decides player ", "decides chance", None)),
        ("GuessesChance", "weights", ("weight 1 deal ", "weight ", None)),
        (
            "SupportsNothingKnown",
            "introduction",
            ("taxisok", "option name board ... var south", "None of the boards, "),
        ),
        ("ChangesOnInvalidLines", "illegal", ("", "", "The position must stay as it was; these keys differ: ")),
        ("ForgetsCarriages", "positions", ("players[0].carriage: null", "players[0].carriage: 3", "The position is ")),
    ],
)
def test_a_broken_engine_fails_the_check_of_its_fault(
    fault: str, name: str, failure: tuple[str | None, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    checks = {key: check for key, check in CHECKS.items() if key in ("introduction", name)}
    monkeypatch.setattr("thurntaxis_cli.engine_check.checks.CHECKS", checks)
    hurry = ("--patience", 1) if fault == "Hangs" else ()
    answer = check(broken(fault), "--json", *hurry)
    *passed, result = [result for result in answer.data["checks"] if result["result"] != "not-run"]
    assert (answer.status, result["check"], result["result"]) == (1, name, "failed")
    assert [result["result"] for result in passed] == ["passed"] * len(passed)
    for part, beginning in zip(("came", "right", "reason"), failure, strict=True):
        assert (beginning or "") in (result[part] or ""), result


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
    assert {result["result"] for result in others} == {"not-run"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_report_is_in_the_language(lang: str) -> None:
    answer = check(broken("WritesGarbage"), "--lang", lang)
    for english in ("failed:", "sent:", "received:", "not run:", "the program answered", "checks passed"):
        assert (lang == "en") == (english in answer.out)


# ---- usage


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("", "no program is given; expected a command that starts a program"),
        (
            "no-such-program-at-all x",
            "there is no program “no-such-program-at-all”; expected a command that starts a program",
        ),
        ("taxis 'engine", "a quotation mark is missing in “taxis 'engine”; expected every quotation mark closed"),
    ],
)
def test_a_program_that_can_not_be_started_is_bad_input(command: str, told: str) -> None:
    (error,) = check(command).errors()
    assert (error["where"], error["key"], f"{error['wrong']}; expected {error['right']}") == ("engine", "--check", told)


@pytest.mark.parametrize("options", [("--json",), ("--patience", 3)])
def test_options_of_the_check_need_a_check(options: tuple[object, ...]) -> None:
    (error,) = taxis("engine", *options).errors()
    assert (error["key"], error["right"]) == (options[0], f"--check COMMAND {options[0]}")


# ---- the games


def test_there_is_a_game_for_all_that_an_engine_supports() -> None:
    played = games(introduction([line.removeprefix("< ") for line in taxis("engine", stdin=b"taxis\n").lines]))
    rules = [game.start.rules for game in played]
    assert {rule_set.edition for rule_set in rules} == set(tt.EDITIONS)
    assert {(rule_set.board.name, len(rule_set.modules)) for rule_set in rules} >= {("south", 2), ("testland", 3)}
    assert {len(game.start.players) for game in played} == {2, 3, 4}
    for name, values in tt.OPTIONS.items():
        assert {rule_set.options[name] for rule_set in rules} == set(values)
    seen = [position for game in played for position in game.seen]
    assert {position.turn.phase for position in seen} >= {"draw", "play", "carriage", "keep"}
    assert any("?" in player.hand for position in seen for player in position.players)


def test_without_options_an_engine_plays_the_base_game() -> None:
    played = games(Introduction())
    assert {game.start.rules for game in played} == {tt.new().rules}
    assert {len(game.start.players) for game in played} == {2, 3, 4}
