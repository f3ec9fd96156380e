"""The turn solver where discards are unknown, against all ways to lay out the cards that nobody sees."""

import itertools
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

import thurntaxis as tt
from support.exact_advice import advise_exactly, solved
from support.hidden_cards import laid_out
from support.whole_turns import Figures, result, seat, table, tables_in, turn_value
from thurntaxis.values import Cards
from thurntaxis_solver.exact.last_turn import NotProved


class World(NamedTuple):
    """One way to lay out the unseen cards: the deck, the top card first, and the unknown discards."""

    deck: Cards
    discards: Cards


def worlds(position: tt.Position) -> list[World]:
    """Return all ways to lay out the unseen cards that fit what backs show."""
    deck, unknown = position.deck_size, position.unknown_discards
    return [World(order[:deck], order[deck : deck + unknown]) for order in laid_out(position)]


def value_in(position: tt.Position, among: list[World], at: int) -> Figures:
    """Return the value of a last turn to a player who knows only that it is one of these worlds, equally likely."""
    if position.is_over:
        return result(position, at)
    if not position.is_chance:
        return max(value_in(after, then, at) for after, then in (follow(position, e, among) for e in position.events()))
    by_event: defaultdict[tt.Event, list[World]] = defaultdict(list)
    for world in among:
        if position.turn.pending[0] == "back":
            by_event[tt.Event(("back", str(position.rules.board.horseshoes[world.deck[0]])))].append(world)
        else:
            by_event[tt.Event(("deal", world.deck[0]))].append(world._replace(deck=world.deck[1:]))
    parts: list[list[Fraction]] = []
    for event, here in by_event.items():
        after, then = follow(position, event, here)
        parts.append([Fraction(len(here), len(among)) * figure for figure in value_in(after, then, at)])
    return tuple(sum(figures, Fraction(0)) for figures in zip(*parts, strict=True))


def follow(position: tt.Position, event: tt.Event, among: list[World]) -> tuple[tt.Position, list[World]]:
    """Return the position after an event, and the worlds; where the discards become the deck, all orders of them."""
    after, effects = position.traced(event)
    if not any(effect.clause == "draw.reshuffle" for effect in effects):
        return after, among
    dealt = Counter([event[1]] if event.verb == "deal" else [])
    known = tuple((Counter(after.unseen) - (Counter(position.unseen) - dealt)).elements())
    shuffled: list[World] = []
    for world in among:
        assert not world.deck
        shuffled += [World(order, ()) for order in itertools.permutations((*world.discards, *known))]
    return after, shuffled


def with_backs(unseen: tuple[str, ...], *discard: str, back: int) -> tt.Position:
    """Return the last turn of a game on a board whose cards show their horseshoes on the back."""
    position = tt.undealt(2, "testland", modules=["power-and-glory"])
    first = tt.Player(houses=("Fabelau",), tiles=(tt.Tile("game-end", 1),))
    own = tt.Player(hand=("Fabelend/1",), route=("Fabelbruck/2", "Fabelau/1"), horses=("Fabelend/1",))
    return position.replace(
        players=(first, own),
        display=(),
        discard=tuple(sorted(discard)),
        unseen=tuple(sorted(unseen)),
        turn=tt.Turn(1),
        ender=0,
        deck_back=back,
    )


FILE = Path(__file__).parent / "last_turns.toml"
TURNS = {
    **{name: position for name, position in tables_in(FILE).items() if position.unknown_discards},
    "backs of unknown discards are known": with_backs(
        ("Fabelcron/3", "Fabeldorn/2", "Fabeldorn/3"), "?", "?/3", "Fabelau/2", back=2
    ),
    "backs of unknown discards are forgotten": with_backs(
        ("Fabelcron/3", "Fabeldorn/2", "Fabeldorn/3", "Fabelend/1"), "?", "?", "Fabelau/2", back=3
    ),
}
"""Last turns, in which some of the discards are unknown."""


@pytest.mark.parametrize("name", TURNS)
def test_last_turns_are_proved(name: str) -> None:
    position = TURNS[name]
    assert position.unknown_discards
    at = position.turn.player
    every = value_in(position, worlds(position), at)
    assert solved(position) == every == turn_value(position, at)
    for line in advise_exactly(position, lines=9).lines:
        assert line.proved


def test_unknown_discards_make_a_difference() -> None:
    differing = 0
    for position in TURNS.values():
        known = tuple(card for card in position.discard if card != tt.UNKNOWN)
        differing += solved(position.replace(discard=known)) != solved(position)
    assert differing >= 2


HIDDEN = seat("?", carriage=3, houses="Ulm Bas Aug")


def test_there_is_no_proof_once_discards_are_mixed_with_unknown_hands() -> None:
    """The rules shuffle unknown cards in hands in with the discards, so the figures may be wrong."""
    position = table(
        HIDDEN, seat("Lod", "Sig Kem", carriage=3), deck="Bas Zür", display="Lod Pil", discard="Fre Pil Zür"
    )
    assert position.deck_size == 1
    assert turn_value(position, 1) != value_in(position, worlds(position), 1)
    with pytest.raises(NotProved, match="cards that nobody has seen"):
        solved(position)


def test_unknown_hands_beside_unknown_discards_are_no_obstacle_while_the_deck_lasts() -> None:
    position = table(
        HIDDEN, seat("Lod", "Sig Zür", carriage=3), deck="Kem Lod Pil Bas Ulm", display="", discard="? Fre"
    )
    assert position.deck_size == 3
    assert solved(position) == value_in(position, worlds(position), 1)
