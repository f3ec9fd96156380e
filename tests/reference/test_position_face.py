"""The public interface of a position: texts, files, pictures, and a random player that is right by default."""

import random
import re
import sys
from collections import Counter
from fractions import Fraction
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

import thurntaxis as tt
from support import random_play
from support.golden import cases, check
from support.paths import EXAMPLES
from thurntaxis import text_table
from thurntaxis.io.line_format import card_code
from thurntaxis.io.read import PositionError, read_position

MIDGAME = read_position(EXAMPLES / "midgame.toml")


def games(seed: int) -> list[tt.Position]:
    """Return positions of every board and every choice of modules, from the deal to the end."""
    found: list[tt.Position] = []
    for at, (board, modules) in enumerate(random_play.ALL):
        chance = random.Random(f"{seed} {at}")
        walk = [step for step, _ in random_play.walk(random_play.start_with(chance, board, modules), chance)]
        end = walk[-1].play(random_play.choose(walk[-1], chance)) if walk else None
        found += chance.sample(walk, min(12, len(walk))) + ([] if end is None else [end])
    return found


@pytest.fixture(scope="module")
def positions() -> list[tt.Position]:
    return games(11)


@pytest.fixture(scope="module")
def tables(positions: list[tt.Position]) -> list[tuple[tt.Position, str]]:
    """The positions, each with its text: it takes long to lay out."""
    return [(position, str(position)) for position in positions]


# ---- texts


PRINTED = Path(__file__).with_name("printed.txt")


def test_positions_are_printed_as_tables() -> None:
    check(PRINTED, lambda line: str(tt.Position.from_line(line)))
    assert tt.Position.from_line(cases(PRINTED)[0]) == MIDGAME


def test_tables_are_small_and_say_who_decides(tables: list[tuple[tt.Position, str]]) -> None:
    for position, text in tables:
        rows = text.splitlines()
        assert max(map(len, rows)) <= (80 if not is_dense(text) else 100)
        assert len(rows) <= 24
        assert Counter(row[0] for row in rows)[">"] == (not position.is_over)
        for at, player in enumerate(position.players):
            name = player.name or f"player {at + 1}"
            assert any(row.startswith(f"{'> ' if at == position.decider else '  '}{name}: ") for row in rows) or (
                position.is_over
            )
        assert rows[0].startswith("game over") == position.is_over


def is_dense(text: str) -> bool:
    """Return whether labels share rows in the table of a position."""
    return "\ndeck        " not in text


def test_rows_are_as_long_as_they_may_be() -> None:
    """A hundred columns where labels share rows, eighty where each has its own."""
    long = tt.Position.from_line(cases(PRINTED)[-1])
    assert is_dense(str(long))
    for hand, row in ((("Ulm",) * 40, "    hand" + " Ul" * 30), (("?",) * 60, "    hand" + " ?" * 46)):
        assert row in str(long.with_own(hand=hand)).splitlines()
    short = tt.new(2, seed=1)
    names = tuple(sorted(short.rules.board.cards))[:50]
    rows = str(short.with_own(hand=names)).splitlines()
    assert "    hand    " + " ".join(short.rules.board.city_codes[name] for name in names[:23]) in rows


def test_a_table_has_at_most_24_rows_with_one_label_in_each() -> None:
    start = tt.new(4, seed=1)
    cards = tuple(sorted(start.rules.board.cards))
    positions = [start.with_own(hand=(7 * cards)[:count]) for count in range(0, 7 * len(cards), 10)]
    rows = [len(text.splitlines()) for text in map(str, positions) if not is_dense(text)]
    assert max(rows) == 24
    assert len(rows) < len(positions)


def test_a_long_table_leaves_nothing_out(tables: list[tuple[tt.Position, str]]) -> None:
    long = [(position, text) for position, text in tables if is_dense(text)]
    assert long
    for position, text in long:
        words = Counter(re.split(r"[\s;,]+", text))
        codes, stacks = position.rules.board.city_codes, position.rules.board.stack_codes
        for player in position.players:
            tiles = [f"{stacks[tile.stack]}{tile.value}" for tile in player.tiles]
            assert words >= Counter([*map(codes.__getitem__, player.houses), *tiles])
        cards = [card for each in position.players for card in (*each.hand, *each.route)]
        assert words >= Counter(card_code(card, position.rules.board) for card in (*cards, *position.display))


def test_a_round_of_returning_tiles_stands_in_the_table(positions: list[tt.Position]) -> None:
    rounds = [position for position in positions if position.returning is not None]
    assert rounds
    for position in rounds:
        assert position.returning is not None
        names = [position.players[at].name or f"player {at + 1}" for at in position.returning.order]
        told = re.sub(r"\s+", " ", str(position))
        assert told.endswith(f" returning {', '.join(names)}")


def test_cards_that_need_more_than_a_row_are_written_as_codes() -> None:
    names = ["Augsburg", "Basel", "Budweis", "Carlsruhe", "Freiburg", "Ingolstadt", "Innsbruck", "Kempten"]
    position = tt.Position.from_line("TT1 / 3 / 3").with_own(hand=tuple(names), name="A" * 40)
    rows = str(position).splitlines()
    assert "    hand    Au Ba Bu Ca Fr Ig Ib Ke" in rows
    assert any(row.startswith("> ...: ") for row in rows)


def test_the_last_round_and_the_end_of_a_game_are_told(positions: list[tt.Position]) -> None:
    last = read_position(EXAMPLES / "last-turn.toml")
    assert str(last).splitlines()[0] == "Ben: draw, last round (south, en-yucata)"
    ends = [position for position in positions if position.is_over]
    assert ends
    for position in ends:
        winner = position.winner()
        assert winner is not None
        name = position.players[winner].name or f"player {winner + 1}"
        assert str(position).startswith(f"game over, won by {name} ({position.rules.board.name}, ")
    tied = ends[0].replace(players=tuple(tt.Player() for _ in ends[0].players), ender=None)
    assert str(tied).startswith("game over (")


def test_positions_come_back_from_all_their_texts(positions: list[tt.Position]) -> None:
    for position in positions:
        assert eval(repr(position), {"Position": tt.Position}) == position
        assert tt.Position.from_json(position.to_json()) == position
        assert tt.Position.from_toml(position.to_toml().encode()) == position
        assert position.from_line(position.to_line()) == position


def test_files_read_as_positions_read_them() -> None:
    assert tt.Position.from_toml((EXAMPLES / "midgame.toml").read_text(encoding="utf-8")) == MIDGAME
    assert MIDGAME.to_json(indent=1).count("\n") > 20 > MIDGAME.to_json().count("\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty; expected a position or a record"),
        ("{", "not valid JSON; line 1, column 2: "),
        ("\ud800", "byte 0 is not UTF-8 text; "),
        ('{"players": []}', "players: expected at least 2, found 0"),
    ],
)
def test_a_text_that_is_no_position_is_refused_in_one_line(text: str, told: str) -> None:
    with pytest.raises(PositionError) as caught:
        tt.Position.from_json(text)
    assert str(caught.value.faults[0]).startswith(told)


# ---- pictures


def test_a_notebook_shows_the_picture() -> None:
    assert MIDGAME._repr_svg_() == MIDGAME.svg() == MIDGAME.svg("en")
    assert MIDGAME.svg().startswith("<svg ")
    assert "Anna ist am Zug" in MIDGAME.svg("de")
    with pytest.raises(tt.UnknownName, match='unknown language "xx"'):
        MIDGAME.svg("xx")


def test_only_an_entry_point_of_the_group_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other packages may call theirs svg as well."""
    others, own = (
        EntryPoint("svg", "operator:is_not", "others"),
        EntryPoint("svg", "operator:is_", "thurntaxis.presentation"),
    )
    monkeypatch.setattr("importlib.metadata.entry_points", EntryPoints([others, own]).select)
    assert MIDGAME.svg() == "False"  # what `operator.is_` says of a position and a language


def test_without_a_package_that_draws_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(Path(tt.__file__).parents[1])])
    with pytest.raises(ModuleNotFoundError, match=r"pip install thurntaxis"):
        MIDGAME.svg()
    assert MIDGAME._repr_svg_() is None


def test_the_old_name_of_what_the_decider_holds_warns() -> None:
    with pytest.warns(DeprecationWarning, match="^Position.mover is called own$"):
        assert MIDGAME.mover is MIDGAME.own is MIDGAME.players[MIDGAME.decider]


# ---- a random player


def test_decisions_and_chances_divide_the_events(positions: list[tt.Position]) -> None:
    kinds: set[tuple[bool, bool]] = set()
    for position in positions:
        decisions, chances = position.decisions(), position.chances()
        assert (*decisions, *(event for event, _ in chances)) == tuple(position.events())
        assert bool(chances) == position.is_chance
        assert bool(decisions) == (not position.is_chance and not position.is_over)
        assert not chances or sum(chance for _, chance in chances) == Fraction(1)
        assert dict(chances) == {
            event: Fraction(weight, sum(position.weights().values())) for event, weight in position.weights().items()
        }
        kinds.add((bool(decisions), bool(chances)))
    assert kinds == {(True, False), (False, True), (False, False)}


def test_probabilities_are_those_of_the_cards() -> None:
    position = MIDGAME.play("draw Budweis")
    unseen = Counter(position.unseen)
    assert position.chances() == tuple(
        (tt.Event(("deal", city)), Fraction(count, unseen.total())) for city, count in sorted(unseen.items())
    )


@pytest.mark.parametrize("length", [5, 30, 95, 96, 97, 99, 100, 101, 140])
@pytest.mark.parametrize("indent", ["", "    "])
def test_labels_that_share_rows_fill_100_columns_at_most(length: int, indent: str) -> None:
    """Contents stay in one row if there is room for them in any."""
    contents = (("x" * 9 + " ") * 14)[: length - len("label ")].rstrip()
    labels = [("first", "y" * 20), ("empty", ""), ("label", contents)]
    cell = f"label {contents}"
    rows = text_table._labelled(labels, indent, dense=True)
    assert max(map(len, rows)) <= 100
    assert all(row.startswith(indent) for row in rows)
    assert " ".join(map(str.strip, rows)).split() == f"first {'y' * 20}; {cell}".split()
    assert any(cell in row for row in rows) == (len(cell) <= 100 - len(indent))
