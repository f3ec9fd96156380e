"""Positions that are possible but unlikely, and positions that play leads to."""

import itertools
import random
from typing import Any

import pytest

import thurntaxis as tt
from support import random_play
from support.paths import EXAMPLES
from support.position_files import GONE, GOOD, changed
from thurntaxis.io.read import position_from_data, read_position, read_record

PLAYED = 20_000
"""How many positions of random games are looked at."""


def warned(data: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return key, clause and sentence of each warning."""
    return [(found.key, found.clause, found.sentence) for found in tt.warnings_of(position_from_data(data))]


LIKELY = changed({"players[1].carriage": 3})
"""A position of the edition it-2006, in which carriages can't be declined."""


def test_a_likely_position_has_no_warning() -> None:
    assert warned(LIKELY) == []


def test_another_player_without_a_hand() -> None:
    told = (
        "Ben has no cards in hand, although houses have been placed (for unknown cards: their number, or “?” for each)"
    )
    assert warned(changed({"players[1].hand": []}, LIKELY)) == [("players[1].hand", "draw.duty", told)]
    assert warned(changed({"players[1].hand": GONE}, LIKELY)) == [("players[1].hand", "draw.duty", told)]
    assert warned(changed({"players[1].hand": 1}, LIKELY)) == []
    before: dict[str, Any] = {
        "players[1].hand": [],
        "players[0].houses": [],
        "players[1].houses": [],
        "players[0].carriage": None,
    }
    assert warned(changed(before, LIKELY)) == []
    own = changed({"players[0].hand": [], "turn.began_empty": True}, LIKELY)
    assert warned(own) == []


def test_a_tile_that_has_been_earned_and_lies_in_its_stack() -> None:
    houses = {"players[1].houses": ["Carlsruhe", "Freiburg", "Mannheim"]}
    baden = "Ben has earned the tile baden 2 and doesn't have it (it, or another one of its stack)"
    assert warned(changed(houses, LIKELY)) == [("players[1].tiles", "tiles.region", baden)]
    assert warned(changed({**houses, "players[1].tiles": ["baden 1"]}, LIKELY)) == []
    others = [{"hand": 1, "tiles": ["baden 2"]}, {"hand": 1, "tiles": ["baden 1"]}]
    none_left = changed({"players": [*LIKELY["players"], *others]}, LIKELY)
    assert warned(changed(houses, none_left)) == []
    everywhere = changed({"players[1].houses": province_houses("south")}, LIKELY)
    for reading in ("outside-baiern", "every-province"):
        read = warned(changed({"rules.options": {"all-provinces": reading}}, everywhere))
        clause = {"every-province": "tiles.all-provinces"}.get(reading, f"tiles.{reading}")
        assert [(key, found) for key, found, _ in read] == [("players[1].tiles", clause)]


def province_houses(board: str) -> list[str]:
    """Return a city of each province."""
    return [min(province.cities) for province in tt.board(board).provinces]


def test_a_free_city_with_a_house_and_its_tile() -> None:
    table = {"board": "testland", "players": [{"hand": ["Fabelau/1"]}, {"hand": 1, "houses": []}]}
    free = tt.board("testland").free_cities[0]
    data = changed({"players[1].houses": [str(getattr(free, "name", free))]}, table)
    found = [(key, clause) for key, clause, _ in warned(data) if clause != "draw.refill"]
    assert found == [("players[1].tiles", "free-cities.tile")]


def test_a_display_that_is_short_while_there_is_a_deck() -> None:
    short = {"display": GOOD["display"][:4]}
    told = "Cards on display: 4, still to be revealed there: 0, although the deck holds cards (together 6)"
    assert warned(changed(short, LIKELY)) == [("display", "draw.refill", told)]
    due = {**short, "turn.drawn": 1, "turn.pending": ["display"]}
    assert [sentence for _, _, sentence in warned(changed(due, LIKELY))] == [
        "Cards on display: 4, still to be revealed there: 1, although the deck holds cards (together 6)"
    ]
    assert warned(changed({**due, "display": GOOD["display"][:5]}, LIKELY)) == []
    no_deck = {**short, "deck": 0, "rules.options": {"reshuffle": "when-needed"}}
    assert warned(changed(no_deck, LIKELY)) == []


def test_houses_without_a_carriage_that_cant_be_declined() -> None:
    told = "Ben has houses but no carriage, although it can't be declined (carriage 3 or higher)"
    assert warned(GOOD) == [("players[1].carriage", "carriage.decline", told)]
    assert warned(changed({"players[1].houses": []})) == []
    assert warned(changed({"rules.options": {"carriage-declinable": True}})) == []
    north = tt.undealt(2, "testland", options={"carriage-declinable": False}, modules=["power-and-glory"])
    assert north.rules.options["carriage-declinable"] is False
    city = min(city.name for city in north.rules.board.cities)
    placed = north.replace(players=(tt.Player(), tt.Player(hand=("?",), houses=(city,))))
    assert "carriage.decline" not in {found.clause for found in tt.warnings_of(placed)}
    messenger = tt.undealt(2, modules=["princess-messenger"])
    placed = messenger.replace(players=(tt.Player(), tt.Player(hand=("?",), houses=("Ulm",))))
    assert tt.warnings_of(placed) == ()


def test_a_warning_is_one_line() -> None:
    (found,) = tt.warnings_of(position_from_data(GOOD))
    assert str(found) == f"players[1].carriage: {found.sentence}"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.*")), ids=lambda path: path.name)
def test_examples_have_no_warning(path: Any) -> None:
    if path.suffix == ".toml":
        assert tt.warnings_of(read_position(path)) == ()
    elif path.suffix == ".json":
        assert tt.warnings_of(read_record(path).start) == ()


def test_play_leads_to_no_warning_but_that_of_a_hand_emptied_by_the_carrier() -> None:
    """Nothing on the table distinguishes a hand that the carrier emptied from one that was forgotten."""
    chance = random.Random(1)
    seen = hands = 0
    for game in itertools.cycle([("south", ()), *random_play.GAMES]):
        for before, _, position in random_play.steps(random_play.start_with(chance, *game), chance):
            seen += 1
            found = tt.warnings_of(position)
            assert {warning.clause for warning in found} <= {"draw.duty"}, position.to_line()
            hands += bool(found)
            assert len(found) <= sum(not player.hand for player in before.players) + 1
        if seen >= PLAYED:
            break
    assert hands < seen / 20
