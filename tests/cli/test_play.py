"""`play`: whole games by number and in words, and everything that can be asked on the way."""

import itertools
import json
import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import Answer, can_be_interrupted, taxis, write
from support.paths import EXAMPLES
from thurntaxis.io.read import record_from_data
from thurntaxis_cli.play.choices import MOST_SHOWN, groups, in_columns, listed, numbered
from thurntaxis_presentation.describe import moment
from thurntaxis_rulebook.corpus.languages import LANGUAGES, label, translation


def play(*lines: str, words: str = "--seed 7") -> Answer:
    """Play with these lines, up to the end of the input."""
    answer = taxis("play", *words.split(), stdin="".join(f"{line}\n" for line in lines).encode())
    assert answer.err == ""
    return answer


def replies(answer: Answer) -> list[str]:
    """Return what was answered to each line, and what was said first."""
    return [re.sub(r"\s+", " ", part).strip() for part in re.split(r"^> ", answer.out, flags=re.MULTILINE)]


# ---- whole games


@pytest.mark.usefixtures("brief_search")
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_by_any_numbers(seed: int, tmp_path: Path) -> None:
    chance, file = random.Random(seed), tmp_path / "game.json"
    lines = [str(chance.choice([1, 1, 2, 3, 4, 5, 8, 13])) for _ in range(300)]
    lines[60:60] = ["undo", "undo", "hint", "scores", "more", "show"]
    words = f"--seed {seed} --players {2 + seed} --seat {seed} --against greedy"
    answer = play(*lines, f"save {file}", "quit", words=words)
    assert answer.status == 0
    assert "Traceback" not in answer.out
    assert re.search(r"^The game is over\. ", answer.out, re.MULTILINE)
    assert answer.lines[-1] == "> You have left the game."
    record = record_from_data(json.loads(file.read_text(encoding="utf-8")))
    assert record.end.is_over
    assert record.seats.count(None) == 1
    assert record.seats[seed] is None
    assert record.seed == seed
    assert taxis("replay", file).status == 0
    names = [f"player {seed + 1}" if at == seed else player.name for at, player in enumerate(record.end.players)]
    scores = dict(zip(names, record.end.scores(), strict=True))
    told = answer.out[answer.out.rindex("The game is over.") :].splitlines()[1]
    assert {
        part.rpartition(": ")[0]: int(part.rpartition(": ")[2].replace("−", "-")) for part in told.split("; ")
    } == scores


def test_a_game_in_words() -> None:
    start = tt.new(players=2, seed=7)
    city, other = start.display[0], start.display[1]
    _, *answers = replies(
        play(f"draw {city.upper()}", f"  POSTMASTER   {other.casefold()} ", f"play {city} start", "end")
    )
    assert answers[0].startswith(f"Player 1 takes {city}. ")
    assert answers[1].startswith("The postmaster gives a second card. ")
    assert f"A new route starts in {city}." in answers[2]
    assert answers[3].startswith("greedy: draw ")
    assert "Player 1’s turn: draw a card." in answers[3]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hand_route_and_display_are_told_after_each_event(lang: str) -> None:
    start = tt.new(players=2, seed=7)
    city, other = start.display[0], start.display[1]
    words = f"--seed 7 --lang {lang}"
    _, drawn, _, played = replies(play(f"draw {city}", f"postmaster {other}", f"play {city} start", words=words))[:4]
    assert re.search(rf"{label('hand', lang)}\s?[:：]\s?{city} ", drawn)
    assert re.search(rf"{label('route', lang)}\s?[:：]\s?– ", drawn)
    assert re.search(rf"{label('hand', lang)}\s?[:：]\s?{other} ", played)
    assert re.search(rf"{label('route', lang)}\s?[:：]\s?{city} ", played)


def test_a_turn_begun_with_an_empty_hand_waits_for_the_postmaster() -> None:
    drawn = tt.new(players=2, seed=7).play("draw deck").play("deal Ulm")
    assert moment(drawn) == "Player 1’s turn: draw a second card with the postmaster."
    second = drawn.play("postmaster deck").play("deal Linz")
    told = "Player 1’s turn: play a card (used: postmaster)."
    assert moment(second) == told


def test_the_same_seed_deals_as_new_does() -> None:
    start = tt.new(players=3, seed=11)
    (said, _) = replies(play(words="--seed 11 --players 3"))
    assert f"display {', '.join(start.display)} " in said
    assert said.startswith("You are player 1; you play against greedy 1, greedy 2. ")


def test_other_rules() -> None:
    said = replies(play(words="--seed 3 --edition it-2006 --option reshuffle=when-needed"))[0]
    assert "rules Italian edition, 2006 [it-2006]: the tile for all provinces needs a house in every province " in said
    assert "except Baiern; the carrier’s card may not start a new route; " in said
    assert "the discards become the deck only when a card is needed" in said


# ---- what may be asked


def test_what_cannot_be_done_gets_its_reason_in_a_line() -> None:
    start = tt.new(players=2, seed=7)
    answers = replies(play("end", "castle", "draw Rom", "99", "0", "deal Ulm", "play", "why", "save", "1 2"))[1:]
    assert answers[0].startswith("A card has to be played before the turn ends. [")
    assert answers[1].startswith('unknown event "castle" (events begin with ')
    assert answers[2].startswith('unknown city "Rom" (Augsburg, Basel, ')
    events = len(start.events())
    assert answers[3] == f"There is no number 99 here: the numbers go from 1 to {events}."
    assert answers[4] == f"There is no number 0 here: the numbers go from 1 to {events}."
    assert answers[5].startswith("No card has to be revealed now. [")
    assert answers[6] == '"play" is not written as an event is (play CITY right, play CITY left or play CITY start)'
    assert answers[7] == "Write: why EVENT"
    assert answers[8] == "Write: save FILE"
    assert answers[9].startswith('unknown event "1 2"')


def test_why_says_under_which_clause() -> None:
    answer = replies(play("why end", "why draw deck"))
    assert answer[1].startswith("No. “end” is not legal here. A card has to be played before the turn ends.")
    assert "[play.duty]" in answer[1]
    assert answer[2].startswith("Yes. “draw deck” is legal here.")


def test_a_hint_is_the_solvers_advice() -> None:
    answer = replies(play("hint"))[1]
    assert answer.startswith("Advice for player 1 1. ")
    assert "Effort: " in answer


def test_a_hint_that_is_not_waited_for_ends_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("thurntaxis_cli.waiting.wait_for", interrupted)
    assert replies(play("hint", "scores"))[1:3] == ["", "player 1: −20; greedy: −20"]


def test_help_names_every_command() -> None:
    answer = replies(play("help"))[1]
    for word in ("more", "show", "hint", "why EVENT", "scores", "undo", "save FILE", "quit"):
        assert f" {word} " in answer


def test_undo_takes_back_across_the_others_turns() -> None:
    start = tt.new(players=2, seed=7)
    lines = ["draw deck", "postmaster deck", "1", "end"]
    answers = replies(play(*lines, "draw deck", "undo", "undo", "undo", "undo", "undo", "undo"))[1:]
    assert [answer.partition(" Player 1’s turn")[0] for answer in answers[5:9]] == [
        "Taken back: draw deck.",
        "Taken back: end.",
        answers[7].partition(" Player 1’s turn")[0],
        "Taken back: postmaster deck.",
    ]
    assert answers[7].startswith("Taken back: play ")
    assert answers[9].startswith("Taken back: draw deck. Player 1’s turn: draw a card.")
    assert f"display {', '.join(start.display)} " in answers[9]
    assert answers[10] == "There is nothing to take back."


def test_undo_after_the_end(tmp_path: Path) -> None:
    record = json.loads((EXAMPLES / "game-tie.json").read_text(encoding="utf-8"))
    seats = [None if at == 0 else "greedy" for at in range(len(record["start"]["players"]))]
    file = write(tmp_path / "over.json", {**record, "seats": seats, "seed": 1})
    answers = replies(play("1", "draw deck", "hint", "more", "undo", words=f"--load {file}"))
    assert "The game is over." in answers[0]
    for answer in answers[1:5]:
        assert answer == "undo takes back your last decision, save FILE keeps the game, quit leaves."
    assert answers[5].startswith("Taken back: ")
    assert "What do you do?" in answers[5]


# ---- saving


def test_a_saved_game_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "a game.json"
    lines = ["1", "1", "1", "end", "1", "1"]
    first = play(*lines, f"save {file}", "show", words="--seed 7 --players 3 --seat 1 --against greedy:noise=6")
    assert f"The game is saved in {file}." in re.sub(r"\s+", " ", first.out)
    shown = first.out[first.out.rindex("Player 2’s turn") : first.out.rindex("> ")]
    again = taxis("play", "--load", file)
    assert shown in again.out
    assert "You are player 2; you play against greedy:noise=6 1, greedy:noise=6 2." in again.out
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["seats"] == ["greedy:noise=6", None, "greedy:noise=6"]


def test_any_record_can_be_gone_on_with(tmp_path: Path) -> None:
    record = json.loads((EXAMPLES / "game-tie.json").read_text(encoding="utf-8"))
    record["events"] = record["events"][:100]
    file = write(tmp_path / "record.json", record)
    answer = taxis("play", "--load", file, "--seat", 1, "--against", "random")
    assert answer.status == 0
    assert "What do you do?" in answer.out


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    answer = replies(play(f"save {tmp_path}/none/game.json", "save -"))
    assert answer[1].startswith(f"taxis: {tmp_path}/none/game.json: save: can't be written: No such file")
    assert answer[2] == "Write: save FILE"


# ---- listing


def closing() -> tt.Position:
    """Return a position with many ways of closing."""
    route = ("Mannheim", "Würzburg", "Nürnberg", "Ingolstadt", "Augsburg", "Kempten", "Zürich")
    start = tt.new(players=2, seed=7)
    return start.replace(
        players=(tt.Player(route=route, hand=("Ulm",)), *start.players[1:]),
        turn=tt.Turn(0, phase="play", drawn=1, played=1),
    )


def test_groups_hold_every_event_once_and_the_best_closing_first() -> None:
    from thurntaxis_solver.routes.placements import placements

    position = closing()
    found = groups(position)
    assert sorted(numbered(found)) == list(position.events())
    assert found[-1].name == "close"
    assert found[-1].events[0].cities == placements(position).best[0].houses
    assert found[0].first == 1
    for before, after in itertools.pairwise(found):
        assert after.first == before.first + len(before.events)


def test_a_long_group_is_shortened_unless_all_is_asked_for() -> None:
    group = groups(closing())[-1]
    assert len(group.events) > 30
    lines, left_out = listed(group, 100, whole=False)
    assert left_out == len(group.events) - MOST_SHOWN
    assert f" {group.first} {group.events[0]}" in lines[0]
    lines, left_out = listed(group, 100, whole=True)
    assert left_out == 0
    assert sum(line.count("close") for line in lines) == len(group.events)
    assert f"{group.first + len(group.events) - 1} {group.events[-1]}" in lines[-1]
    assert max(map(len, lines)) <= 100


def test_columns_count_wide_signs_double() -> None:
    assert in_columns(["ab", "札", "c"], 10, "") == ["ab  札", "c"]
    assert in_columns(["a" * 30], 10, "  ") == ["  " + "a" * 30]


def test_more_lists_all(tmp_path: Path) -> None:
    from thurntaxis.io.write import position_data

    start = position_data(closing())
    record = {"thurntaxis_record": 1, "engine": "0.1.0", "start": start, "events": [], "seats": [None, "greedy"]}
    answers = replies(play("more", words=f"--load {write(tmp_path / 'closing.json', record)}"))
    count = len(groups(closing())[-1].events)
    assert f"… and {count - MOST_SHOWN} more: write more" in answers[0]
    assert answers[1].count("close ") == count
    assert "write more" not in answers[1]


# ---- languages


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_plays(lang: str, tmp_path: Path) -> None:
    words = translation(lang)["play"]
    lines = [
        "1",
        "1",
        "1",
        "end",
        "99",
        "undo",
        "help",
        "castle",
        "end",
        "why end",
        "scores",
        f"save {tmp_path}/a.json",
    ]
    answer = play(*lines, words=f"--seed 7 --lang {lang}")
    for name in ("draw", "postmaster", "play", "end", "prompt", "help-undo", "left"):
        assert words[name] in answer.out
    assert words["taken-back"].format(events="end") in answer.out
    player = {"en": "player 1", "de": "Spieler 1", "ja": "プレーヤー1"}.get(lang)
    if player:
        assert words["against"].format(player=player, others="greedy") in answer.out


# ---- the ends of a conversation


def test_an_empty_line_says_nothing() -> None:
    assert play("", "  ").out.endswith("> > > \nYou have left the game.\n")


def test_the_end_of_input_is_polite() -> None:
    answer = play()
    assert answer.status == 0
    assert answer.out.endswith("> \nYou have left the game.\n")


def test_bytes_that_are_no_text() -> None:
    answer = taxis("play", "--seed", 7, stdin=b"\xff\xfe\x00\n" + b"x" * 2_000_000 + b"\nundo\n\x1b[31m\n")
    assert answer.status == 0
    assert "There is nothing to take back." in answer.out
    assert "\x1b" not in answer.out
    assert max(map(len, answer.lines)) < 300


def test_an_interrupt_is_quiet() -> None:
    code = "import sys; from thurntaxis_cli.main import main; sys.exit(main(['play', '--seed', '7']))"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=can_be_interrupted,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for line in process.stdout:
            if line.startswith(b"What do you do?"):
                break
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read().strip() == b""


# ---- bad usage


def bad_files(folder: Path) -> None:
    record = json.loads((EXAMPLES / "game-tie.json").read_text(encoding="utf-8"))
    write(folder / "illegal.json", {**record, "events": [*record["events"][:20], "end", "end"]})
    write(folder / "nonsense.json", {**record, "events": ["castle"]})
    write(folder / "gredy.json", {**record, "seats": [None, *["gredy"] * (len(record["start"]["players"]) - 1)]})
    write(folder / "nobody.json", {**record, "seats": ["greedy"] * len(record["start"]["players"])})
    hidden: dict[str, Any] = json.loads(json.dumps(record))
    hidden["start"]["players"][0]["hand"] = ["?"]
    hidden["start"]["turn"]["began_empty"] = False
    write(folder / "hidden.json", {**hidden, "events": []})


BAD = [
    ("--players 5", "play", "--players"),
    ("--players 2 --seat 2", "play", "--seat"),
    ("--seat 9", "play", "--seat"),
    ("--against gredy", "play", "--against"),
    ("--against greedy:noise=100", "play", "--against"),
    ("--players 2 --against greedy --against random", "play", "--against"),
    ("--against random --against random --against random --against random", "play", "--against"),
    ("--seed x", "play", "--seed"),
    ("--edition de-2006", "play", "--edition"),
    ("--option fog=1", "play", "--option"),
    ("--lang es", "play", "--lang"),
    ("--load none.json", "none.json", "file"),
    ("--load -", "play", "--load"),
    ("--load illegal.json", "illegal.json", "events[2"),
    ("--load nonsense.json", "nonsense.json", "events[0]"),
    ("--load gredy.json", "gredy.json", "seats"),
    ("--load nobody.json", "nobody.json", "seats"),
    ("--load hidden.json", "hidden.json", "seats"),
    ("--load illegal.json --players 3", "play", "--players"),
    ("--load illegal.json --edition it-2006", "play", "--edition"),
    ("--load illegal.json --option reshuffle=when-needed", "play", "--option"),
]


@pytest.mark.parametrize(("words", "where", "key"), BAD, ids=lambda text: text)
def test_bad_usage_is_one_line(
    words: str, where: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bad_files(tmp_path)
    (error,) = taxis("play", *words.split()).errors()
    assert error["where"] == where
    assert error["key"].startswith(key)
