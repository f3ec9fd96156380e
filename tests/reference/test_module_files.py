"""Positions with modules as files: the further keys, and each of their faults, reported with its key."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.position_files import GONE, changed
from support.tables import MESSENGER, OFFICES, POWER, after, data
from thurntaxis.io import position_checks
from thurntaxis.io.read import PositionError, position_from_data
from thurntaxis.io.write import position_data, to_json, to_toml

"""In a change: the key is left out."""


def faults(table: dict[str, Any]) -> list[str]:
    with pytest.raises(PositionError) as raised:
        position_from_data(table)
    return [str(fault) for fault in raised.value.faults]


BASE = data({"hand": ["Augsburg", "Ulm"], "route": ["Stuttgart"]}, {"hand": ["Basel"]})

# ---- letters

ANNA = {"hand": ["Augsburg", "Ulm"], "route": ["Stuttgart"], "letters": 2}
BEN = {"hand": ["Basel"], "houses": ["Linz", "Lodz"], "letters": 1}
LETTERS = data(ANNA, BEN, modules=(MESSENGER,), messenger=1, turn={"drawn": 1, "officials": ["administrator"]})
LEFT = [city.name for city in tt.board("south").cities if city.name not in ("Linz", "Lodz")]

LETTER_FAULTS: list[tuple[dict[str, Any], list[str]]] = [
    (
        {"letters": [*LEFT, "Lodz"]},
        ["letters[20]: a house stands in Lodz, so its letter is taken (only cities without a house)"],
    ),
    ({"letters": ["Ulm", *LEFT]}, ["letters[5]: a second letter in Ulm (one letter in each city)"]),
    ({"letters[0]": "Wien"}, ['letters[0]: unknown city "Wien"', "letters: the letter of Mannheim is missing"]),
    ({"letters": GONE}, ["letters: the letter of Augsburg is missing, although no house stands there"]),
    (
        {"players[0].letters": 3, "players[0].letters_usable": 3},
        ["players: the players have 4 letters (at most 3, 1 of them dealt at the start)"],
    ),
    (
        {"players[0].letters_usable": 1},
        ["players[0].letters_usable: is 1, but no letter was taken in this turn (2)"],
    ),
    ({"players[0].letters_usable": 3}, ["players[0].letters_usable: is 3 (at most the player's letters, 2)"]),
    ({"players[0].letters": -1}, ["players[0].letters: is -1 (at least 0)"]),
    ({"messenger": 2}, ["messenger: there is no player 2 (0 to 1, or none)"]),
    (
        {"turn.official": "postmaster", "turn.drawn": 2, "turn.officials": []},
        ["turn.official: is postmaster (none: turn.officials lists all of them, in order)"],
    ),
    (
        {"turn.officials": ["administrator", "administrator"]},
        ["turn.officials[1]: the administrator is listed twice (each official once a turn)"],
    ),
    (
        {"turn.officials": ["carrier"]},
        [
            (
                "turn.officials[0]: the carrier can't be used in the phase draw"
                " (postmaster or administrator, or no official)"
            )
        ],
    ),
    ({"turn.officials": ["postmaster"]}, ["turn.drawn: is 1 (2 with the postmaster)"]),
    (
        {"turn.phase": "play", "turn.played": 1, "turn.officials": ["carrier", "cartwright"]},
        [
            "turn.played: is 1, but the officials used are: carrier and cartwright (2 with the carrier, otherwise 1)",
            (
                "turn.officials[1]: the cartwright can't be used before the phase carriage"
                " (another official, or no official)"
            ),
        ],
    ),
    ({"chips": 12}, ["chips: belongs to the module offices-of-honor (leave it out in this game)"]),
]


@pytest.mark.parametrize(("changes", "lines"), LETTER_FAULTS, ids=lambda value: str(value)[:60])
def test_fault_of_letters_names_its_key(changes: dict[str, Any], lines: list[str]) -> None:
    told = faults(changed(changes, LETTERS))
    assert len(told) == len(lines), told
    assert all(line.startswith(start) for line, start in zip(told, lines, strict=True)), told


def test_where_a_letter_is_missing_all_cities_without_a_house_are_named() -> None:
    free = [city.name for city in tt.board("south").cities if city.name not in {"Linz", "Lodz"}]
    wrong = f"letters: the letter of {min(free)} is missing, although no house stands there"
    (told,) = faults(changed({"letters": [city for city in LEFT if city != min(free)]}, LETTERS))
    assert told == f"{wrong} ({', '.join(sorted(free)[:-1])} and {max(free)})"


@pytest.mark.parametrize(("phase", "may_lie_idle"), [("draw", False), ("final", True), ("over", True)])
def test_letters_taken_in_a_round_can_not_be_used_before_the_next_turn(phase: str, may_lie_idle: bool) -> None:
    position = tt.new(2, modules=[MESSENGER, OFFICES], seed=3).with_mover(letters=2, letters_usable=1)
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

TILE_FAULTS: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    (TILES, {"offices.postmaster": 3}, ["offices.postmaster: is 3 (2: the players have 2 of the 4)"]),
    (TILES, {"offices.postmaster": GONE}, ["offices.postmaster: is 0 (2: the players have 2 of the 4)"]),
    (
        TILES,
        {"players[1].offices": [W] * 3},
        ["offices.postmaster:", "players: the players have 4 cartwright tiles"],
    ),
    (TILES, {"players[1].offices": ["mayor"]}, ['players[1].offices[0]: is "mayor" ("postmaster", "administrator",']),
    (TILES, {"offices.mayor": 1}, ["offices.mayor: unknown key (administrator, postmaster, carrier or cartwright)"]),
    (TILES, {"chips": 12}, ["chips: is 12 (11: the players have 1 of the 12)"]),
    (TILES, {"players[0].chips": 13}, ["players: the players have 13 chips (at most 12)"]),
    (TILES, {"letters": ["Ulm"]}, ["letters: belongs to the module princess-messenger (leave it out in this game)"]),
    (
        TILES,
        {"players[0].offices": [A, A, A, P], "offices.administrator": 0, "offices.cartwright": 2},
        ["returning: is missing, but no administrator tile is left (the round in which tiles are returned)"],
    ),
    (
        TILES,
        {"turn.phase": "final"},
        ["turn.phase: is final, but returning is missing (over, or a final round in which tiles are returned)"],
    ),
    (ROUND, {"returning.order": []}, ["returning.order: is empty (the players who still act, or no round at all)"]),
    (ROUND, {"returning.order": [4]}, ["returning.order[0]: there is no player 4 (0 to 3)"]),
    (ROUND, {"returning.order": [3]}, ["returning.order[0]: player 4 has no tiles (a player who can return tiles)"]),
    (ROUND, {"returning.order": [0, 2, 1]}, ["returning.order: after Anna comes [2, 1] ([1, 2]: those with tiles"]),
    (ROUND, {"returning.order": [1]}, ["returning.order: after Ben comes [] ([2]: those with tiles, in order)"]),
    (ROUND, {"returning.office": P}, ["returning.office: is postmaster (administrator, the official used last)"]),
    (ROUND, {"returning.office": GONE}, ["returning.office: is null (administrator, the official used last)"]),
    (ROUND, {"returning.final": True}, ["returning.final: is true in the phase draw (false, or the phase final)"]),
    (
        ROUND,
        {"turn.official": None},
        ["returning: tiles are returned, but no official has been used in this turn (none)"],
    ),
    (
        ROUND,
        {
            "turn.official": C,
            "turn.phase": "keep",
            "turn.closed": 3,
            "turn.drawn": 1,
            "turn.played": 2,
            "players[0].hand": ["Ulm"] * 3 + ["Linz"],
            "returning.office": C,
        },
        ["returning: carrier tiles are returned in the phase keep (another phase)"],
    ),
    (
        ROUND,
        {"returning.reward": "draw", "turn.pending": ["display"], "display": ["Linz"]},
        ["returning.reward: is draw, but a card is still to be revealed (none, since the card has been drawn)"],
    ),
    (
        ROUND,
        {"turn.pending": ["display", "display"], "display": ["Linz"]},
        ["turn.pending: holds 2 reveals for the display (at most 1)"],
    ),
    (
        ROUND,
        {"turn.pending": ["back"]},
        ["turn.pending: a card back is due (none: card backs aren't used in this game)"],
    ),
    (
        ROUND,
        {
            "players[0].houses": sorted(city.name for city in tt.board("south").cities)[:20],
            "players[0].tiles": ["game-end 1"],
            "ender": 0,
            "returning.reward": "house",
        },
        ["returning.reward: is house, but there is no house to place (none, or draw)"],
    ),
    (FINAL, {"returning.reward": "draw"}, ["returning.reward: is draw, but there is no card to draw (none, or house)"]),
    (FINAL, {"returning.final": False}, ["returning.final: is false in the phase final (true)"]),
    (FINAL, {"returning.office": P}, ["returning.office: is postmaster in the final round (none)"]),
    (FINAL, {"returning.order": [0, 1]}, ["returning.order: after Anna comes [1] ([]: those with tiles, in order)"]),
    (
        FINAL,
        {"players[1].offices": [A, P], "offices.carrier": 3, "offices.cartwright": 1},
        ["returning.order[0]: Ben has fewer than 3 kinds of tiles (a player who can return tiles)"],
    ),
    (FINAL, {"turn.player": 0}, ["turn.player: is 0 in the phase final (1, who had the last turn)", "returning.order"]),
    (
        FINAL,
        {"ender": None, "players[0].tiles": []},
        ["ender: is missing, but the phase is final (the player who took the game-end tile)"],
    ),
    (FINAL, {"turn.drawn": 1}, ["turn: a turn is under way, but the phase is final (only player and phase)"]),
    (FINAL, {"turn.player": 2}, ["turn.player: there is no player 2 (0 to 1)"]),
]


@pytest.mark.parametrize(("table", "changes", "lines"), TILE_FAULTS, ids=lambda value: str(value)[:60])
def test_fault_of_office_tiles_names_its_key(table: dict[str, Any], changes: dict[str, Any], lines: list[str]) -> None:
    told = faults(changed(changes, table))
    assert len(told) == len(lines), told
    assert all(line.startswith(start) for line, start in zip(told, lines, strict=True)), told


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
            assert f"turn.player: is {player} in the phase final ({last}, who had the last turn)" in faults(table)


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
                " (false, or a hand that fits)"
            )
            assert wrong in faults(lacking)
    assert position.returning is None
    assert position.turn.began_empty
    assert position.mover.hand == ("Linz", "Ulm", "Ulm")


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

NORTH_FAULTS: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    (NORTH, {"players[0].horses": [*SIX, "Fabelend"]}, ["players[0].horses: holds 7 (at most 6)"]),
    (NORTH, {"players[0].horses": ["Kreidel"]}, ['players[0].horses[0]: unknown card "Kreidel" (did you mean']),
    (
        NORTH,
        {"players[0].horses": ["Kreidel/3", "Kreidel/3"]},
        ["players[0].horses[1]: this is card number 2 of Kreidel/3 (there is 1 such card)"],
    ),
    (
        NORTH,
        {"players[0].horses": ["Fabelau/1", "Fabelau/1"]},
        [
            "players[0].horses[1]: this is card number 3 of Fabelau/1 (there are 2 such cards)",
            "display[0]: this is card number 4 of Fabelau/1",
        ],
    ),
    (NORTH, {"players[0].carriage": 3}, ["players[0].carriage: is 3, but there are no carriages in this game (none)"]),
    (NORTH, {"players[0].hand[1]": "?/4"}, ['players[0].hand[1]: unknown city "?"']),
    (
        NORTH,
        {"players[0].route": ["Fabelau/1", "Fabelau/2"]},
        ["players[0].route[1]: Fabelau is in the route twice (each city once)"],
    ),
    (NORTH, {"deck_back": 4}, ["deck_back: is 4, but no card in the deck has that back (1, 2 or 3)"]),
    (NORTH, {"deck_back": GONE}, ["deck_back: is missing, but there is a deck (1, 2 or 3)"]),
    (
        NORTH,
        {"turn.drawn": 1, "turn.pending": ["back"]},
        ["deck_back: is 2, but a card back is due (none)"],
    ),
    (
        NORTH,
        {"turn.drawn": 1, "turn.pending": ["display", "back"], "display": []},
        ['turn.pending: a card back is due after a reveal ("back" only once, as the first entry)'],
    ),
    (
        NORTH,
        {"turn.official": "cartwright"},
        ["turn.official: the cartwright", "turn.official: there is no cartwright"],
    ),
    (
        NORTH,
        {"turn.phase": "carriage", "turn.drawn": 1, "turn.played": 1},
        ["turn.phase: there are no carriages in this game (another phase)"],
    ),
    (
        NORTH,
        {"turn.phase": "play", "turn.drawn": 1, "turn.played": 1, "players[0].route": [], "players[0].horses": []},
        ["players[0].route: is empty, but a card has been played (the route with that card in it)"],
    ),
    (
        IGNORED,
        {"deck_back": 1},
        ["deck_back: belongs to the module power-and-glory with card-backs=seen (leave it out in this game)"],
    ),
    (IGNORED, {"players[0].hand": ["?/2"]}, ['players[0].hand[0]: unknown city "?"']),
    (
        BASE,
        {"players[0].horses": ["Ulm"], "players[1].letters": 1, "turn.officials": ["postmaster"], "messenger": 0},
        [
            "players[0].horses: belongs to the module power-and-glory (leave it out in this game)",
            "players[1].letters: belongs to the module princess-messenger (leave it out in this game)",
            "turn.officials: belongs to the module princess-messenger (leave it out in this game)",
            "messenger: belongs to the module princess-messenger without power-and-glory (leave it out in this game)",
            "turn.drawn: is 0 (2 with the postmaster)",
        ],
    ),
]


@pytest.mark.parametrize(("table", "changes", "lines"), NORTH_FAULTS, ids=lambda value: str(value)[:60])
def test_fault_of_horses_and_backs_names_its_key(
    table: dict[str, Any], changes: dict[str, Any], lines: list[str]
) -> None:
    told = faults(changed(changes, table))
    assert len(told) == len(lines), told
    assert all(line.startswith(start) for line, start in zip(told, lines, strict=True)), told


def test_back_without_a_deck_is_told() -> None:
    everything = list(tt.board("testland").cards)
    table = data({"hand": everything}, {}, modules=(POWER,), board="testland", display=[], deck_back=1)
    assert faults(table) == ["deck_back: is 1, but there is no deck (none)"]


def test_there_is_no_cartwright_with_power_and_glory() -> None:
    table = data({"hand": ["Tintau/1"], "offices": [A]}, {}, modules=(POWER, OFFICES), board="testland", deck_back=1)
    assert faults(changed({"offices.cartwright": 2, "players[0].offices": [A, W]}, table)) == [
        "players[0].offices[1]: there is no cartwright in this game (administrator, postmaster or carrier)",
        "offices.cartwright: there is no cartwright in this game (administrator, postmaster or carrier)",
    ]


# ---- boards that can't be read


def test_position_tells_what_is_wrong_with_the_board_that_it_names(tmp_path: Path) -> None:
    assert faults(changed({"board": "nowhere.toml"}, BASE))[0].startswith('board: "nowhere.toml"')
    broken = tmp_path / "broken.toml"
    broken.write_text('name = "broken"\n\n[roads]\nUlm = ["Linz"]\n', encoding="utf-8")
    told = faults(changed({"board": str(broken)}, BASE))
    assert len(told) > 3
    assert all(line.startswith('board: "') for line in told)
    assert any("size: is missing" in line for line in told)


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
