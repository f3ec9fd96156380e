"""`enter`: positions from question to question, with corrections, in every language, on and off a terminal."""

import functools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.command_line import Answer, taxis
from support.entry_answers import ANSWERS, MIDGAME, enter, entered
from support.few_and_many import one_in
from support.golden import check
from support.terminal import Terminal
from thurntaxis.io.read import read_position
from thurntaxis.io.write import position_data
from thurntaxis.names import fold
from thurntaxis_cli.enter.session import Entry
from thurntaxis_cli.line_input import LineInput
from thurntaxis_presentation.language import ENGLISH, Language
from thurntaxis_presentation.set_up.answers import NotUnderstood, Reader, choice_spellings, stack_word
from thurntaxis_presentation.set_up.draft import draft_of, stage_of, value_of
from thurntaxis_presentation.set_up.form import Field
from thurntaxis_presentation.spellings import Spellings, Unclear, city_spellings
from thurntaxis_rulebook import examples
from thurntaxis_rulebook.corpus.languages import LANGUAGES, translation
from thurntaxis_web.example_block import position_of


def asked(answer: Answer) -> list[str]:
    """Return the questions and messages of the conversation, each in one line."""
    return [re.sub(r"\s+", " ", part).strip() for part in re.split(r"^> ", answer.err, flags=re.MULTILINE)]


@functools.cache
def whole_entry() -> Answer:
    """Return what is printed for the game of three."""
    return enter(*MIDGAME, "")


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
    assert whole_entry().status == 0
    (line,) = whole_entry().lines
    assert tt.Position.from_line(line).players[0].name == "Anna"
    assert taxis("legal", line).status == 0
    assert enter(*MIDGAME, "", words=("--json",)).data == position_data(tt.Position.from_line(line))


def test_what_nobody_remembers_is_left_out() -> None:
    position = entered(discard="")
    assert set(position.discard) == {"?"}
    assert position.deck_size == 40
    assert entered(discard="", deck="").discard == ()


# ---- every position can be entered


class Script(LineInput):
    """Answers the questions of an entry with what a position holds."""

    def __init__(self, position: tt.Position) -> None:
        super().__init__(iter(()))
        self.position, self.draft = position, draft_of(position)
        self.entry: Entry | None = None
        self.count = 0

    def ask(self, prompt: str, completions: Callable[[str], Iterable[str]] = list, proposal: str = "") -> str:
        assert not proposal, f"refused: {proposal}"
        assert self.entry
        self.count += 1
        assert self.count < 60, self.entry.asked[-1]
        return "" if prompt != "> " else self.answer(self.entry.asked[-1].field)

    def answer(self, field: Field) -> str:
        draft, turn = self.draft, self.position.turn
        values = {
            "players": ", ".join(str(player.get("name") or f"P{at}") for at, player in enumerate(draft["players"])),
            "deck": self.position.deck_size,
            "turn.stage": stage_of(draft),
            "turn.used": list(turn.used),
            "turn.reveals": len(turn.pending),
        }
        value = values.get(field.key, value_of(draft, field.key))
        if field.choices and isinstance(value, int):
            value = dict(field.choices)[value].replace(" ", "-")
        return ("" if value is None else str(value)) if not isinstance(value, list) else " ".join(map(str, value))


def entered_by_script(position: tt.Position, lang: str) -> tt.Position:
    """Return what is entered of a position."""
    script = Script(position)
    rules = position.rules
    script.entry = Entry(Language(lang), script, {"board": rules.board.name, "rules.options": dict(rules.options)})
    return script.entry.run()


def positions(seed: int, **rules: Any) -> Iterator[tt.Position]:
    """Yield positions of a random game in which a player decides."""
    chance = random.Random(seed)
    position = tt.new(players=2 + seed % 3, seed=seed, **rules)
    names = ("Anna", "Ben", "Cleo", "Dora")
    players = zip(position.players, names, strict=False)
    position = position.replace(players=tuple(player.replace(name=name) for player, name in players))
    while not position.is_over:
        events = list(position.events())
        closing = [event for event in events if event.verb in ("close", "carriage")]
        position = position.play(chance.choice(closing or events))
        if not position.is_chance and chance.random() < 0.1:
            yield position


@pytest.mark.parametrize(
    ("seed", "board", "modules"),
    [
        pytest.param(0, "south", (), marks=pytest.mark.nightly),
        pytest.param(1, "south", (), marks=pytest.mark.nightly),
        pytest.param(2, "south", (), marks=pytest.mark.nightly),
        pytest.param(3, "south", ("princess-messenger",), marks=pytest.mark.nightly),
        pytest.param(4, "south", ("offices-of-honor",), marks=pytest.mark.nightly),
        pytest.param(5, "testland", ("power-and-glory",), marks=pytest.mark.nightly),
        (6, "testland", ("power-and-glory", "princess-messenger", "offices-of-honor")),
    ],
)
def test_every_position_is_entered_as_it_is(seed: int, board: str, modules: tuple[str, ...]) -> None:
    entered: Counter[tuple[str, object]] = Counter()
    for position in positions(seed, board=board, modules=modules):
        kind = stage_of(draft_of(position)), position.returning and position.returning.reward
        entered[kind] += 1
        if entered[kind] == 1:
            result, turn = entered_by_script(position, LANGUAGES[seed % len(LANGUAGES)]), position.turn
            if position.returning:  # who began empty no longer matters, and isn't asked
                turn = turn.replace(began_empty=result.turn.began_empty)
            assert result == position.replace(start=0, turn=turn)
    assert {"begin", "drawn", "played"} <= {stage for stage, _ in entered}


def test_every_kind_of_round_is_entered() -> None:
    kinds: set[tuple[str | None, bool]] = set()
    for position in map(position_of, examples().values()):
        if position.returning is None or position.is_chance:
            continue
        kind = position.returning.reward, position.returning.final
        if kind not in kinds:
            kinds.add(kind)
            result = entered_by_script(position, "en")
            assert (result.returning, result.turn.phase) == (position.returning, position.turn.phase)
    assert kinds == {(None, False), ("draw", False), ("house", False), (None, True)}


# ---- corrections


ROUTE = list(ANSWERS).index("players[0].route")
"""The place of the question for Anna's route."""

BOARD = "Board (south, or a board file) [Southern Germany (2006)]"


def test_a_wrong_answer_says_why_and_is_asked_for_again() -> None:
    def refused(case: str) -> str:
        key, _, wrong = case.partition(" = ")
        at = list(ANSWERS).index(key)
        answer = enter(*MIDGAME[:at], wrong, *MIDGAME[at:], "")
        said = asked(answer)
        asked_again = said[at].removeprefix(said[0]) if at else f"1. {BOARD}"
        assert said[at + 1].endswith(asked_again)
        assert answer.out == whole_entry().out
        return said[at + 1].removesuffix(asked_again).strip()

    check(Path(__file__).parent / "bad_answers.txt", refused)


def test_going_back_to_any_question_keeps_the_other_answers() -> None:
    answer = enter(*MIDGAME, "back 8", "4", "list", "", words=("--json",))
    whole = position_data(tt.Position.from_line(whole_entry().lines[0]))
    whole["players"][0]["carriage"] = 4
    assert answer.data == whole
    assert "8. Anna: Carriage (3 to 7): 4" in re.sub(r"\s+", " ", answer.err)


def test_going_back_step_by_step() -> None:
    answer = enter("back", "back 9", "back x", *MIDGAME[: ROUTE + 1], "back", "back", "", *MIDGAME[ROUTE + 1 :], "")
    said = asked(answer)
    assert all(part.startswith("There is no earlier question") for part in said[1:4])
    assert said[10].endswith("6. Anna: Route (from left to right) [ul au ing]")
    assert said[11].endswith("5. Anna: Houses [bas frei mann]")
    assert answer.out == whole_entry().out


def test_a_fault_that_arises_elsewhere_is_told_with_its_question() -> None:
    answer = enter(*MIDGAME, "back 7", "lodz lodz", "pas reg", "")
    told = "Display: this would be Lodz card number 4; there are 3 cards of each city"
    assert asked(answer)[len(MIDGAME) + 2].startswith(told)
    assert answer.out == whole_entry().out


def test_fewer_players_are_asked_for_again() -> None:
    position = tt.Position.from_line(enter(*MIDGAME, "back 4", "Anna Ben", "").out.strip())
    assert [player.name for player in position.players] == ["Anna", "Ben"]


def test_a_position_that_is_impossible_as_a_whole_leads_back_to_the_answer() -> None:
    answers = ANSWERS | {"players[0].carriage": "7"}
    said = asked(enter(*answers.values(), "", "back 8", "3", ""))
    assert "Anna has met the condition for the game-end tile" in " ".join(said)


def test_what_is_unlikely_is_told_where_it_arises_and_at_the_end() -> None:
    answers = ANSWERS | {"players[2].hand": "0", "display": "bud fr lo pas wü"}
    answer = enter(*answers.values(), "")
    assert answer.status == 0
    assert asked(answer)[20].startswith("warning: Free spaces on display: 1 of 6")
    assert asked(answer)[24].count("warning: ") == 2
    assert "warning: Cleo has no cards in hand" in asked(answer)[24]


# ---- names and numbers


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cities_are_understood_in_every_spelling(lang: str) -> None:
    board = tt.board("south")
    spellings = city_spellings(board, Language(lang))
    names = Spellings(spellings)
    for city, others in spellings.items():
        for word in (city, city.upper(), fold(city), *others):
            assert names.find(word) == city


def test_one_answer_holds_several_names() -> None:
    read = Reader(tt.board("south"), ENGLISH)
    for text, cities in (
        ("ul,ca;  MUNICH、zuerich", ["Ulm", "Carlsruhe", "München", "Zürich"]),
        ("lodz x3 ulm ×2", ["Lodz"] * 3 + ["Ulm"] * 2),
        ("", []),
    ):
        assert read.names(text, of_cards=False)["names"] == cities
    assert read.names("ul ? ？", of_cards=True)["names"] == ["Ulm", "?", "?"]


def test_a_choice_is_made_by_its_name_its_number_or_a_word_that_it_alone_has() -> None:
    names = choice_spellings([(None, "–"), ("en-yucata", "English rules, Yucata"), ("pl", "Polish rules, 2006")])
    for text in ("en-yucata", "English-rules-Yucata", "english", "yucata", "1"):
        assert names.find(text) == "English rules, Yucata"
    assert names.find("2") == "Polish rules, 2006"
    with pytest.raises(Unclear):
        names.find("rules")
    assert choice_spellings([(at, str(at)) for at in (3, 4)]).find("3") == "3"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("board", ["south", "testland"])
def test_tiles_are_understood_by_name_and_by_word(board: str, lang: str) -> None:
    material = tt.board(board)
    for stack in material.stacks:
        for value in set(stack.values):
            for name in (stack.name, stack_word(material, stack, Language(lang))):
                assert Reader(material, Language(lang)).tiles(f"{name} {value}") == [f"{stack.name} {value}"]


def test_tiles_as_people_write_them() -> None:
    read = Reader(tt.board("south"), ENGLISH)
    wanted = ["route-5 2", "baden 3", "all-provinces 6", "game-end 1"]
    assert read.tiles("5 2, bad 3, all 6, end") == wanted
    assert read.tiles("5 cities 2 baden 3 all provinces 6 game-end 1") == wanted
    assert read.tiles("game-end bad 3") == ["game-end 1", "baden 3"]
    for wrong in ("3", "tower 2", "5", "x" * 2000):
        with pytest.raises(NotUnderstood):
            read.tiles(wrong)


# ---- languages


@pytest.mark.parametrize("lang", one_in(2, LANGUAGES))
def test_every_language_asks_and_answers(lang: str) -> None:
    words = translation(lang)["enter"]
    back, listed = words["word-back"].split()[0], words["word-list"].split()[0]
    answer = enter(*MIDGAME, f"{back} 6", "ul ca", "ul au ing", listed, "", words=("--lang", lang))
    assert answer.out == whole_entry().out
    conversation = re.sub(r"\s+", " ", answer.err)
    for message in ("houses", "route-how", "display", "player", "stage"):
        assert re.sub(r"\s+", " ", translation(lang)["set-up"][message]) in conversation
    if lang != "en":
        assert "no road leads" not in conversation
        for text in translation("en")["enter"].values():
            assert len(text) < 12 or text not in conversation


# ---- leaving


def test_the_end_of_input_writes_nothing(tmp_path: Path) -> None:
    (error,) = [line for line in enter(*MIDGAME[:8], words=(tmp_path / "a.json",)).err.splitlines() if "taxis:" in line]
    assert error.endswith("taxis: enter: -: the input ends at question 9; expected an answer to every question")
    assert not list(tmp_path.iterdir())


def test_a_file_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text("mine")
    (error,) = enter(*MIDGAME, "", words=(file,)).errors()
    assert (error["key"], error["right"]) == ("FILE", "a new file")
    assert file.read_text() == "mine"
    file.unlink()
    assert enter(*MIDGAME, "", words=(file,)).status == 0
    assert read_position(file).players[0].name == "Anna"


def test_rules_that_cannot_be_combined_are_refused() -> None:
    words = ("--board", "south", "--edition", "en-yucata", "--module", "power-and-glory")
    answer = enter("", words=words)
    assert answer.status == 2
    assert "taxis: enter: rules.modules[0]: the board south can’t be used with" in answer.err
    assert "Traceback" not in answer.err


# ---- on a terminal


def test_a_game_of_three_on_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal("enter", "table.json", folder=tmp_path)
    terminal.until("1. Board")
    for number, answer in enumerate(MIDGAME[:4], 2):
        terminal.send(f"{answer}\r", until=f"{number}. ")
    terminal.send("bas frei mann\r", until="6. Anna: Route")
    screen = terminal.send("ulm ca\r", until="6. Anna: Route")
    assert "no road leads from Ulm to Carlsruhe" in screen
    terminal.send("\x7f\x7fau\t ing\r")  # the wrong answer is still there; the last city is deleted, another completed
    screen = terminal.until("7. Anna: Hand")
    assert "route: Ulm – Augsburg – Ingolstadt" in screen
    terminal.send("back\r", until="6. Anna: Route")
    terminal.send("\r", until="7. Anna: Hand")
    for number, answer in enumerate(MIDGAME[6:], 8):
        terminal.send(f"{answer}\r", until=f"{number}. " if number <= len(MIDGAME) else "Is everything right?")
    terminal.send("\r")
    status, said = terminal.ended()
    assert status == 0
    assert "The position is written to table.json." in said
    assert read_position(tmp_path / "table.json") == tt.Position.from_line(whole_entry().out.strip())


def test_who_leaves_sees_what_was_answered(tmp_path: Path) -> None:
    terminal = Terminal("enter", folder=tmp_path)
    terminal.until("1. Board")
    for number, said in enumerate(MIDGAME[:9], 2):
        terminal.send(f"{said}\r", until=f"{number}. ")
    terminal.send("\x03")
    status, screen = terminal.ended()
    assert status == 130
    for said in filter(None, MIDGAME[:9]):
        assert f": {said}" in screen
    assert "No position was written." in screen
    assert not list(tmp_path.iterdir())
