"""A deck in a settled order: the same for all who play with it, and always made of the cards that are left."""

import random
from collections import Counter

import pytest

import thurntaxis as tt
import walking
from thurntaxis_solver.dealing import ShuffledDeck


def reveals(seed: str, choices: int, most: int = 3000) -> list[str]:
    """Return the cards that are revealed in a random game dealt from a settled deck."""
    position, deck, chance = tt.undealt(3), ShuffledDeck(seed), random.Random(choices)
    found: list[str] = []
    for _ in range(most):
        if position.is_over:
            break
        if position.is_chance:
            event = deck.next(position)
            deck = deck.without(position, event[1])
            found.append(event[1])
        else:
            event = walking.choose(position, chance)
        position = position.play(event)
        assert not deck.order or Counter(deck.order) == Counter(position.unseen)
    return found


def test_the_first_deck_hangs_on_the_seed_alone() -> None:
    games = [reveals("a", choices) for choices in range(4)]
    assert all(len(game) > 66 for game in games)
    assert len({tuple(game[:66]) for game in games}) == 1
    assert Counter(games[0][:66]) == Counter(tt.board("south").cards)
    assert reveals("b", 0)[:66] != games[0][:66]


def test_the_same_choices_bring_the_same_cards_after_reshuffles_too() -> None:
    game = reveals("a", 1)
    assert len(game) > 150
    assert game == reveals("a", 1)


def test_every_order_comes() -> None:
    first = Counter(ShuffledDeck(str(seed)).next(tt.undealt())[1] for seed in range(4400))
    assert set(first) == set(tt.board("south").province_of)
    assert max(first.values()) < 270  # 200 expected, standard deviation 14
    assert min(first.values()) > 130


def test_a_card_out_of_its_order_leaves_the_others_as_they_are() -> None:
    start = tt.undealt()
    deck = ShuffledDeck("a")
    first, later = deck.next(start)[1], deck.without(start, deck.next(start)[1]).order[30]
    order = (first, *deck.without(start, first).order)
    changed = list(order)
    changed.remove(later)
    assert deck.without(start, later).order == tuple(changed)
    with pytest.raises(ValueError, match="not in tuple"):
        deck.without(start, "Rom")
