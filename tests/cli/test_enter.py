"""`enter`: positions from question to question, with corrections, in every language, on and off a terminal."""

import json
import random
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import Answer, can_be_interrupted, taxis
from support.entry_answers import MIDGAME
from support.paths import EXAMPLES
from support.terminal import Terminal
from thurntaxis.io.read import read_position
from thurntaxis.io.write import position_data
from thurntaxis.names import fold
from thurntaxis_cli.enter.answers import NotUnderstood, Reader, card_spellings, stack_word
from thurntaxis_cli.enter.questions import STAGES, Given
from thurntaxis_cli.enter.session import Entry
from thurntaxis_presentation.spellings import Spellings, city_spellings
from thurntaxis_rulebook.corpus.languages import LANGUAGES, translation


def enter(*answers: str, words: tuple[object, ...] = ()) -> Answer:
    """Enter a position with these answers."""
    return taxis("enter", *words, stdin="".join(f"{answer}\n" for answer in answers).encode())


def asked(answer: Answer) -> list[str]:
    """Return the questions and messages of the conversation, each in one line."""
    return [re.sub(r"\s+", " ", part).strip() for part in re.split(r"^> ", answer.err, flags=re.MULTILINE)]


# ---- the whole way


def test_a_game_of_three_in_under_forty_answers(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    answers = [*MIDGAME, ""]
    assert len(answers) < 40
    answer = enter(*answers, words=(file,))
    assert answer.status == 0
    assert answer.out == ""
    assert asked(answer)[-1] == f"The position is written to {file}."
    position = read_position(file)
    anna, ben, cleo = position.players
    assert (anna.name, ben.name, cleo.name) == ("Anna", "Ben", "Cleo")
    assert anna.houses == ("Basel", "Freiburg", "Mannheim")
    assert anna.route == ("Ulm", "Augsburg", "Ingolstadt")
    assert anna.carriage == ben.carriage == 3
    assert list(map(str, anna.tiles)) == ["route-5 2"]
    assert anna.hand == ("Passau", "Regensburg")
    assert ben.hand == ("?",) * 4
    assert cleo.hand == ("?", "?", "Ulm")
    assert cleo.houses == ("Zürich",)
    assert position.display == tuple(sorted(["Budweis", "Freiburg", "Lodz", "Lodz", "Passau", "Würzburg"]))
    known = [card for card in position.discard if card != "?"]
    assert known == ["Kempten", "München", "München", "Nürnberg"]
    assert position.deck_size == 40
    assert (position.turn.player, position.turn.phase, position.turn.began_empty) == (0, "draw", False)
    assert taxis("legal", file).status == 0


def test_without_a_file_the_position_is_a_line_on_standard_output() -> None:
    answer = enter(*MIDGAME, "")
    assert answer.status == 0
    (line,) = answer.lines
    assert tt.Position.from_line(line).players[0].name == "Anna"
    assert taxis("legal", line).status == 0


def test_the_answer_in_json() -> None:
    data = enter(*MIDGAME, "", words=("--json",)).data
    assert data == position_data(tt.Position.from_line(enter(*MIDGAME, "").lines[0]))


def test_what_nobody_remembers_is_left_out() -> None:
    answers = list(MIDGAME)
    answers[-3] = ""
    position = tt.Position.from_line(enter(*answers, "").lines[0])
    assert set(position.discard) == {"?"}
    assert position.deck_size == 40
    answers[-4] = ""
    position = tt.Position.from_line(enter(*answers, "").lines[0])
    assert position.discard == ()


# ---- every position can be entered


class Script:
    """Answers the questions of an entry with what a position holds."""

    on_screen = False

    def __init__(self, position: tt.Position) -> None:
        self.position, self.data = position, position_data(position)
        self.entry: Entry | None = None
        self.count = 0

    def ask(self, prompt: str, completions: Callable[[str], Iterable[str]] = list, proposal: str = "") -> str:
        assert not proposal, f"refused: {proposal}"
        assert self.entry
        self.count += 1
        assert self.count < 60, self.entry.asked[-1]
        return "" if prompt != "> " else self.answer(self.entry.asked[-1].key)

    def answer(self, key: str) -> str:
        data, turn = self.data, self.data["turn"]
        if key == "players":
            return ", ".join(player["name"] for player in data["players"])
        if key == "rules.modules":
            return " ".join(data["rules"]["modules"])
        if key == "rules.edition":
            return str(data["rules"]["edition"])
        if key == "deck":
            return str(self.position.deck_size)
        if key == "turn.player":
            return str(turn["player"] + 1)
        if key == "turn.phase":
            carriages = self.position.rules.parts.carriages
            return str([stage for stage in STAGES if stage != "carriage" or carriages].index(self.stage()) + 1)
        if key == "turn.official":
            return " ".join(self.position.turn.used)
        if key == "turn.pending":
            return str(len(turn["pending"]))
        if key == "messenger":
            return "" if data["messenger"] is None else str(data["messenger"] + 1)
        place = re.fullmatch(r"players\[(\d)\]\.(\w+)", key)
        value = data["players"][int(place[1])][place[2]] if place else data.get(key, turn.get(key.rpartition(".")[2]))
        return ("" if value is None else str(value)) if not isinstance(value, list) else " ".join(map(str, value))

    def stage(self) -> str:
        turn = self.position.turn
        if turn.phase != "draw":
            return "played" if turn.phase == "play" else turn.phase
        if turn.drawn:
            return "drawn"
        return "administrator" if turn.used else "begin"


def positions(seed: int, **rules: Any) -> Iterator[tt.Position]:
    """Yield positions of a random game in which a player decides, except in rounds of returning tiles."""
    chance = random.Random(seed)
    position = tt.new(players=2 + seed % 3, seed=seed, **rules)
    names = ("Anna", "Ben", "Cleo", "Dora")
    players = zip(position.players, names, strict=False)
    position = position.replace(players=tuple(player.replace(name=name) for player, name in players))
    while not position.is_over:
        events = list(position.events())
        closing = [event for event in events if event.verb in ("close", "carriage")]
        position = position.play(chance.choice(closing or events))
        is_round = position.returning is not None or position.turn.phase == "final"
        if not position.is_chance and not is_round and chance.random() < 0.1:
            yield position


@pytest.mark.parametrize(
    ("seed", "board", "modules"),
    [
        (0, "south", ()),
        pytest.param(1, "south", (), marks=pytest.mark.slow),
        pytest.param(2, "south", (), marks=pytest.mark.slow),
        pytest.param(3, "south", ("princess-messenger",), marks=pytest.mark.slow),
        (4, "south", ("offices-of-honor",)),
        pytest.param(5, "testland", ("power-and-glory",), marks=pytest.mark.slow),
        (6, "testland", ("power-and-glory", "princess-messenger", "offices-of-honor")),
    ],
)
def test_every_position_is_entered_as_it_is(seed: int, board: str, modules: tuple[str, ...]) -> None:
    seen: Counter[str] = Counter()
    for position in positions(seed, board=board, modules=modules):
        script = Script(position)
        seen[script.stage()] += 1
        if seen[script.stage()] < 3:
            given = Given(board, None, (), dict(position.rules.options))
            script.entry = Entry(given, LANGUAGES[seed % len(LANGUAGES)], script, {})
            assert script.entry.run() == position.replace(start=0)
    assert {"begin", "drawn", "played"} <= seen.keys()


# ---- corrections


def test_a_fault_is_told_where_it_arises_and_the_rest_stays() -> None:
    answers = list(MIDGAME)
    answers[5:6] = ["ul ca st", "ul au", "back", "ul au ing"]
    said = asked(enter(*answers, ""))
    assert said[6].startswith("no road leads from Ulm to Carlsruhe (roads from Ulm lead to Augsburg, ")
    assert said[6].endswith("6. Anna: route, from left to right [none]")
    assert said[8] == "6. Anna: route, from left to right [ul au]"
    assert enter(*answers, "").out == enter(*MIDGAME, "").out


FAULTS = [
    (4, "ulm ulm", "a second house in Ulm (one house per player in each city)"),
    (5, "ulm aug ulm", "Ulm is in the route twice (each city once)"),
    (6, "8", "8: not possible here. Give a whole number from 3 to 7."),
    (7, "bad 4", "there is no tile baden 4 (baden has 3, 2 and 1)"),
    (7, "bad", "bad: the points are missing."),
    (7, "b 3", "b: not clear. That could be Baiern, Baden, Böhmen-Salzburg."),
    (8, "99", "99: not possible here. Give a whole number from 0 to 66."),
    (
        8,
        "ulm ulm ulm",
        "Anna: route, from left to right: this is card number 4 of Ulm (there are 3 cards of each city)",
    ),
    (12, "5 2", "someone already has the tile route-5 2 (each tile once)"),
    (19, "ulm ulm ulm ulm ulm ulm ulm", "this is card number 4 of Ulm"),
    (19, "in", "in: not clear. That could be Ingolstadt, Innsbruck."),
    (19, "Stutgart", "Stutgart: unknown. Did you mean Stuttgart?"),
    (19, "Rom", "Rom: unknown. Choose from Augsburg, Basel, "),
    (3, "Anna", "Players: 1. 2 to 4 can play."),
    (3, "5", "5: not possible here. Give a whole number from 2 to 4."),
    (1, "power-and-glory", "the board south can't be used with the module power-and-glory"),
    (0, "nowhere", 'unknown board "nowhere"'),
]


@pytest.mark.parametrize(("at", "wrong", "told"), FAULTS, ids=lambda value: str(value)[:20])
def test_a_wrong_answer_says_why_and_is_asked_for_again(at: int, wrong: str, told: str) -> None:
    answers = [*MIDGAME[:at], wrong, *MIDGAME[at:], ""]
    answer = enter(*answers)
    said = asked(answer)
    assert said[at + 1].startswith(told)
    assert said[at + 1].endswith(said[at].removeprefix(said[0]) if at else "1. Board (south, or a board file) [south]")
    assert answer.out == enter(*MIDGAME, "").out


def test_going_back_to_any_question_keeps_the_other_answers() -> None:
    answers = [*MIDGAME, "back 7", "4", "list", ""]
    answer = enter(*answers)
    assert tt.Position.from_line(answer.out.strip()).players[0].carriage == 4
    changed, whole = (enter(*given, "", words=("--json",)).data for given in ([*MIDGAME, "back 7", "4"], MIDGAME))
    whole["players"][0]["carriage"] = 4
    assert changed == whole
    assert "7. Anna: highest carriage, 3 to 7: 4" in re.sub(r"\s+", " ", answer.err)


def test_going_back_step_by_step() -> None:
    answer = enter(*MIDGAME[:6], "back", "back", "", *MIDGAME[6:], "")
    said = asked(answer)
    assert said[7].endswith("6. Anna: route, from left to right [ul au ing]")
    assert said[8].endswith("5. Anna: cities with a house [bas frei mann]")
    assert answer.out == enter(*MIDGAME, "").out


def test_there_is_nothing_before_the_first_question() -> None:
    said = asked(enter("back", "back 9", "back x", *MIDGAME, ""))
    assert all(part.startswith("There is no earlier question") for part in said[1:4])


def test_a_fault_that_arises_elsewhere_is_told_with_its_question() -> None:
    answer = enter(*MIDGAME, "back 9", "lodz lodz", "pas reg", "")
    told = "Face-up cards: this is card number 4 of Lodz (there are 3 cards of each city)"
    assert asked(answer)[len(MIDGAME) + 2].startswith(told)
    assert answer.out == enter(*MIDGAME, "").out


def test_fewer_players_are_asked_for_again() -> None:
    position = tt.Position.from_line(enter(*MIDGAME, "back 4", "Anna Ben", "").out.strip())
    assert [player.name for player in position.players] == ["Anna", "Ben"]


def test_a_position_that_is_impossible_as_a_whole_leads_back_to_the_answer() -> None:
    answers = list(MIDGAME)
    answers[6] = "7"
    said = asked(enter(*answers, "", "back 7", "3", ""))
    assert "Anna has met the condition for the game-end tile" in " ".join(said)


def test_what_is_unlikely_is_told_where_it_arises_and_at_the_end() -> None:
    answers = list(MIDGAME)
    answers[18], answers[19] = "0", "bud fr lo pas wü"
    answer = enter(*answers, "")
    assert answer.status == 0
    assert asked(answer)[20].startswith("warning: Cards on display: 5, still to be revealed there: 0")
    assert asked(answer)[24].count("warning: ") == 2
    assert "warning: Cleo has no cards in hand" in asked(answer)[24]


# ---- names and numbers


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cities_are_understood_in_every_spelling(lang: str) -> None:
    board = tt.board("south")
    spellings = city_spellings(board, lang)
    names = Spellings(spellings)
    for city, others in spellings.items():
        for word in (city, city.upper(), fold(city), *others):
            assert names.find(word) == city


def test_one_answer_holds_several_names() -> None:
    board = tt.board("south")
    read, names = Reader("en"), Spellings(city_spellings(board, "en"))
    assert read.several("ul ca st", names) == ["Ulm", "Carlsruhe", "Stuttgart"]
    assert read.several("ulm,ca;  MUNICH、zuerich", names) == ["Ulm", "Carlsruhe", "München", "Zürich"]
    assert read.several("lodz x3 ulm ×2", names) == ["Lodz"] * 3 + ["Ulm"] * 2
    assert read.several("", names) == []


def test_numbered_cards() -> None:
    board = tt.board("testland")
    names = card_spellings(board, "en")
    for card in board.city_of:
        assert names.find(card.casefold()) == card


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("board", ["south", "testland"])
def test_tiles_are_understood_by_name_and_by_word(board: str, lang: str) -> None:
    material = tt.board(board)
    for stack in material.stacks:
        for value in set(stack.values):
            for name in (stack.name, stack_word(material, stack, lang)):
                assert Reader(lang).tiles(f"{name} {value}", material) == [f"{stack.name} {value}"]


def test_tiles_as_people_write_them() -> None:
    board, read = tt.board("south"), Reader("en")
    wanted = ["route-5 2", "baden 3", "all-provinces 6", "game-end 1"]
    assert read.tiles("5 2, bad 3, all 6, end", board) == wanted
    assert read.tiles("5 cities 2 baden 3 all provinces 6 game-end 1", board) == wanted
    assert read.tiles("game-end bad 3", board) == ["game-end 1", "baden 3"]
    for wrong in ("3", "tower 2", "5", "x" * 2000):
        with pytest.raises(NotUnderstood):
            read.tiles(wrong, board)


# ---- languages


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_asks_and_answers(lang: str) -> None:
    words = translation(lang)["enter"]
    back, listed = words["word-back"].split()[0], words["word-list"].split()[0]
    answer = enter(*MIDGAME, f"{back} 6", "ul ca", "ul au ing", listed, "", words=("--lang", lang))
    assert answer.out == enter(*MIDGAME, "").out
    conversation = re.sub(r"\s+", " ", answer.err)
    for message in ("ask-edition", "ask-board", "ask-display", "ask-turn", "ask-stage"):
        assert re.sub(r"\s+", " ", words[message].partition(" (")[0].partition("（")[0]) in conversation
    if lang != "en":
        assert "no road leads" not in conversation
        for text in translation("en")["enter"].values():
            assert len(text) < 12 or text not in conversation


# ---- leaving


def test_the_end_of_input_writes_nothing(tmp_path: Path) -> None:
    (error,) = [line for line in enter(*MIDGAME[:8], words=(tmp_path / "a.json",)).err.splitlines() if "taxis:" in line]
    assert error.endswith("taxis: enter: -: the input ends at question 9 (an answer to every question)")
    assert not list(tmp_path.iterdir())


def test_an_interrupt_writes_nothing(tmp_path: Path) -> None:
    code = "import sys; from thurntaxis_cli.main import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", code, "enter", str(tmp_path / "a.json")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=can_be_interrupted,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"\n\n\n")
        process.stdin.flush()
        said = b""
        while b"4. Who plays?" not in said:
            said += process.stderr.read(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert b"No position was written." in process.stderr.read()
        assert process.stdout.read() == b""
    assert not list(tmp_path.iterdir())


def test_a_file_is_replaced_only_with_consent(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text("mine")
    assert enter("no", *MIDGAME, "", words=(file,)).status == 130
    assert file.read_text() == "mine"
    assert enter("yes", *MIDGAME, "", words=(file,)).status == 0
    assert read_position(file).players[0].name == "Anna"


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("table.txt", "FILE"),
        ("--board nowhere", "--board"),
        ("--edition de-2006", "--edition"),
        ("--module fog", "--module"),
        ("--option fog=1", "--option"),
        ("--resume none.json", "--resume"),
        (f"--resume {EXAMPLES / 'game-tie.json'}", "--resume"),
        ("--lang es", "--lang"),
    ],
)
def test_bad_usage_is_one_line(words: str, key: str) -> None:
    (error,) = taxis("enter", *words.split()).errors()
    assert error["key"].startswith(key)


def test_rules_that_cannot_be_combined_are_refused() -> None:
    words = ("--board", "south", "--edition", "en-yucata", "--module", "power-and-glory")
    answer = enter("", words=words)
    assert answer.status == 2
    assert "taxis: enter: rules.modules[0]: the board south can't be used with" in answer.err
    assert "Traceback" not in answer.err


def test_kept_answers_that_no_longer_hold_are_asked_for_again(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    answers = {"board": "gone.toml", "rules.modules": "", "rules.edition": "", "players": "Anna Ben"}
    kept.write_text(json.dumps({"thurntaxis_draft": 1, "answers": answers}))
    answer = enter("south", words=("--resume", kept))
    assert '"gone.toml"' in asked(answer)[0]
    assert asked(answer)[1].startswith("5. Anna: cities with a house")


# ---- on a terminal


def test_a_game_of_three_on_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal("enter", "table.json", folder=tmp_path)
    terminal.until("1. Board")
    for number, answer in enumerate(MIDGAME[:4], 2):
        terminal.send(f"{answer}\r")
        terminal.until(f"{number}. ")
    terminal.send("bas frei mann\r")
    terminal.until("6. Anna: route")
    terminal.send("ulm ca\r")
    screen = terminal.until("6. Anna: route")
    assert "no road leads from Ulm to Carlsruhe" in screen
    terminal.send("\x7f\x7fau\t ing\r")  # the wrong answer is still there; the last city is deleted, another completed
    screen = terminal.until("7. Anna: highest carriage")
    assert "route: Ulm – Augsburg – Ingolstadt" in screen
    terminal.send("back\r")
    terminal.until("6. Anna: route")
    terminal.send("\r")
    terminal.until("7. Anna: highest carriage")
    for number, answer in enumerate(MIDGAME[6:], 8):
        terminal.send(f"{answer}\r")
        terminal.until(f"{number}. " if number <= len(MIDGAME) else "Is everything right?")
    terminal.send("\r")
    status, said = terminal.ended()
    assert status == 0
    assert "The position is written to table.json." in said
    assert read_position(tmp_path / "table.json") == tt.Position.from_line(enter(*MIDGAME, "").out.strip())


def test_answers_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    terminal = Terminal("enter", folder=tmp_path)
    terminal.until("1. Board")
    for number, said in enumerate(MIDGAME[:9], 2):
        terminal.send(f"{said}\r")
        terminal.until(f"{number}. ")
    terminal.send("\x03")
    screen = terminal.until("Save your answers?")
    assert "No position was written." in screen
    terminal.send("kept.json\r")
    assert terminal.ended()[0] == 130
    assert len(json.loads((tmp_path / "kept.json").read_text())["answers"]) == 9
    answer = enter(*MIDGAME[9:], "", words=("--resume", tmp_path / "kept.json"))
    assert answer.out == enter(*MIDGAME, "").out
