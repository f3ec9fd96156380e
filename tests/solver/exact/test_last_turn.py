"""The turn solver in the base game, against whole turns searched event by event without any shortcut."""

import functools
import itertools
from fractions import Fraction
from pathlib import Path

import pytest

import thurntaxis as tt
from support.exact_advice import check_choices, solved
from support.whole_turns import Figures, cards, result, seat, table, tables_in, turn_value, words
from thurntaxis_solver.exact.last_turn import END, NotProved, TurnSolver
from thurntaxis_solver.exact.value import TurnValue, mean

FILE = Path(__file__).parent / "last_turns.toml"
LAST_TURNS = {name: position for name, position in tables_in(FILE).items() if not position.unknown_discards}
"""Last turns of a game; test_unknown_discards.py has the others of the file."""

MIXED = (
    "administrator, unknown cards held by another",
    "four players, a tie for the next one clockwise",
    "an unknown card in the own hand",
)
"""Last turns that can't be proved: with the administrator, discards come in while cards in hands are unknown."""

PROVED = {name: position for name, position in LAST_TURNS.items() if name not in MIXED}


@pytest.mark.parametrize("name", PROVED)
def test_last_turns_are_solved_exactly(name: str) -> None:
    position = PROVED[name]
    assert solved(position) == turn_value(position, position.turn.player)
    if not position.is_chance:
        check_choices(position)


@pytest.mark.parametrize("name", MIXED)
def test_discards_mixed_with_unknown_cards_rule_out_a_proof(name: str) -> None:
    """Where nobody uses the administrator, there is one."""
    position = LAST_TURNS[name]
    solver = TurnSolver(position)
    with pytest.raises(NotProved, match="cards that nobody has seen"):
        solver.solve(position)
    for event in position.events():
        if event.verb != "administrator":
            after = position.with_turn(official="carrier").play(event)
            assert solved(after) == turn_value(after, after.turn.player)


def test_the_last_turns_are_not_trivial_and_take_no_more_to_search_than_before() -> None:
    solvers = {name: TurnSolver(position) for name, position in PROVED.items()}
    values = [solver.value(PROVED[name]) for name, solver in solvers.items()]
    assert sum(0 < value.win < 1 for value in values if value) >= 8
    assert sum(solver.nodes for solver in solvers.values()) == NODES


NODES = 2714
"""How many positions are searched in all these turns."""


def test_among_equal_events_the_plainest_comes_first() -> None:
    lost = table(seat(carriage=7, houses="Ulm Bas Aug"), seat("Lod"), deck="Pil Pil Pil", display="Pil Pas")
    for play, verbs in (
        ((), ["draw"] * 3 + ["administrator"]),
        (("draw Pilsen", "deal Pilsen"), ["play"] * 2 + ["postmaster"] * 3),
        (("play Pilsen start",), ["end", "carrier", "carrier"]),
    ):
        lost = functools.reduce(tt.Position.play, play, lost)
        assert [choice.events[0].verb for choice in TurnSolver(lost).choices(lost)] == verbs


def test_ending_the_turn_comes_before_closing_a_route_for_nothing() -> None:
    route = "Sig Zür Kem"
    lost = table(seat(carriage=7), seat("Lod", route, route, carriage=7), phase="play", drawn=1, played=1)
    solver = TurnSolver(lost)
    choices = solver.choices(lost)
    assert [choice.events[0].verb for choice in choices] == ["end", "close", "carrier"]
    assert len({choice.value for choice in choices}) == 1
    best = solver.solve(lost)
    assert best is not None
    assert best.events == (END,)


KEPT = table(
    seat("Lod", "Ulm Kem Zür", carriage=5),
    seat("Zür Lod Pil Bud Aug Inn", "Sig Kem Ulm", carriage=3),
    phase="play",
    drawn=1,
    played=1,
)
"""A last turn in which cards to keep may have to be chosen."""

LATER = [
    KEPT,
    KEPT.with_turn(official="postmaster"),
    KEPT.with_turn(official="carrier", played=2),
    KEPT.with_turn(phase="draw", played=0),
    KEPT.with_turn(phase="draw", played=0, official="postmaster", drawn=2),
    KEPT.with_turn(phase="carriage", closed=3),
    KEPT.with_turn(phase="carriage", closed=4),
    KEPT.with_turn(phase="carriage", closed=4, official="carrier"),
    KEPT.with_turn(phase="keep", closed=4, official="carrier"),
    KEPT.with_own(route=words("Sig Kem Inn")),
    KEPT.with_own(hand=cards("Zür Lod")),
]
"""Other points of that turn, and other cards."""


@pytest.mark.parametrize("position", [*LATER, LAST_TURNS["nothing to draw"]])
def test_the_events_that_are_found_lead_to_the_value(position: tt.Position) -> None:
    """They can be played one after the other, and the game that they end is worth what is said."""
    best = TurnSolver(position).solve(position)
    assert best is not None
    after = position.replace(display=(), discard=(), unseen=())
    for event in best.events:
        assert event in after.events()
        after = after.play(event)
    assert result(after, 1) == best.value == turn_value(position, 1)


def test_of_hands_that_are_worth_the_same_the_first_is_kept() -> None:
    best = TurnSolver(KEPT).solve(KEPT)
    assert best is not None
    *closing, keep = best.events
    after = functools.reduce(tt.Position.play, closing, KEPT)
    assert after.turn.phase == "keep"
    assert len(after.events()) > 1
    assert keep == after.events()[0]


def test_a_route_is_not_closed_if_unknown_cards_leave_no_choice_of_those_to_keep() -> None:
    known = KEPT.with_turn(official="postmaster")
    for position, verb in ((known, "close"), (known.with_own(hand=cards("Zür Lod Pil ?")), "end")):
        best = TurnSolver(position).solve(position)
        assert best is not None
        assert best.events[0].verb == verb


def test_what_was_found_of_a_turn_is_for_this_point_of_it_only() -> None:
    """A solver that has searched one position gives others the same values as one that begins with them."""
    shared = TurnSolver(KEPT)
    for position in (*LATER, *reversed(LATER)):
        assert shared.solve(position) == TurnSolver(position).solve(position)


def test_the_order_of_the_search_makes_no_difference() -> None:
    position = PROVED["cartwright, carrier or postmaster"]
    solver = TurnSolver(position)
    for event in reversed(position.events()):
        solver.value(position.play(event))
    assert solver.value(position) == TurnSolver(position).value(position)


# ---- values


def test_values_order_by_win_then_margin_then_score() -> None:
    values = [TurnValue(*figures) for figures in ((1, 0, 0), (0, 2, 0), (0, 1, 3), (0, 1, 2))]
    assert sorted(values, reverse=True) == values


def test_means_are_exact() -> None:
    assert mean([(2, TurnValue(1, 1, 1)), (1, TurnValue(5, 5, 5))]) == TurnValue(*[Fraction(7, 3)] * 3)


def test_a_game_that_is_over_is_its_result() -> None:
    position = table(seat(carriage=7, tiles=("game-end 1",)), seat("Ulm", carriage=5), phase="over")
    solver = TurnSolver(LAST_TURNS["nothing to draw"])
    assert solver.value(position) == (0, -6, -15)
    assert result(position, 0) == (Fraction(1), Fraction(6), Fraction(-9))


# ---- the administrator's reveals


def administrator_by_listing(position: tt.Position) -> Figures:
    """Return the mean over all displays, listed one by one, of a deck that has enough cards."""
    at = position.turn.player
    after = position.play("administrator")

    def taken(city: str) -> Figures:
        shown = after.replace(display=(city,), turn=after.turn.replace(pending=())).play(tt.Event(("draw", city)))
        shown = shown.replace(turn=shown.turn.replace(pending=()))
        return turn_value(shown, at)

    values = {city: taken(city) for city in set(after.unseen)}
    total, displays = [Fraction(0)] * 3, 0
    for display in itertools.combinations(range(len(after.unseen)), 6):
        left = [values[city] for number, city in enumerate(after.unseen) if number not in display]
        blind = tuple(sum(figures, Fraction(0)) / len(left) for figures in zip(*left, strict=True))
        best = max(blind, *(values[after.unseen[number]] for number in display))
        total, displays = [t + f for t, f in zip(total, best, strict=True)], displays + 1
    return tuple(t / displays for t in total)


@pytest.mark.parametrize(
    "deck",
    [
        "Kem Bas Ulm Fre Lod Lod Pil Pil Pas Pas Sal Lin Mün Reg",
        "Lod Lod Lod Pil Pil Pil Pas Pas Pas Kem Sal",
        "Kem Bas Ulm Fre Inn Stu Aug Zür Zür Zür",
    ],
)
def test_the_administrator_is_averaged_over_all_displays(deck: str) -> None:
    position = table(
        seat(carriage=5, houses="Bas"),
        seat("Lod Ulm", "Sig Zür Kem", carriage=4, houses="Ulm Sig"),
        deck=deck,
        display="Lod Lod",
    )
    value = TurnSolver(position).value(position.play("administrator"))
    assert value == administrator_by_listing(position)
