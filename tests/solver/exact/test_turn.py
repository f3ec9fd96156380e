"""The turn solver in the base game, against whole turns searched event by event without any short cut."""

import dataclasses
import functools
import itertools
import math
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thurntaxis as tt
from support.decisions import decisions
from support.whole_turns import Figures, cards, result, seat, table, turn_value, words
from thurntaxis_solver.exact.endings import END, Endings
from thurntaxis_solver.exact.evaluation import Ended, Evaluation
from thurntaxis_solver.exact.features import steps_left
from thurntaxis_solver.exact.refill import Stage, left_over, refill
from thurntaxis_solver.exact.remaining_turn import RemainingTurn
from thurntaxis_solver.exact.turn import TurnSolver
from thurntaxis_solver.exact.value import SCALE, Rational, TurnValue, preference

WHEN_NEEDED = {"reshuffle": "when-needed"}
TO_SIX = {"display-refill": "to-six"}
STRICT = {"carriage-declinable": False, "carrier-restart": False}
ENDER = (tt.Tile("game-end", 1),)

LAST_TURNS = {
    "the right card may come": table(
        seat(carriage=3, houses="Ulm Bas Aug"),
        seat("Lod", "Sig Zür", carriage=3),
        deck="Kem Lod Pil Bas",
        display="Lod",
    ),
    "administrator, the discards come in": table(
        seat(carriage=5, houses="Bas"),
        seat("Lod", "Sig Zür", carriage=3, houses="Sig Ulm"),
        deck="Kem Bas Pil",
        display="Lod Pil",
        discard="Ulm Pas",
    ),
    "administrator, the discards come in when needed": table(
        seat(carriage=5, houses="Bas"),
        seat("Lod", "Sig Zür", carriage=3, houses="Sig Ulm"),
        deck="Kem Bas Pil",
        display="Lod Pil",
        discard="Ulm Pas",
        options=WHEN_NEEDED,
    ),
    "administrator, too few cards for a display": table(
        seat(carriage=5),
        seat("Pil", "Sig Zür", carriage=3, houses="Sig"),
        deck="Lod Bas",
        display="Lod Pil",
        discard="Pas Kem Pas",
    ),
    "administrator, just a display in the deck": table(
        seat(carriage=5, houses="Bas"),
        seat("Pil", "Sig Zür", carriage=3),
        deck="Kem Lod Lod Lod Pas Ulm",
        display="Lod Pil",
    ),
    "administrator, just a display in the deck, when needed": table(
        seat(carriage=5, houses="Bas"),
        seat("Pil", "Sig Zür", carriage=3),
        deck="Kem Lod Lod Lod Pas Ulm",
        display="Lod Pil",
        options=WHEN_NEEDED,
    ),
    "administrator, just a display in the deck, a discard may be drawn blind": table(
        seat(carriage=5, houses="Bas"),
        seat("Pil", "Sig Zür", carriage=3),
        deck="Lod Lod Lod Pas Pas Lin",
        display="Pil",
        discard="Kem Pil",
        options=WHEN_NEEDED,
    ),
    "administrator, unknown cards held by another": table(
        seat("? ?", carriage=3, houses="Bas Aug"),
        seat("Pil", "Sig Zür", carriage=3),
        deck="Kem Bas Lod Lod",
        display="Lod",
        discard="Ulm",
    ),
    "hand empty at the beginning": table(
        seat(carriage=4), seat("", "Ulm Kem"), deck="Zür Lod Pil Sig", display="Lod Pas"
    ),
    "hand empty at the beginning, the discards come in": table(
        seat(carriage=3, houses="Ulm Bas"), seat("", "Ulm Kem"), deck="Lod", display="Lod Pas", discard="Zür Pil"
    ),
    "hand empty at the beginning, one card anywhere": table(seat(carriage=4), seat("", "Ulm Kem"), deck="Zür"),
    "nothing to draw": table(seat(carriage=3), seat("Sig Zür", "Ulm Kem", carriage=3)),
    "nothing to draw and nothing to play": table(seat(carriage=4), seat("", "Ulm Kem")),
    "cartwright, carrier or postmaster": table(
        seat(carriage=6, houses="Ulm Bas Zür"),
        seat("Zür Lod", "Kem Inn Mün", carriage=5),
        deck="Pas Sal Pil Aug",
        display="Lod",
    ),
    "carriage compulsory, carrier without a restart": table(
        seat(carriage=5, houses="Ulm"),
        seat("Sal", "Zür Kem Inn", carriage=3),
        deck="Lin Mün Pas",
        display="Pas",
        options=STRICT,
    ),
    "tie of three for the holder of the game-end tile": table(
        seat(carriage=3, houses="Bas Zür Fre Sig"),
        seat(carriage=3, houses="Bas Zür Fre", tiles=ENDER),
        seat("Lod", "Sig Kem", carriage=3, houses="Ulm"),
        deck="Bas Zür Pil Aug",
        display="Pil",
        ender=1,
    ),
    "four players, a tie for the next one clockwise": table(
        seat(carriage=3, houses="Ulm Bas Zür Kem Stu Fre Aug"),
        seat(carriage=3, houses="Bas Zür"),
        seat("?", carriage=4, tiles=ENDER),
        seat("Lod", "Sig Kem", carriage=3, houses="Ulm Stu"),
        deck="Bas Zür Lod Stu",
        display="Lod Inn",
        ender=2,
    ),
    "the deck runs out between two draws": table(
        seat(carriage=5), seat("Lod", "Sig Kem", carriage=3), deck="Bas", display="Lod Pil", discard="Fre Zür Pil"
    ),
    "the deck runs out between two draws, when needed": table(
        seat(carriage=5),
        seat("Lod", "Sig Kem", carriage=3),
        deck="Bas",
        display="Lod Pil",
        discard="Fre Zür Pil",
        options=WHEN_NEEDED,
    ),
    "a short display is made up to six": table(
        seat(carriage=5),
        seat("Lod", "Sig Kem", carriage=3),
        deck="Bas Zür Fre Kem Ulm Bas Pas",
        display="Lod Pil Pil",
        options=TO_SIX,
    ),
    "a short display is made up to six, the hand being empty": table(
        seat(carriage=4),
        seat("", "Ulm Kem"),
        deck="Zür Lod Pil Sig Sig Bas",
        display="Lod Pas",
        options=TO_SIX,
    ),
    "a short display is made up, and the discards come in": table(
        seat(carriage=5),
        seat("Lod", "Sig Kem", carriage=3),
        deck="Bas Aug",
        display="Lod Pil",
        discard="Fre Zür Pil",
        options=TO_SIX,
    ),
    "a short display is made up, and the discards come in when needed": table(
        seat(carriage=5),
        seat("Lod", "Sig Kem", carriage=3),
        deck="Bas",
        display="Lod Pil",
        discard="Fre Zür Pil",
        options=WHEN_NEEDED | TO_SIX,
    ),
    "a card drawn blind and three spaces are still due": table(
        seat(carriage=5),
        seat("Lod", "Sig Kem", carriage=3),
        deck="Bas Zür Fre Kem Ulm Pas",
        display="Lod Pil Pil",
        options=TO_SIX,
        drawn=1,
        pending=("hand", "display", "display", "display"),
    ),
    "many cards in hand": table(
        seat(carriage=5), seat("Lod Lod Pil Bas Fre", "Sig Kem", carriage=3), deck="Zür Pil Lod", display="Pil"
    ),
    "an unknown card in the own hand": table(
        seat(carriage=5), seat("Lod ?", "Sig Kem", carriage=3), deck="Bas Zür Lod Aug", display="Pil"
    ),
    "three reveals of the administrator still due": table(
        seat(carriage=5),
        seat("Lod", "Sig Zür", carriage=3),
        deck="Kem Pil Pas Lod Pas",
        display="Pas",
        discard="Lod Kem",
        official="administrator",
        pending=("display",) * 3,
    ),
    "the last reveal of the administrator still due": table(
        seat(carriage=5),
        seat("Lod", "Sig Zür", carriage=3),
        deck="Kem Pil Pas Lod Pas",
        display="Pas",
        discard="Lod Kem",
        official="administrator",
        pending=("display",),
    ),
    "a blind card to be revealed": table(
        seat(carriage=3), seat("Lod", "Sig Zür"), deck="Kem Bas Pas Lod", display="Lod", drawn=1, pending=("hand",)
    ),
    "a space to be filled": table(
        seat(carriage=3), seat("Lod", "Sig Zür"), deck="Kem Bas Pas Lod", display="Lod", drawn=1, pending=("display",)
    ),
    "a carriage to be taken or not": table(
        seat(carriage=5), seat("Lod Pil Bas Kem", "Sig Zür Fre", carriage=3), deck="Lod", phase="carriage", closed=4
    ),
}
"""Last turns of a game."""

OTHER_TURNS = {
    "the game may end with this turn, or not": table(
        seat(carriage=5, houses="Ulm Bas Aug"),
        seat("Pil", "Fre Bas", carriage=6, houses="Ulm"),
        deck="Kem Sig Zür",
        display="Pil Lod",
        ender=None,
    ),
    "the game goes on": table(
        seat("Lod", carriage=5),
        seat("Zür Lod", "Fre Bas", carriage=3, houses="Ulm"),
        deck="Kem Sig Lod",
        display="Inn",
        ender=None,
    ),
    "cards to be kept": table(
        seat("Lod", "Ulm Kem Zür", carriage=5),
        seat("Zür Lod Pil Bud", "Fre Bas", carriage=3),
        deck="Kem Lod",
        display="Inn",
        ender=None,
    ),
}


@functools.cache
def solver_of(position: tt.Position) -> TurnSolver:
    """Return the solver of a turn that has searched all of it, and nothing else."""
    solver = TurnSolver(position)
    solver.value(position)
    return solver


def solved(position: tt.Position) -> Figures:
    value = solver_of(position).value(position)
    assert value is not None
    return tuple(map(Fraction, value))


MIXED = ("administrator, unknown cards held by another",)
"""Last turns that are not proved: discards come into the deck while cards in hands are unknown."""


def with_evaluation(position: tt.Position) -> Figures:
    """Search the whole turn, with the evaluation at its ends."""
    evaluation = Evaluation.of(position)
    return turn_value(position, position.turn.player, lambda after: tuple(map(Fraction, evaluation.evaluate(after))))


LONG = (
    "a short display is made up to six",
    "a short display is made up to six, the hand being empty",
    "a card drawn blind and three spaces are still due",
)
"""Last turns that take long to search by brute force."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in LAST_TURNS]
)
def test_last_turns_are_solved_exactly(name: str) -> None:
    position = LAST_TURNS[name]
    at = position.turn.player
    win, margin, score, low, high, margin_doubt, score_doubt = solved(position)
    figures = win / SCALE, margin / SCALE, score / SCALE
    assert figures == turn_value(position, at, lambda after: result(after, at))
    assert low == high == win
    assert margin_doubt == score_doubt == (name in MIXED)


def test_the_last_turns_are_not_trivial() -> None:
    chances = [solved(position)[0] / SCALE for position in LAST_TURNS.values()]
    assert sum(0 < chance < 1 for chance in chances) >= 8


@pytest.mark.parametrize("name", OTHER_TURNS)
def test_other_turns_are_solved_exactly_but_for_the_evaluation(name: str) -> None:
    position = OTHER_TURNS[name]
    assert solved(position) == with_evaluation(position)
    assert solved(position)[5] > 0, "not proved"


@pytest.mark.parametrize("name", [name for name, p in (LAST_TURNS | OTHER_TURNS).items() if not p.is_chance])
def test_choices_are_the_events_with_their_values(name: str) -> None:
    position = (LAST_TURNS | OTHER_TURNS)[name]
    solver = TurnSolver(position)
    choices = solver.choices(position)
    assert {choice.event for choice in choices} == set(position.events())
    assert [c.value for c in choices] == sorted((c.value for c in choices), key=preference, reverse=True)
    assert choices[0].value == solver.value(position)
    for choice in choices:
        assert choice.value == TurnSolver(position).value(position.play(choice.event))


def few_cards(position: tt.Position, chance: random.Random) -> tt.Position:
    """Take away cards until the whole turn can be searched."""

    def some(pile: tuple[str, ...], most: int) -> tuple[str, ...]:
        return tuple(sorted(chance.sample(pile, min(most, len(pile)))))

    hand = some(position.mover.hand, chance.choice([1, 2] if position.turn.drawn else [0, 1, 2]))
    few = position.with_mover(hand=hand, route=position.mover.route[:4])
    few = few.replace(
        display=some(position.display, 1),
        unseen=some(position.unseen, 2),
        discard=some(position.discard, chance.choice([0, 2])),
    )
    if few.turn.phase == "draw" and not few.turn.drawn:
        few = few.with_turn(began_empty=not few.mover.hand)
    if chance.random() < 0.5:
        few = few.replace(ender=0, start=(few.turn.player + chance.choice([0, 1])) % len(few.players))
    return few


@pytest.mark.parametrize("seed", range(20))
def test_positions_of_random_games_are_solved_exactly(seed: int) -> None:
    chance = random.Random(seed)
    found = [p for p in decisions(seed, every=3) if p.turn.phase == "draw" and not p.turn.pending]
    for position in chance.sample(found, 3):
        few = few_cards(position, chance)
        assert solved(few) == with_evaluation(few)


EFFORT = {
    "the right card may come": (77, 76),
    "administrator, the discards come in": (87, 73),
    "administrator, the discards come in when needed": (87, 73),
    "administrator, too few cards for a display": (56, 40),
    "administrator, just a display in the deck": (108, 89),
    "administrator, just a display in the deck, when needed": (108, 89),
    "administrator, just a display in the deck, a discard may be drawn blind": (70, 45),
    "administrator, unknown cards held by another": (64, 65),
    "hand empty at the beginning": (59, 45),
    "hand empty at the beginning, the discards come in": (25, 15),
    "hand empty at the beginning, one card anywhere": (5, 3),
    "nothing to draw": (14, 20),
    "nothing to draw and nothing to play": (1, 1),
    "cartwright, carrier or postmaster": (164, 212),
    "carriage compulsory, carrier without a restart": (66, 73),
    "tie of three for the holder of the game-end tile": (84, 83),
    "four players, a tie for the next one clockwise": (111, 98),
    "the deck runs out between two draws": (82, 68),
    "the deck runs out between two draws, when needed": (82, 68),
    "a short display is made up to six": (218, 208),
    "a short display is made up to six, the hand being empty": (75, 66),
    "a short display is made up, and the discards come in": (117, 121),
    "a short display is made up, and the discards come in when needed": (80, 68),
    "a card drawn blind and three spaces are still due": (174, 174),
    "many cards in hand": (146, 214),
    "an unknown card in the own hand": (101, 99),
    "three reveals of the administrator still due": (14, 11),
    "the last reveal of the administrator still due": (14, 11),
    "a blind card to be revealed": (55, 59),
    "a space to be filled": (21, 16),
    "a carriage to be taken or not": (3, 8),
    "the game may end with this turn, or not": (103, 87),
    "the game goes on": (125, 146),
    "cards to be kept": (140, 173),
}
"""How many positions of each turn are searched, and how many ends of turns are evaluated."""


@pytest.mark.parametrize("name", EFFORT)
def test_short_cuts_leave_no_more_to_search_than_before(name: str) -> None:
    solver = solver_of((LAST_TURNS | OTHER_TURNS)[name])
    assert (solver.nodes, solver.evaluation.positions) == EFFORT[name]


def test_among_equal_events_the_plainest_comes_first() -> None:
    lost = table(seat(carriage=7, houses="Ulm Bas Aug"), seat("Lod"), deck="Pil Pil Pil", display="Pil Pas")
    assert [choice.event[0] for choice in TurnSolver(lost).choices(lost)] == ["draw"] * 3 + ["administrator"]
    lost = lost.play("draw Pilsen").play("deal Pilsen")
    assert [choice.event[0] for choice in TurnSolver(lost).choices(lost)] == ["play"] * 2 + ["postmaster"] * 3
    lost = lost.play("play Pilsen start")
    assert [choice.event[0] for choice in TurnSolver(lost).choices(lost)] == ["end", "carrier", "carrier"]


def test_ending_the_turn_comes_before_closing_a_route_for_nothing() -> None:
    route = "Sig Zür Kem"
    lost = table(seat(carriage=7), seat("Lod", route, route, carriage=7), phase="play", drawn=1, played=1)
    solver = TurnSolver(lost)
    choices = solver.choices(lost)
    assert [choice.event.verb for choice in choices] == ["end", "close", "carrier"]
    assert len({choice.value for choice in choices}) == 1
    finish = solver.finish(lost)
    assert finish is not None
    assert finish.events == (END,)


def test_of_ways_to_the_end_that_are_worth_the_same_the_first_is_found() -> None:
    lost = table(seat(carriage=7, houses="Ulm Bas"), seat("Lod Pas"), drawn=1, official="postmaster")
    assert [str(event) for event in lost.events()] == ["play Lodz start", "play Passau start"]
    finish = TurnSolver(lost).finish(lost)
    assert finish is not None
    assert [str(event) for event in finish.events] == ["play Lodz start", "end"]


KEPT = table(
    seat("Lod", "Ulm Kem Zür", carriage=5),
    seat("Zür Lod Pil Bud Aug Inn", "Sig Kem Ulm", carriage=3),
    phase="play",
    drawn=1,
    played=1,
    ender=None,
)


@pytest.mark.parametrize(
    "position",
    [
        KEPT,
        KEPT.with_turn(official="postmaster"),
        KEPT.with_turn(phase="carriage", closed=4),
        LAST_TURNS["nothing to draw"],
    ],
    ids=["any official", "no official", "carriage", "last turn"],
)
def test_the_events_that_are_found_lead_to_the_value(position: tt.Position) -> None:
    """They can be played one after the other, and the turn that they end is worth what is said."""
    solver = TurnSolver(position)
    finish = solver.finish(position)
    assert finish is not None
    after = position.replace(display=(), discard=(), unseen=())
    for event in finish.events:
        assert event in after.events()
        after = after.play(event)
    assert solver.remaining.is_ended(after)
    assert solver.evaluation.evaluate(after) == finish.value


def test_what_was_found_of_a_turn_is_for_this_point_of_it_only() -> None:
    """A solver that has searched one position gives others the same values as one that begins with them."""
    positions = [
        KEPT,
        KEPT.with_turn(official="postmaster"),
        KEPT.with_turn(official="carrier", played=2),
        KEPT.with_turn(phase="draw", played=0),
        KEPT.with_turn(phase="draw", played=0, official="postmaster", drawn=2),
        KEPT.with_turn(phase="carriage", closed=3),
        KEPT.with_turn(phase="carriage", closed=4),
        KEPT.with_turn(phase="carriage", closed=4, official="carrier"),
        KEPT.with_turn(phase="keep", closed=4, official="carrier"),
        KEPT.with_mover(route=words("Sig Kem Inn")),
        KEPT.with_mover(hand=cards("Zür Lod")),
    ]
    shared = TurnSolver(KEPT)
    for position in (*positions, *reversed(positions)):
        assert shared.finish(position) == TurnSolver(position).finish(position)


class Indifferent(Evaluation):
    """Finds everything worth the same."""

    def value(self, ended: Ended, hand: tuple[str, ...]) -> TurnValue:
        return plain(0, 0)

    def bound(self, ended: Ended, hand: tuple[str, ...]) -> tuple[Rational, Rational]:
        return 0, 0


def test_of_ways_to_close_that_are_worth_the_same_the_one_after_which_most_is_to_come_is_found() -> None:
    """More houses leave less of the game."""
    player = seat("", "Bas Fre Sig Ulm Aug", "Lod Pil Pas Lin Sal Bud Inn Kem Nür Reg Ing Wür", carriage=3)
    position = table(seat(carriage=3), player, phase="play", drawn=1, played=1, ender=None)
    endings = Endings(Indifferent.of(position), RemainingTurn(position))
    closed = endings.closed(position, lambda after: plain(0, 0))
    assert closed is not None
    _, (close, *_) = closed
    left = {event: steps_left(position.play(event)) for event in position.events() if event.verb == "close"}
    assert left[close] == max(left.values())
    assert min(left.values()) < left[close]


def test_of_hands_that_are_worth_the_same_the_first_is_kept() -> None:
    position = table(seat(), seat("Bas Bud Lod Pil Pas", "Sig Zür Kem"), phase="play", drawn=1, played=1, ender=None)
    closed = Endings(Indifferent.of(position), RemainingTurn(position)).closed(position, lambda after: plain(0, 0))
    assert closed is not None
    _, (*closing, keep) = closed
    after = functools.reduce(tt.Position.play, closing, position)
    assert after.turn.phase == "keep"
    assert len(after.events()) > 1
    assert keep == after.events()[0]


def test_the_order_of_the_search_makes_no_difference() -> None:
    position = OTHER_TURNS["cards to be kept"]
    solver = TurnSolver(position)
    for event in reversed(position.events()):
        solver.value(position.play(event))
    assert solver.value(position) == TurnSolver(position).value(position)


def test_the_value_of_an_ended_turn_is_the_evaluation() -> None:
    before = OTHER_TURNS["the game goes on"]
    after = before
    for event in ("draw Innsbruck", "deal Kempten", "play Zürich right", "end"):
        after = after.play(event)
    assert TurnSolver(before).value(after) == Evaluation.of(before).evaluate(after)


# ---- the administrator's reveals


def administrator_by_listing(position: tt.Position) -> Figures:
    """Return the mean over all displays, listed one by one, of a deck that has enough cards."""
    at = position.turn.player
    after = position.play("administrator")

    def taken(city: str) -> Figures:
        shown = after.replace(display=(city,), turn=after.turn.replace(pending=())).play(tt.Event(("draw", city)))
        shown = shown.replace(turn=shown.turn.replace(pending=()))
        return turn_value(shown, at, lambda end: result(end, at))

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
    assert value is not None
    assert tuple(Fraction(figure) / SCALE for figure in value[:3]) == administrator_by_listing(position)


def plain(win: int, margin: int) -> TurnValue:
    return TurnValue(win, margin, 7 * margin, win, win, 0, 0)


def by_listing(
    values: dict[str, TurnValue], shown: str, drawn: list[tuple[str, int]], blind: bool
) -> tuple[tuple[Fraction, ...], Counter[tuple[TurnValue, bool]], set[str]]:
    """Return the mean of the best choice over all ways to reveal the cards in stages.

    And in how many of them the best card has which value, and a blind one is better or not; and what may lie there.
    """
    total = [Fraction(0)] * len(TurnValue._fields)
    ways: Counter[tuple[TurnValue, bool]] = Counter()
    lying: set[str] = set()

    def go_on(stage: int, there: tuple[str, ...], display: tuple[str, ...]) -> None:
        nonlocal total
        if stage < len(drawn):
            there += tuple(drawn[stage][0])
            for chosen in itertools.combinations(range(len(there)), drawn[stage][1]):
                left = tuple(card for number, card in enumerate(there) if number not in chosen)
                go_on(stage + 1, left, display + tuple(there[number] for number in chosen))
            return
        taken: TurnValue = max(values[card] for card in display)
        best: tuple[Any, ...] = taken
        if blind:
            best = max(
                best, tuple(Fraction(sum(f), len(there)) for f in zip(*(values[card] for card in there), strict=True))
            )
        total = [t + f for t, f in zip(total, best, strict=True)]
        ways[taken, best > taken] += 1
        lying.update(display)

    go_on(0, (), tuple(shown))
    return tuple(t / ways.total() for t in total), ways, lying


def test_where_nothing_is_revealed_a_blind_card_may_be_better_all_the_same() -> None:
    values = {"a": plain(1, 0), "b": plain(0, 0)}
    found = refill(values, ("b",), [Stage(Counter("aab"), 0)], blind=True)
    assert found.value()[0] == Fraction(2, 3)
    assert refill(values, ("b",), [Stage(Counter("aa"), 0)], blind=True).value()[0] == 1


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_displays_are_averaged_for_any_values(data: st.DataObject) -> None:
    check_any_displays(data)


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(st.data())
def test_displays_are_averaged_for_many_values(data: st.DataObject) -> None:
    check_any_displays(data)


def check_any_displays(data: st.DataObject) -> None:
    """Draw values and stages, and compare what is found with all displays listed."""
    numbers = st.integers(-3, 3)
    values = {city: plain(data.draw(numbers), data.draw(numbers)) for city in "abcde"}
    shown = data.draw(st.text("abcde", max_size=2))
    drawn: list[tuple[str, int]] = []
    left = 0
    for _ in range(data.draw(st.integers(1, 3))):
        come = data.draw(st.text("abcde", max_size=5))
        reveals = data.draw(st.integers(0, min(3, left + len(come))))
        left += len(come) - reveals
        drawn.append((come, reveals))
    blind = left > 0 and data.draw(st.booleans())
    if not shown and not any(reveals for _, reveals in drawn):
        return
    check_displays(values, shown, drawn, blind)


def check_displays(values: dict[str, TurnValue], shown: str, drawn: list[tuple[str, int]], blind: bool) -> None:
    """Compare the mean, and what is best how often, with all displays listed."""
    found = refill(values, tuple(shown), [Stage(Counter(come), reveals) for come, reveals in drawn], blind=blind)
    mean, ways, lying = by_listing(values, shown, drawn, blind)
    assert found.value() == mean
    assert (
        +Counter({(best.value, False): best.taken for best in found.best})
        + Counter({(best.value, True): best.blind for best in found.best})
        == ways
    )
    assert [best.value for best in found.best] == sorted({taken for taken, _ in ways}, reverse=True)
    for best in found.best:
        assert set(best.cities) == {city for city in lying if values[city] == best.value}
    assert found.displays == math.prod(
        math.comb(sum(len(c) for c, _ in drawn[: at + 1]) - sum(r for _, r in drawn[:at]), reveals)
        for at, (_, reveals) in enumerate(drawn)
    )


@pytest.mark.parametrize(
    ("drawn", "left"),
    [
        ([("aab", 2)], {"a": 2, "b": 1}),
        ([("aab", 0)], {"a": 2, "b": 1}),
        ([("aab", 3), ("bc", 0)], {"b": 1, "c": 1}),
        ([("aab", 2), ("bc", 0)], {"a": 2, "b": 4, "c": 3}),
        ([("aab", 2), ("bc", 1)], {"a": 2, "b": 4, "c": 3}),
        ([("aaab", 2), ("c", 1), ("cd", 1)], {"a": 3, "b": 1, "c": 5, "d": 3}),
    ],
)
def test_cards_are_left_over_as_often_as_chance_leaves_them(drawn: list[tuple[str, int]], left: dict[str, int]) -> None:
    """In the last row, half of four cards is left beside the first c, then two thirds of these three beside c and d."""
    assert left_over([Stage(Counter(come), reveals) for come, reveals in drawn]) == left


@pytest.mark.parametrize("seed", range(8))
def test_displays_are_averaged_for_values_close_to_each_other(seed: int) -> None:
    """Many of these displays have a blind card that is as good as the best one, or better, in several stages."""
    chance = random.Random(seed)
    for _ in range(25):
        values = {city: plain(chance.randint(0, 2), chance.randint(-1, 1)) for city in "abcde"}
        shown = "".join(chance.choices("abcde", k=chance.choice((0, 0, 1))))
        drawn: list[tuple[str, int]] = []
        left = 0
        for _ in range(chance.choice((1, 2, 2, 3))):
            come = "".join(chance.choices("abcde", k=chance.randint(1, 4)))
            reveals = chance.randint(0, min(3, left + len(come)))
            left += len(come) - reveals
            drawn.append((come, reveals))
        if shown or any(reveals for _, reveals in drawn):
            check_displays(values, shown, drawn, blind=left > 0 and chance.random() < 0.8)


@pytest.mark.parametrize(
    ("shown", "drawn", "blind", "win"),
    [
        ("b", [("aa", 0)], False, 0),
        ("b", [("ac", 0)], True, Fraction(1, 2)),
        ("b", [("ab", 1)], False, Fraction(1, 2)),
        ("b", [("ab", 1), ("c", 0)], False, Fraction(1, 2)),
        ("", [("ab", 1)], True, 1),
        ("", [("aab", 2)], True, 1),
        ("a", [("b", 0)], True, 1),
        ("b", [("b", 1), ("a", 0)], True, 1),
    ],
)
def test_small_displays(shown: str, drawn: list[tuple[str, int]], blind: bool, win: Fraction) -> None:
    """A card of value 1 is taken where it lies; where it must be left, it is drawn blind."""
    values = {"a": plain(1, 0), "b": plain(0, 0), "c": plain(0, 0)}
    found = refill(values, tuple(shown), [Stage(Counter(come), reveals) for come, reveals in drawn], blind=blind)
    assert found.value().win == win
    check_displays(values, shown, drawn, blind)


def test_what_has_been_found_of_displays_cannot_be_changed() -> None:
    found = refill({"a": plain(1, 0)}, (), [Stage(Counter("a"), 1)], blind=False)
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.left = 1  # type: ignore[misc]
