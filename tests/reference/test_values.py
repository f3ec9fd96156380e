"""Players, cards and tiles as values."""

import pytest

import thurntaxis as tt
from thurntaxis import values


def test_replace_changes_the_fields_that_are_named() -> None:
    player = tt.Player(name="Anna", carriage=3)
    assert player.replace(carriage=4) == tt.Player(name="Anna", carriage=4)
    assert player == tt.Player(name="Anna", carriage=3)
    with pytest.raises(TypeError, match="Player has no field coach, dogs"):
        player.replace(dogs=2, name="Ben", coach=1)


def test_cards_are_sorted_multisets() -> None:
    hand = values.add(("Ulm",), ("Basel", "Ulm"))
    assert hand == ("Basel", "Ulm", "Ulm")
    assert values.add(hand, ("Linz",)) == ("Basel", "Linz", "Ulm", "Ulm")
    assert values.remove(hand, "Ulm") == ("Basel", "Ulm")
    with pytest.raises(ValueError, match="not in tuple"):
        values.remove(hand, "Linz")


@pytest.mark.parametrize(("hand", "unknown"), [((), 0), (("Ulm",), 0), (("?",), 1), (("?", "?1", "Ulm"), 2)])
def test_unknown_cards_are_counted(hand: tuple[str, ...], unknown: int) -> None:
    assert values.count_unknown(hand) == unknown
    assert len(values.known(hand)) == len(hand) - unknown
