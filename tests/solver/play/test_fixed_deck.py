"""A deck in a fixed order: the same for all who play with it, and always made of the cards that are left."""

import random
from collections import Counter

import pytest

import thurntaxis as tt
from support import random_play
from thurntaxis_solver.play.fixed_deck import ShuffledDeck


def reveals(seed: str, choices: int, most: int = 3000) -> list[str]:
    """Return the cards that are revealed in a random game dealt from a fixed deck."""
    position, deck, chance = tt.undealt(3), ShuffledDeck(seed), random.Random(choices)
    found: list[str] = []
    for _ in range(most):
        if position.is_over:
            break
        if position.is_chance:
            event = deck.next(position)
            deck = deck.after(position, event)
            if event.verb == "deal":
                found.append(event[1])
        else:
            event = random_play.choose(position, chance)
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
    first, later = deck.next(start), tt.Event(("deal", deck.after(start, deck.next(start)).order[30]))
    order = (first[1], *deck.after(start, first).order)
    changed = list(order)
    changed.remove(later[1])
    assert deck.after(start, later).order == tuple(changed)
    with pytest.raises(ValueError, match="not in tuple"):
        deck.after(start, tt.Event(("deal", "Rom")))


def test_backs_come_before_their_cards_and_change_no_order() -> None:
    """The deck is the same with backs and without, and the first card with the back that was seen comes next."""
    dealt: dict[str, list[str]] = {}
    for reading in ("seen", "ignored"):
        position = tt.undealt(2, "testland", options={"card-backs": reading}, modules=["power-and-glory"])
        deck, horseshoes = ShuffledDeck("a"), position.rules.board.horseshoes
        while position.is_chance:
            event, back = deck.next(position), position.deck_back
            assert event in position.events()
            if event.verb == "deal":
                assert (back == horseshoes[event[1]]) is (reading == "seen")
                dealt.setdefault(reading, []).append(event[1])
            deck, position = deck.after(position, event), position.play(event)
    assert dealt["seen"] == dealt["ignored"]


def test_after_another_back_the_first_card_that_has_it_comes() -> None:
    position, deck = tt.undealt(2, "testland", modules=["power-and-glory"]), ShuffledDeck("a")
    horseshoes = position.rules.board.horseshoes
    for back in ("1", "2", "3"):
        shown = position.play(f"back {back}")
        following = deck.after(position, tt.Event(("back", back)))
        wanted = next(card for card in following.order if horseshoes[card] == int(back))
        assert following.next(shown) == ("deal", wanted)
