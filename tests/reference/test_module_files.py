"""Positions with modules as files: the further keys, and each of their faults, reported with its key."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.golden import check
from support.position_files import changed, faults, faults_of
from support.tables import MESSENGER, OFFICES, POWER, after, data
from thurntaxis.io import position_checks
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data, to_json, to_toml

BASE = data({"hand": ["Augsburg", "Ulm"], "route": ["Stuttgart"]}, {"hand": ["Basel"]})

# ---- letters

ANNA = {"hand": ["Augsburg", "Ulm"], "route": ["Stuttgart"], "letters": 2}
BEN = {"hand": ["Basel"], "houses": ["Linz", "Lodz"], "letters": 1}
LETTERS = data(ANNA, BEN, modules=(MESSENGER,), messenger=1, turn={"drawn": 1, "officials": ["administrator"]})
LEFT = [city.name for city in tt.board("south").cities if city.name not in ("Linz", "Lodz")]


def test_where_a_letter_is_missing_all_cities_without_a_house_are_named() -> None:
    wrong = f"letters: the letter of {min(LEFT)} is missing, although no house stands there"
    (told,) = faults(changed({"letters": [city for city in LEFT if city != min(LEFT)]}, LETTERS))
    assert told == f"{wrong}; expected {', '.join(sorted(LEFT)[:-1])} and {max(LEFT)}"


@pytest.mark.parametrize(("phase", "may_lie_idle"), [("draw", False), ("final", True), ("over", True)])
def test_letters_taken_in_a_round_can_not_be_used_before_the_next_turn(phase: str, may_lie_idle: bool) -> None:
    position = tt.new(2, modules=[MESSENGER, OFFICES], seed=3).with_own(letters=2, letters_usable=1)
    found = position_checks.faults(position.with_turn(phase=phase), {"letters": ()})
    assert any("no letter was taken in this turn" in fault.wrong for fault in found) == (not may_lie_idle)


# ---- office tiles

A, P, C, W = "administrator", "postmaster", "carrier", "cartwright"
TILES = data(
    {"hand": ["Augsburg", "Ulm"], "offices": [A, P, W], "chips": 1},
    {"hand": ["Basel"], "offices": [P]},
    modules=(OFFICES,),
)
ROUND = data(
    {"hand": ["Augsburg", "Ulm"], "offices": [A, A, P]},
    {"hand": ["Basel"], "offices": [A, C]},
    {"hand": ["Kempten"], "offices": [A, A, P, W]},
    {"hand": ["Mannheim"]},
    modules=(OFFICES,),
    turn={"official": A},
    returning={"order": [0, 1, 2], "office": A},
)
ROUND["offices"][A] = 1
"""A round of four: the first player has come back with nothing yet, and one tile is in the stack already."""

LAST = {"hand": ["Augsburg"], "offices": [P, C, W], "tiles": ["game-end 1"]}
FINAL = data(
    LAST,
    {"hand": ["Basel"], "offices": [A, P, C, W]},
    modules=(OFFICES,),
    phase="final",
    turn={"player": 1},
    ender=0,
    returning={"order": [1, 0], "final": True},
)


@pytest.mark.parametrize(("players", "start"), [(count, start) for count in (2, 3, 4) for start in range(count)])
def test_final_round_is_that_after_the_turn_of_the_player_before_the_first(players: int, start: int) -> None:
    seats = [LAST, {"hand": ["Basel"]}, {"hand": ["Kempten"]}, {"hand": ["Mannheim"]}]
    order = {"order": [0], "final": True}
    for player in range(players):
        turn = {"player": player}
        table = data(
            *seats[:players], modules=(OFFICES,), phase="final", turn=turn, start=start, ender=0, returning=order
        )
        last = players - 1 if start == 0 else start - 1
        if player == last:
            assert position_from_data(table).decider == 0
        else:
            assert f"turn.player: is {player} in the phase final; expected {last}, who had the last turn" in faults(
                table
            )


@pytest.mark.parametrize("phase", ["draw", "play", "carriage"])
def test_tiles_are_returned_in_the_phase_in_which_the_official_helped(phase: str) -> None:
    official = {"draw": A, "play": C, "carriage": W}[phase]
    anna = {"hand": ["Linz"], "route": ["Stuttgart", "Ulm", "Augsburg"], "carriage": 4, "offices": [official]}
    stack = {A: 3, C: 4, W: 2}[official]
    table = data(
        anna,
        {"hand": ["Basel"], "offices": [official] * (stack - 1)},
        modules=(OFFICES,),
        phase=phase,
        turn={"official": official, "played": {"draw": 0, "play": 2, "carriage": 1}[phase]},
        returning={"order": [0, 1], "office": official},
    )
    table["turn"]["closed"] = 3 if phase == "carriage" else 0
    assert position_from_data(table).decider == 0
    assert position_from_data(position_data(position_from_data(table))) == position_from_data(table)


def test_cards_drawn_in_a_round_are_not_those_of_a_turn_begun_with_an_empty_hand() -> None:
    position = position_from_data(
        data(
            {"hand": ["Ulm"], "offices": [P, A, C]},
            {"hand": ["Basel"], "offices": [P, P, A]},
            modules=(OFFICES,),
            turn={"drawn": 1, "began_empty": True},
        )
    )
    texts = ["postmaster Linz", "deal Ulm", "return administrator carrier", "honor draw deck", "deal Ulm"]
    for text in (*texts, "return administrator postmaster", "honor draw deck", "deal Basel"):
        position = position.play(text)
        written = position_data(position)
        assert position_from_data(written) == position
        if position.is_chance and position.returning is not None:
            lacking = changed({"players[0].hand": ["Linz"]}, written)
            wrong = (
                "turn.began_empty: is true, but the hand doesn't fit: 1 card, 2 drawn, 0 played"
                "; expected false, or a hand that fits"
            )
            assert wrong in faults(lacking)
    assert position.returning is None
    assert position.turn.began_empty
    assert position.own.hand == ("Linz", "Ulm", "Ulm")


# ---- horses and backs

NORTH = data(
    {"hand": ["Fabelcron/3", "?/2"], "horses": ["Kreidel/3"], "route": ["Fabelau/1"]},
    {"hand": ["?"]},
    modules=(POWER,),
    board="testland",
    deck_back=2,
)
IGNORED = changed({"rules.options": {"card-backs": "ignored"}, "deck_back": None, "players[0].hand": ["?"]}, NORTH)
SIX = ["Fabelau/2", "Kreidel/1", "Kreidel/3", "Tintau/1", "Tintau/2", "Wachsel/3"]


def test_every_fault_is_told_with_its_key() -> None:
    check(Path(__file__).parent / "faults" / "modules.txt", lambda case: faults_of(case, globals()))


def test_back_without_a_deck_is_told() -> None:
    everything = list(tt.board("testland").cards)
    table = data({"hand": everything}, {}, modules=(POWER,), board="testland", display=[], deck_back=1)
    assert faults(table) == ["deck_back: is 1, but there is no deck; expected none"]


def test_there_is_no_cartwright_with_power_and_glory() -> None:
    table = data({"hand": ["Tintau/1"], "offices": [A]}, {}, modules=(POWER, OFFICES), board="testland", deck_back=1)
    assert faults(changed({"offices.cartwright": 2, "players[0].offices": [A, W]}, table)) == [
        "players[0].offices[1]: there is no cartwright in this game; expected administrator, postmaster or carrier",
        "offices.cartwright: there is no cartwright in this game; expected administrator, postmaster or carrier",
    ]


# ---- boards that can't be read


def test_position_tells_what_is_wrong_with_the_board_that_it_names(tmp_path: Path) -> None:
    assert faults(changed({"board": "nowhere.toml"}, BASE))[0].startswith('board: "nowhere.toml"')
    broken = tmp_path / "broken.toml"
    broken.write_text('name = "broken"\n\n[roads]\nUlm = ["Linz"]\n', encoding="utf-8")
    told = faults(changed({"board": str(broken)}, BASE))
    assert len(told) > 3
    assert all(line.startswith('board: "') for line in told)
    assert any("size: missing" in line for line in told)


# ---- what is right

RIGHT = {"letters": LETTERS, "tiles": TILES, "round": ROUND, "final": FINAL, "north": NORTH, "ignored": IGNORED}


@pytest.mark.parametrize("table", RIGHT.values(), ids=RIGHT)
def test_good_position_has_no_fault_and_comes_back_as_it_was(table: dict[str, Any]) -> None:
    position = position_from_data(table)
    assert list(position_checks.faults(position)) == []
    text = to_json(position)
    assert position_from_data(json.loads(text)) == position
    assert position_from_data(tomllib.loads(to_toml(position))) == position
    written = position_data(position)
    assert to_json(position_from_data(written)) == text
    for key, value in table.items():
        if key not in ("rules", "players", "turn", "returning", "letters") and value is not None:
            assert written[key] == value, key


def test_keys_of_modules_are_written_with_their_modules_only() -> None:
    base = position_data(tt.undealt())
    assert list(base) == [*list(BASE)[:1], "board", "rules", "players", "display", "discard", "start", "turn", "ender"]
    assert "officials" not in base["turn"]
    letters = position_data(tt.undealt(modules=[MESSENGER]))
    assert set(letters) - set(base) == {"letters", "messenger"}
    assert set(letters["turn"]) - set(base["turn"]) == {"officials"}
    assert set(base["turn"]) - set(letters["turn"]) == {"official"}
    tiles = position_data(tt.undealt(modules=[OFFICES]))
    assert set(tiles) - set(base) == {"offices", "chips", "returning"}
    north = position_data(tt.undealt(board="testland", modules=[POWER]))
    assert set(north) - set(base) == {"deck_back"}
    assert set(north["players"][0]) - set(base["players"][0]) == {"horses"}


def test_round_in_a_file_tells_who_acts_and_what_for() -> None:
    position = position_from_data(ROUND)
    assert (position.decider, position.turn.player) == (0, 0)
    position = after(position, "return administrator", "return administrator carrier")
    returning = position_data(position)["returning"]
    assert returning == {"order": [1, 2], "office": A, "final": False, "reward": "draw"}
    drawn = position.play("honor draw deck")
    assert position_data(drawn)["returning"]["reward"] is None
    assert position_from_data(position_data(drawn)) == drawn


def test_order_of_modules_in_a_file_does_not_matter() -> None:
    table = data({"hand": ["Ulm"]}, {}, modules=(OFFICES, MESSENGER), turn={})
    position = position_from_data(table)
    assert position.rules is tt.rule_set(modules=[MESSENGER, OFFICES])
    assert position_data(position)["rules"]["modules"] == [MESSENGER, OFFICES]
