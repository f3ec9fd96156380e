"""The kernel where cards in hands or discards are unknown: every playout draws which of the unseen cards they are."""

import itertools
import random
from collections import Counter, defaultdict

import pytest

import thurntaxis as tt
from support import random_play
from support.few_and_many import few_and_many
from support.hidden_cards import hidden, laid_out
from support.kernel_comparison import surprise
from support.kernels import kernel_of
from support.searched_positions import grown
from support.tables import POWER
from support.whole_turns import seat, table
from thurntaxis.values import is_unknown
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.exact.last_turn import TurnSolver
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.search import tree_search
from thurntaxis_solver.kernel.states import with_cards_of
from thurntaxis_solver.turn_advice import advise

Hidden = tuple[tuple[str, ...], tuple[str, ...]]
"""The cards of the second player's hand, and of the discards, sorted."""


def drawn(position: tt.Position, seed: int) -> Hidden:
    """Return what one playout takes the unknown cards for; check that no card is lost, and that those known stay."""
    kernel = kernel_of(position.rules)
    s = kernel.state(position, seed)
    tree_search.deal_unknown(s, kernel.model.t, kernel.unknown(position))
    dealt = with_cards_of(s, position, kernel.tables)
    places, before = ([p.discard, *(player.hand for player in p.players)] for p in (dealt, position))
    shown = [[card for card in cards if not is_unknown(card)] for cards in before]
    for cards, known, marks in zip(places, shown, before, strict=True):
        assert len(cards) == len(marks)
        assert not Counter(known) - Counter(cards)
    assert (len(dealt.unseen), s[L.DISCARD_SIZE]) == (position.deck_size, len(position.discard))
    assert sorted([*dealt.unseen, *itertools.chain(*places)]) == sorted([*position.unseen, *itertools.chain(*shown)])
    horseshoes = position.rules.board.horseshoes
    assert not position.deck_back or position.deck_back in {horseshoes[card] for card in dealt.unseen}
    return dealt.players[1].hand, dealt.discard


def ways(position: tt.Position) -> dict[object, float]:
    """Count the ways to lay out the unseen cards that fit what backs show, by what the hidden places then hold."""
    hand, discard = ([c for c in cards if c[0] != "?"] for cards in (position.players[1].hand, position.discard))
    deck, gone = position.deck_size, position.deck_size + position.unknown_discards
    found: dict[object, float] = defaultdict(float)
    for order in laid_out(position):
        found[tuple(sorted((*hand, *order[gone:]))), tuple(sorted((*discard, *order[deck:gone])))] += 1
    return found


FEW = ("Basel", "Lodz", "Lodz", "Pilsen", "Ulm", "Ulm")
NORTHERN = ("Fabelau/1", "Fabelau/2", "Fabelbruck/2", "Fabelcron/2", "Fabelcron/3", "Fabelend/1")


def few_unseen(board: str, unseen: tuple[str, ...], hand: tuple[str, ...], discard: tuple[str, ...]) -> tt.Position:
    """Return a table with these unseen cards, the other cards being with the first player, two of them discarded."""
    modules = () if board == "south" else (POWER,)
    position = tt.undealt(2, board, modules=modules)
    others = sorted((Counter(position.unseen) - Counter(unseen)).elements())
    return position.replace(
        players=(tt.Player(hand=tuple(others[2:])), tt.Player(hand=hand)),
        discard=tuple(sorted((*discard, *others[:2]))),
        unseen=unseen,
        turn=position.turn.replace(pending=()),
        deck_back=2 if modules else None,
    )


POSITIONS = {
    "base": few_unseen("south", FEW, ("?", "?"), ("?", "?")),
    "discards alone": few_unseen("south", FEW, (), ("?", "?", "?")),
    "backs": few_unseen("testland", NORTHERN, ("?", "?/2"), ("?", "?/2")),
    "backs of discards": few_unseen("testland", NORTHERN, ("?",), ("?/1", "?/3")),
}


@few_and_many(2000, 12_000)
@pytest.mark.parametrize("name", POSITIONS)
def test_every_way_to_lay_out_the_unseen_cards_is_equally_likely(name: str, seeds: range) -> None:
    position = POSITIONS[name]
    expected = ways(position)
    assert len(expected) > 4
    assert surprise([[drawn(position, seed) for seed in seeds]], expected) < 4


@pytest.mark.parametrize(
    "game", [("south", ()), *random_play.GAMES[::3]], ids=lambda game: "-".join([game[0], *game[1]])
)
def test_positions_of_any_game_are_drawn_and_searched(game: tuple[str, tuple[str, ...]]) -> None:
    chance = random.Random(f"kernel {game}")
    searched = 0
    for known, _ in random_play.walk(random_play.start_with(chance, *game), chance, most=500):
        if chance.random() < 0.06 and known.discard and not known.is_over:
            position = hidden(known, chance)
            drawn(position, searched)
            if not position.is_chance:
                assert {branch.event for branch in grown(position, 20).branches()} <= set(position.events())
            searched += 1
    assert searched > 5


def test_the_search_finds_the_chances_of_the_exact_layer() -> None:
    position = table(
        seat(carriage=3, houses="Ulm Bas Aug"),
        seat("Lod", "Sig Zür", carriage=3),
        deck="Kem Lod Pil Bas",
        display="Lod",
        discard="? ?",
    )
    value = TurnSolver(position).value(position)
    assert value is not None
    best = max(grown(position, 4000).branches(), key=lambda branch: branch.visits)
    assert abs(best.win - float(value.win)) < 0.03
    line = advise(position, Effort(playouts=50)).lines[0]
    assert line.proved
    assert line.turn[0] == best.event
