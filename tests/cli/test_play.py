"""`play`: whole games by number and in words, and everything that can be asked on the way."""

import itertools
import json
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import thurntaxis as tt
from support.command_line import Answer, can_be_interrupted, taxis, write
from support.paths import EXAMPLES
from thurntaxis.io.read import record_from_data
from thurntaxis.io.write import position_data, to_json, to_toml
from thurntaxis.names import fold
from thurntaxis_cli.play.choices import MOST_SHOWN, groups, in_columns, listed, numbered
from thurntaxis_cli.play.words import COMMANDS, command_word, event_of
from thurntaxis_presentation.describe import moment
from thurntaxis_presentation.spellings import Unclear, city_spellings, event_words
from thurntaxis_rulebook.corpus.languages import LANGUAGES, label, translation


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose input ends is saved in the current folder."""
    monkeypatch.chdir(tmp_path)


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
    assert answers[1].startswith("The postmaster gives a second card. ")
    assert f"A new route starts in {city}." in answers[2]
    assert "Only one thing is possible: end. greedy: draw " in answers[2]
    assert "Player 1’s turn: draw a card." in answers[2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hand_route_and_display_are_told_after_each_event(lang: str) -> None:
    start = tt.new(players=2, seed=7)
    city, other = start.display[0], start.display[2]
    words = f"--seed 7 --lang {lang}"
    _, drawn, second = replies(play(f"draw {city}", f"postmaster {other}", words=words))[:3]
    assert re.search(rf"{label('hand', lang)}\s?[:：]\s?{city} ", drawn)
    assert re.search(rf"{label('route', lang)}\s?[:：]\s?– ", drawn)
    assert re.search(rf"{label('hand', lang)}\s?[:：]\s?{city}, {other} ", second)
    assert re.search(rf"{label('display', lang)}\s?[:：]\s?", second)


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


def test_with_json_the_record_is_all_that_standard_output_holds(tmp_path: Path) -> None:
    answer = taxis("play", "--seed", 7, "--json", stdin=b"draw deck\nquit\n")
    assert answer.status == 0
    assert "What do you do?" in answer.err
    assert answer.data["events"][0] == "draw deck"
    assert taxis("replay", write(tmp_path / "game.json", answer.data)).status == 0


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
    assert answers[8] == "The game is saved in taxis-game-1.json."
    assert answers[9].startswith('unknown event "1 2"')


def test_why_says_under_which_clause() -> None:
    answer = replies(play("why end", "why draw deck"))
    assert answer[1].startswith("No. A card has to be played before the turn ends. Every edition decides the same.")
    assert "[play.duty]" in answer[1]
    assert answer[2].startswith("Yes. “draw deck” is legal here.")


def test_a_hint_is_the_solvers_advice() -> None:
    answer = replies(play("hint"))[1]
    assert answer.startswith("Advice for player 1 1. ")
    assert "Effort: " in answer
    compared = (
        r"Compared with the next best turn \(.+\): chance of winning \+[0-9.]+ percentage points, margin [+−][0-9.]+\."
    )
    assert re.search(compared, answer)


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
    lines = ["draw deck", "postmaster deck", "1"]
    answers = replies(play(*lines, "draw deck", "undo", "undo", "undo", "undo", "undo"))[1:]
    assert [answer.partition(" Player 1’s turn")[0] for answer in answers[4:7]] == [
        "Taken back: draw deck.",
        answers[5].partition(" Player 1’s turn")[0],
        "Taken back: postmaster deck.",
    ]
    assert answers[5].startswith("Taken back: play ")  # and the end of the turn, which was all that was possible
    assert answers[7].startswith("Taken back: draw deck. Player 1’s turn: draw a card.")
    assert f"display {', '.join(start.display)} " in answers[7]
    assert answers[8] == "There is nothing to take back."


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


# ---- positions


AT_A_TABLE = "TT1 - - 2d - LiLoPaSaUlUl Au 40 - / 3 - - - - - Anna / IgUl"
"""A line whose hands and discards are partly unknown: 3 cards of Anna's, and all discards but one."""


@pytest.mark.parametrize("form", ["line", "underscores", "json", "toml", "load"])
def test_a_position_as_at_a_table_is_played_on_from(form: str, tmp_path: Path) -> None:
    position, file = tt.Position.from_line(AT_A_TABLE), tmp_path / f"table.{form}"
    match form:
        case "line" | "underscores":
            words: list[object] = [AT_A_TABLE if form == "line" else AT_A_TABLE.replace(" ", "_")]
        case "load":
            words = ["--load", AT_A_TABLE]
        case _:
            file.write_text(to_json(position) if form == "json" else to_toml(position), encoding="utf-8")
            words = [file]
    answer = taxis("play", *words, "--seed", 3, stdin=b"draw Linz\nsave game.json\n1\n1\n")
    assert answer.err == ""
    begin, *answers = replies(answer)
    assert begin.startswith(
        "You are player 2; you play against Anna. "
        "17 unknown cards have been dealt at random (--seed 3 deals the same again). Player 2’s turn: draw a card."
    )
    assert answers[0].startswith("Player 2 takes Linz. ")
    saved = tmp_path / "game.json"
    record = json.loads(saved.read_text(encoding="utf-8"))
    assert "?" not in str(record)
    assert len(record["start"]["players"][0]["hand"]) == 3
    assert record["start"]["players"][1]["hand"] == ["Ingolstadt", "Ulm"]
    assert len(record["start"]["discard"]) == 15
    assert (record["seats"], record["seed"]) == (["greedy", None], 3)
    assert taxis("replay", saved).status == 0
    again = taxis("play", "--load", saved)
    assert "unknown cards" not in again.out
    assert "hand Ingolstadt, Linz, Ulm " in re.sub(r"\s+", " ", again.out)


def test_what_a_position_tells_of_a_hand_stays_known() -> None:
    answer = taxis("play", EXAMPLES / "midgame.toml", "--seed", 1, "--against", "random")
    assert "You are Anna; you play against Ben. 3 unknown cards have been dealt" in re.sub(r"\s+", " ", answer.out)
    assert "hand        ? ×3, Freiburg, Lodz" in answer.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_dealt_cards_are_told_in_each_language(lang: str) -> None:
    line = "TT1 - - 2d - LiLoPaSaUlUl - - - / {} / IgUl"
    for unknown in (1, 2, 5):
        told = taxis("play", line.format(unknown), "--seed", 9, "--lang", lang).lines[1]
        assert f"{unknown}" in told
        assert "--seed 9" in told


def test_a_game_with_unknown_cards_begins_after_its_last_event(tmp_path: Path) -> None:
    record = f"{AT_A_TABLE} moves Ul".replace("2d -", "2d.d -").replace("LiLoPaSaUlUl", "LiLoPaSaUl")
    answer = taxis("play", record, "--seat", 1, "--seed", 3, stdin=b"undo\n1\nsave game.json\n")
    assert "18 unknown cards have been dealt" in answer.out
    assert "There is nothing to take back." in answer.out
    saved = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert saved["start"]["display"] == ["Linz", "Lodz", "Passau", "Salzburg", "Ulm", "Ulm"]
    (told,) = taxis("play", f"{record} Ul Ul").errors()
    assert told["key"] == "events[1]"


def test_the_game_of_a_position_is_that_of_the_position() -> None:
    (told,) = taxis("play", AT_A_TABLE, "--players", 2).errors()
    assert (told["key"], told["wrong"]) == ("--players", "the game is that of POSITION")
    (told,) = taxis("play", AT_A_TABLE, "--load", "game.json").errors()
    assert told["key"] == "--load"
    (told,) = taxis("play", "-", stdin=AT_A_TABLE.encode()).errors()
    assert told["key"] == "POSITION"
    assert told["wrong"].startswith("there is no terminal to play on")


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
    lines, left_out = listed(group, 100, MOST_SHOWN)
    assert left_out == len(group.events) - MOST_SHOWN
    assert f" {group.first} {group.events[0]}" in lines[0]
    lines, left_out = listed(group, 100, None)
    assert left_out == 0
    assert sum(line.count("close") for line in lines) == len(group.events)
    assert f"{group.first + len(group.events) - 1} {group.events[-1]}" in lines[-1]
    assert max(map(len, lines)) <= 100


def test_columns_count_wide_signs_double() -> None:
    assert in_columns(["ab", "札", "c"], 10, "") == ["ab  札", "c"]
    assert in_columns(["a" * 30], 10, "  ") == ["  " + "a" * 30]


def test_more_lists_all(tmp_path: Path) -> None:
    answers = with_position(closing(), tmp_path, "more")
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
    filled = {command: command_word(command, lang) for command in COMMANDS}
    for name in ("draw", "postmaster", "play", "prompt", "help-undo", "left"):
        assert words[name].format(**filled) in answer.out
    assert words["only"].format(event="end") in answer.out
    assert re.search(words["taken-back"].format(events="draw [^ ]*"), answer.out)
    player = {"en": "player 1", "de": "Spieler 1", "ja": "プレーヤー1"}.get(lang)
    if player:
        assert words["against"].format(player=player, others="greedy") in answer.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_and_event_is_understood_in_every_language(lang: str, tmp_path: Path) -> None:
    position = tt.new(players=2, seed=7)
    called = {city: words[0] for city, words in city_spellings(position.rules.board, lang).items()}
    draw, deck, *_ = (event_words(lang)[word] or (word,) for word in ("draw", "deck"))
    word = {command: command_word(command, lang) for command in COMMANDS}
    lines = [
        f"{draw[0]} {called['Sigmaringen']}",
        word["undo"],
        deck[0],
        word["scores"],
        word["help"],
        f"{word['why']} {called['Basel']}",
        f"{word['save']} {tmp_path}/game.json",
        word["quit"],
    ]
    answers = replies(play(*lines, words=f"--seed 7 --lang {lang}"))
    words = {name: re.sub(r"\s+", " ", text) for name, text in translation(lang)["play"].items()}
    assert answers[2].startswith(words["taken-back"].format(events="draw Sigmaringen"))
    assert words["postmaster"] in answers[3]
    assert "−20" in answers[4]
    assert all(word[command] in answers[5] for command in COMMANDS if command != "help")
    assert "postmaster Basel" in answers[6]
    assert json.loads((tmp_path / "game.json").read_text())["events"][0] == "draw deck"
    assert answers[8] == words["left"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_means_two_things(lang: str) -> None:
    commands = [fold(word) for command in COMMANDS for word in {*translation(lang)["play"][f"word-{command}"].split()}]
    assert len(commands) == len(set(commands))
    events = {fold(word) for name, words in event_words(lang).items() for word in (name, *words)}
    assert len(events) == len({word for name, words in event_words(lang).items() for word in {name, *words}})
    cities = {fold(word) for words in city_spellings(tt.new(players=2).rules.board, lang).values() for word in words}
    verbs = set(tt.new(players=2).rules.actions)
    assert not {*commands, *COMMANDS} & (verbs | cities)
    assert not events & cities
    assert not set(commands) & events


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_names_of_cities_belong_to_the_board(lang: str) -> None:
    assert set(translation(lang)["cities"]) <= set(tt.board("south").province_of)


# ---- events by a part of their words


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("draw Munich", "draw München"),
        ("take munch", None),
        ("sig", "draw Sigmaringen"),
        ("DRAW innsbr", "draw Innsbruck"),
        ("blind", "draw deck"),
        ("pa", "draw Passau"),
        ("adm", None),
        ("p", None),
    ],
)
def test_part_of_an_event_is_enough_where_only_one_fits(text: str, event: str | None) -> None:
    position = tt.new(players=2, seed=7)
    if event is None:
        with pytest.raises((Unclear, tt.EventError)):
            event_of(position, text, "en")
    else:
        assert str(event_of(position, text, "en")) == event


def test_every_legal_event_means_itself() -> None:
    position = closing()
    for event in position.events():
        assert event_of(position, str(event), "de") == event


def test_what_could_mean_several_events_lists_them() -> None:
    answers = replies(play("draw Sigmaringen", "postmaster Passau", "right", "play", "sav", "castle"))
    assert answers[3].startswith("unknown event")
    assert answers[4].startswith('"play" is not written as an event is') or "That could be" in answers[4]
    assert answers[5] == "sav: not understood. Did you mean save?"
    told = replies(play("draw innsbruck", "passau", "start"))[3]
    assert told == "That could be: play Innsbruck start; play Passau start."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_city_that_no_event_has_now_is_known_all_the_same(lang: str) -> None:
    start = tt.new(players=2, seed=7)
    elsewhere = next(city.name for city in start.rules.board.cities if city.name not in start.display)
    told = replies(play(elsewhere, "xyz", words=f"--seed 7 --lang {lang}"))[1:]
    expected = label("not-possible", lang, "play").replace("{text}", elsewhere)
    assert told[0].split() == expected.replace("{more}", command_word("more", lang)).split()
    assert told[1] != told[0].replace(elsewhere, "xyz")


# ---- what would lose a route


def with_position(position: tt.Position, tmp_path: Path, *lines: str) -> list[str]:
    """Return the answers in a game that begins with a position."""
    record = {"thurntaxis_record": 1, "engine": "0.1.0", "start": position_data(position), "seats": [None, "greedy"]}
    return replies(play(*lines, words=f"--load {write(tmp_path / 'begun.json', record)}"))


def test_a_route_is_not_given_up_without_a_warning(tmp_path: Path) -> None:
    start = tt.new(players=2, seed=7)
    anna = tt.Player(route=("Mannheim", "Würzburg"), hand=("Linz", "Nürnberg"))
    position = start.replace(players=(anna, start.players[1]), turn=tt.Turn(0, drawn=1))
    answers = with_position(position, tmp_path, "play Linz start", "no", "play Linz start", "yes")
    warning = "play Linz start gives up the route Mannheim – Würzburg. Do it all the same (yes or no)?"
    assert answers[1] == f"{warning} Nothing has been done."
    assert answers[2].startswith(f"{warning} The route Mannheim – Würzburg is discarded. A new route starts in Linz.")


def test_there_is_no_warning_where_every_event_gives_the_route_up(tmp_path: Path) -> None:
    start = tt.new(players=2, seed=7)
    anna = tt.Player(route=("Mannheim", "Würzburg"), hand=("Linz", "Salzburg"))
    turn = tt.Turn(0, drawn=2, official="postmaster")
    answers = with_position(start.replace(players=(anna, start.players[1]), turn=turn), tmp_path, "play Linz start")
    assert "A new route starts in Linz." in answers[1]


def test_the_last_turn_is_not_ended_without_a_warning(tmp_path: Path) -> None:
    position = closing()
    ender = position.players[1].replace(tiles=(tt.Tile("game-end", 1),), carriage=7)
    position = position.replace(players=(position.players[0], ender), ender=1)
    answers = with_position(position, tmp_path, "end", "", "end", "y")
    assert answers[1].startswith("This is your last turn: if you end it without closing, the route Mannheim – ")
    assert answers[1].endswith("Nothing has been done.")
    assert "The game is over." in answers[2]


def test_a_route_is_not_closed_without_houses_by_mistake(tmp_path: Path) -> None:
    answers = with_position(closing(), tmp_path, "close", "no", "close", "yes", "undo", "close Kempten")
    warning = "close closes the route without placing a house. Do it all the same (yes or no)?"
    assert answers[1] == f"{warning} Nothing has been done."
    assert answers[2].startswith(f"{warning} Player 1 closes ")
    assert "without placing a house" not in answers[4]
    anna, ben = closing().players
    full = closing().replace(players=(anna.replace(houses=tuple(sorted(anna.route))), ben.replace(hand=("Linz",))))
    assert "without placing a house" not in with_position(full, tmp_path, "close")[1]


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


# ---- nothing is lost


def test_the_game_is_saved_when_the_input_ends(tmp_path: Path) -> None:
    answer = play("draw deck")
    assert answer.out.endswith("The game is saved in taxis-game-1.json.\nYou have left the game.\n")
    assert taxis("replay", tmp_path / "taxis-game-1.json").status == 0
    answer = taxis("play", "--load", tmp_path / "taxis-game-1.json", stdin=b"postmaster deck\n")
    assert answer.out.endswith("The game is saved in taxis-game-2.json.\nYou have left the game.\n")
    first, second = (json.loads((tmp_path / f"taxis-game-{at}.json").read_text()) for at in (1, 2))
    assert second["events"][: len(first["events"])] == first["events"]


def test_nothing_is_saved_where_nothing_has_happened(tmp_path: Path) -> None:
    play("help")
    play("draw deck", f"save {tmp_path}/game.json")
    play("draw deck", "undo")
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize(
    ("answer", "file"),
    [("", "taxis-game-1.json"), ("yes", "taxis-game-1.json"), ("my game.json", "my game.json"), ("no", None)],
)
def test_leaving_offers_to_save(answer: str, file: str | None, tmp_path: Path) -> None:
    answers = replies(play("draw deck", "quit", answer))
    assert answers[2].startswith("Save the game? Enter saves it in taxis-game-1.json;")
    saved = f"The game is saved in {file}." if file else "The game has not been saved."
    assert answers[3] == f"{saved} You have left the game."
    assert [path.name for path in tmp_path.iterdir()] == ([file] if file else [])


def test_a_file_that_cannot_be_written_is_asked_for_again(tmp_path: Path) -> None:
    answers = replies(play("draw deck", "quit", "none/game.json", "game.json"))
    assert answers[3].startswith("taxis: none/game.json: save: can't be written: No such file")
    assert answers[4] == "The game is saved in game.json. You have left the game."


def test_the_game_is_saved_when_nobody_reads_it_any_more(tmp_path: Path) -> None:
    code = "import sys; from thurntaxis_cli.main import main; sys.exit(main(['play', '--seed', '7']))"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        said = b""
        while not said.endswith(b"\n> "):
            said += process.stdout.read(1)
        process.stdout.close()
        process.stdin.write(b"draw deck\n")
        process.stdin.flush()
        assert process.wait(60) != 0
    assert [path.name for path in tmp_path.iterdir()] == ["taxis-game-1.json"]


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -15), (signal.SIGHUP, -1)])
@pytest.mark.parametrize("lines", [b"", b"draw deck\n"])
def test_an_interrupt_is_quiet_and_loses_nothing(
    sent: signal.Signals, status: int, lines: bytes, tmp_path: Path
) -> None:
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
        process.stdin.write(lines)
        process.stdin.flush()
        prompts = 0
        for line in process.stdout:
            prompts += line.startswith(b"What do you do?")
            if prompts == 2 or (prompts and not lines):
                break
        process.send_signal(sent)
        assert process.wait(60) == status
        assert process.stderr.read().strip() == b""
    assert [path.name for path in tmp_path.iterdir()] == (["taxis-game-1.json"] if lines else [])


# ---- bad usage


def bad_files(folder: Path) -> None:
    record = json.loads((EXAMPLES / "game-tie.json").read_text(encoding="utf-8"))
    write(folder / "illegal.json", {**record, "events": [*record["events"][:20], "end", "end"]})
    write(folder / "nonsense.json", {**record, "events": ["castle"]})
    write(folder / "gredy.json", {**record, "seats": [None, *["gredy"] * (len(record["start"]["players"]) - 1)]})
    write(folder / "nobody.json", {**record, "seats": ["greedy"] * len(record["start"]["players"])})


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
    ("--load -", "-", "file"),
    ("none.json", "none.json", "file"),
    ("TT1_/_3", "line", "players"),
    ("--load illegal.json", "illegal.json", "events[2"),
    ("--load nonsense.json", "nonsense.json", "events[0]"),
    ("--load gredy.json", "gredy.json", "seats"),
    ("--load nobody.json", "nobody.json", "seats"),
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
