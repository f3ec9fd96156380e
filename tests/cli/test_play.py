"""`play`: whole games by number and in words, and everything that can be asked on the way."""

import itertools
import json
import random
import re
from pathlib import Path

import pytest

import thurntaxis as tt
from support.command_line import taxis, write
from support.game_in_text import closing, play, replies
from support.paths import EXAMPLES
from thurntaxis.io.read import record_from_data
from thurntaxis.io.write import position_data
from thurntaxis_cli.play.choices import MOST_SHOWN, groups, listed, numbered
from thurntaxis_presentation.describe import moment
from thurntaxis_presentation.language import Notation
from thurntaxis_rulebook.corpus.languages import LANGUAGES, word

pytestmark = pytest.mark.usefixtures("own_folder")


# ---- whole games


@pytest.mark.usefixtures("brief_search")
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_by_any_numbers(seed: int, tmp_path: Path) -> None:
    chance, file = random.Random(seed), tmp_path / "game.json"
    lines = [chance.choice(["1", "1", "2", "3", "4", "5", "8", "13", "yes"]) for _ in range(500)]
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
    city, other = start.display[0], start.display[2]
    _, *answers = replies(play(f"draw {city.upper()}", f"  POSTMASTER   {other.casefold()} ", f"play {city} start"))
    assert answers[0].startswith(f"Player 1 takes {city}. ")
    assert answers[1].startswith("Thanks to the postmaster, a second card can be taken. ")
    assert f"A new route starts in {city}." in answers[2]
    assert "Only one thing is possible: “end the turn”. greedy: takes " in answers[2]
    assert "Player 1’s turn: take a card." in answers[2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hand_route_and_display_are_told_after_each_event(lang: str) -> None:
    start = tt.new(players=2, seed=7)
    city, other = start.display[0], start.display[2]
    words = f"--seed 7 --lang {lang}"
    _, drawn, second = replies(play(f"draw {city}", f"postmaster {other}", words=words))[:3]
    assert re.search(rf"{word(lang, 'labels', 'hand')}\s?[:：]\s?{city} ", drawn)
    assert re.search(rf"{word(lang, 'labels', 'route')}\s?[:：]\s?– ", drawn)
    assert re.search(rf"{word(lang, 'labels', 'hand')}\s?[:：]\s?{city}(, |、){other} ", second)
    assert re.search(rf"{word(lang, 'labels', 'display')}\s?[:：]\s?", second)


def test_a_turn_begun_with_an_empty_hand_waits_for_the_postmaster() -> None:
    drawn = tt.new(players=2, seed=7).play("draw deck").play("deal Ulm")
    assert moment(drawn) == "Player 1’s turn: take a second card with the postmaster."
    second = drawn.play("postmaster deck").play("deal Linz")
    told = "Player 1’s turn: play a card (used: postmaster)."
    assert moment(second) == told


def test_the_same_seed_deals_as_new_does() -> None:
    start = tt.new(players=3, seed=11)
    (said, _) = replies(play(words="--seed 11 --players 3"))
    assert f"display {', '.join(start.display)} " in said
    assert said.startswith("You are player 1; you play against greedy 1 and greedy 2. ")


def test_with_json_the_record_is_all_that_standard_output_holds(tmp_path: Path) -> None:
    answer = taxis("play", "--seed", 7, "--json", stdin=b"draw deck\nquit\n")
    assert answer.status == 0
    assert "What do you do?" in answer.err
    assert answer.data["events"][0] == "draw deck"
    assert taxis("replay", write(tmp_path / "game.json", answer.data)).status == 0


def test_other_rules() -> None:
    said = replies(play(words="--seed 3 --edition it-2006 --option reshuffle=when-needed"))[0]
    assert "rules Italian edition, 2006 [it-2006]: the tile for all provinces needs a house in every province " in said
    assert "except Baiern; the carrier’s card can’t start a new route; " in said
    assert "the discards form a new deck only when a card is needed" in said


# ---- what may be asked


def test_what_cannot_be_done_gets_its_reason_in_a_line() -> None:
    start = tt.new(players=2, seed=7)
    answers = replies(play("end", "castle", "draw Rom", "99", "0", "deal Ulm", "play", "why", "save", "1 2"))[1:]
    assert answers[0].startswith("No. Take a card and play one before you end your turn. English rules, Yucata")
    assert answers[1].startswith("unknown move “castle”; possible now, for example: ")
    assert answers[2].startswith("unknown city “Rom”; expected Augsburg, Basel, ")
    events = len(start.events())
    assert answers[3] == f"There is no number 99 here: the numbers go from 1 to {events}."
    assert answers[4] == f"There is no number 0 here: the numbers go from 1 to {events}."
    assert answers[5].startswith("No. No card has to be revealed now. English rules, Yucata")
    assert answers[6].startswith("incomplete move “play”; expected “play … on the right”")
    assert answers[7] == "Write: why MOVE"
    assert answers[8] == "The game is saved in taxis-game-1.json."
    assert answers[9].startswith("unknown move “1 2”")


def test_why_says_under_which_clause() -> None:
    answer = replies(play("why end", "why draw deck"))
    assert answer[1].startswith("No. Take a card and play one before you end your turn. English rules, Yucata: ")
    assert "All editions agree." in answer[1]
    assert answer[2].startswith("Yes. You can take a card from the deck.")


def test_levels_are_called_by_their_names_in_the_language() -> None:
    words = "--seed 7 --players 3 --against beginner --against casual"
    assert "You are player 1; you play against beginner and casual player." in play(words=words).out
    german = play(words=f"{words} --lang de")
    assert "Anfänger" in german.out
    assert "Gelegenheitsspieler" in german.out
    assert "beginner" not in german.out
    same = play(words="--seed 7 --players 3 --against beginner")
    assert "You are player 1; you play against beginner 1 and beginner 2." in same.out


def test_a_hint_is_the_solvers_advice() -> None:
    answer = replies(play("hint"))[1]
    assert answer.startswith("player 1: take ")
    assert "Chance of winning about " in answer


def test_a_hint_that_is_not_waited_for_ends_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("thurntaxis_cli.play.session.wait_for", interrupted)
    assert replies(play("hint", "scores"))[1:3] == ["", "player 1: −20; greedy: −20"]


def test_help_names_every_command() -> None:
    answer = replies(play("help"))[1]
    for command in ("more", "show", "hint", "why MOVE", "scores", "undo", "save FILE", "quit"):
        assert f" {command} " in answer


def test_undo_takes_back_across_the_others_turns() -> None:
    start = tt.new(players=2, seed=7)
    lines = ["draw deck", "postmaster deck", "1"]
    kept = " The deck keeps its order: cards that you have seen come again."
    answers = replies(play(*lines, "draw deck", "undo", "undo", "undo", "undo", "undo"))[1:]
    assert [answer.partition(" Player 1’s turn")[0] for answer in answers[4:7]] == [
        f"Taken back: take a card from the deck.{kept}",
        answers[5].partition(" Player 1’s turn")[0],
        f"Taken back: take a card from the deck with the postmaster.{kept}",
    ]
    assert answers[5].startswith("Taken back: start a route at ")  # and the end of the turn
    assert answers[7].startswith(f"Taken back: take a card from the deck.{kept} Player 1’s turn: take a card.")
    assert f"display {', '.join(start.display)} " in answers[7]
    assert answers[8] == "There is nothing to take back."
    assert "its order" not in replies(play("draw deck", "postmaster deck", "play 1 right", "1", "undo"))[-1]


def test_undo_after_the_end(tmp_path: Path) -> None:
    record = json.loads((EXAMPLES / "game-tie.json").read_text(encoding="utf-8"))
    seats = [None if at == 0 else "greedy" for at in range(len(record["start"]["players"]))]
    file = write(tmp_path / "over.json", {**record, "seats": seats, "seed": 1})
    answers = replies(play("1", "draw deck", "hint", "more", "undo", words=str(file)))
    assert "The game is over." in answers[0]
    for answer in answers[1:5]:
        assert answer == "undo takes back your last decision, save FILE saves the game, quit leaves."
    assert answers[5].startswith("Taken back: ")
    assert "What do you do?" in answers[5]


# ---- listing


def test_groups_hold_every_event_once_and_the_best_closing_first() -> None:
    from thurntaxis_solver.route_planning.placements import placements

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
    lines, left_out = listed(group, 100, MOST_SHOWN, Notation("en"))
    assert left_out == len(group.events) - MOST_SHOWN
    assert f" {group.first} {group.events[0]}" in lines[0]
    lines, left_out = listed(group, 100, None, Notation("en"))
    assert left_out == 0
    assert sum(line.count("close") for line in lines) == len(group.events)
    assert f"{group.first + len(group.events) - 1} {group.events[-1]}" in lines[-1]
    assert max(map(len, lines)) <= 100


def test_more_lists_all(tmp_path: Path) -> None:
    answers = with_position(closing(), tmp_path, "more")
    count = len(groups(closing())[-1].events)
    assert f"… and {count - MOST_SHOWN} more: write more" in answers[0]
    assert answers[1].count("close ") == count
    assert "write more" not in answers[1]


# ---- what would lose a route


def with_position(position: tt.Position, tmp_path: Path, *lines: str) -> list[str]:
    """Return the answers in a game that begins with a position."""
    record = {"thurntaxis_record": 1, "engine": "0.1.0", "start": position_data(position), "seats": [None, "greedy"]}
    return replies(play(*lines, words=str(write(tmp_path / "begun.json", record))))


def test_a_route_is_not_given_up_without_a_warning(tmp_path: Path) -> None:
    start = tt.new(players=2, seed=7)
    anna = tt.Player(route=("Mannheim", "Würzburg"), hand=("Linz", "Nürnberg"))
    position = start.replace(players=(anna, start.players[1]), turn=tt.Turn(0, drawn=1))
    answers = with_position(position, tmp_path, "play Linz start", "no", "play Linz start", "yes")
    warning = "“start a route at Linz” gives up the route Mannheim – Würzburg. Do it anyway (yes or no)?"
    assert answers[1] == f"{warning} Nothing was done."
    assert answers[2].startswith(f"{warning} The route Mannheim – Würzburg is discarded. A new route starts in Linz.")
    neither = anna.replace(hand=("Linz", "Salzburg"))  # every event gives the route up
    turn = tt.Turn(0, drawn=2, official="postmaster")
    position = start.replace(players=(neither, start.players[1]), turn=turn)
    assert "A new route starts in Linz." in with_position(position, tmp_path, "play Linz start")[1]


def test_the_last_turn_is_not_ended_without_a_warning(tmp_path: Path) -> None:
    position = closing()
    ender = position.players[1].replace(tiles=(tt.Tile("game-end", 1),), carriage=7)
    position = position.replace(players=(position.players[0], ender), ender=1, start=1)
    answers = with_position(position, tmp_path, "end", "", "end", "y")
    assert answers[1].startswith("This is your last turn: if you end it without closing, the route Mannheim – ")
    assert answers[1].endswith("Nothing was done.")
    assert "The game is over." in answers[2]


def test_a_route_is_not_closed_without_houses_by_mistake(tmp_path: Path) -> None:
    answers = with_position(closing(), tmp_path, "close", "no", "close", "yes", "undo", "close Kempten")
    warning = "“close the route without placing houses” places no house. Do it anyway (yes or no)?"
    assert answers[1] == f"{warning} Nothing was done."
    assert answers[2].startswith(f"{warning} Player 1 closes ")
    assert "places no house" not in answers[4]
    anna, ben = closing().players
    full = closing().replace(players=(anna.replace(houses=tuple(sorted(anna.route))), ben.replace(hand=("Linz",))))
    assert "places no house" not in with_position(full, tmp_path, "close")[1]


# ---- the ends of a conversation


def test_an_empty_line_says_nothing_and_the_end_of_input_is_polite() -> None:
    answer = play("", "  ")
    assert answer.status == 0
    assert answer.out.endswith("> > > \nYou have left the game.\n")


def test_bytes_that_are_no_text() -> None:
    answer = taxis("play", "--seed", 7, stdin=b"\xff\xfe\x00\n" + b"x" * 2_000_000 + b"\nundo\n\x1b[31m\n")
    assert answer.status == 0
    assert "There is nothing to take back." in answer.out
    assert "\x1b" not in answer.out
    assert max(map(len, answer.lines)) < 300
