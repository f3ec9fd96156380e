"""Positions and game records as one line of text."""

import ast
import itertools
import json
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from counts.recount import LINES
from support import random_play, tables
from support.few_and_many import counts_up_to, few_and_many, one_in
from support.golden import check
from support.hidden_cards import hidden
from support.paths import BY_CITY, EXAMPLES, ROOT, TESTS
from support.position_files import CARRIAGE, GOOD, KEEP, OVER, PLAY
from thurntaxis.codes import codes
from thurntaxis.io.line_events import FORMS, event_text, event_word
from thurntaxis.io.line_format import OFFICIALS, is_line
from thurntaxis.io.read import PositionError, position_from_data, read_position, read_record
from thurntaxis.io.read_line import position_from_line, record_from_line
from thurntaxis.io.write import position_data, to_json, to_toml
from thurntaxis.io.write_line import position_line, record_line
from thurntaxis.values import UNKNOWN_BACK

MIDGAME = (
    "TT1 - - 1d 1 BuFrLoLoPaWu AuAuBuCaFrIbIbKeKeLiMaMuMuMuNuNuPaPiPiReSaSiStStUlWuZu - -"
    " / BaPaReSiSt UlAuIgNu AuCaFrMaMuPiSaZu 5 Bd3R52 - Anna / FrLo??? ZuSiUl AuIbKeLiMuNuPaPiSiSt 5 R51 - Ben"
)


def faults(line: str) -> list[str]:
    """Return the faults of a line that is no position."""
    with pytest.raises(PositionError) as caught:
        position_from_line(line)
    return list(map(str, caught.value.faults))


def test_a_position_is_one_short_line() -> None:
    position = read_position(EXAMPLES / "midgame.toml")
    assert position_line(position) == position.to_line() == MIDGAME
    assert position_from_line(MIDGAME) == tt.Position.from_line(MIDGAME) == position
    nameless = position.replace(players=tuple(player.replace(name=None) for player in position.players))
    assert len(nameless.to_line()) <= 190


GAMES = [*random_play.ALL, (str(BY_CITY), tt.MODULES)]
"""Boards and modules: all that can be played, and a board file."""

NAMES = (None, "", "Anna", "Zoë B.", "-", "/", "a_b~c", "moves", "李")


@few_and_many(1, 30)
@pytest.mark.parametrize("game", one_in(2, GAMES), ids=lambda game: "-".join([Path(game[0]).stem, *game[1]]))
def test_random_positions_come_back(game: tuple[str, tuple[str, ...]], seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        for known, event in itertools.islice(positions(chance, *game), 100):
            position = hidden(known, chance, share=chance.choice([0.2, 1])) if chance.random() < 0.5 else known
            comes_back(position)
            board, word = position.rules.board, event_word(event, position.rules.board)
            assert event_text(word, board) == str(event), word


def positions(chance: random.Random, board: str, modules: tuple[str, ...]) -> Iterator[tuple[tt.Position, tt.Event]]:
    """Yield positions of one random game after another, each with an event; the players of a game have names."""
    while True:
        start = random_play.start_with(chance, board, modules)
        named = tuple(player.replace(name=chance.choice(NAMES)) for player in start.players)
        yield from random_play.walk(start.replace(players=named), chance)


def comes_back(position: tt.Position) -> None:
    """Check that the position comes back from its line, JSON and TOML, and if it's written as people at a table do."""
    line = position.to_line()
    assert line.isascii(), line
    assert not set(line) & set("+&#%_"), line
    assert tt.Position.from_line(line) == position, line
    data = position_data(position)
    assert "deck" not in data, line
    for read in (data, json.loads(to_json(position)), tomllib.loads(to_toml(position)), abridged(data, position)):
        assert position_from_data(read) == position, line


def abridged(data: dict[str, Any], position: tt.Position) -> dict[str, Any]:
    """Return a position with what follows from the rest left out, and the deck's size instead of unknown discards."""
    has_backs = any(card.startswith(UNKNOWN_BACK) for card in data["discard"])
    known = data["discard"] if has_backs else [card for card in data["discard"] if card != tt.UNKNOWN]
    players = [
        {**player, "hand": len(player["hand"])} if set(player["hand"]) == {tt.UNKNOWN} else player
        for player in data["players"]
    ]
    turn = {key: value for key, value in data["turn"].items() if value not in (0, "draw", None, False, [])}
    short = {**data, "players": players, "discard": known, "turn": turn, "deck": position.deck_size}
    implied = [("thurntaxis", 1), ("board", "south"), ("start", 0), ("turn", {})]
    return {key: value for key, value in short.items() if (key, value) not in implied and value not in (None, [])}


def test_the_letter_of_an_official_begins_the_events_of_that_official() -> None:
    assert {sign: FORMS[sign].split()[0] for sign in OFFICIALS if sign in FORMS} == {
        sign: official for sign, official in OFFICIALS.items() if sign != "c"
    }
    assert all(form.startswith("carrier ") for letters, form in FORMS.items() if letters[:1] == "c")
    assert not {"b", "o"} & FORMS.keys()


def test_equal_positions_give_equal_lines() -> None:
    position = tt.Position.from_line(MIDGAME)
    chance = random.Random(2)
    for _ in range(50):
        fields = MIDGAME.split(" ")
        for at in (5, 6, 10, 12, 18, 20):
            cards = re.findall(r"[A-Z][a-z]|\?", fields[at])
            fields[at] = "".join(chance.sample(cards, len(cards)))
        fields[14] = chance.choice(["Bd3R52", "R52Bd3"])
        read = tt.Position.from_line(" ".join(fields))
        assert read == position
        assert read.to_line() == MIDGAME


@pytest.mark.parametrize(
    "line",
    [
        MIDGAME.replace(" ", "_"),
        f"  {MIDGAME.replace(' / ', '   /_')}\n",
        MIDGAME.replace("TT1 - - 1d 1", "TT1 south en-yucata - -"),
        MIDGAME.replace("???", "?").replace("FrLo?", "?Fr?Lo?"),
        MIDGAME.replace("Ben", "~42~65~6E"),
        MIDGAME.replace("1d", "1d00"),
        MIDGAME.replace("Zu - -", "Zu 16 -"),
    ],
)
def test_other_ways_to_write_a_line_mean_the_same(line: str) -> None:
    assert tt.Position.from_line(line).to_line() == MIDGAME


def test_fields_at_the_end_may_be_left_out_and_a_hand_may_be_a_number() -> None:
    short = tt.Position.from_line("TT1 / 3 / UlLi Ke")
    assert short.to_line() == "TT1 - - 1d 1 - - - - / ??? - - - - / LiUl Ke - - -"
    assert short == tt.Position.from_line("TT1 - - - - - - - - / ??? - - - - - - / LiUl Ke - - -")


def test_what_modules_hold_stands_in_the_line() -> None:
    line = (
        "TT1 testland princess-messenger.offices-of-honor 2da10.d 2 Fa1Fb2Fk3 - - m1"
        " / Fd2 Fm2 Fp 3 Fp1 l1.oap.c1 / Ft1 - FaFb - - l3.oac ~c3~84nne"
    )
    position = tt.Position.from_line(line)
    assert position.to_line() == line
    anna, other = position.players
    assert (anna.letters, anna.letters_usable, anna.offices, anna.chips) == (1, 1, ("administrator", "postmaster"), 1)
    assert (anna.has_messenger, other.has_messenger, other.name) == (True, False, "Änne")
    assert (position.start, position.turn.officials, position.turn.drawn) == (1, ("administrator",), 1)


@pytest.mark.parametrize(
    ("data", "turn"),
    [(GOOD, "1d"), (PLAY, "1p11"), (CARRIAGE, "1c11x3"), (KEEP, "1k11x5"), (OVER, "2o")],
    ids=["draw", "play", "carriage", "keep", "over"],
)
def test_every_phase_has_its_sign(data: dict[str, Any], turn: str) -> None:
    position = position_from_data(data)
    line = position_line(position)
    assert line.split()[3] == turn
    assert position_from_line(line) == position


def test_a_round_of_returning_tiles_stands_in_the_line() -> None:
    anna = {"hand": ["Ulm"], "offices": ["administrator", "administrator"]}
    ben = {"hand": ["Basel"], "offices": ["administrator"]}
    begun = {"official": "administrator"}
    returning = {"order": [0, 1], "office": "administrator"}
    position = tables.table(anna, ben, modules=(tables.OFFICES,), turn=begun, returning=returning)
    line = position_line(position)
    assert line.split(" / ")[0].endswith(" - r12a")
    assert position_from_line(line) == position
    for reward, sign in (("draw", "d"), ("house", "h")):
        rewarded = tables.table(
            anna, ben, modules=(tables.OFFICES,), turn=begun, returning={**returning, "reward": reward}
        )
        line = position_line(rewarded)
        assert line.split(" / ")[0].endswith(f" - r12a{sign}")
        assert position_from_line(line) == rewarded


def test_a_board_file_is_named_by_its_path() -> None:
    position = tt.new(board=str(BY_CITY), modules=["power-and-glory"], seed=1)
    line = position.to_line()
    assert line.split(" ")[1].startswith("/") or "/" in line.split(" ")[1]
    assert position_from_line(line) == position
    assert position_from_line(line.replace(str(BY_CITY), BY_CITY.name), BY_CITY.parent).rules.board.name


def test_every_fault_is_told_with_the_field() -> None:
    check(Path(__file__).parent / "faults" / "lines.txt", lambda line: "\n".join(faults(ast.literal_eval(line))))


def test_every_fault_of_a_line_is_told() -> None:
    keys = [text.partition(":")[0] for text in faults("TT1 - x 1z 0 Xx Ul? x z / Xx Xx Xx x Xx1 x ~ / 3 - - - - - é")]
    assert keys == [
        "rules",
        "players[0].hand[0]",
        "players[0].route[0]",
        "players[0].houses[0]",
        "players[0].carriage",
        "players[0].tiles[0]",
        "players[0]",
        "players[1].name",
        "display[0]",
        "deck",
        "start",
        "turn",
        "table",
    ]


@pytest.mark.parametrize("name", ["moves", "move", "Moves", "/", "-", "~", "", "m v"])
def test_a_player_may_be_called_like_a_sign_of_the_notation(name: str) -> None:
    position = tt.new(2, seed=1).with_own(name=name)
    line = position_line(position)
    assert position_from_line(line) == position
    assert record_from_line(f"{line} moves e").start == position
    assert re.split(r"[ _]", line).count("moves") == 0


def test_lines_are_told_from_files() -> None:
    assert all(
        map(is_line, ["TT1 / 3 / 3", "TT1_/_3", " TT2 x", "TT1", "tt1 / 3", "“TT1 / 3”", "a.b/table.html#p=TT1_/"])
    )
    files = ["TT1.json", "tt1_a.toml", '{"thurntaxis": 1}', "games/TT1", "-", "tt", '{"a": "#p=TT1_/"}', "# x#p=TT1_/"]
    assert not any(map(is_line, files))


# ---- game records


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("game-*.json")), ids=lambda path: path.stem)
def test_a_record_comes_back_from_its_line(path: Path) -> None:
    record = read_record(path)
    line = record_line(record)
    read = record_from_line(line)
    assert line.isascii()
    assert read.start == record.start
    assert read.events == tuple(str(record.start.parse(text)) for text in record.events)
    assert read.end == record.end
    assert record_line(read) == line == record_line(record_from_line(line.replace(" ", "_")))


EVENTS = tomllib.loads((TESTS / "reference" / "event_words.toml").read_text(encoding="utf-8"))


def test_events_of_every_kind_are_words() -> None:
    board = tt.board("testland")
    assert {text: event_word(text.split(), board) for text in EVENTS} == EVENTS
    assert {event_text(word, board): word for word in EVENTS.values()} == EVENTS
    known = {rules.action_of(rules.parse(text)).form for text in EVENTS for rules in RULE_SETS if can_read(rules, text)}
    assert known == {action.form for rules in RULE_SETS for action in rules.actions.values()}


RULE_SETS = [tt.rule_set("testland", modules=modules) for modules in ((), tt.MODULES)]


def can_read(rules: tt.RuleSet, text: str) -> bool:
    try:
        return bool(rules.parse(text))
    except tt.EventError:
        return False


@pytest.mark.parametrize("word", ["x y", "q", "dXx", "rUlKe", "d2", "oz", "b", "ulm", "Ul Xx", "r", "yh", "UlKe"])
def test_a_word_that_is_no_event_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(word)}$"):
        event_text(word, tt.board("south"))
    with pytest.raises(
        PositionError, match=r"^events\[[01]\]: \".*\" isn't a move; expected letters and codes, such as dUl"
    ):
        record_from_line(f"TT1 / 3 / 3 moves {word}")


def test_faults_of_a_record_name_its_start() -> None:
    with pytest.raises(PositionError, match=r'^start\.turn: expected .*, found "1z"$'):
        record_from_line("TT1 - - 1z / 3 / 3 moves")
    with pytest.raises(
        PositionError, match=r"^this is a position, not a game record; expected the position, then moves"
    ):
        record_from_line("TT1 / 3 / 3")


# ---- codes


def test_codes_of_the_southern_board() -> None:
    board = tt.board("south")
    two = {city.name: tt.board("south").city_codes[city.name] for city in board.cities}
    assert (two["Innsbruck"], two["Ingolstadt"], two["Zürich"], two["München"]) == ("Ib", "Ig", "Zu", "Mu")
    assert board.stack_codes["route-7"] == "R7"
    assert all(city.code for city in board.cities)
    assert all(stack.code for stack in board.stacks)


def test_codes_that_are_not_declared_are_derived() -> None:
    declared = {"Alfa": "", "Alma": "Al", "Ålborg": "", "Bad-Ems": "", "東京": "", "大阪": ""}
    assert codes(declared) == {"Alma": "Al", "Alfa": "Af", "Bad-Ems": "Be", "Ålborg": "Ab", "大阪": "Xa", "東京": "Xb"}
    many = codes({f"City{number}": "" for number in range(100)})
    assert len(set(many.values())) == 100
    assert all(re.fullmatch("[A-Z][a-z]", code) for code in many.values())


# ---- lines with counts, for other programs


@counts_up_to(200)
def test_lines_and_their_counts(most: int) -> None:
    rows = LINES.read_text(encoding="ascii").splitlines()
    assert len(rows) >= 300
    games: set[tuple[str, tuple[str, ...]]] = set()
    phases: set[str] = set()
    for row in rows:
        line, *counts = row.split(" ;")
        position = tt.Position.from_line(line)
        assert position.to_line() == line
        for depth, count in enumerate(counts, 1):
            assert int(count.split()[1]) > most or f"D{depth} {tt.perft(position, depth)}" == count, line
        assert len(counts) == 3
        games.add((position.rules.board.name, position.rules.modules))
        phases.add(position.turn.phase)
    assert games == set(random_play.ALL)
    assert phases == {"draw", "play", "carriage", "keep", "final"}


def test_what_is_no_event_has_no_word() -> None:
    with pytest.raises(ValueError, match="fly away"):
        event_word(("fly", "away"), tt.board("south"))


def test_what_a_player_has_stands_once() -> None:
    told = faults("TT1 - princess-messenger / 3 / 3 - - - - l3.l4")
    assert told == ["players[1].letters: is listed twice; expected only once"]


# ---- the published grammar


def pattern_of_the_grammar(rule: str) -> re.Pattern[str]:
    """Return the pattern of what a rule of the grammar on the page of the notation allows."""
    page = (ROOT / "docs" / "line-notation.md").read_text(encoding="utf-8")
    grammar = re.sub(r" *\(\*.*?\*\)", "", page.partition("```ebnf")[2].partition("```")[0])
    rules = dict(re.findall(r"^(\w[\w ]*?) *= (.*?) ;$", grammar, re.MULTILINE | re.DOTALL))
    signs = {"[": "(?:", "]": ")?", "{": "(?:", "}": ")*", "(": "(?:", ")": ")", "|": "|", ",": ""}
    outside = {"space": "[ _]+", **dict.fromkeys(("edition", "module", "option", "value"), "[A-Za-z0-9-]+")}

    def pattern(name: str) -> str:
        if name in outside:
            return outside[name]
        parts = re.findall(r'"[^"]*"|[][{}()|,]|\w[\w ]*\w|\w', rules[name])
        return f"(?:{''.join(signs.get(part) or literal_or_rule(part) for part in parts if part != ',')})"

    def literal_or_rule(part: str) -> str:
        return re.escape(part[1:-1]) if part.startswith('"') else pattern(part)

    return re.compile(pattern(rule), re.ASCII)


def test_every_line_is_one_of_the_published_grammar() -> None:
    position, record = pattern_of_the_grammar("position"), pattern_of_the_grammar("record")
    for row in LINES.read_text(encoding="ascii").splitlines():
        line = row.split(" ;")[0]
        assert position.fullmatch(line), line
        assert position.fullmatch(line.replace(" ", "_"))
        assert not position.fullmatch(line.replace("TT1", "TT2"))
    for path in sorted(EXAMPLES.glob("game-*.json")):
        assert record.fullmatch(record_line(read_record(path))), path
