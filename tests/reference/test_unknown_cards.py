"""Positions with unknown cards in hands, and with few or no cards left in the deck."""

from support.position_files import GOOD, REVEAL, changed, faults, rest
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data


def test_unknown_cards_count_against_the_deck() -> None:
    known = position_from_data(GOOD)
    hidden = position_from_data(changed({"players[1].hand": ["?"]}))
    assert hidden.deck_size == known.deck_size == 66 - 3 - 6 - 1 - 3
    assert hidden.unseen.count("Linz") == known.unseen.count("Linz") + 1
    assert position_data(hidden)["players"][1]["hand"] == ["?"]


def test_unknown_card_may_be_revealed_elsewhere_as_long_as_one_is_unseen() -> None:
    position = position_from_data(changed({"players[1].hand": ["?"] * 3}, REVEAL))
    assert position.why_not("deal Linz") == ()
    assert position.play("deal Linz").deck_size == position.deck_size - 1


def test_display_stays_short_once_a_reveal_was_dropped_although_there_is_a_deck_again() -> None:
    whole_deck = rest(changed({"discard": []}))
    position = position_from_data(changed({"players[1].hand": ["Linz", *whole_deck], "discard": []}))
    for event in ("draw Linz", "play Ulm start"):
        position = position.play(event)
    assert (len(position.display), position.deck_size, position.is_chance) == (5, 3, False)
    assert position_from_data(position_data(position)) == position


NO_REVEALS = (
    "turn.pending: a reveal is due, but no card is left; "
    "expected no reveals: they are dropped, or the discards reshuffled"
)


def test_more_unknown_cards_than_there_are_left_are_a_fault() -> None:
    data = changed({"players[1].hand": ["?"] * 55}, REVEAL)
    assert faults(data) == [NO_REVEALS]
    assert faults(changed({"players[1].hand": ["?"] * 56}, REVEAL)) == [
        "players: more cards than the game has, counting the unknown ones; expected 66 cards in all",
        NO_REVEALS,
    ]


def test_discards_beside_an_empty_deck_have_been_reshuffled_unless_the_reshuffle_waits() -> None:
    data = changed({"discard": ["Linz"], "players[1].hand": ["?"] * 50}, GOOD)
    left = position_from_data(data).deck_size
    data = changed({"discard": ["Linz"], "players[1].hand": ["?"] * (50 + left)}, GOOD)
    assert faults(data) == [
        (
            "discard: 1 card is discarded, but the deck is empty"
            "; expected none, since they became the new deck; or the option reshuffle=when-needed"
        )
    ]
    waiting = changed({"rules": {"options": {"reshuffle": "when-needed"}}}, data)
    assert position_from_data(waiting).why_not("draw deck") == ()
