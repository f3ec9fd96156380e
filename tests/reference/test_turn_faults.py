"""Faults in the turn of a position: what can't occur together in one phase, reported with its key."""

from pathlib import Path
from typing import Any

import pytest

from support.golden import check
from support.position_files import CARRIAGE, KEEP, PLAY, changed, faults, faults_of
from thurntaxis.io.read import position_from_data


def test_impossible_turn_is_told() -> None:
    check(Path(__file__).parent / "faults" / "turns.txt", lambda case: faults_of(case, globals()))


@pytest.mark.parametrize("official", ["postmaster", "administrator", "carrier", "cartwright"])
def test_every_official_may_have_been_used_before_cards_are_kept(official: str) -> None:
    numbers = {"postmaster": (2, 1), "carrier": (1, 2)}
    drawn, played = numbers.get(official, (1, 1))
    changes = {"turn.official": official, "turn.drawn": drawn, "turn.played": played}
    assert position_from_data(changed(changes, KEEP)).turn.official == official


@pytest.mark.parametrize(("base", "cards"), [(PLAY, []), (PLAY, ["Ulm"]), (KEEP, KEEP["players"][0]["hand"])])
def test_only_a_route_closed_without_cards_excuses_from_playing(base: dict[str, Any], cards: list[str]) -> None:
    phase = base["turn"]["phase"]
    nothing = {"rules.options": {"closing-without-playing": True}, "turn.played": 0, "turn.drawn": 0}
    right = "1, or 2 with the carrier; until a card is played, the phase is draw"
    told = [f"turn.played: is 0 in the phase {phase}; expected {right}"]
    assert faults(changed({**nothing, "players[0].hand": cards}, base)) == told


@pytest.mark.parametrize(("drawn", "cards"), [(1, []), (0, ["Ulm"]), (1, ["Ulm"])])
def test_a_route_is_closed_without_playing_only_when_no_card_could_be_had(drawn: int, cards: list[str]) -> None:
    nothing = {"rules.options": {"closing-without-playing": True}, "turn.played": 0, "players[0].hand": []}
    assert position_from_data(changed({**nothing, "turn.drawn": 0}, CARRIAGE)).turn.played == 0
    told = faults(changed({**nothing, "turn.drawn": drawn, "players[0].hand": cards}, CARRIAGE))
    assert told[0].startswith("turn.played: is 0 in the phase carriage")


def test_a_game_that_is_not_over_goes_on() -> None:
    drawn = {"turn.drawn": 2, "turn.official": "postmaster"}
    assert faults(changed({**drawn, "players[0].hand": []})) == [
        "players[0].hand: is empty after all draws, so no card can be played; expected the cards drawn"
    ]
    for hand in (["Ulm"], ["?"], ["?", "?"]):
        assert not position_from_data(changed({**drawn, "players[0].hand": hand})).is_over
    assert position_from_data(changed({"turn.drawn": 1, "players[0].hand": []})).events()
