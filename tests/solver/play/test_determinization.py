"""Positions as at a table, dealt: every unknown card is one of those that nobody sees, and the rest stays."""

import itertools
import random
from collections import Counter

import pytest

import thurntaxis as tt
from support import random_play
from support.hidden_cards import hidden
from support.paths import BY_CITY
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data
from thurntaxis.values import UNKNOWN_BACK, is_unknown
from thurntaxis_solver.search.ismcts import determinized

GAMES = [*random_play.ALL, (str(BY_CITY), tt.MODULES)]


@pytest.mark.parametrize(("board", "modules"), GAMES, ids=str)
def test_what_is_unknown_is_dealt_and_the_rest_stays(board: str, modules: tuple[str, ...]) -> None:
    chance, unknown = random.Random(5), 0
    walk = random_play.walk(random_play.start_with(chance, board, modules), chance, 150)
    for position, _ in itertools.islice(walk, 0, None, 5):
        table = hidden(position, chance, hands=True)
        dealt = determinized(table, chance.getrandbits(40))
        assert dealt.unknown_in_hands == dealt.unknown_discards == 0
        assert position_from_data(position_data(dealt)) == dealt
        assert dealt.deck_size == table.deck_size
        before, after = ([*(player.hand for player in each.players), each.discard] for each in (table, dealt))
        for old, new in zip(before, after, strict=True):
            assert len(old) == len(new)
            added = Counter(new) - Counter(old)
            marks = Counter(card for card in old if is_unknown(card))
            assert added.total() == marks.total()
            shoes = Counter(position.rules.board.horseshoes.get(card) for card in added.elements())
            for mark, count in marks.items():
                assert not mark.startswith(UNKNOWN_BACK) or shoes[int(mark[len(UNKNOWN_BACK) :])] >= count
            unknown += marks.total()
    assert unknown > 30


def test_each_card_that_nobody_sees_is_as_likely() -> None:
    """The same seed deals the same again."""
    table = tt.Position.from_line("TT1 - - - - LiLoPaSaUlUl - 53 - / IgUl / 3 / 2")
    assert determinized(table, 3) == determinized(table, 3) != determinized(table, 4)
    known = tt.new(seed=1)
    assert determinized(known, 3) is known
    first, other, third = table.players
    table = table.replace(players=(first, other.replace(hand=(tt.UNKNOWN,) * 20), third))
    deals = 600
    found = Counter(card for seed in range(deals) for card in determinized(table, seed).players[1].hand)
    for city, copies in Counter(table.unseen).items():
        expected = deals * 20 * copies / len(table.unseen)
        assert abs(found[city] - expected) < 5 * expected**0.5
