"""Who decides, who can be advised, when nobody else decides any more, and tables under other readings."""

import random
from collections.abc import Iterator

import pytest

import thurntaxis as tt
from support import random_play
from support.best_turns import is_last_turn
from support.few_and_many import one_in
from support.tables import MESSENGER, OFFICES, POWER, after, table
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data
from thurntaxis.seen_cards import Seen
from thurntaxis_solver.advice_by_reading import other_tables
from thurntaxis_solver.decider import all_revealed, check, decides_last, next_decider, revealed_with
from thurntaxis_solver.play.time_control import TimeControl

A, P, C, W = "administrator", "postmaster", "carrier", "cartwright"


def positions(board: str, modules: tuple[str, ...], seed: int) -> Iterator[tt.Position]:
    chance = random.Random(seed)
    for position, _ in random_play.walk(random_play.start_with(chance, board, modules), chance):
        yield position


# ---- who


@pytest.mark.parametrize(("board", "modules"), random_play.ALL)
def test_who_decides_next_does_not_depend_on_what_is_revealed(board: str, modules: tuple[str, ...]) -> None:
    chance, checked = random.Random(3), 0
    for position in positions(board, modules, 3):
        if position.is_over or not position.is_chance or chance.randrange(6):
            continue
        who = next_decider(position)
        for _ in range(3):
            later = position
            while later.is_chance:
                later = later.play(random_play.choose(later, chance))
            assert later.decider == who
        checked += 1
    assert checked > 10


@pytest.mark.parametrize(("board", "modules"), one_in(3, random_play.ALL, several=True))
def test_there_is_advice_once_the_display_is_dealt(board: str, modules: tuple[str, ...]) -> None:
    """There is none before, nor after the end of the game; but there is while the back of a card is still hidden."""
    waiting, position = 0, tt.undealt()
    for position in positions(board, modules, 5):
        everything = len(position.unseen) + len(position.display) == len(position.rules.board.cards)
        if everything and "display" in position.turn.pending:
            with pytest.raises(ValueError, match="the first display is still to be dealt"):
                check(position, None)
            waiting += 1
        else:
            assert check(position, None) == next_decider(position)
    chance = random.Random(1)
    while not position.is_over:
        position = position.play(random_play.choose(position, chance))
    with pytest.raises(ValueError, match="the game is over"):
        check(position, None)
    assert waiting > 5


def test_only_who_decides_can_be_advised() -> None:
    position = tt.new(3, seed=1)
    assert check(position, 0) == 0
    with pytest.raises(ValueError, match=r"it's player 1's turn; only the player who decides next"):
        check(position, 1)
    position = table(
        {"hand": ["Augsburg"], "offices": [P]},
        {"hand": ["Basel"], "offices": [A, P]},
        modules=(OFFICES,),
        turn={"official": A},
        returning={"order": [1], "office": A},
    )
    assert check(position, None) == check(position, 1) == 1
    with pytest.raises(ValueError, match=r"Ben has to decide now; only the player who decides next"):
        check(position, 0)


# ---- the last decisions


@pytest.mark.parametrize(("board", "modules"), one_in(3, random_play.ALL, several=True))
def test_who_decides_last_is_followed_by_nobody(board: str, modules: tuple[str, ...]) -> None:
    chance, found = random.Random(1), 0
    for seed in range(2):
        for position in positions(board, modules, seed):
            if position.is_over or not decides_last(position):
                assert modules or position.is_over or not is_last_turn(position)
                continue
            found += 1
            me = next_decider(position)
            for _ in range(2):
                later = position
                while not later.is_over:
                    assert later.is_chance or later.decider == me
                    later = later.play(chance.choice(later.events()))
    assert found > 2 or OFFICES in modules


LAST = {"ender": 0, "phase": "draw", "modules": (OFFICES,)}
ENDED = {"hand": ["Augsburg"], "tiles": ["game-end 1"]}


@pytest.mark.parametrize(
    ("mine", "others", "last"),
    [
        ([], [], True),
        ([A, C, P, W], [], True),
        ([], [A, P], True),
        ([], [A, C, P], False),
        ([P, P], [P], False),
        ([P, P, P], [], True),
        ([W], [A], False),
    ],
)
def test_office_tiles_that_others_may_return(mine: list[str], others: list[str], last: bool) -> None:
    position = table({**ENDED, "offices": others}, {"hand": ["Basel"], "offices": mine}, turn={"player": 1}, **LAST)
    assert decides_last(position) == last


def test_the_last_of_the_final_round_decides_last() -> None:
    three = [A, C, P]
    keys = {"modules": (OFFICES,), "phase": "final", "turn": {"player": 1}, "ender": 0}
    order = {"order": [1, 0], "final": True}
    position = table({**ENDED, "offices": three}, {"offices": three}, returning=order, **keys)
    assert (decides_last(position), next_decider(position)) == (False, 1)
    position = position.play("honor pass")
    assert (decides_last(position), next_decider(position)) == (True, 0)


# ---- reveals


@pytest.mark.parametrize("backs", ["seen", "ignored"])
def test_a_card_comes_among_the_reveals_if_it_can(backs: str) -> None:
    start = tt.undealt(2, "testland", modules=[POWER], options={"card-backs": backs})
    for card in start.rules.board.city_of:
        shown = revealed_with(start, card)
        assert shown is not None
        assert card in shown.display
        assert (len(shown.display), shown.is_chance) == (6, False)
    gone = start.replace(unseen=tuple(card for card in start.unseen if card != "Wachsel/2"))
    assert revealed_with(gone, "Wachsel/2") is None
    assert all_revealed(start).display == all_revealed(start).display


def test_the_likeliest_card_is_revealed() -> None:
    start = tt.undealt().replace(unseen=("Basel", "Linz", "Linz", "Ulm"))
    assert all_revealed(start).display == ("Basel", "Linz", "Linz", "Ulm")
    assert all_revealed(start.with_turn(pending=("display",))).display == ("Linz",)


# ---- other readings


def readings(position: tt.Position) -> dict[str, object]:
    return {option: value for option, value, _ in other_tables(position)}


def test_every_option_has_its_other_reading() -> None:
    assert readings(tt.new(seed=1)) == {option: other for option, (_, other) in tt.OPTIONS.items()}
    assert readings(tt.new(seed=1, modules=[OFFICES]))["final-return"] == "clockwise"
    assert "carriage-declinable" not in readings(tt.new(seed=1, modules=[MESSENGER]))


def test_where_backs_are_not_looked_at_none_has_been_seen() -> None:
    start = tt.new(2, "testland", seed=1, modules=[POWER])
    seen = Seen.at(after(start, "draw deck"))
    view = Seen.play(seen, seen.position.events()[0]).view(1)
    assert view.turn.pending == ("back",)
    (other,) = [table for table in other_tables(view) if table.option == "card-backs"]
    assert other.position.players[0].hand == ("?",)
    assert (other.position.deck_back, other.position.turn.pending) == (None, ())
    assert other.position.deck_size == view.deck_size
    assert position_from_data(position_data(other.position)) == other.position


def test_backs_of_discards_are_forgotten_where_none_are_looked_at() -> None:
    start = tt.new(2, "testland", seed=1, modules=[POWER]).replace(discard=("?", "?/1", "?/3"))
    (other,) = [table for table in other_tables(start) if table.option == "card-backs"]
    assert other.position.discard == ("?", "?", "?")
    assert other.position.deck_size == start.deck_size == len(start.unseen) - 3


def test_where_they_were_not_looked_at_nobody_knows_them() -> None:
    start = tt.new(2, "testland", seed=1, modules=[POWER], options={"card-backs": "ignored"})
    assert "card-backs" not in readings(start)


@pytest.mark.parametrize(("board", "modules"), random_play.ALL)
def test_other_tables_are_tables(board: str, modules: tuple[str, ...]) -> None:
    """They can be played on, and so can what a player sees of them."""
    chance = random.Random(2)
    for seed in range(2):
        seen = Seen.at(random_play.start_with(random.Random(seed), board, modules))
        for _ in range(300):
            if seen.position.is_over:
                break
            if chance.randrange(20) == 0:
                view = seen.view(next_decider(seen.position))
                for option, value, other in other_tables(view):
                    assert other.rules.options == {**view.rules.options, option: value}
                    assert other.is_over or other.events()
                    other.play(other.events()[0])
            seen = seen.play(random_play.choose(seen.position, chance))


# ---- the time of a turn


def shares(positions: Iterator[tt.Position]) -> list[float]:
    control = TimeControl(1.0)
    return [round(control.for_event(position) or 0, 3) for position in positions]


def test_a_turn_with_several_officials_is_one_turn() -> None:
    begun = table({"hand": ["Ulm"], "letters": 1}, {"houses": ["Basel"]}, modules=(MESSENGER,))
    used = table({"hand": ["Ulm"], "letters": 1}, {"houses": ["Basel"]}, modules=(MESSENGER,), turn={"officials": [A]})
    assert shares(iter([begun, used, used, begun])) == [0.4, 0.24, 0.144, 0.4]


def test_what_is_returned_in_the_turn_of_another_has_its_own_time() -> None:
    tiles = {"offices": [A, P], "hand": ["Basel"]}
    keys = {"modules": (OFFICES,), "turn": {"official": A}}
    other = table({"hand": ["Augsburg"], "offices": [A]}, tiles, returning={"order": [1], "office": A}, **keys)
    own = table(tiles, {"hand": ["Augsburg"], "offices": [A]}, returning={"order": [0, 1], "office": A}, **keys)
    rewarded = after(other, "return administrator postmaster")
    assert shares(iter([other, rewarded, other])) == [0.4, 0.24, 0.4]
    begun = table(tiles, {"hand": ["Augsburg"], "offices": [A]}, modules=(OFFICES,))
    assert shares(iter([begun, own])) == [0.4, 0.24]  # it belongs to the turn
    assert shares(iter([own])) == [0.4]  # the agent is asked in the middle of a turn for the first time
