"""The start of a game."""

from collections.abc import Callable

import pytest

import thurntaxis as tt


@pytest.mark.parametrize("players", [2, 3, 4])
def test_new_game_has_six_cards_on_display_and_nothing_else(players: int) -> None:
    position = tt.new(players, seed=1)
    assert len(position.display) == 6
    assert len(position.unseen) == position.deck_size == 60
    assert position.players == (tt.Player(),) * players
    assert position.turn == tt.Turn(0, began_empty=True)
    assert not position.is_chance
    assert not position.is_over


def test_same_seed_deals_the_same_cards() -> None:
    assert tt.new(seed=7) == tt.new(seed=7)
    assert len({tt.new(seed=seed).display for seed in range(20)}) > 10
    assert tt.new().rules is tt.rule_set()


def test_table_before_the_deal_waits_for_six_cards() -> None:
    position = tt.undealt(3, edition="fr-boisnier", options={"reshuffle": "when-needed"})
    assert position.is_chance
    assert position.turn.pending == ("display",) * 6
    assert len(position.events()) == 22
    assert position.rules is tt.rule_set(edition="fr-boisnier", options={"reshuffle": "when-needed"})


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
@pytest.mark.parametrize("opening", [tt.new, tt.undealt])
def test_other_numbers_of_players_are_refused(opening: Callable[[int], tt.Position], players: int) -> None:
    with pytest.raises(ValueError, match=rf"^{players} players can't play; expected 2 to 4 players$"):
        opening(players)
