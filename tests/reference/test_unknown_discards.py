"""Discards that nobody remembers: how they are read and written, and how the rules treat them."""

import itertools
import json
import random
import tomllib
from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest

import thurntaxis as tt
from naive.agreement import assert_agreement
from support import random_play
from support.hidden_cards import hidden
from support.position_files import DRAWN, REVEAL, changed, faults, rest
from thurntaxis.io.read import PositionError, position_from_data, record_from_data
from thurntaxis.io.write import position_data, to_json, to_toml
from thurntaxis.values import UNKNOWN

# ---- files and lines


def test_the_number_of_cards_in_the_deck_tells_how_many_discards_are_unknown() -> None:
    known = position_from_data(changed({"discard": []}))
    for unknown in (0, 1, 7):
        position = position_from_data(changed({"discard": [], "deck": known.deck_size - unknown}))
        assert position.discard == (UNKNOWN,) * unknown
        assert (position.deck_size, position.unknown_discards) == (known.deck_size - unknown, unknown)
        assert position.unseen == known.unseen
        assert position == position_from_data(changed({"discard": [UNKNOWN] * unknown}))


def test_known_and_unknown_discards_lie_together() -> None:
    position = position_from_data(changed({"discard": ["Ulm", "?", "Linz", "?"]}))
    assert position.discard == ("?", "?", "Linz", "Ulm")
    data = position_data(position)
    assert data["discard"] == ["?", "?", "Linz", "Ulm"]
    assert "deck" not in data
    told = {**data, "deck": position.deck_size}
    assert position_from_data(told) == position


def test_a_deck_can_not_have_cards_that_all_lie_elsewhere() -> None:
    data = changed({"discard": rest(changed({"discard": []})), "rules": {"options": {"reshuffle": "when-needed"}}})
    assert position_from_data({**data, "deck": 0}).deck_size == 0
    wrong = "deck: is 1, but only 0 cards are neither on the table nor in hands; expected at most 0"
    assert faults({**data, "deck": 1}) == [wrong]


def test_a_fault_elsewhere_is_told_without_a_word_on_the_deck() -> None:
    assert faults(changed({"deck": 60, "display": ["Oslo"]}))[0].startswith('display[0]: unknown city "Oslo"')
    assert [fault.partition(":")[0] for fault in faults(changed({"deck": 60, "players[1].hand": 60}))] == ["players"]


def test_a_hand_may_be_a_number() -> None:
    position = position_from_data(changed({"players[1].hand": 3}))
    assert position.players[1].hand == (UNKNOWN,) * 3
    assert position_data(position)["players"][1]["hand"] == ["?"] * 3
    assert position_from_data(changed({"players[1].hand": 0})).players[1].hand == ()
    assert faults(changed({"players[1].hand": 67})) == [
        "players[1].hand: expected at most 66, the number of all cards, found 67"
    ]


def test_keys_that_follow_from_the_rest_may_be_left_out() -> None:
    table = {"players": [{"hand": ["Ulm"]}, {"hand": 2}], "display": ["Ulm", "Linz"]}
    position = position_from_data(table)
    assert position == tt.Position.from_line("TT1 - - - - UlLi / Ul / 2")
    assert position == position_from_data(
        {
            **table,
            "thurntaxis": 1,
            "board": "south",
            "start": 0,
            "turn": {"player": 0, "phase": "draw"},
            "players": [{"hand": ["Ulm"]}, {"hand": ["?", "?"]}],
        }
    )
    assert position_from_data({**table, "turn": {}}) == position
    assert position_from_data({**table, "turn": {"player": 1}}).turn == tt.Turn(1)
    assert tt.Position.from_line("TT1 - - 2d - UlLi / Ul / 2").turn == tt.Turn(1)


def test_line_json_and_toml_mean_the_same() -> None:
    table = {"players": [{"hand": ["Ulm"]}, {"hand": 2}], "display": ["Ulm"], "discard": ["Linz"], "deck": 50}
    position = position_from_data(table)
    assert position.unknown_discards == 66 - 5 - 50
    assert tt.Position.from_line("TT1 - - - - Ul Li 50 - / Ul / 2") == position
    assert position.to_line() == "TT1 - - 1d 1 Ul Li??????????? - - / Ul - - - - / ?? - - - -"
    text = 'display = ["Ulm"]\ndiscard = ["Linz"]\ndeck = 50\n[[players]]\nhand = ["Ulm"]\n[[players]]\nhand = 2\n'
    assert position_from_data(tomllib.loads(text)) == position
    for read in (json.loads(to_json(position)), tomllib.loads(to_toml(position))):
        assert position_from_data(read) == position
    assert tt.Position.from_line(position.to_line()) == position


def test_a_position_without_its_version_is_no_record() -> None:
    with pytest.raises(PositionError, match=r"^this is a position, not a game record"):
        record_from_data({"players": [{}, {}]})


# ---- the rules


def test_unknown_discards_count_against_the_deck() -> None:
    position = position_from_data(changed({"discard": ["Ulm", "?", "?"]}, REVEAL))
    assert position.deck_size == len(position.unseen) - 2
    assert position.play("deal Linz").deck_size == position.deck_size - 1
    assert sum(position.weights().values()) == len(position.unseen)


def test_unknown_discards_become_deck_cards_when_the_deck_has_run_out() -> None:
    data = changed({"discard": ["Linz"], "deck": 1, "turn.drawn": 1, "turn.pending": ["hand"]})
    position = position_from_data(data)
    unknown = position.unknown_discards
    after, effects = position.traced("deal Ulm")
    assert (after.discard, after.deck_size) == ((), unknown + 1)
    assert after.unseen == tuple(sorted([*position.unseen, "Linz"])[: position.unseen.index("Ulm") + 1]) + tuple(
        sorted([*position.unseen, "Linz"])[position.unseen.index("Ulm") + 2 :]
    )
    assert [effect.facts["count"] for effect in effects if effect.clause == "draw.reshuffle"] == [unknown + 1]


def test_unknown_discards_wait_where_the_reshuffle_waits() -> None:
    waiting = {"rules": {"options": {"reshuffle": "when-needed"}}, "deck": 0}
    position = position_from_data(changed(waiting, DRAWN))
    assert (position.deck_size, position.unknown_discards) == (0, 53)
    after = position_from_data(changed(waiting)).play("draw deck")
    assert (after.deck_size, after.discard, after.is_chance) == (54, (), True)


# ---- against all that may be unseen

FEW = ("Augsburg", "Augsburg", "Basel", "Linz", "Ulm")
"""Cards that nobody sees."""


def few_unseen(discard: tuple[str, ...], hand: tuple[str, ...] = ()) -> tt.Position:
    """Return a position in which the cards `FEW` are unseen, and all others lie in a route or with Anna."""
    rest = list(tt.board("south").cards)
    for card in (*FEW, *discard):
        if card != UNKNOWN:
            rest.remove(card)
    position = tt.undealt()
    return position.replace(
        players=(tt.Player(hand=tuple(rest)), tt.Player(hand=hand)),
        discard=tuple(sorted(discard)),
        unseen=FEW,
        turn=tt.Turn(0, drawn=1, pending=("hand",)),
    )


def dealt(position: tt.Position, deals: int) -> dict[tuple[str, ...], Fraction]:
    """Return the chances of the next cards that are drawn blind, by the rules' events."""
    if deals == 0:
        return {(): Fraction(1)}
    due = position.with_turn(pending=("hand",))
    chances = due.weights()
    found: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for event, weight in chances.items():
        for cards, share in dealt(due.play(event), deals - 1).items():
            found[(event[1], *cards)] += share * Fraction(weight, sum(chances.values()))
    return dict(found)


@pytest.mark.parametrize(("unknown", "known"), [(0, 0), (1, 0), (3, 0), (2, 1), (4, 2)])
def test_the_next_cards_are_those_of_all_ways_to_lay_out_what_is_unseen(unknown: int, known: int) -> None:
    discard = (UNKNOWN,) * unknown + ("Passau", "Pilsen")[:known]
    deals = 3
    expected: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    orders = list(itertools.permutations(FEW))
    for order in orders:
        deck, gone = order[unknown:], (*order[:unknown], *("Passau", "Pilsen")[:known])
        drawn = deck[:deals]
        again = list(itertools.permutations(gone, deals - len(drawn)))
        for more in again:
            expected[(*drawn, *more)] += Fraction(1, len(orders) * len(again))
    assert dealt(few_unseen(discard), deals) == dict(expected)


# ---- against the naive rules


@pytest.mark.parametrize("game", random_play.ALL, ids=lambda game: "-".join([game[0], *game[1]]))
def test_play_with_unknown_discards_agrees_with_the_naive_rules(game: tuple[str, tuple[str, ...]]) -> None:
    chance = random.Random(f"unknown {game}")
    compared = reshuffles = 0
    for start, _ in random_play.walk(random_play.start_with(chance, *game), chance, most=400):
        if chance.random() > 0.05:
            continue
        position = hidden(start, chance, share=chance.choice([0.3, 1]))
        for _ in range(8):
            if not position.events():
                break
            event = chance.choice(position.events())
            assert_agreement(position, event)
            reshuffles += position.unknown_discards > 0
            position = position.play(event)
            compared += 1
    assert compared > 60
    assert reshuffles > 20


# ---- backs that are seen

POWER: dict[str, Any] = {
    "board": "testland",
    "rules": {"modules": ["power-and-glory"]},
    "players": [{"hand": ["Fabelau/1"]}, {"hand": 1}],
    "deck_back": 2,
}


def test_an_unknown_discard_may_show_its_back() -> None:
    position = position_from_data({**POWER, "discard": ["?/2", "?", "?/3"]})
    assert position.discard == ("?", "?/2", "?/3")
    assert position.deck_size == len(position.unseen) - 4
    assert tt.Position.from_line(position.to_line()) == position
    assert "??2?3" in position.to_line()
    due = position.replace(deck_back=None).with_turn(drawn=1, pending=("back", "hand"))
    shoes = Counter(position.rules.board.horseshoes[card] for card in position.unseen)
    assert {event[1]: weight for event, weight in due.weights().items()} == {
        "1": shoes[1],
        "2": shoes[2] - 1,
        "3": shoes[3] - 1,
    }


def test_more_backs_than_cards_are_a_fault() -> None:
    board = tt.board("testland")
    three = sum(board.horseshoes[card] == 3 for card in board.cards)
    wrong = "unknown cards with 3 on the back: 1 too many; expected fewer of them, or ? without a number"
    assert faults({**POWER, "discard": ["?/3"] * (three + 1)}) == [f"discard: {wrong}"]
    hand = {"hand": ["?/3"] * (three + 1)}
    assert faults({**POWER, "players": [POWER["players"][0], hand]}) == [f"players: {wrong}"]
    assert faults(changed({"discard": ["?/3"]}))[0].startswith('discard[0]: unknown city "?/3"')
