"""The turn solver where discards are unknown, against all ways to lay out the cards that nobody sees."""

import itertools
from collections import Counter, defaultdict
from fractions import Fraction
from typing import NamedTuple

import pytest

import thurntaxis as tt
from support.whole_turns import Figures, result, seat, table, turn_value
from thurntaxis.values import Cards
from thurntaxis_solver.exact.evaluation import Evaluation
from thurntaxis_solver.exact.exact_advice import advise_exactly
from thurntaxis_solver.exact.turn import TurnSolver
from thurntaxis_solver.exact.value import SCALE

WHEN_NEEDED = {"reshuffle": "when-needed"}


class World(NamedTuple):
    """One way to lay out the unseen cards: the deck, the top card first, and the unknown discards."""

    deck: Cards
    discards: Cards


def worlds(position: tt.Position) -> list[World]:
    """Return all ways to lay out the unseen cards, those of hands last."""
    deck, unknown = position.deck_size, position.unknown_discards
    return [World(o[:deck], o[deck : deck + unknown]) for o in itertools.permutations(position.unseen)]


def value_in(position: tt.Position, laid_out: list[World], at: int) -> Figures:
    """Return the value of a last turn to a player who knows only that it is one of these worlds, equally likely."""
    if position.is_over:
        return result(position, at)
    if not position.is_chance:
        return max(
            value_in(after, then, at) for after, then in (follow(position, e, laid_out) for e in position.events())
        )
    by_card: defaultdict[str, list[World]] = defaultdict(list)
    for world in laid_out:
        by_card[world.deck[0]].append(world._replace(deck=world.deck[1:]))
    parts: list[list[Fraction]] = []
    for card, here in by_card.items():
        after, then = follow(position, tt.Event(("deal", card)), here)
        parts.append([Fraction(len(here), len(laid_out)) * figure for figure in value_in(after, then, at)])
    return tuple(sum(figures, Fraction(0)) for figures in zip(*parts, strict=True))


def follow(position: tt.Position, event: tt.Event, laid_out: list[World]) -> tuple[tt.Position, list[World]]:
    """Return the position after an event, and the worlds; where the discards become the deck, all orders of them."""
    after, effects = position.traced(event)
    if not any(effect.clause == "draw.reshuffle" for effect in effects):
        return after, laid_out
    dealt = Counter([event[1]] if event.verb == "deal" else [])
    known = tuple((Counter(after.unseen) - (Counter(position.unseen) - dealt)).elements())
    shuffled: list[World] = []
    for world in laid_out:
        assert not world.deck
        shuffled += [World(order, ()) for order in itertools.permutations((*world.discards, *known))]
    return after, shuffled


TURNS = {
    "the right card may be among the discards": table(
        seat(carriage=3, houses="Ulm Bas Aug"),
        seat("Lod", "Sig Zür", carriage=3),
        deck="Kem Lod Pil Bas",
        display="Lod",
        discard="? ?",
    ),
    "the deck runs out between two draws": table(
        seat(carriage=5), seat("Lod", "Sig Kem", carriage=3), deck="Bas Zür", display="Lod Pil", discard="Fre Pil ?"
    ),
    "the deck runs out between two draws, when needed": table(
        seat(carriage=5),
        seat("Lod", "Sig Kem", carriage=3),
        deck="Bas Zür",
        display="Lod Pil",
        discard="Fre Pil ?",
        options=WHEN_NEEDED,
    ),
    "nothing but unknown discards": table(
        seat(carriage=5),
        seat("Lod", "Sig Kem", carriage=3),
        deck="Bas Zür Fre",
        discard="? ? ?",
        options=WHEN_NEEDED,
    ),
    "administrator, the unknown discards come in": table(
        seat(carriage=5, houses="Bas"),
        seat("Lod", "Sig Zür", carriage=3, houses="Sig Ulm"),
        deck="Kem Bas Pil",
        display="Lod",
        discard="?",
    ),
    "administrator, known and unknown discards come in": table(
        seat(carriage=5, houses="Bas"),
        seat("Lod", "Sig Zür", carriage=3, houses="Sig Ulm"),
        deck="Kem Pil",
        display="Lod",
        discard="? Ulm",
        options=WHEN_NEEDED,
    ),
}
"""Last turns, in which some of the discards are unknown."""


def solved(position: tt.Position) -> tuple[Figures, bool]:
    """Return chance of winning, margin and score, and whether they are proved."""
    value = TurnSolver(position).value(position)
    assert value is not None
    return tuple(Fraction(figure) / SCALE for figure in value[:3]), value.is_proved


@pytest.mark.parametrize("name", TURNS)
def test_last_turns_are_proved(name: str) -> None:
    position = TURNS[name]
    assert position.unknown_discards
    at = position.turn.player
    every = value_in(position, worlds(position), at)
    assert solved(position) == (every, True)
    assert turn_value(position, at, lambda after: result(after, at)) == every
    for line in advise_exactly(position, lines=9).lines:
        assert line.proved


def test_unknown_discards_make_a_difference() -> None:
    differing = 0
    for position in TURNS.values():
        found = solved(position.replace(discard=tuple(card for card in position.discard if card != tt.UNKNOWN)))
        differing += found != solved(position)
    assert differing >= 2


def test_a_turn_in_the_middle_of_a_game() -> None:
    position = table(
        seat("Lod", "Ulm Kem Zür", "Bas", carriage=3),
        seat("Zür Lod", "Fre Bas", "Sal Lin Pas", carriage=3),
        deck="Kem Sig Aug",
        display="Inn",
        discard="? Man",
        ender=None,
    )
    evaluation = Evaluation.of(position)
    expected = turn_value(position, 1, lambda after: tuple(map(Fraction, evaluation.evaluate(after))))
    value = TurnSolver(position).value(position)
    assert value is not None
    assert tuple(map(Fraction, value)) == expected
    assert not value.is_proved


HIDDEN = seat("?", carriage=3, houses="Ulm Bas Aug")


def test_figures_are_no_proof_once_discards_are_mixed_with_unknown_hands() -> None:
    """The rules shuffle unknown cards in hands in with the discards, so the figures may be wrong."""
    position = table(
        HIDDEN, seat("Lod", "Sig Kem", carriage=3), deck="Bas Zür", display="Lod Pil", discard="Fre Pil Zür"
    )
    assert position.deck_size == 1
    figures, is_proved = solved(position)
    assert not is_proved
    assert figures != value_in(position, worlds(position), 1)
    texts = {reason.text for line in advise_exactly(position).lines if not line.proved for reason in line.reasons}
    assert "The discards become the deck while cards in hands are unknown, so the figures are estimates." in texts


def test_unknown_hands_beside_unknown_discards_are_no_obstacle_while_the_deck_lasts() -> None:
    position = table(
        HIDDEN, seat("Lod", "Sig Zür", carriage=3), deck="Kem Lod Pil Bas Ulm", display="", discard="? Fre"
    )
    assert position.deck_size == 3
    assert solved(position) == (value_in(position, worlds(position), 1), True)
